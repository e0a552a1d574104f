//! The rules page, `docs/rules.md`, from the table.

use super::list::name_of;
use std::fmt::Write as _;
use switchover_core::classify::{Example, RuleInfo, rules};

/// The longest part of an example that is shown, in characters.
const SHOWN: usize = 240;

const HEAD: &str = "# The rules of the classifier

This page is generated from the rule table: run `cargo xtask rules --page` after a change of the table.

A failure is read as one text with its codes and its status. The rows below are asked from top to bottom; the first one
that holds decides. Before them come what the caller did, the rows of the host, and pages for people; after them come the
defaults of the status at the end of this page.

Each row has a stable id, which a verdict names as its `rule`; the reason that it gives; the scope, which says what is at
fault; the kind of error that it catches; and a real error with its source.
";

/// The whole page.
#[must_use]
pub fn text() -> String {
    let mut page = HEAD.to_owned();
    let all = rules();
    let _ = writeln!(page, "\nThe table has {} rows.", all.len());
    let mut family = String::new();
    for rule in &all {
        if rule.family != family {
            family.clone_from(&rule.family);
            let _ = writeln!(page, "\n## {}", family.replace('_', " "));
        }
        page.push_str(&section(rule));
    }
    page
}

fn section(rule: &RuleInfo) -> String {
    let mut text = format!("\n### `{}`\n\n{}\n\n", rule.id, rule.catches);
    for (name, value) in facts(rule) {
        let _ = writeln!(text, "- {name}: {value}");
    }
    if let Some(example) = rule.examples.first() {
        let _ = writeln!(text, "- Example{}:\n\n{}", conditions(example), fenced(&example.text));
        let _ = writeln!(text, "  Source: {}", source(&example.source));
    }
    text
}

/// What is worth a line: defaults are left out.
fn facts(rule: &RuleInfo) -> Vec<(&'static str, String)> {
    let flag = |on: bool, text: &str| on.then(|| text.to_owned());
    let rows = [
        ("Reason", Some(format!("`{}`", rule.reason.as_str()))),
        ("Scope", Some(format!("`{}`", name_of(&rule.scope)))),
        ("Confidence", Some(name_of(&rule.confidence))),
        ("Providers", codes(&rule.providers)),
        ("Not for", codes(&rule.not_providers)),
        ("Statuses", codes(&rule.statuses).filter(|_| rule.family != "status")),
        ("Codes", codes(&rule.codes)),
        ("Status", flag(rule.no_status, "only where no status of 300 or more is known")),
        ("Usage window", flag(rule.usage_window, "yes")),
        ("Request size", flag(rule.request_size_ceiling, "the request alone is larger than the whole limit")),
        ("Repair", rule.repair.as_ref().map(|repair| format!("`{}`", name_of(repair)))),
    ];
    rows.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

fn codes(list: &[String]) -> Option<String> {
    let marked: Vec<String> = list.iter().map(|text| format!("`{text}`")).collect();
    (!marked.is_empty()).then(|| marked.join(", "))
}

/// What stood beside the text of an example.
fn conditions(example: &Example) -> String {
    let status = example.status.map(|status| format!("status {status}"));
    let code = example.code.as_ref().map(|code| format!("code `{code}`"));
    let finish = example.finish_reason.as_ref().map(|finish| format!("finish reason `{finish}`"));
    let names = example.headers.iter().flatten().map(|(name, value)| format!("header `{name}: {value}`"));
    let parts = [example.provider.clone(), status, code, finish];
    let all: Vec<String> = parts.into_iter().flatten().chain(names).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
}

/// The beginning of the text, with a fence that it cannot close, inside the list item.
fn fenced(text: &str) -> String {
    let mut shown: String = text.chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        shown.push('…');
    }
    let fence = if shown.contains("```") { "~~~~" } else { "```" };
    let lines: Vec<String> = shown.lines().map(|line| format!("  {}", line.trim_end())).collect();
    if lines.is_empty() {
        "  (no text)\n".to_owned()
    } else {
        format!("  {fence}text\n{}\n  {fence}\n", lines.join("\n"))
    }
}

/// `loc-036 https://...` as an id and a link.
fn source(source: &str) -> String {
    let words: Vec<String> = source
        .split(' ')
        .map(|word| if word.starts_with("http") { format!("<{word}>") } else { word.to_owned() })
        .collect();
    words.join(" ")
}
