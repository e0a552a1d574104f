//! What the policies promise beyond single failures.

use crate::engine::Engine;
use crate::outbox::Outcome;
use crate::retry::{GiveUp, Proof, RetryAction, RetryAnswer, RetryRequest, next};
use crate::time::Millis;
use serde_json::{Value, json};

fn ask(request: Value) -> RetryAnswer {
    let engine = Engine::new(&json!({})).unwrap();
    let request: RetryRequest = serde_json::from_value(request).unwrap();
    next(&engine, &request).unwrap()
}

/// what is not idempotent is repeated only with proof, whatever the policy says about the failure.
#[test]
fn r1_without_proof_nothing_is_repeated() {
    for (policy, operation) in [("telegram", "sendMessage"), ("discord_send", "create_message"), ("envelope", "POST")] {
        for failure in [json!({ "code": "ECONNRESET" }), json!({ "status": 503 }), json!({ "phase": "request" })] {
            let answer = ask(json!({ "policy": policy, "operation": operation, "failure": failure, "now": 0 }));
            assert_eq!(
                (answer.action, answer.proof),
                (RetryAction::Reconcile, Some(Proof::Ambiguous)),
                "{policy} {failure}"
            );
            assert_eq!(answer.outcome, Some(Outcome::Ambiguous));
        }
        let refused =
            json!({ "policy": policy, "operation": operation, "failure": { "code": "ECONNREFUSED" }, "now": 0 });
        assert_eq!(ask(refused).action, RetryAction::Retry, "{policy}");
    }
}

/// a request with an idempotency key or nonce may be repeated; the caller says so.
#[test]
fn r3_a_message_with_a_nonce_is_idempotent() {
    let failure = json!({ "code": "ECONNRESET" });
    let with_nonce = json!({ "policy": "discord_send", "operation": "create_message", "idempotent": true, "failure": failure, "now": 0 });
    assert_eq!(ask(with_nonce).action, RetryAction::Retry);
    let job = json!({ "policy": "provider_operation", "operation": "create", "idempotent": true, "failure": failure, "now": 0 });
    assert_eq!(ask(job).reason, Some(GiveUp::NeverReplayed), "R-8 does not bend");
}

/// what the rule lists as proof that a request never started.
#[test]
fn r4_these_prove_that_the_request_never_started() {
    let codes = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "ENETUNREACH", "EHOSTUNREACH", "UND_ERR_CONNECT_TIMEOUT"];
    for code in codes {
        let answer =
            ask(json!({ "policy": "telegram", "operation": "sendPoll", "failure": { "code": code }, "now": 0 }));
        assert_eq!((answer.action, answer.proof), (RetryAction::Retry, Some(Proof::NotStarted)), "{code}");
    }
}

/// new text and rich text want a fresh connection, also for the first attempt; everything else keeps the pool.
#[test]
fn r4_new_text_asks_for_a_fresh_connection() {
    let fresh = |operation: &str| ask(json!({ "policy": "telegram", "operation": operation, "now": 5 }));
    assert_eq!((fresh("sendMessage").action, fresh("sendMessage").at), (RetryAction::Start, Some(Millis(5))));
    for (operation, wanted) in [
        ("sendMessage", true),
        ("sendRichMessage", true),
        ("sendPhoto", false),
        ("getUpdates", false),
        ("editMessageText", false),
        ("sendChatAction", false),
    ] {
        assert_eq!(fresh(operation).fresh_connection, wanted, "{operation}");
    }
}

/// a parse error falls back once, and charges no attempt.
#[test]
fn r4_a_parse_error_falls_back_to_plain_text_once() {
    let failure = json!({ "status": 400, "body": { "description": "Bad Request: can't parse entities" } });
    let request = |state: Value| {
        ask(json!({ "policy": "telegram", "operation": "sendMessage", "failure": failure, "state": state, "now": 0 }))
    };
    let first = request(json!({}));
    assert_eq!((first.action, first.state.attempts, first.state.plain), (RetryAction::FallBackPlain, 0, true));
    let second = request(json!({ "plain": true }));
    assert_eq!((second.action, second.reason), (RetryAction::GiveUp, Some(GiveUp::Refused)));
}

