//! What must hold for every signal, however it came about (C-2, C-4, C-18, C-19).

use std::sync::LazyLock;
use switchover_core::classify::{Classification, Classifier, ErrorSignal, Evidence, Reason};
use switchover_core::time::Millis;

/// 2026-07-01T00:00:00Z.
const NOW: Millis = Millis(1_782_864_000_000);

static CLASSIFIER: LazyLock<Classifier> = LazyLock::new(|| match Classifier::new(Default::default()) {
    Ok(classifier) => classifier,
    Err(problems) => panic!("the classifier refuses its defaults: {problems:?}"),
});

/// Classifies with and without an explanation, and checks the laws of a verdict.
pub fn check(signal: &ErrorSignal) {
    let plain = CLASSIFIER.classify(signal, NOW, false);
    let explained = CLASSIFIER.classify(signal, NOW, true);
    assert_eq!(acted_on(&plain), acted_on(&explained), "an explanation changes nothing");
    assert_ne!(plain.reason, Reason::Unknown, "unknown is never a verdict (C-1)");
    assert!(!plain.rule.is_empty(), "a verdict names its rule (C-4)");
    assert!(explained.why.is_some(), "an explanation says why (C-4)");
    if let Some(evidence) = &explained.evidence {
        check_evidence(evidence, signal);
    }
    if let Some(preview) = &plain.preview {
        assert!(preview.chars().count() <= 400, "a preview is short (C-19)");
    }
}

/// What a host acts on, and the rule.
fn acted_on(verdict: &Classification) -> impl PartialEq + std::fmt::Debug {
    (
        verdict.rule.clone(),
        verdict.reason,
        (verdict.scope, verdict.usage_window, verdict.failover),
        (verdict.retry_after_ms.map(|span| span.0), verdict.reset_at.map(|at| at.0)),
        (verdict.status, verdict.preview.clone()),
    )
}

/// Evidence is a span of the field that it names, in bytes, on character boundaries (C-4).
fn check_evidence(evidence: &Evidence, signal: &ErrorSignal) {
    let (start, end) = (evidence.start, evidence.end);
    assert!(start <= end, "a span runs forward: {evidence:?}");
    let text = match evidence.field.as_str() {
        "message" => signal.message.as_deref(),
        "body" => signal.body.as_ref().and_then(|body| body.as_str()),
        _ => None,
    };
    if let Some(text) = text {
        assert!(text.get(start..end).is_some(), "a span lies in its field: {evidence:?}");
    }
}
