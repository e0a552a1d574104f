//! Tests of records, leases and budgets (D).

mod leaks;
mod view;

use super::{Applied, Change, Fact, Key, LeaseFact, StateView, StoredRecord, apply};
use crate::config;
use crate::policy::{Policy, StateScope};
use crate::profile::{AuthProfile, ProfileType};
use crate::time::Millis;
use crate::turn::Snapshot;
use serde_json::{Value, json};

const PROFILE: &str = "profile/shared/openai:default";
const PROVIDER: &str = "provider/shared/openai";

fn policy(config: &Value) -> Policy {
    config::read(config).expect("a config").0
}

fn change(value: Value) -> Change {
    serde_json::from_value(value).expect("a change")
}

fn record(policy: &Policy, key: &str, before: Option<&Value>, change: &Change, now: u64) -> Value {
    match apply(policy, key, before, change, Millis(now)).expect("applied") {
        Applied::Record { record } => record,
        other => panic!("{other:?}"),
    }
}

fn denied(policy: &Policy, key: &str, before: &Value, change: &Change, now: u64) -> Option<u64> {
    match apply(policy, key, Some(before), change, Millis(now)).expect("applied") {
        Applied::Denied { held_until } => held_until.map(|at| at.0),
        other => panic!("{other:?}"),
    }
}

#[test]
fn d1_keys_name_scope_provider_billing_class_and_account() {
    let keys = Key::new(StateScope::Shared, "main");
    let mut profile = AuthProfile::bare("openai:me@example.com", "openai", ProfileType::Oauth);
    assert_eq!(keys.account(&profile), None);
    profile.account_id = Some("acme".to_owned());
    assert_eq!(keys.profile(&profile.id), "profile/shared/openai:me@example.com");
    assert_eq!(keys.account(&profile).as_deref(), Some("account/shared/openai/subscription/acme"));
    assert_eq!(Key::new(StateScope::Agent, "bot").provider("openai"), "provider/bot/openai");
    assert_eq!(Key::session("s"), "session/s");
}

/// D-2: `lastUsed` keeps the larger time, whatever the order of arrival.
#[test]
fn d2_last_used_keeps_the_larger_time() {
    let policy = policy(&json!({}));
    let used = |at| change(json!({ "kind": "profile_used", "key": PROFILE, "at": at, "attemptId": "t.1" }));
    let first = record(&policy, PROFILE, None, &used(50), 50);
    let second = record(&policy, PROFILE, Some(&first), &used(20), 60);
    assert_eq!(second["lastUsed"], 50);
}

/// D-2: a stored profile with another secret starts clean; nothing but its own fields is kept (P-1).
#[test]
fn p1_a_foreign_profile_leaks_nothing_into_a_record() {
    let policy = policy(&json!({}));
    let secret = "sk-this-must-not-survive";
    let profile = json!({
        "id": "openai:default", "provider": "openai", "type": "api_key", "key": secret, "token": secret,
        "access": secret, "refresh": secret, "metadata": { "projectId": "p", "apiKey": secret },
    });
    let stored = change(json!({ "kind": "profile_stored", "key": PROFILE, "at": 1, "profile": profile }));
    let value = record(&policy, PROFILE, None, &stored, 1);
    assert_eq!(value["profile"]["metadata"]["projectId"], "p");
    assert!(!value.to_string().contains(secret), "{value}");
}

fn lease(owner: &str, until: u64) -> LeaseFact {
    LeaseFact { key: PROVIDER.to_owned(), at: Millis(0), owner: owner.to_owned(), until: Millis(until) }
}

/// T-25 and D-3: one prober in the fleet; the mark ends, or its owner gives it back.
#[test]
fn d3_a_probe_mark_that_another_holds_is_denied_until_it_ends() {
    let policy = policy(&json!({}));
    let take = |owner, until| Change::Fact(Box::new(Fact::ProbeTaken(lease(owner, until))));
    let release = |owner| Change::Fact(Box::new(Fact::ProbeReleased(lease(owner, 0))));
    let held = record(&policy, PROVIDER, None, &take("a", 100), 0);
    assert_eq!(denied(&policy, PROVIDER, &held, &take("b", 130), 30), Some(100));
    let renewed = record(&policy, PROVIDER, Some(&held), &take("a", 150), 30);
    let not_mine = record(&policy, PROVIDER, Some(&renewed), &release("b"), 31);
    assert_eq!(denied(&policy, PROVIDER, &not_mine, &take("b", 200), 40), Some(150));
    let free = record(&policy, PROVIDER, Some(&not_mine), &release("a"), 41);
    record(&policy, PROVIDER, Some(&free), &take("b", 200), 42);
    record(&policy, PROVIDER, Some(&held), &take("b", 200), 100);
}

/// P-8: the refresh lease works the same way.
#[test]
fn p8_one_refresh_at_a_time() {
    let policy = policy(&json!({}));
    let fact = |owner: &str, until| {
        let body = LeaseFact { key: PROFILE.to_owned(), ..lease(owner, until) };
        Change::Fact(Box::new(Fact::RefreshLeaseTaken(body)))
    };
    let held = record(&policy, PROFILE, None, &fact("a", 60_000), 0);
    assert_eq!(denied(&policy, PROFILE, &held, &fact("b", 70_000), 10_000), Some(60_000));
    record(&policy, PROFILE, Some(&held), &fact("b", 130_000), 60_000);
}