/// Git is tried twice, a second apart, with permissions checked again, inside its own time limit.
#[test]
fn r6_git_is_tried_again_once() {
    let failure = json!({ "message": "fatal: early EOF" });
    let request = |extra: Value| {
        let mut request = json!({ "policy": "git", "operation": "clone", "failure": failure, "now": 100 });
        request.as_object_mut().unwrap().extend(extra.as_object().cloned().unwrap());
        ask(request)
    };
    let again = request(json!({ "deadlineAt": 1_101 }));
    assert_eq!((again.action, again.at), (RetryAction::Retry, Some(Millis(1_100))));
    assert!(again.recheck && again.clean_up);
    assert_eq!(request(json!({ "deadlineAt": 1_100 })).reason, Some(GiveUp::Deadline));
    assert_eq!(request(json!({ "state": { "attempts": 1 } })).reason, Some(GiveUp::AttemptsUsedUp));
    assert_eq!(request(json!({ "killed": true })).reason, Some(GiveUp::Aborted));
    let denied = json!({ "message": "fatal: early EOF\nfatal: Authentication failed for 'x'" });
    assert_eq!(request(json!({ "failure": denied })).reason, Some(GiveUp::Refused), "the deny list wins");
}

/// an error event inside an event stream keeps the status and the wait of its response.
#[test]
fn r7_an_event_of_a_stream_keeps_the_status_of_its_response() {
    let engine = Engine::new(&json!({})).unwrap();
    let event =
        "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"strange_new_error\",\"message\":\"hm\"}}";
    let signal = serde_json::from_value(
        json!({ "status": 503, "headers": { "Retry-After": "7" }, "body": event, "phase": "stream" }),
    );
    let verdict = engine.classify(&signal.unwrap(), Millis(0), false);
    assert_eq!((verdict.status, verdict.retry_after_ms.map(|wait| wait.0)), (Some(503), Some(7_000)));
    assert!(verdict.failover);
}

/// a stated wait above the envelope's cap is not cut: the retry is given up.
#[test]
fn r2_a_wait_above_the_cap_gives_up() {
    let limited = |seconds: u64| {
        let failure = json!({ "status": 429, "headers": { "retry-after": seconds.to_string() } });
        ask(json!({ "policy": "envelope", "failure": failure, "now": 0, "envelope": { "jitter": 0 } }))
    };
    assert_eq!(limited(30).at, Some(Millis(30_000)));
    assert_eq!((limited(31).action, limited(31).reason), (RetryAction::GiveUp, Some(GiveUp::RetryAfterTooLong)));
}

/// fifty reconnects of the gateway, two seconds doubling to thirty, and then no more.
#[test]
fn r2_the_gateway_reconnects_fifty_times() {
    let mut state = json!({});
    let mut waits = Vec::new();
    loop {
        let answer =
            ask(json!({ "policy": "discord_gateway", "failure": { "code": "1006" }, "state": state, "now": 0 }));
        let Some(at) = answer.at else { break };
        waits.push(at.0);
        state = serde_json::to_value(answer.state).unwrap();
    }
    assert_eq!(waits.len(), 49, "the first connection is an attempt too");
    assert_eq!(waits[..6], [2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
}

/// O-5: a channel that is not connected yet charges nothing, and the outbox is told so.
#[test]
fn o5_not_connected_is_told_to_the_outbox() {
    let answer = ask(
        json!({ "policy": "telegram", "operation": "sendMessage", "failure": { "code": "NOT_CONNECTED" }, "now": 0 }),
    );
    assert_eq!((answer.reason, answer.outcome), (Some(GiveUp::NotConnected), Some(Outcome::NotConnected)));
}

/// a failure that no row knows is never repeated.
#[test]
fn r9_what_no_row_knows_is_shown() {
    let answer = ask(json!({ "policy": "telegram", "operation": "getMe", "failure": { "message": "hm" }, "now": 0 }));
    assert_eq!((answer.action, answer.reason, answer.row), (RetryAction::GiveUp, Some(GiveUp::Unclassified), None));
}
