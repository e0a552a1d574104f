//! Mutation robustness: what does not change the meaning of an error does not change its reason (C-3, C-5).
//!
//! `cargo test -p switchover-tests --test robustness -- --nocapture` prints the rate of each change.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use serde_json::{Value, json};
use std::collections::BTreeSet;
use switchover_core::classify::{Classifier, ErrorSignal};
use switchover_tests::corpus_row::NOW;
use switchover_tests::rules::cases;

/// A change of a signal; `None` where it does not apply.
type Change = fn(&ErrorSignal) -> Option<ErrorSignal>;

const CHANGES: [(&str, Change); 7] = [
    ("header names in the other case", header_case),
    ("envelope of a router with the raw body", router),
    ("envelope of a proxy with its own prefix", proxy),
    ("envelope of a relay with a request id", relay),
    ("name of an SDK's error in front", sdk_name),
    ("address of a documentation page behind", link),
    ("last 30 % cut off", cut),
];

/// The body as text, where there is any.
fn text(signal: &ErrorSignal) -> Option<String> {
    let text = match signal.body.as_ref()? {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    (!text.trim().is_empty()).then_some(text)
}

fn with_body(signal: &ErrorSignal, body: impl Into<Value>) -> Option<ErrorSignal> {
    Some(ErrorSignal { body: Some(body.into()), ..signal.clone() })
}

/// `retry-after` as `RETRY-AFTER`, `X-Trace` as `x-trace`.
fn header_case(signal: &ErrorSignal) -> Option<ErrorSignal> {
    let other = |name: &String| {
        let lower = name.to_ascii_lowercase();
        if *name == lower { name.to_ascii_uppercase() } else { lower }
    };
    let headers = signal.headers.as_ref().filter(|headers| !headers.is_empty())?;
    let headers = headers.iter().map(|(name, value)| (other(name), value.clone())).collect();
    Some(ErrorSignal { headers: Some(headers), ..signal.clone() })
}

fn router(signal: &ErrorSignal) -> Option<ErrorSignal> {
    let metadata = json!({ "raw": text(signal)?, "provider_name": "Upstream" });
    let code = signal.status.map_or(Value::Null, Value::from);
    with_body(
        signal,
        json!({ "error": { "message": "Provider returned error", "code": code, "metadata": metadata } }).to_string(),
    )
}

fn proxy(signal: &ErrorSignal) -> Option<ErrorSignal> {
    let message = format!("litellm.APIError: APIError: OpenAIException - {}", text(signal)?);
    let code = signal.status.map(|status| status.to_string());
    with_body(signal, json!({ "error": { "message": message, "type": null, "param": null, "code": code } }).to_string())
}

fn relay(signal: &ErrorSignal) -> Option<ErrorSignal> {
    let message = format!("{} (request id: 20260701000000123456789AbCdEfGh)", text(signal)?);
    with_body(signal, json!({ "error": { "message": message, "type": "upstream_error", "param": "", "code": "" } }))
}

fn sdk_name(signal: &ErrorSignal) -> Option<ErrorSignal> {
    with_body(signal, format!("APIStatusError: {}", text(signal)?))
}

fn link(signal: &ErrorSignal) -> Option<ErrorSignal> {
    with_body(
        signal,
        format!("{} See https://docs.example.com/guides/errors/rate-limits-and-billing#quota", text(signal)?),
    )
}

fn cut(signal: &ErrorSignal) -> Option<ErrorSignal> {
    let text = text(signal)?;
    let kept = text.chars().count() * 7 / 10;
    with_body(signal, text.chars().take(kept).collect::<String>())
}

/// The corpus and the examples, each signal once.
fn signals() -> Vec<(String, ErrorSignal)> {
    let mut seen = BTreeSet::new();
    let all = cases::corpus().unwrap().into_iter().chain(cases::examples());
    all.filter(|case| seen.insert(serde_json::to_string(&case.signal).unwrap()))
        .map(|case| (case.id, case.signal))
        .collect()
}

/// One change over all signals: how many it applied to, and the moves of those whose reason changed.
fn tried(classifier: &Classifier, signals: &[(String, ErrorSignal)], change: Change) -> (usize, Vec<String>) {
    let mut applied = 0;
    let mut moved = Vec::new();
    for (id, signal) in signals {
        let Some(changed) = change(signal) else { continue };
        let before = classifier.classify(signal, NOW, false);
        let after = classifier.classify(&changed, NOW, false);
        applied += 1;
        if before.reason != after.reason {
            let (from, to) = (before.reason.as_str(), after.reason.as_str());
            moved.push(format!("{id}: {from} by {} became {to} by {}", before.rule, after.rule));
        }
    }
    (applied, moved)
}

/// In tenths of a percent, rounded down.
fn permille(kept: usize, all: usize) -> usize {
    kept * 1000 / all.max(1)
}

/// C-3, C-5: the reason stays in at least 97 of 100 changed signals.
#[test]
fn c5_a_change_without_meaning_keeps_the_reason() {
    let classifier = cases::classifier().unwrap_or_else(|error| panic!("{error}"));
    let signals = signals();
    let (mut all, mut kept) = (0, 0);
    for (name, change) in CHANGES {
        let (applied, moved) = tried(&classifier, &signals, change);
        let rate = permille(applied - moved.len(), applied);
        println!("{name}: {} of {applied} keep their reason ({}.{} %)", applied - moved.len(), rate / 10, rate % 10);
        for line in &moved {
            println!("    {line}");
        }
        assert!(applied > 0, "{name} was never tried");
        all += applied;
        kept += applied - moved.len();
    }
    let rate = permille(kept, all);
    println!("all: {kept} of {all} ({}.{} %)", rate / 10, rate % 10);
    assert!(rate >= 970, "{}.{} % keep their reason; at least 97 % are wanted", rate / 10, rate % 10);
}
