//! Tests of the classifier, by rule.

mod codes;
mod families;
mod host;
mod input;
mod laws;
mod output;
mod precedence;
mod table;

use super::{Classification, Classifier, ErrorSignal};
use crate::time::Millis;
use serde_json::Value;

/// 2026-07-01T00:00:00Z.
pub(super) const NOW: Millis = Millis(1_782_864_000_000);

pub(super) fn classify(signal: &ErrorSignal) -> Classification {
    Classifier::new(Default::default()).unwrap().classify(signal, NOW, true)
}

/// A signal from JSON, as a host would send it.
pub(super) fn json(value: Value) -> Classification {
    classify(&serde_json::from_value(value).unwrap())
}

/// Provider, status (0: none) and body.
pub(super) fn body(provider: &str, status: u16, body: &str) -> Classification {
    classify(&ErrorSignal {
        provider: Some(provider.to_owned()),
        status: Some(status).filter(|status| *status != 0),
        body: Some(body.into()),
        ..ErrorSignal::default()
    })
}

/// Checks many bodies at once.
pub(super) fn all(rows: &[(&str, u16, &str, &str)]) {
    for (provider, status, text, reason) in rows {
        let got = body(provider, *status, text);
        assert_eq!(got.reason.as_str(), *reason, "{provider} {status} {text} by {}", got.rule);
    }
}
