//! Where the list of profiles comes from (P-4, P-12).

use super::{Ask, ids, keys, profile};
use crate::profile::{Credential, Eligibility, MAX_PROFILES, OrderSource, ProfileType};
use serde_json::json;
use std::collections::BTreeMap;

fn stored_order(list: &[&str]) -> Option<BTreeMap<String, Vec<String>>> {
    Some(BTreeMap::from([("p".to_owned(), list.iter().map(|id| (*id).to_owned()).collect())]))
}

#[test]
fn p4_the_sources_in_their_order() {
    let config = json!({ "auth": {
        "order": { "p": ["p:c", "p:b"] },
        "profiles": { "p:d": { "mode": "api_key" }, "p:b": { "mode": "api_key" } },
    } });
    let stored = keys(&["p:a", "p:b", "p:c", "p:d"]);
    let mut ask = Ask { config, stored, stored_order: stored_order(&["p:b", "p:a"]), ..Ask::default() };
    assert_eq!((ask.ids(), ask.order().source), (vec!["p:b".into(), "p:a".into()], OrderSource::StoredOrder));
    ask.stored_order = Some(BTreeMap::from([("q".to_owned(), Vec::new())]));
    assert_eq!((ask.ids(), ask.order().source), (vec!["p:c".into(), "p:b".into()], OrderSource::ConfigOrder));
    ask.config["auth"]["order"] = json!({});
    assert_eq!((ask.ids(), ask.order().source), (vec!["p:b".into(), "p:d".into()], OrderSource::ConfigProfiles));
    ask.config = json!({});
    assert_eq!((ask.ids().len(), ask.order().source), (4, OrderSource::Stored));
}

#[test]
fn p4_an_empty_list_means_no_profile_but_not_that_there_is_none() {
    let config = json!({ "auth": { "order": { "p": [] } } });
    let mut ask = Ask { config, stored: keys(&["p:a"]), ..Ask::default() };
    let found = ask.order();
    assert!(found.profiles.is_empty() && !found.none && found.warnings.is_empty());
    ask.config = json!({});
    ask.stored_order = stored_order(&[]);
    assert!(ask.order().profiles.is_empty() && !ask.order().none);
}

#[test]
fn p4_duplicates_are_dropped_and_what_is_left_out_is_named() {
    let config = json!({ "auth": { "order": { "p": ["p:a", "p:gone", "q:x", "p:b", "p:a", "p:empty"] } } });
    let mut stored = keys(&["p:b", "p:a", "q:x", "p:empty"]);
    stored[3].credential = Credential::Missing;
    let found = Ask { config, stored, ..Ask::default() }.order();
    assert_eq!(ids(&found), ["p:a", "p:b"]);
    let codes: Vec<_> = found.ineligible.iter().map(|left| (left.profile_id.as_str(), left.code)).collect();
    let expected = [
        ("p:gone", Eligibility::ProfileMissing),
        ("q:x", Eligibility::ProviderMismatch),
        ("p:empty", Eligibility::MissingCredential),
    ];
    assert_eq!(codes, expected);
    let named = |id: &str| found.warnings.iter().any(|warning| warning.message.contains(id));
    assert!(named("p:gone") && named("q:x") && named("p:empty"));
    assert!(found.warnings.iter().all(|warning| warning.path == "auth.order.p"), "{:?}", found.warnings);
}

#[test]
fn p4_stored_profiles_serve_when_every_configured_id_is_missing() {
    let config = json!({ "auth": { "order": { "p": ["p:x", "p:y"] } } });
    let ask = Ask { config, stored: keys(&["p:b", "p:a", "q:z"]), ..Ask::default() };
    let found = ask.order();
    assert_eq!((ids(&found), found.source), (vec!["p:a".into(), "p:b".into()], OrderSource::Stored));
    assert_eq!(found.ineligible.len(), 2);
    assert!(found.warnings.iter().any(|warning| warning.code == "order_repaired") && !found.none);
}

#[test]
fn p4_one_known_id_keeps_the_configured_list() {
    let config = json!({ "auth": { "order": { "p": ["p:x", "p:b"] } } });
    assert_eq!(Ask { config, stored: keys(&["p:a", "p:b"]), ..Ask::default() }.ids(), ["p:b"]);
}

#[test]
fn p4_a_configured_profile_with_a_secret_needs_no_store() {
    let mut config = json!({
        "auth": { "profiles": { "p:a": { "mode": "oauth", "email": "a@b.c" }, "p:b": { "mode": "api_key" } } },
        "failover": { "secrets": { "p:a": { "env": "A" } } },
    });
    let found = Ask { config: config.clone(), ..Ask::default() }.order();
    assert_eq!(ids(&found), ["p:a"]);
    let made = &found.profiles[0];
    assert_eq!((made.kind, made.email.as_deref()), (ProfileType::Oauth, Some("a@b.c")));
    assert_eq!(found.ineligible[0].code, Eligibility::ProfileMissing);
    config["auth"]["order"] = json!({ "p": ["p:a"] });
    let found = Ask { config, stored: keys(&["p:z"]), ..Ask::default() }.order();
    assert_eq!(ids(&found), ["p:a"], "it is not missing, so the order is not repaired");
}

#[test]
fn p12_no_profile_at_all_is_told_from_none_that_may_be_used() {
    let none = |ask: Ask<'_>| ask.order().none;
    assert!(none(Ask::default()), "nothing stored or configured");
    assert!(none(Ask { stored: keys(&["q:a"]), ..Ask::default() }), "only another provider's");
    let config = json!({ "auth": { "profiles": { "p:a": { "mode": "api_key" } } } });
    assert!(none(Ask { config, ..Ask::default() }), "configured ids that are all missing, with nothing stored");
    let mut stored = keys(&["p:a"]);
    stored[0].credential = Credential::Missing;
    assert!(!none(Ask { stored, ..Ask::default() }), "a profile that is not eligible is still one");
}

/// M-9: a store of any size is read; a chain holds 256 of them.
#[test]
fn p4_a_large_store_is_cut_to_what_a_chain_may_hold() {
    let stored = (0..10_000).map(|n| profile(&format!("p:{n:05}"), ProfileType::ApiKey)).collect();
    let found = Ask { stored, ..Ask::default() }.order();
    assert_eq!((found.profiles.len(), found.profiles[255].id.as_str()), (MAX_PROFILES, "p:00255"));
    assert_eq!(found.warnings[0].code, "too_many_profiles");
}

/// M-3, P-2: a subscription under an older prefix and an API key serve one provider, in the order that is written.
#[test]
fn p4_both_documented_orders_of_openai_mix_a_subscription_and_a_key() {
    for login in ["openai:user@example.com", "openai-codex:user@example.com"] {
        let config = json!({ "auth": { "order": { "openai": [login, "openai:api-key-backup"] } } });
        let stored = vec![profile("openai:api-key-backup", ProfileType::ApiKey), profile(login, ProfileType::Oauth)];
        let ask = Ask { provider: Some("openai"), config, stored, ..Ask::default() };
        assert_eq!(ask.ids(), [login, "openai:api-key-backup"]);
        assert!(ask.order().warnings.is_empty());
    }
}
