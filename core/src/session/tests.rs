//! Tests of choices, resets and patches (S-5, S-6, S-11).

use super::{ModelSelection, SessionEntry, SessionPatch, apply_patch, compacted, reset, select_model};
use crate::config;
use crate::policy::Policy;
use crate::state::Applied;
use serde_json::{Value, json};

fn policy() -> Policy {
    let config = json!({ "agents": { "defaults": {
        "model": { "primary": "openai/gpt-5", "fallbacks": ["anthropic/claude"] },
        "models": { "anthropic/claude": { "alias": "opus" } },
    } } });
    config::read(&config).expect("a config").0
}

fn entry(value: Value) -> SessionEntry {
    serde_json::from_value(value).expect("an entry")
}

fn patch(revision: u64, set: &Value) -> SessionPatch {
    serde_json::from_value(json!({ "key": "session/s", "revision": revision, "set": set })).expect("a patch")
}

fn applied(entry: SessionEntry, patch: &SessionPatch) -> SessionEntry {
    match apply_patch(entry, patch).expect("applied") {
        Applied::Record { record } => serde_json::from_value(record).expect("an entry"),
        other => panic!("{other:?}"),
    }
}

fn choose(before: Option<&SessionEntry>, reference: &str) -> super::SessionChange {
    let known = |id: &str| id.starts_with("openai:") || id.starts_with("anthropic:");
    let choice = ModelSelection { session_id: "s", agent_id: "main", reference, via: "/model", known: &known };
    select_model(&policy(), before, &choice).expect("a change")
}

#[test]
fn s6_a_choice_by_hand_is_exact_tried_at_once_and_told_to_a_running_turn() {
    let change = choose(None, "opus@anthropic:work");
    let after = applied(SessionEntry::default(), &change.patch);
    let value = serde_json::to_value(&after).expect("JSON");
    assert_eq!(value["providerOverride"], "anthropic");
    assert_eq!(value["modelOverrideSource"], "user");
    assert_eq!(
        (&value["authProfileOverride"], &value["authProfileOverrideSource"]),
        (&json!("anthropic:work"), &json!("user"))
    );
    let target = json!({ "provider": "anthropic", "model": "claude", "profile": "anthropic:work" });
    assert_eq!((&value["forceProbe"], &value["liveSwitchPending"]), (&target, &target));
    assert_eq!(change.marks.len(), 1, "its skip marks are dropped");
}

#[test]
fn s6_choosing_default_writes_source_default_and_no_model() {
    let before =
        entry(json!({ "providerOverride": "anthropic", "modelOverride": "claude", "modelOverrideSource": "user" }));
    let after = applied(before.clone(), &choose(Some(&before), "Default").patch);
    assert_eq!((after.provider_override, after.model_override), (None, None));
    assert_eq!(after.model_override_source, Some(super::OverrideSource::Default));
}

#[test]
fn p11_a_pin_of_another_provider_is_dropped_with_a_reason() {
    let before = entry(json!({ "authProfileOverride": "openai:me", "authProfileOverrideSource": "user" }));
    let change = choose(Some(&before), "anthropic/claude");
    assert!(change.pin_cleared.as_deref().is_some_and(|why| why.contains("openai:me")));
    assert_eq!(applied(before.clone(), &change.patch).auth_profile_override, None);
    let same = choose(Some(&before), "openai/gpt-5-mini");
    assert_eq!(applied(before, &same.patch).auth_profile_override.as_deref(), Some("openai:me"));
}

#[test]
fn s6_an_unknown_way_or_ref_is_refused() {
    let choice =
        ModelSelection { session_id: "s", agent_id: "main", reference: "opus", via: "telepathy", known: &|_| false };
    assert_eq!(select_model(&policy(), None, &choice).unwrap_err().path, "via");
}

#[test]
fn s5_a_reset_keeps_only_a_users_model() {
    let full = |source: &str| {
        entry(json!({
            "providerOverride": "x", "modelOverride": "y", "modelOverrideSource": source,
            "overrideOrigin": { "provider": "openai", "model": "gpt-5" },
            "authProfileOverride": "openai:me", "authProfileOverrideSource": "user", "compactionCount": 3,
            "fallbackNotice": { "selectedModel": "a/b", "activeModel": "c/d", "reason": "x" },
            "liveSwitchPending": { "provider": "x", "model": "y" }, "forceProbe": { "provider": "x", "model": "y" },
        }))
    };
    let auto = full("auto");
    let after = applied(auto.clone(), &reset(&policy(), "s", Some(&auto)).patch);
    let left = SessionEntry { v: 1, compaction_count: 3, revision: 1, ..SessionEntry::default() };
    assert_eq!(after, left);
    let user = full("user");
    let after = applied(user.clone(), &reset(&policy(), "s", Some(&user)).patch);
    assert_eq!(after.model_override.as_deref(), Some("y"));
    assert_eq!(after.auth_profile_override, None, "a strict pin holds until a new session");
    assert_eq!(reset(&policy(), "s", None).marks.len(), 1, "all skip marks go");
}

