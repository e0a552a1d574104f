//! Rows of the host (C-20).

use super::super::{Classifier, ClassifyOptions, ErrorSignal};
use super::NOW;
use serde_json::{Value, json};

fn options(rules: Value) -> ClassifyOptions {
    serde_json::from_value(json!({ "extraRules": rules })).unwrap()
}

/// C-20: a host's row stands before the table, and sets scope, window and failover.
#[test]
fn c20_host_rows_come_first() {
    let rule = json!([{ "id": "mine.quota", "provider": "openai", "pattern": "no more (beans|peas)\\b", "reason": "rate_limit", "scope": "account", "usageWindow": true, "failover": false }]);
    let classifier = Classifier::new(options(rule)).unwrap();
    let signal = ErrorSignal {
        provider: Some("OpenAI ".into()),
        status: Some(401),
        message: Some("There are NO MORE Peas".into()),
        ..ErrorSignal::default()
    };
    let got = classifier.classify(&signal, NOW, true);
    assert_eq!(
        (got.rule.as_str(), got.reason.as_str(), got.usage_window, got.failover),
        ("mine.quota", "rate_limit", true, false)
    );
    let evidence = got.evidence.unwrap();
    assert_eq!((evidence.field.as_str(), evidence.start, evidence.end), ("message", 10, 22));
    let other = ErrorSignal { provider: Some("mistral".into()), ..signal };
    assert_eq!(classifier.classify(&other, NOW, false).rule, "status.401");
}

/// C-20: rows may ask for a status or a code alone.
#[test]
fn c20_host_rows_match_status_and_code() {
    let rules = json!([
        { "id": "mine.teapot", "status": 418, "reason": "overloaded" },
        { "id": "mine.code", "code": "E_MINE", "reason": "billing" }
    ]);
    let classifier = Classifier::new(options(rules)).unwrap();
    let by = |signal: ErrorSignal| classifier.classify(&signal, NOW, false).rule;
    assert_eq!(by(ErrorSignal { status: Some(418), ..ErrorSignal::default() }), "mine.teapot");
    assert_eq!(
        by(ErrorSignal { body: Some(json!({ "error": { "code": "e_mine" } })), ..ErrorSignal::default() }),
        "mine.code"
    );
}

/// C-20: every problem at once, each with its path.
#[test]
fn c20_host_rows_are_checked_with_paths() {
    let rules = json!([
        { "id": "a", "pattern": "(?=x)", "reason": "auth" },
        { "id": "a", "status": 42, "reason": "unknown" },
        { "id": " ", "reason": "auth" },
        { "id": "long", "pattern": "x".repeat(513), "reason": "auth" },
        { "id": "huge", "pattern": "(x{1000}){1000}", "reason": "auth" }
    ]);
    let problems = Classifier::new(options(rules)).unwrap_err();
    let paths: Vec<&str> =
        problems.iter().map(|problem| problem.path.trim_start_matches("failover.classify.extraRules")).collect();
    assert_eq!(paths, ["[0].pattern", "[1].status", "[1].reason", "[2].id", "[2]", "[3].pattern", "[4].pattern"]);
    assert!(problems.iter().all(|problem| !problem.message.is_empty() && !problem.message.contains('\n')));
    assert!(
        serde_json::from_value::<ClassifyOptions>(json!({ "extraRules": [{ "id": "x", "reasn": "auth" }] })).is_err()
    );
}

/// C-20: two rows with one id are a problem, wherever the first one stands.
#[test]
fn c20_host_row_ids_are_unique() {
    let rules = json!([{ "id": "a", "status": 418, "reason": "auth" }, { "id": "a", "status": 419, "reason": "auth" }]);
    let problems = Classifier::new(options(rules)).unwrap_err();
    assert_eq!(problems[0].path, "failover.classify.extraRules[1].id");
}