/// T-30: the floor and the share together are what may be drawn in a window; an empty budget is denied.
#[test]
fn t30_the_budget_is_a_share_of_what_was_fed_and_a_floor() {
    let policy = policy(
        &json!({ "failover": { "retryBudget": { "ratioPermille": 200, "minPerSecond": 0, "windowMs": 10_000 } } }),
    );
    let fact =
        |kind: &str, at: u64| change(json!({ "kind": kind, "key": PROVIDER, "at": at, "attemptId": "t.1", "n": 1 }));
    let mut value = Value::Null;
    for at in 0..10 {
        value = record(&policy, PROVIDER, Some(&value), &fact("budget_fed", at), at);
    }
    for at in 10..12 {
        value = record(&policy, PROVIDER, Some(&value), &fact("budget_drawn", at), at);
    }
    assert_eq!(denied(&policy, PROVIDER, &value, &fact("budget_drawn", 13), 13), Some(10_000));
    assert_eq!(denied(&policy, PROVIDER, &value, &fact("budget_drawn", 10_001), 10_001), Some(20_001));
}

/// D-4: a newer record is refused and left as it is; one that cannot be read is named.
#[test]
fn d4_newer_and_malformed_records_are_refused() {
    let policy = policy(&json!({}));
    let used = change(json!({ "kind": "profile_used", "key": PROFILE, "at": 1, "attemptId": "t.1" }));
    let newer = apply(&policy, PROFILE, Some(&json!({ "v": 2 })), &used, Millis(1)).unwrap_err();
    assert_eq!(newer.code, "newer_version");
    let broken = apply(&policy, PROFILE, Some(&json!({ "v": 1, "recent": 7 })), &used, Millis(1)).unwrap_err();
    assert_eq!(broken.code, "malformed");
    assert!(broken.message.contains(PROFILE), "{broken}");
    for other in ["session/s", "profile/shared/openai:other", PROVIDER] {
        let wrong = apply(&policy, other, None, &used, Millis(1)).unwrap_err();
        assert_eq!(wrong.code, "wrong_change", "{other}");
    }
    let fed = change(json!({ "kind": "budget_fed", "key": PROFILE, "at": 1, "attemptId": "t.1", "n": 1 }));
    assert_eq!(apply(&policy, PROFILE, None, &fed, Millis(1)).unwrap_err().code, "wrong_change");
}

/// D-4: a broken record does not stop a turn, and a window from a clock that runs ahead is cut short; both are told.
#[test]
fn d4_a_view_goes_on_without_a_broken_record_and_clamps_the_future() {
    let policy = policy(&json!({}));
    let far = 400 * 24 * 3_600_000_u64;
    let window = json!({ "kind": "cooldown", "scope": "profile", "until": far, "reason": "rate_limit", "source": "ladder", "count": 1 });
    let stored = |key: &str, value| StoredRecord { key: key.to_owned(), value, version: Value::Null };
    let snapshot = Snapshot {
        records: vec![
            stored(PROFILE, json!({ "v": 1, "base": { "windows": [window] }, "windows": [window] })),
            stored("profile/shared/openai:other", json!({ "v": 1, "recent": "?" })),
        ],
        ..Snapshot::default()
    };
    let (view, warnings) = StateView::read(&policy, &snapshot, "main", None, Millis(1_000)).expect("a view");
    let codes: Vec<&str> = warnings.iter().map(|warning| warning.code.as_str()).collect();
    assert_eq!(codes, ["malformed", "clamped_window"]);
    let profile = AuthProfile::bare("openai:default", "openai", ProfileType::ApiKey);
    let open = view.windows(&policy, &profile, Millis(1_000), None);
    assert!(open[0].until <= Millis(1_000 + 24 * 3_600_000), "{open:?}");
}

/// C-4 and D-1: profiles of one account share its windows; another billing class does not.
#[test]
fn d1_profiles_of_one_account_share_its_windows() {
    let policy = policy(&json!({}));
    let key = "account/shared/openai/key/acme";
    let failed = change(json!({
        "kind": "profile_failed", "key": key, "at": 0, "attemptId": "t.1", "reason": "billing", "scope": "account",
    }));
    let value = record(&policy, key, None, &failed, 0);
    let snapshot = Snapshot {
        records: vec![StoredRecord { key: key.to_owned(), value, version: Value::Null }],
        ..Snapshot::default()
    };
    let (view, _) = StateView::read(&policy, &snapshot, "main", None, Millis(1)).expect("a view");
    let of =
        |id: &str, kind| AuthProfile { account_id: Some("acme".to_owned()), ..AuthProfile::bare(id, "openai", kind) };
    let unusable = |profile: &AuthProfile| view.unusable(&policy, profile, "m", Millis(1), None).is_some();
    assert!(unusable(&of("openai:a", ProfileType::ApiKey)) && unusable(&of("openai:b", ProfileType::ApiKey)));
    assert!(!unusable(&of("openai:c", ProfileType::Oauth)));
    assert!(!unusable(&AuthProfile::bare("openai:d", "openai", ProfileType::ApiKey)));
}

/// ten thousand profiles in a store are read without trouble.
#[test]
fn q9_ten_thousand_profiles_are_read() {
    let policy = policy(&json!({}));
    let snapshot = Snapshot {
        records: (0..10_000)
            .map(|n| {
                let id = format!("openai:p{n}");
                let profile = json!({ "id": id, "provider": "openai", "type": "api_key" });
                let key = format!("profile/shared/{id}");
                StoredRecord { key, value: json!({ "v": 1, "profile": profile }), version: Value::Null }
            })
            .collect(),
        ..Snapshot::default()
    };
    let (view, warnings) = StateView::read(&policy, &snapshot, "main", None, Millis(1)).expect("a view");
    assert_eq!((view.profiles().len(), warnings.len()), (10_000, 0));
    assert!(view.profile("openai:p9999").is_some());
}
