//! Rows of the host, before the table (C-20).

use super::Confidence;
use super::answer::Decision;
use super::index::serves;
use super::options::HostRule;
use super::read::Reading;
use crate::error::{Problem, Problems};
use regex_lite::{Regex, RegexBuilder};

/// Longest pattern of a host, in characters.
const MAX_PATTERN: usize = 512;
/// Largest compiled program of one pattern, in bytes.
const MAX_COMPILED: usize = 1 << 18;

/// A checked row of the host.
#[derive(Debug)]
pub(crate) struct Ready {
    rule: HostRule,
    code: Option<String>,
    pattern: Option<Regex>,
}

/// Checks and compiles all rows; every problem at once.
pub(crate) fn compile(rules: Vec<HostRule>) -> Result<Vec<Ready>, Problems> {
    let mut problems = Vec::new();
    let mut ready: Vec<Ready> = Vec::new();
    for (index, rule) in rules.into_iter().enumerate() {
        let path = format!("failover.classify.extraRules[{index}]");
        let mut wrong = check(&rule, &path);
        if ready.iter().any(|other| other.rule.id == rule.id) {
            wrong.push(
                Problem::new("duplicate", format!("{path}.id"), "Two rules have this id; give each its own.")
                    .with(rule.id.clone(), "a unique id"),
            );
        }
        match pattern(&rule, &path) {
            Ok(pattern) => ready.push(Ready {
                code: rule.code.as_ref().map(|code| code.trim().to_ascii_lowercase()),
                rule,
                pattern,
            }),
            Err(problem) => wrong.push(problem),
        }
        problems.append(&mut wrong);
    }
    if problems.is_empty() { Ok(ready) } else { Err(problems) }
}

fn check(rule: &HostRule, path: &str) -> Problems {
    let mut problems = Vec::new();
    if rule.id.trim().is_empty() {
        problems.push(Problem::new(
            "empty",
            format!("{path}.id"),
            "The id is empty; name the rule, for example `mine.quota`.",
        ));
    }
    if rule.status.is_none() && rule.code.is_none() && rule.pattern.is_none() {
        problems.push(Problem::new("missing", path, "The rule asks for nothing; give a status, a code or a pattern."));
    }
    if rule.status.is_some_and(|status| !(100..600).contains(&status)) {
        let found = rule.status.unwrap_or(0).to_string();
        problems.push(
            Problem::new("out_of_range", format!("{path}.status"), "This is no HTTP status.").with(found, "100 to 599"),
        );
    }
    if rule.reason == super::Reason::Unknown {
        problems.push(Problem::new(
            "not_allowed",
            format!("{path}.reason"),
            "`unknown` is never a verdict; take another reason.",
        ));
    }
    problems
}

fn pattern(rule: &HostRule, path: &str) -> Result<Option<Regex>, Problem> {
    let Some(source) = &rule.pattern else {
        return Ok(None);
    };
    let path = format!("{path}.pattern");
    let length = source.chars().count();
    if source.is_empty() || length > MAX_PATTERN {
        return Err(Problem::new("out_of_range", path, "The pattern is empty or too long.")
            .with(format!("{length} characters"), "1 to 512 characters"));
    }
    let built = RegexBuilder::new(source).case_insensitive(true).size_limit(MAX_COMPILED).build();
    built.map(Some).map_err(|error| {
        Problem::new("bad_pattern", path, format!("The pattern cannot be used: {}", one_line(&error.to_string()))).with(
            source.chars().take(80).collect::<String>(),
            "regular expression without look-around and back-references",
        )
    })
}

/// The library's message spans lines and draws carets; the last line says what is wrong.
fn one_line(message: &str) -> &str {
    message
        .lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .map_or("", |line| line.trim_start_matches("error: ").trim())
}

/// The first host row that holds.
pub(crate) fn decide(rules: &[Ready], reading: &Reading<'_>) -> Option<Decision> {
    rules.iter().find_map(|ready| {
        let rule = &ready.rule;
        let provider = rule.provider.as_deref().map(|name| name.trim().to_ascii_lowercase());
        let holds = provider.is_none_or(|name| serves(&[name.as_str()], &reading.provider))
            && rule.status.is_none_or(|status| reading.status == Some(status))
            && ready.code.as_ref().is_none_or(|code| reading.codes.contains(code));
        let span = match &ready.pattern {
            _ if !holds => return None,
            None => None,
            Some(pattern) => Some(pattern.find(&reading.flat).map(|found| (found.start(), found.end()))?),
        };
        let mut decision = Decision::new(&rule.id, rule.reason, Confidence::Certain);
        decision.scope = rule.scope;
        decision.usage_window = rule.usage_window;
        decision.failover = rule.failover;
        decision.span = span;
        Some(decision)
    })
}
