//! Tests of the wire: strictness, paths, and what bindings see of errors.

use super::{begin, call, classify, engine_new, handle, load, save};
use serde_json::{Value, json};

fn engine() -> crate::Engine {
    engine_new(r#"{ "agents": { "defaults": { "model": { "primary": "openai/a", "fallbacks": ["anthropic/b"] } } } }"#)
        .unwrap_or_else(|error| panic!("{error}"))
}

fn error_of(result: Result<impl Sized, String>) -> Value {
    serde_json::from_str(&result.err().expect("an error")).expect("JSON")
}

/// H-2: duplicate keys are refused, wherever they stand.
#[test]
fn h2_duplicate_keys_are_refused() {
    let error = error_of(call(&engine(), "redact", r#"{ "text": "a", "text": "b" }"#));
    assert_eq!(error["problems"][0]["code"], "duplicate_key");
    let error = error_of(engine_new(r#"{ "agents": {}, "agents": {} }"#));
    assert_eq!(error["code"], "invalid_config");
}

/// H-2: what a program writes is refused with the list of expected fields, and the error names the path.
#[test]
fn h2_unknown_fields_are_refused_with_their_path() {
    let args =
        json!({ "request": { "turnId": "t", "seed": 1, "retry": { "provider": { "maxRetrys": 1 } } }, "now": 0 });
    let error = error_of(begin(&engine(), &args.to_string()));
    let problem = &error["problems"][0];
    assert_eq!(problem["path"], "request.retry.provider.maxRetrys");
    assert!(problem["message"].as_str().unwrap().contains("expected `maxRetries` or `maxRetryDelayMs`"), "{problem}");
}

/// Q-9: an event that cannot be read changes nothing.
#[test]
fn q9_an_unreadable_event_leaves_the_turn_as_it_was() {
    let args = json!({ "request": { "turnId": "t", "seed": 1 }, "now": 0 });
    let (mut turn, _) = begin(&engine(), &args.to_string()).unwrap_or_else(|error| panic!("{error}"));
    let before = save(&turn);
    for event in
        [json!({ "type": "exploded" }), json!({ "type": "failed" }), json!(7), json!({ "type": "tick", "x": 1 })]
    {
        let error = error_of(handle(&mut turn, &json!({ "event": event, "now": 5 }).to_string()));
        assert_eq!(error["code"], "invalid_args", "{event}");
    }
    assert_eq!(save(&turn), before);
}

/// T-3: a wrong plan is an error at construction, all of it together.
#[test]
fn t3_a_wrong_plan_lists_every_problem() {
    let args = json!({ "request": { "turnId": " ", "seed": u64::MAX, "chain": ["openai/a"], "cron": {} }, "now": 0 });
    let error = error_of(begin(&engine(), &args.to_string()));
    let paths: Vec<_> = error["problems"].as_array().unwrap().iter().map(|p| p["path"].clone()).collect();
    assert_eq!(paths, ["request.turnId", "request.seed", "request"]);
}

/// A saved turn goes on where it was; under another policy it is refused.
#[test]
fn t1_a_saved_turn_is_bound_to_its_policy() {
    let args = json!({ "request": { "turnId": "t", "seed": 1 }, "now": 0 });
    let (turn, _) = begin(&engine(), &args.to_string()).unwrap_or_else(|error| panic!("{error}"));
    let saved = save(&turn);
    let again = load(&engine(), &saved).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(save(&again), saved);
    let other = engine_new(r#"{ "failover": { "preset": "classic" } }"#).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(error_of(load(&other, &saved))["code"], "policy_mismatch");
    assert_eq!(error_of(load(&engine(), "{}"))["code"], "malformed");
    assert_eq!(error_of(load(&engine(), r#"{ "v": 99 }"#))["code"], "newer_version");
}

/// H-2: the short way and the long way give the same bytes.
#[test]
fn h2_classify_is_the_same_by_both_ways() {
    let signal = json!({ "status": 429, "headers": { "Retry-After": "7" }, "body": "slow down" });
    let long = call(&engine(), "classify", &json!({ "signal": signal, "now": 0 }).to_string());
    assert_eq!(classify(&engine(), &signal.to_string(), 0, false), long);
    assert!(long.unwrap().contains(r#""retryAfterMs":7000"#));
}

/// Q-9: an operation that does not exist is named, with those that do.
#[test]
fn q9_an_unknown_operation_is_named() {
    let error = error_of(call(&engine(), "clasify", "{}"));
    assert_eq!(error["code"], "unknown_op");
    assert!(error["message"].as_str().unwrap().contains("classify"));
}

/// H-2: a list is no object, whatever it holds.
#[test]
fn h2_a_list_where_an_object_is_expected_is_refused() {
    let error = error_of(begin(&engine(), r#"{ "request": ["t", "main"], "now": 0 }"#));
    assert_eq!(
        (&error["problems"][0]["path"], &error["problems"][0]["code"]),
        (&json!("request"), &json!("wrong_type"))
    );
    let error = error_of(begin(&engine(), r#"[]"#));
    assert_eq!(error["problems"][0]["code"], "wrong_type");
}

/// R-2: a retry policy over the wire: what failed goes in, what to do comes out.
#[test]
fn r2_a_retry_policy_speaks_json() {
    let run = |args: Value| {
        call(&engine(), "retry", &args.to_string()).map(|text| serde_json::from_str::<Value>(&text).unwrap())
    };
    let failure = json!({ "status": 429, "body": { "ok": false, "parameters": { "retry_after": 5 } } });
    let ask = |envelope: Value| json!({ "policy": "telegram", "operation": "sendMessage", "failure": failure, "now": 0, "seed": 1, "envelope": envelope });
    let told = run(ask(json!({ "jitter": 0 }))).unwrap();
    assert_eq!(
        told,
        json!({
            "action": "retry", "at": 5_000, "freshConnection": true, "row": "status.429", "rule": "R-3", "proof": "not_started",
            "outcome": "transient", "retryAfterMs": 5_000, "state": { "attempts": 1, "plain": false },
        })
    );
    let error = error_of(run(ask(json!({ "jitter": 1.5 }))));
    assert_eq!(error["problems"][0]["path"], "envelope.jitter");
    let error = error_of(run(ask(json!({ "attempts": 0, "minDelayMs": 5, "maxDelayMs": 4 }))));
    assert_eq!(error["problems"].as_array().map(Vec::len), Some(2));
    let error = error_of(run(json!({ "policy": "pigeon", "now": 0 })));
    assert_eq!(error["problems"][0]["path"], "policy");
}

/// R-5: the cap of the SDKs over the wire.
#[test]
fn r5_the_sdk_cap_speaks_json() {
    let args = json!({ "status": 429, "headers": { "Retry-After": "61" }, "setting": "60", "now": 0 });
    let told = call(&engine(), "sdkCap", &args.to_string());
    assert_eq!(told.unwrap(), r#"{"inject":true,"capMs":60000,"waitMs":61000}"#);
    let error = error_of(call(&engine(), "sdkCap", r#"{ "status": 429, "now": 0, "cap": 1 }"#));
    assert_eq!(error["problems"][0]["path"], "cap");
}

/// O-2: the outbox over the wire: one key names the command, the answer has the entry, its columns and what to do.
#[test]
fn o2_the_outbox_speaks_json() {
    let run = |args: &Value| {
        call(&engine(), "outbox", &args.to_string()).map(|text| serde_json::from_str::<Value>(&text).unwrap())
    };
    let enqueue = json!({ "id": "m1", "channel": "discord", "to": "7", "payloadRef": "p", "seq": 3 });
    let queued = run(&json!({ "command": { "enqueue": enqueue }, "now": 5 })).unwrap();
    let index = json!({ "lane": "discord/7", "seq": 3, "state": "queued", "availableAt": 5, "blocks": true });
    assert_eq!((&queued["index"], &queued["transition"]), (&index, &json!("enqueue")));
    let claim = json!({ "entry": queued["entry"], "command": { "claim": { "owner": "w" } }, "now": 5 });
    let claimed = run(&claim).unwrap();
    assert_eq!(claimed["entry"]["claim"], json!({ "owner": "w", "until": 60_005, "token": 1 }));
    assert_eq!(claimed["actions"], json!([{ "renew": { "at": 20_005 } }]));
    let again = json!({ "entry": claimed["entry"], "command": { "claim": { "owner": "w" } }, "now": 5 });
    assert_eq!(error_of(run(&again))["code"], "illegal_transition");
    let purge = json!({ "entry": queued["entry"], "command": { "dead": {} }, "now": 5 });
    let dead = run(&purge).unwrap();
    let gone = run(&json!({ "entry": dead["entry"], "command": { "purge": {} }, "now": 5 })).unwrap();
    assert_eq!((gone.get("entry"), &gone["actions"]), (None, &json!([{ "delete": {} }])));
}

/// H-2, D-4: a wrong command is refused with its path; an entry of a newer version is left alone.
#[test]
fn h2_wrong_commands_and_newer_entries_are_refused() {
    let run = |args: Value| error_of(call(&engine(), "outbox", &args.to_string()));
    let error = run(json!({ "command": { "claim": { "ownr": "w" } }, "now": 5 }));
    assert_eq!(error["problems"][0]["path"], "command.claim.ownr");
    let error = run(json!({ "command": { "steal": {} }, "now": 5 }));
    assert_eq!(error["problems"][0]["code"], "unknown_value");
    let error = run(json!({ "entry": { "v": 1, "id": 7 }, "command": { "purge": {} }, "now": 5 }));
    assert_eq!(error["problems"][0]["path"], "entry.id");
    let error = run(json!({ "entry": { "v": 2, "new": 1 }, "command": { "purge": {} }, "now": 5 }));
    assert_eq!(error["code"], "newer_version");
}

/// O-6: what a destination allows, over the wire.
#[test]
fn o6_a_lane_speaks_json() {
    let enqueue = json!({ "id": "m1", "channel": "discord", "to": "7", "payloadRef": "p", "seq": 3 });
    let queued =
        call(&engine(), "outbox", &json!({ "command": { "enqueue": enqueue }, "now": 5 }).to_string()).unwrap();
    let entry = serde_json::from_str::<Value>(&queued).unwrap()["entry"].clone();
    let next = call(&engine(), "outboxNext", &json!({ "entries": [entry], "now": 5 }).to_string());
    assert_eq!(next.unwrap(), r#"{"head":"m1","sendable":"m1"}"#);
    let error = error_of(call(&engine(), "outboxNext", &json!({ "entries": [{}], "now": 5 }).to_string()));
    assert_eq!(error["problems"][0]["path"], "entries[0]");
}
