//! No value of a foreign record leaves the core (P-1, D-4).

use super::{PROFILE, change, policy, record};
use crate::engine::Engine;
use crate::state::{StoredRecord, apply, read_record};
use crate::time::Millis;
use crate::turn::{Snapshot, TurnRequest};
use serde_json::{Value, json};

const SECRET: &str = "zq-top-secret-value";

/// A whole record of another program, secrets in it at every level.
fn foreign() -> Value {
    let secrets = json!({ "key": SECRET, "token": SECRET, "access": SECRET, "refresh": SECRET, "apiKey": SECRET });
    let with = |mut value: Value| {
        value.as_object_mut().unwrap().extend(secrets.as_object().unwrap().clone());
        value
    };
    let profile = json!({ "id": "openai:default", "provider": "openai", "type": "oauth", "expiresAt": 1 });
    with(json!({ "v": 1, "profile": with(profile), "base": with(json!({})), "lastUsed": 5 }))
}

#[test]
fn p1_a_foreign_record_leaks_nothing_when_it_is_written() {
    let policy = policy(&json!({}));
    let used = change(json!({ "kind": "profile_used", "key": PROFILE, "at": 9, "attemptId": "t.1" }));
    let after = record(&policy, PROFILE, Some(&foreign()), &used, 9);
    assert!(!after.to_string().contains(SECRET), "{after}");
    assert_eq!(after.get("lastUsed"), Some(&json!(9)));
}

#[test]
fn p1_a_foreign_record_leaks_nothing_into_steps_and_saved_turns() {
    let engine = Engine::new(&json!({ "agents": { "defaults": { "model": "openai/gpt-5" } } })).expect("an engine");
    let request: TurnRequest =
        serde_json::from_value(json!({ "turnId": "t", "agentId": "main", "seed": 1, "trigger": "user" })).unwrap();
    let stored = |key: &str, value| StoredRecord { key: key.to_owned(), value, version: Value::Null };
    let broken = json!({ "v": 1, "recent": SECRET });
    let records = vec![stored(PROFILE, foreign()), stored("profile/shared/openai:broken", broken)];
    let snapshot = Snapshot { records, ..Snapshot::default() };
    let (turn, step) = engine.begin(request, snapshot, Millis(10)).expect("a turn");
    let out = format!("{}{}", serde_json::to_string(&step).unwrap(), crate::wire::save(&turn));
    assert!(out.contains("openai:default") && !out.contains(SECRET), "{out}");
}

/// D-4: the error says where and what was expected, and nothing of what was found.
#[test]
fn d4_the_error_of_a_malformed_record_has_a_path_and_no_value() {
    let policy = policy(&json!({}));
    let used = change(json!({ "kind": "profile_used", "key": PROFILE, "at": 9, "attemptId": "t.1" }));
    for (field, path) in [("lastUsed", "lastUsed"), ("recent", "recent"), ("base", "base")] {
        let broken = json!({ "v": 1, (field): SECRET });
        let error = apply(&policy, PROFILE, Some(&broken), &used, Millis(9)).unwrap_err();
        assert_eq!((error.code.as_str(), error.problems[0].path.as_str()), ("malformed", path));
        assert!(error.message.contains("expected") && !format!("{error:?}").contains(SECRET), "{error:?}");
    }
    let kind = read_record(PROFILE, &json!({ "recent": [{ "kind": SECRET, "key": PROFILE }] })).unwrap_err();
    assert!(!format!("{kind:?}").contains(SECRET), "{kind:?}");
}
