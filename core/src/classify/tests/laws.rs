//! Laws that hold for every signal: redaction, determinism, mutation (H-11, Q-4, C-5).

use super::super::{Classification, Classifier, ErrorSignal, rules};
use super::NOW;
use crate::redact::redact_signal;
use serde_json::Value;
use std::path::Path;

/// The examples of the table and, inside the repository, the corpus.
fn signals() -> Vec<ErrorSignal> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/corpus");
    let files = ["first-party", "gateways", "local-and-transport"].map(|name| corpus.join(format!("{name}.jsonl")));
    let lines: Vec<String> = files
        .iter()
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>())
        .collect();
    let rows = lines.iter().map(|line| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        let fields = row.as_object_mut().unwrap();
        fields.retain(|name, _| ["provider", "status", "code", "headers", "body"].contains(&name.as_str()));
        serde_json::from_value(row).unwrap()
    });
    rules().iter().flat_map(|rule| &rule.examples).map(super::super::Example::signal).chain(rows).collect()
}

fn verdicts(signal: &ErrorSignal) -> Classification {
    Classifier::new(Default::default()).unwrap().classify(signal, NOW, false)
}

/// H-11: a redacted signal gets the same reason, rule, times and fingerprint, and the same everything else.
#[test]
fn h11_redaction_does_not_change_the_verdict() {
    for signal in signals() {
        let clean = redact_signal(&signal);
        let (before, after) = (verdicts(&signal), verdicts(&clean));
        assert_eq!(before.fingerprint, after.fingerprint, "{signal:?}");
        assert_eq!(
            (before.reason, before.rule, before.retry_after_ms, before.reset_at),
            (after.reason, after.rule, after.retry_after_ms, after.reset_at)
        );
        assert_eq!(
            (before.usage_window, before.scope, before.status, before.preview),
            (after.usage_window, after.scope, after.status, after.preview)
        );
        assert_eq!(redact_signal(&clean), clean);
    }
}

/// H-2: a verdict survives the wire.
#[test]
fn h2_verdicts_round_trip() {
    for signal in signals() {
        let verdict = verdicts(&signal);
        let text = serde_json::to_string(&verdict).unwrap();
        assert_eq!(serde_json::from_str::<Classification>(&text).unwrap(), verdict);
    }
}

/// C-5: what does not change the meaning does not change the reason: header case, envelopes, a prefix, a link.
#[test]
fn c5_mutations_keep_the_reason() {
    let (mut kept, mut all) = (0, 0);
    for signal in signals() {
        let Some(Value::String(text)) = &signal.body else { continue };
        let reason = verdicts(&signal).reason;
        let quoted = serde_json::to_string(text).unwrap();
        for body in [
            format!("{{\"error\":{{\"message\":{quoted}}}}}"),
            format!("{{\"error\":{{\"message\":\"Upstream said\",\"metadata\":{{\"raw\":{quoted}}}}}}}"),
            format!("[{{\"detail\":{quoted}}}]"),
            format!("APIError: {text}"),
            format!("{text} See https://docs.example.com/authentication/rate-limits/billing"),
        ] {
            all += 1;
            let changed = verdicts(&ErrorSignal { body: Some(body.clone().into()), ..signal.clone() });
            if changed.reason == reason {
                kept += 1;
            } else {
                println!("{} -> {} by {}: {body}", reason.as_str(), changed.reason.as_str(), changed.rule);
            }
        }
    }
    println!("mutations: {kept} of {all} keep their reason");
    assert!(kept * 100 >= all * 97, "{kept} of {all}");
}