#[test]
fn s5_a_compaction_raises_the_count_alone() {
    let before =
        entry(json!({ "compactionCount": 3, "authProfileOverride": "openai:me", "authProfileOverrideSource": "user" }));
    let after = applied(before.clone(), &compacted("s", Some(&before)).patch);
    assert_eq!((after.compaction_count, after.auth_profile_override), (4, before.auth_profile_override));
}

#[test]
fn s11_fields_are_merged_and_from_guards_each_of_them() {
    let before = entry(json!({ "providerOverride": "b", "modelOverride": "m", "compactionCount": 2, "revision": 9 }));
    let change = patch(
        4,
        &json!({
            "providerOverride": { "from": "a", "to": null },
            "modelOverride": { "from": "m", "to": "n" },
            "fallbackNotice": { "from": null, "to": { "selectedModel": "a/b", "activeModel": "c/d", "reason": "r" } },
            "compactionCount": { "to": 3 },
        }),
    );
    let after = applied(before, &change);
    assert_eq!(after.provider_override.as_deref(), Some("b"), "it no longer had the value that the patch knew");
    assert_eq!(after.model_override.as_deref(), Some("n"));
    assert!(after.fallback_notice.is_some());
    assert_eq!((after.compaction_count, after.revision), (3, 10));
}

#[test]
fn s11_only_a_newer_user_selection_is_a_conflict() {
    let chosen = applied(entry(json!({ "revision": 5 })), &choose(None, "opus").patch);
    assert_eq!(chosen.revision, 6);
    let fallback = json!({ "providerOverride": { "to": "x" }, "modelOverride": { "to": "y" }, "modelOverrideSource": { "to": "auto" } });
    let late = apply_patch(chosen.clone(), &patch(5, &fallback)).expect("answered");
    assert!(matches!(late, Applied::Conflict { entry } if *entry == chosen));
    let informed = applied(chosen.clone(), &patch(6, &fallback));
    assert_eq!(informed.provider_override.as_deref(), Some("x"), "the patch knew of the choice");
    let unrelated = applied(chosen.clone(), &patch(5, &json!({ "compactionCount": { "to": 1 } })));
    assert_eq!(unrelated.model_override, chosen.model_override);
}

#[test]
fn s1_unknown_fields_of_a_patch_are_refused_and_of_an_entry_dropped() {
    let error = apply_patch(SessionEntry::default(), &patch(0, &json!({ "modelOveride": { "to": "x" } }))).unwrap_err();
    assert!(error.message.contains("modelOveride") && error.message.contains("modelOverride"), "{error}");
    let foreign = entry(json!({ "updatedAt": 5, "apiKey": "sk-secret", "compactionCount": 1 }));
    assert!(!serde_json::to_string(&foreign).expect("JSON").contains("sk-secret"));
}

/// S-5: under `userPin: "prefer"` a pin is a preference that outlives the session.
#[test]
fn s5_a_preferred_pin_outlives_a_reset() {
    let policy = config::read(&json!({ "failover": { "userPin": "prefer" } })).expect("a config").0;
    let before = entry(json!({ "authProfileOverride": "openai:me", "authProfileOverrideSource": "user" }));
    let after = applied(before.clone(), &reset(&policy, "s", Some(&before)).patch);
    assert_eq!(after.auth_profile_override, before.auth_profile_override);
}

/// S-6: Default is the agent's own primary where it has one.
#[test]
fn s6_default_means_what_runs_without_an_override() {
    let config = json!({ "agents": {
        "defaults": { "model": "openai/gpt-5" }, "entries": { "bot": { "model": "anthropic/claude" } },
    } });
    let policy = config::read(&config).expect("a config").0;
    let target = |agent| {
        let choice =
            ModelSelection { session_id: "s", agent_id: agent, reference: "default", via: "picker", known: &|_| false };
        select_model(&policy, None, &choice).expect("a change").live_switch.expect("a target").model
    };
    assert_eq!((target("main"), target("bot")), ("gpt-5".to_owned(), "claude".to_owned()));
}
