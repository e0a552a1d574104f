//! Explicit order and round robin (P-5, P-6).

use super::{Ask, NOW, keys, profile};
use crate::profile::{AuthProfile, Credential, ProfileType};
use serde_json::json;

fn explicit(list: &[&str]) -> serde_json::Value {
    json!({ "auth": { "order": { "p": list } } })
}

fn login(id: &str, expires_at: i64) -> AuthProfile {
    AuthProfile { expires_at: Some(expires_at), ..profile(id, ProfileType::Oauth) }
}

#[test]
fn p5_an_explicit_order_keeps_its_own_order() {
    let stored = vec![
        profile("p:key", ProfileType::ApiKey),
        profile("p:login", ProfileType::Oauth),
        profile("p:token", ProfileType::Token),
    ];
    let config = explicit(&["p:key", "p:token", "p:login"]);
    let ask = Ask { config, stored, last_used: &[("p:key", 900)], ..Ask::default() };
    assert_eq!(ask.ids(), ["p:key", "p:token", "p:login"]);
}

#[test]
fn p5_unusable_profiles_move_to_the_end_soonest_expiry_first() {
    let stored = keys(&["p:a", "p:b", "p:c", "p:d"]);
    let unusable = [("p:a", NOW.0 + 9_000), ("p:b", NOW.0 + 10), ("p:c", NOW.0)];
    let config = explicit(&["p:a", "p:b", "p:c", "p:d"]);
    let ask = Ask { config, stored, unusable: &unusable, ..Ask::default() };
    assert_eq!(ask.ids(), ["p:c", "p:d", "p:b", "p:a"], "a window that ends now is over");
}

#[test]
fn p6_logins_before_tokens_before_keys() {
    let stored = vec![
        profile("p:a", ProfileType::ApiKey),
        profile("p:b", ProfileType::Token),
        profile("p:c", ProfileType::Oauth),
    ];
    let ask = Ask { stored, last_used: &[("p:c", 999)], ..Ask::default() };
    assert_eq!(ask.ids(), ["p:c", "p:b", "p:a"], "type comes before the last use");
}

#[test]
fn p6_usable_logins_before_expired_ones_unless_switched_off() {
    let now = i64::try_from(NOW.0).unwrap();
    let gone = AuthProfile { credential: Credential::Refreshable, ..profile("p:gone", ProfileType::Oauth) };
    let stored = vec![login("p:a-expired", now), gone, login("p:z-usable", now + 1)];
    let mut ask = Ask { stored, last_used: &[("p:z-usable", 5)], ..Ask::default() };
    assert_eq!(ask.ids(), ["p:z-usable", "p:a-expired", "p:gone"]);
    ask.config = json!({ "failover": { "order": { "preferUsableOauth": false } } });
    assert_eq!(ask.ids(), ["p:a-expired", "p:gone", "p:z-usable"]);
}

#[test]
fn p6_the_longest_unused_first_then_by_id() {
    let stored = keys(&["p:d", "p:c", "p:b", "p:a"]);
    let ask = Ask { stored, last_used: &[("p:a", 30), ("p:b", 20)], ..Ask::default() };
    assert_eq!(ask.ids(), ["p:c", "p:d", "p:b", "p:a"], "never used is oldest");
}

#[test]
fn p6_unusable_profiles_are_last_whatever_their_type() {
    let stored = vec![
        profile("p:login", ProfileType::Oauth),
        profile("p:token", ProfileType::Token),
        profile("p:key", ProfileType::ApiKey),
    ];
    let unusable = [("p:login", NOW.0 + 50), ("p:token", NOW.0 + 40)];
    let ask = Ask { stored, unusable: &unusable, ..Ask::default() };
    assert_eq!(ask.ids(), ["p:key", "p:token", "p:login"]);
}

/// The configured profiles are a set, not an order.
#[test]
fn p6_configured_profiles_take_turns() {
    let config = json!({ "auth": { "profiles": { "p:a": { "mode": "api_key" }, "p:b": { "mode": "oauth" } } } });
    let stored = vec![profile("p:a", ProfileType::ApiKey), profile("p:b", ProfileType::Oauth)];
    assert_eq!(Ask { config, stored, ..Ask::default() }.ids(), ["p:b", "p:a"]);
}
