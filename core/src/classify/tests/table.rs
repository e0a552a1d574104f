//! The table itself (C-20).

use super::super::pattern::{Builder, Places};
use super::super::table::rows;
use super::super::{Classifier, rules};
use super::NOW;
use regex::bytes::RegexBuilder;
use std::collections::BTreeSet;

/// C-20: every example of every row is won by its own row, and no row is without one.
#[test]
fn c20_every_example_is_won_by_its_own_row() {
    let classifier = Classifier::new(Default::default()).unwrap();
    for rule in rules().iter().filter(|rule| rule.family != "status") {
        assert!(!rule.catches.is_empty(), "{} has no sentence", rule.id);
        assert!(!rule.examples.is_empty(), "{} has no example", rule.id);
        for example in &rule.examples {
            let got = classifier.classify(&example.signal(), NOW, false);
            assert_eq!(got.rule, rule.id, "{}", example.text);
        }
    }
}

/// C-20: ids are unique, patterns are short, everything is lower case.
#[test]
fn c20_rows_are_well_formed() {
    let mut ids = BTreeSet::new();
    for row in rows() {
        assert!(ids.insert(row.id), "{} twice", row.id);
        assert!(!row.text.is_empty() || !row.codes.is_empty() || !row.status.is_empty(), "{} asks for nothing", row.id);
        for pattern in row.text.iter().chain(row.unless) {
            assert!(pattern.chars().count() <= 512, "{}", row.id);
        }
        for text in row.text.iter().chain(row.unless).chain(row.codes).chain(row.providers) {
            assert_eq!(*text, text.to_ascii_lowercase().as_str(), "{}", row.id);
        }
    }
}

/// The `regex` text of a built-in pattern: anchors take a line, a quoted value, what follows the name of an error, and
/// what stands before a request id or a link.
fn as_regex(pattern: &str) -> String {
    let inner = pattern.trim_start_matches('^').trim_end_matches('$');
    let opening = "[\"' \\[(]*";
    let start = format!("(?m:^|:{opening}[\"']|(?:error|exception)(?::| -)){opening}");
    let end = "[\"' \\]).}!]*(?m:$|[\"'(~]|see ~)";
    let start = if pattern.starts_with('^') { start.as_str() } else { "" };
    format!("{start}{inner}{}", if pattern.ends_with('$') { end } else { "" })
}

/// C-20: the one-pass matcher and the `regex` crate agree on every pattern, over all patterns' own words in odd surroundings.
#[test]
fn c20_the_matcher_agrees_with_the_regex_crate() {
    let patterns: Vec<&str> = rows().flat_map(|row| row.text.iter().chain(row.unless)).copied().collect();
    let mut builder = Builder::default();
    let compiled: Vec<_> = patterns.iter().map(|pattern| builder.pattern(pattern)).collect();
    let automaton = builder.build().unwrap();
    let regexes: Vec<_> = patterns
        .iter()
        .map(|p| RegexBuilder::new(&as_regex(p)).unicode(false).build().unwrap_or_else(|e| panic!("{p}: {e}")))
        .collect();
    for (turn, text) in texts().into_iter().enumerate() {
        let places = Places::find(&automaton, builder.len(), text.as_bytes());
        // The regex engine is slow without its tables: each text meets every eighth pattern.
        for ((pattern, regex), source) in compiled.iter().zip(&regexes).zip(&patterns).skip(turn % 8).step_by(8) {
            let ours = pattern.find(text.as_bytes(), &places).is_some();
            assert_eq!(ours, regex.is_match(text.as_bytes()), "{source} in {text}");
        }
    }
}

/// The examples, whole and with words moved apart, in lower case.
fn texts() -> Vec<String> {
    let examples: Vec<String> =
        rules().into_iter().flat_map(|rule| rule.examples).map(|example| example.text.to_ascii_lowercase()).collect();
    let apart = examples.iter().map(|text| text.replace(' ', "  so-called  "));
    let lines = examples.iter().map(|text| text.replace(' ', "\n"));
    let joined = examples.iter().map(|text| text.replace(' ', "x"));
    examples.iter().cloned().chain(apart).chain(lines).chain(joined).filter(|text| text.len() < 500).collect()
}
