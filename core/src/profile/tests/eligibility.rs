//! Eligibility codes (P-3).

use super::{NOW, policy, profile};
use crate::profile::{AuthProfile, Credential, Eligibility, ProfileType, eligibility};
use serde_json::json;

/// The code of a profile of provider `p` under a config that gives `p:a` a mode.
fn code(mode: &str, profile: &AuthProfile) -> Eligibility {
    let config = json!({ "auth": { "profiles": { "p:a": { "provider": "p", "mode": mode } } } });
    eligibility(&policy(&config), "p", Some(profile), NOW)
}

fn with(kind: ProfileType, change: impl FnOnce(&mut AuthProfile)) -> AuthProfile {
    let mut made = profile("p:other", kind);
    change(&mut made);
    made
}

#[test]
fn p3_each_code_has_its_cause() {
    use Eligibility as E;
    let none = policy(&json!({}));
    assert_eq!(eligibility(&none, "p", None, NOW), E::ProfileMissing);
    assert_eq!(eligibility(&none, "q", Some(&profile("p:a", ProfileType::ApiKey)), NOW), E::ProviderMismatch);
    let cases = [
        (with(ProfileType::ApiKey, |_| ()), E::Ok),
        (with(ProfileType::ApiKey, |p| p.credential = Credential::Missing), E::MissingCredential),
        (with(ProfileType::Oauth, |p| p.credential = Credential::Unresolved), E::UnresolvedRef),
        (with(ProfileType::Oauth, |p| p.credential = Credential::Refreshable), E::Ok),
    ];
    for (profile, expected) in cases {
        assert_eq!(eligibility(&none, "p", Some(&profile), NOW), expected, "{profile:?}");
    }
}

#[test]
fn p3_a_static_token_ends_at_its_expiry_and_a_bad_expiry_is_told_apart() {
    let now = i64::try_from(NOW.0).unwrap();
    let token = |at: i64| {
        let token = with(ProfileType::Token, |p| p.expires_at = Some(at));
        eligibility(&policy(&json!({})), "p", Some(&token), NOW)
    };
    assert_eq!(token(now + 1), Eligibility::Ok);
    assert_eq!(token(now), Eligibility::Expired, "at its expiry it is over");
    assert_eq!(token(1), Eligibility::Expired);
    assert_eq!(token(8_640_000_000_000_000), Eligibility::Ok);
    for bad in [0, -1, i64::MIN, 8_640_000_000_000_001, i64::MAX] {
        assert_eq!(token(bad), Eligibility::InvalidExpires, "{bad}");
    }
}

#[test]
fn p3_an_expired_login_stays_eligible() {
    for at in [1, 0, -5, i64::MAX] {
        let login = with(ProfileType::Oauth, |p| p.expires_at = Some(at));
        assert_eq!(eligibility(&policy(&json!({})), "p", Some(&login), NOW), Eligibility::Ok, "{at}");
    }
}

#[test]
fn p3_a_configured_oauth_accepts_a_stored_token_and_nothing_else() {
    let stored = |kind| profile("p:a", kind);
    assert_eq!(code("oauth", &stored(ProfileType::Oauth)), Eligibility::Ok);
    assert_eq!(code("oauth", &stored(ProfileType::Token)), Eligibility::Ok);
    assert_eq!(code("oauth", &stored(ProfileType::ApiKey)), Eligibility::ModeMismatch);
    assert_eq!(code("token", &stored(ProfileType::Oauth)), Eligibility::ModeMismatch);
    assert_eq!(code("api_key", &stored(ProfileType::Token)), Eligibility::ModeMismatch);
    assert_eq!(code("aws-sdk", &stored(ProfileType::Token)), Eligibility::Ok);
}

/// P-2: a profile under an old provider name still serves the provider it stands for.
#[test]
fn p3_a_mapped_prefix_is_no_mismatch() {
    let login = profile("openai-codex:me", ProfileType::Oauth);
    let of = |provider| eligibility(&policy(&json!({})), provider, Some(&login), NOW);
    assert_eq!((of("openai"), of("openai-codex")), (Eligibility::Ok, Eligibility::Ok));
    assert_eq!(of("openai-other"), Eligibility::ProviderMismatch);
}

#[test]
fn p3_the_wire_names_are_those_of_the_json() {
    use Eligibility as E;
    for code in [
        E::Ok,
        E::ProfileMissing,
        E::ProviderMismatch,
        E::ModeMismatch,
        E::MissingCredential,
        E::Expired,
        E::InvalidExpires,
        E::UnresolvedRef,
    ] {
        assert_eq!(serde_json::to_value(code).unwrap(), json!(code.as_str()));
    }
}
