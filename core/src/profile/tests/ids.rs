//! Ids (P-2).

use super::policy;
use crate::profile::{profile_id, provider_of};
use serde_json::json;

#[test]
fn p2_an_id_is_made_of_the_provider_and_what_is_known() {
    let free = |_: &str| false;
    assert_eq!(profile_id(" OpenAI ", None, None, &free), "openai:default");
    assert_eq!(profile_id("openai", Some("me@example.com"), Some("work"), &free), "openai:me@example.com");
    assert_eq!(profile_id("openai", Some("  "), Some("work"), &free), "openai:work");
}

#[test]
fn p2_a_clash_gets_a_number() {
    let taken = |id: &str| ["p:default", "p:default-2"].contains(&id);
    assert_eq!(profile_id("p", None, None, &taken), "p:default-3");
    assert_eq!(profile_id("p", None, Some("other"), &taken), "p:other");
}

#[test]
fn p2_a_prefix_may_stand_for_another_provider() {
    let config = json!({
        "failover": { "profileIdPrefixes": { "Claude-CLI": "Anthropic" } },
        "auth": { "profiles": { "work": { "provider": "google", "mode": "oauth" } } },
    });
    let policy = policy(&config);
    let of = |id: &str| provider_of(&policy, id);
    assert_eq!(of("openai:me@example.com").as_deref(), Some("openai"));
    assert_eq!(of("openai-codex:me").as_deref(), Some("openai"), "the default stays beside new prefixes");
    assert_eq!(of("claude-cli:x").as_deref(), Some("anthropic"));
    assert_eq!(of("work").as_deref(), Some("google"));
    assert_eq!((of("unknown"), of(":x")), (None, None));
}
