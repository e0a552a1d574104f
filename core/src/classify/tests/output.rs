//! What the verdict holds (C-1, C-4, C-12).

use super::super::{Classifier, ClassifyOptions, ErrorSignal, FinishError, Reason};
use super::{NOW, all, body, json};
use serde_json::json as value;

/// C-1: the names and their order.
#[test]
fn c1_reasons_are_exactly_these() {
    let names: Vec<&str> = Reason::ALL.iter().map(|reason| reason.as_str()).collect();
    assert_eq!(names.len(), 18);
    assert_eq!((names[0], names[17]), ("auth", "unknown"));
    assert!(Reason::ALL.iter().all(|reason| Reason::parse(reason.as_str()) == Some(*reason)));
}

/// C-4: what is at fault, by reason and by row.
#[test]
fn c4_scopes_follow_the_reason() {
    let scope = |value: serde_json::Value| serde_json::to_value(json(value).scope).unwrap();
    assert_eq!(scope(value!({ "status": 401 })), "credential");
    assert_eq!(scope(value!({ "status": 402 })), "account");
    assert_eq!(scope(value!({ "status": 404 })), "model");
    assert_eq!(scope(value!({ "status": 500 })), "provider");
    assert_eq!(scope(value!({ "status": 400 })), "request");
    assert_eq!(scope(value!({ "status": 529 })), "model");
    assert_eq!(scope(value!({ "status": 407 })), "transport");
    assert_eq!(scope(value!({ "code": "ECONNRESET" })), "transport");
    assert_eq!(scope(value!({ "code": "ECONNRESET", "phase": "stream" })), "provider");
    assert_eq!(scope(value!({ "status": 504 })), "provider");
    assert_eq!(scope(value!({ "status": 429 })), "credential");
    assert_eq!(scope(value!({ "body": "weekly limit reached" })), "account");
    assert_eq!(scope(value!({ "callerAborted": true })), "caller");
    assert_eq!(scope(value!({ "callerTimedOut": true, "callerAborted": true })), "caller");
    assert_eq!(scope(value!({ "body": "This organization has been disabled." })), "account");
    assert_eq!(scope(value!({ "body": "No conversation found with session ID: 1" })), "session");
}

/// C-4: what never moves on, and the request that another provider may take.
#[test]
fn c4_failover_is_false_for_what_would_fail_anywhere() {
    for (text, status, moves) in [
        ("", 400, false),
        ("content policy", 400, false),
        ("prompt is too long", 400, false),
        ("Request too large: Limit 8000, Requested 8098", 413, true),
        ("", 500, true),
        ("allowed_warning", 200, false),
    ] {
        assert_eq!(body("x", status, text).failover, moves, "{text} {status}");
    }
    assert!(!json(value!({ "callerAborted": true })).failover);
    assert!(!json(value!({ "callerTimedOut": true })).failover);
}

/// C-4: evidence is a span of the field as it was given; explaining changes nothing else.
#[test]
fn c4_evidence_points_into_the_field() {
    let text = "{\"error\":{\"message\":\"x\\\\n  Your  credit\\n balance is too low\"}}";
    let signal = ErrorSignal {
        message: Some("outer".into()),
        causes: vec![ErrorSignal { body: Some(text.into()), ..Default::default() }],
        ..Default::default()
    };
    let classifier = Classifier::new(Default::default()).unwrap();
    let explained = classifier.classify(&signal, NOW, true);
    let evidence = explained.evidence.clone().unwrap();
    assert_eq!(evidence.field, "causes[0].body");
    assert_eq!(text.get(evidence.start..evidence.end), Some("balance is too low"));
    assert!(explained.why.is_some());
    let plain = classifier.classify(&signal, NOW, false);
    assert_eq!(plain.evidence, None);
    assert_eq!((plain.rule, plain.fingerprint), (explained.rule, explained.fingerprint));
}

/// C-4: the rows that lost are named with explain.
#[test]
fn c4_lost_rules_are_listed() {
    let got = body("openai", 429, "429 insufficient_quota: too many requests");
    assert_eq!(got.rule, "billing.money");
    let lost: Vec<&str> = got.lost.iter().map(|lost| lost.rule.as_str()).collect();
    assert!(lost.contains(&"limits.rate") && lost.contains(&"status.429"), "{lost:?}");
}

/// C-4: status, code, type and the hash of the request id.
#[test]
fn c4_codes_and_request_ids_are_reported() {
    let got = json(value!({
        "status": 429,
        "headers": { "X-Request-Id": "req_1" },
        "body": { "error": { "type": "Rate_Limit_Error", "code": "E1_X", "message": "x" } }
    }));
    assert_eq!(
        (got.status, got.code.as_deref(), got.error_type.as_deref()),
        (Some(429), Some("E1_X"), Some("Rate_Limit_Error"))
    );
    assert_eq!(got.request_id_hash.map(|hash| hash.len()), Some(16));
}

/// C-12: finish reasons, in the field and in texts, and the older behaviour.
#[test]
fn c12_finish_reasons() {
    let finish = |reason: &str| json(value!({ "finishReason": reason, "phase": "completed" }));
    let pair = |got: super::Classification| (got.reason.as_str(), got.status);
    assert_eq!(pair(finish("error")), ("server_error", Some(500)));
    assert_eq!(pair(finish("network_error")), ("timeout", Some(408)));
    assert_eq!(pair(finish("malformed_response")), ("timeout", Some(408)));
    assert_eq!(finish("abort").reason, Reason::Timeout);
    assert_eq!(finish("content_filter").reason, Reason::Refusal);
    assert_eq!(finish("refusal").reason, Reason::Refusal);
    all(&[
        ("x", 0, "Unhandled stop reason: error", "server_error"),
        ("x", 0, "stop reason: error", "server_error"),
        ("x", 0, "reason: error", "server_error"),
        ("x", 0, "Provider finish_reason: error", "server_error"),
        ("x", 0, "Unhandled stop reason: abort", "timeout"),
        ("x", 0, "Provider finish_reason: network_error", "timeout"),
    ]);
    let older = ClassifyOptions { finish_error: FinishError::Timeout, ..ClassifyOptions::default() };
    let signal = ErrorSignal { finish_reason: Some("error".into()), ..ErrorSignal::default() };
    let got = Classifier::new(older).unwrap().classify(&signal, NOW, false);
    assert_eq!(pair(got), ("timeout", Some(408)));
}
