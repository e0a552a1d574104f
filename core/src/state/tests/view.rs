//! What a snapshot shows: versions of the secret, scopes of agents, what ends last, what a success clears (P-1, K-6,
//! K-12 to K-14, D-1, D-5).

use super::{PROFILE, change, policy, record};
use crate::classify::Reason;
use crate::policy::Policy;
use crate::profile::{AuthProfile, ProfileType};
use crate::state::{StateView, StoredRecord};
use crate::time::Millis;
use crate::turn::Snapshot;
use serde_json::{Value, json};

fn failed(at: u64, id: &str, more: &Value) -> Value {
    let mut fact = json!({
        "kind": "profile_failed", "key": PROFILE, "at": at, "attemptId": id, "reason": "rate_limit",
        "scope": "credential", "model": "m",
    });
    fact.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    fact
}

fn story(policy: &Policy, facts: &[Value]) -> Value {
    let add = |before: Option<Value>, fact: &Value| {
        Some(record(policy, PROFILE, before.as_ref(), &change(fact.clone()), 1_000_000))
    };
    facts.iter().fold(None, add).unwrap()
}

fn view_of(policy: &Policy, profiles: Vec<AuthProfile>, records: &[(&str, Value)]) -> StateView {
    let stored = |(key, value): &(&str, Value)| StoredRecord {
        key: (*key).to_owned(),
        value: value.clone(),
        version: Value::Null,
    };
    let records = records.iter().map(stored).collect();
    let snapshot = Snapshot { profiles, records, ..Snapshot::default() };
    StateView::read(policy, &snapshot, "main", None, Millis(1_000)).expect("a view").0
}

fn profile(version: Option<&str>) -> AuthProfile {
    AuthProfile {
        credential_version: version.map(str::to_owned),
        ..AuthProfile::bare("openai:default", "openai", ProfileType::ApiKey)
    }
}

/// P-1: each process sees the health of its own secret, even while another one still uses the old one.
#[test]
fn p1_a_profile_sees_only_the_health_of_its_own_secret() {
    let policy = policy(&json!({}));
    let value = story(
        &policy,
        &[
            failed(0, "a.1", &json!({ "credentialVersion": "new" })),
            failed(10, "b.1", &json!({ "credentialVersion": "old", "reason": "billing" })),
        ],
    );
    for (version, reason) in [("new", Some(Reason::RateLimit)), ("old", Some(Reason::Billing)), ("newest", None)] {
        let profile = profile(Some(version));
        let view = view_of(&policy, vec![profile.clone()], &[(PROFILE, value.clone())]);
        let seen = view.unusable(&policy, &profile, "m", Millis(1_000), None).map(|unusable| unusable.reason);
        assert_eq!(seen, reason, "{version}");
    }
}

#[test]
fn d1_stored_profiles_of_another_agent_are_not_ours() {
    let policy = policy(&json!({ "failover": { "state": { "scope": "agent" } } }));
    let stored = |id: &str| json!({ "v": 1, "profile": { "id": id, "provider": "openai", "type": "api_key" } });
    let records = [("profile/main/openai:a", stored("openai:a")), ("profile/other/openai:b", stored("openai:b"))];
    let view = view_of(&policy, Vec::new(), &records);
    let ids: Vec<&str> = view.profiles().iter().map(|profile| profile.id.as_str()).collect();
    assert_eq!(ids, ["openai:a"]);
}

#[test]
fn k14_the_window_that_ends_last_says_until_when_and_why() {
    let policy = policy(&json!({}));
    let value = story(&policy, &[failed(0, "a.1", &json!({ "reason": "billing" })), failed(10, "b.1", &json!({}))]);
    let view = view_of(&policy, Vec::new(), &[(PROFILE, value)]);
    let unusable = view.unusable(&policy, &profile(None), "m", Millis(1_000), None).unwrap();
    assert_eq!((unusable.until, unusable.reason, unusable.model_scoped), (Millis(18_000_000), Reason::Billing, false));
}

/// K-6: a block counts as a rate limit, whatever was found first.
#[test]
fn k6_a_block_stands_for_a_rate_limit() {
    let policy = policy(&json!({}));
    let more = json!({ "reason": "auth", "usageWindow": true, "absoluteReset": true, "statedUntil": 90_000_000 });
    let view = view_of(&policy, Vec::new(), &[(PROFILE, story(&policy, &[failed(0, "a.1", &more)]))]);
    let unusable = view.unusable(&policy, &profile(None), "any", Millis(1_000), None).unwrap();
    assert_eq!((unusable.until, unusable.reason), (Millis(90_000_000), Reason::RateLimit));
}

/// K-2: what the turn told itself is left out, and only that.
#[test]
fn k2_a_view_leaves_out_what_the_turn_caused() {
    let policy = policy(&json!({}));
    let mut view = view_of(&policy, Vec::new(), &[]);
    let fact = serde_json::from_value(failed(900, "turn.1", &json!({}))).unwrap();
    view.apply_own(&policy, &fact);
    let seen = |turn| view.windows(&policy, &profile(None), Millis(1_000), turn).len();
    assert_eq!((seen(None), seen(Some("turn")), seen(Some("tur"))), (1, 0, 1));
}

#[test]
fn d5_a_success_is_worth_telling_only_where_it_clears_something() {
    let policy = policy(&json!({}));
    let value = story(&policy, &[failed(0, "a.1", &json!({}))]);
    let view = view_of(&policy, Vec::new(), &[(PROFILE, value)]);
    let clears = |model, now| view.success_clears(&policy, PROFILE, model, Millis(now));
    assert!(clears("m", 1_000), "a window");
    assert!(clears("m", 60_000), "a count");
    assert!(!clears("other", 1_000), "another model's window stays");
    assert!(!clears("m", 24 * 3_600_000), "all of it has passed");
    assert!(!view.success_clears(&policy, "profile/shared/openai:unknown", "m", Millis(1)));
}
