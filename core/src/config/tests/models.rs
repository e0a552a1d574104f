//! Models, agents, profiles and providers in OpenClaw's shape (M-1, M-9, M-11).

use super::{errors, paths, policy, warnings};
use crate::policy::ModelChoice;
use crate::profile::ProfileType;
use crate::refs::ModelRef;
use serde_json::{Value, json};

fn model(text: &str) -> ModelRef {
    ModelRef::split(text).unwrap()
}

fn defaults(value: &Value) -> Value {
    json!({ "agents": { "defaults": value } })
}

#[test]
fn m1_a_bare_string_is_a_model_without_fallbacks() {
    let choice = policy(&defaults(&json!({ "model": " OpenAI/gpt-5 " }))).models.default;
    assert_eq!(choice, ModelChoice { primary: Some(model("openai/gpt-5")), fallbacks: None });
}

/// M-7: an absent list and an empty one are kept apart.
#[test]
fn m1_an_object_keeps_absent_and_empty_fallbacks_apart() {
    let fallbacks = |value| policy(&defaults(&json!({ "model": value }))).models.default.fallbacks;
    assert_eq!(fallbacks(json!({ "primary": "a/b" })), None);
    assert_eq!(fallbacks(json!({ "primary": "a/b", "fallbacks": [] })), Some(Vec::new()));
    let two = fallbacks(json!({ "primary": "a/b", "fallbacks": ["c/d", "e/f/g"] }));
    assert_eq!(two, Some(vec![model("c/d"), ModelRef::new("e", "f/g")]));
}

#[test]
fn m1_aliases_and_the_default_provider_resolve_configured_refs() {
    let models = policy(&defaults(&json!({
        "model": { "primary": "Opus", "fallbacks": ["fast", "claude-haiku", "vendor/x"] },
        "imageModel": "openai/gpt-image",
        "models": {
            "anthropic/claude-opus-5": { "alias": "opus", "params": {} },
            "claude-fast": { "alias": "Fast" },
            "openrouter/vendor/y": { "alias": "vendor/x" },
        },
        "heartbeat": { "model": "fast", "every": "30m" },
    })))
    .models;
    assert_eq!(models.default.primary, Some(model("anthropic/claude-opus-5")));
    assert_eq!(models.default_provider.as_deref(), Some("anthropic"));
    let list = [model("anthropic/claude-fast"), model("anthropic/claude-haiku"), model("openrouter/vendor/y")];
    assert_eq!(models.default.fallbacks.as_deref(), Some(&list[..]));
    assert_eq!(models.heartbeat, Some(model("anthropic/claude-fast")));
    assert_eq!(models.image.primary, Some(model("openai/gpt-image")));
}

#[test]
fn m1_a_bare_model_takes_the_only_configured_provider_else_it_is_an_error() {
    let one = json!({ "agents": { "defaults": { "model": "qwen3" } }, "models": { "providers": { "ollama": {} } } });
    assert_eq!(policy(&one).models.default.primary, Some(model("ollama/qwen3")));
    let none = errors(&defaults(&json!({ "model": "qwen3" })));
    assert_eq!((paths(&none), none[0].code.as_str()), (vec!["agents.defaults.model"], "bad_ref"));
}

#[test]
fn m1_entries_win_over_the_older_list_with_a_warning() {
    let config = json!({ "agents": {
        "entries": { "ops": { "model": "a/new" } },
        "list": [{ "id": "ops", "model": "a/old" }, { "id": "dev", "model": { "fallbacks": ["b/c"] }, "name": "Dev" }],
    } });
    let models = policy(&config).models;
    assert_eq!(models.agents["ops"].model.primary, Some(model("a/new")));
    assert_eq!(models.agents["dev"].model, ModelChoice { primary: None, fallbacks: Some(vec![model("b/c")]) });
    let found = warnings(&config);
    assert_eq!(paths(&found), ["agents.list[0]", ""]);
    assert_eq!(found[0].code, "duplicate_agent");
}

#[test]
fn m9_a_fallback_that_cannot_be_resolved_is_dropped_with_a_warning_that_names_it() {
    let config = defaults(&json!({ "model": { "primary": "a/b", "fallbacks": ["/x", "c/d", "e/"] } }));
    assert_eq!(policy(&config).models.default.fallbacks, Some(vec![model("c/d")]));
    let found = warnings(&config);
    assert_eq!(paths(&found), ["agents.defaults.model.fallbacks[0]", "agents.defaults.model.fallbacks[2]"]);
    assert!(found[0].message.contains("`/x`") && found[0].code == "dropped_fallback");
}

#[test]
fn m9_more_than_32_candidates_are_a_config_error() {
    let with = |count: usize| {
        let list: Vec<String> = (0..count).map(|n| format!("p/m{n}")).collect();
        defaults(&json!({ "model": { "primary": "p/m0", "fallbacks": list } }))
    };
    assert_eq!(policy(&with(32)).models.default.fallbacks.unwrap().len(), 32, "the primary is one of them");
    let bad = errors(&with(33));
    assert_eq!((paths(&bad), bad[0].found.as_deref()), (vec!["agents.defaults.model.fallbacks"], Some("33")));
}

#[test]
fn m9_more_than_256_profiles_of_a_provider_are_a_config_error() {
    let with = |count: usize| {
        let ids: Vec<String> = (0..count).map(|n| format!("p:{n}")).collect();
        let profiles: serde_json::Map<_, _> = ids.iter().map(|id| (id.clone(), json!({ "mode": "token" }))).collect();
        json!({ "auth": { "profiles": profiles, "order": { "p": ids } } })
    };
    assert_eq!(policy(&with(256)).auth.profiles.len(), 256);
    assert_eq!(paths(&errors(&with(257))), ["auth.profiles", "auth.order.p"]);
}

#[test]
fn m1_profiles_and_orders_are_read_as_openclaw_writes_them() {
    let auth = policy(&json!({ "auth": {
        "profiles": {
            "openai:me@example.com": { "provider": "OpenAI", "mode": "oauth", "email": "me@example.com" },
            "openai-codex:old": { "mode": "token" },
            "amazon-bedrock:chain": { "provider": "amazon-bedrock", "mode": "aws-sdk" },
        },
        "order": { " OpenAI": ["openai:me@example.com", "openai:backup"], "google": [] },
    } }))
    .auth;
    let all: Vec<_> = auth.profiles.iter().map(|p| (p.id.as_str(), p.provider.as_str(), p.mode)).collect();
    let expected = [
        ("amazon-bedrock:chain", "amazon-bedrock", ProfileType::Token),
        ("openai-codex:old", "openai", ProfileType::Token),
        ("openai:me@example.com", "openai", ProfileType::Oauth),
    ];
    assert_eq!(all, expected);
    assert_eq!(auth.order["openai"], ["openai:me@example.com", "openai:backup"]);
    assert!(auth.order["google"].is_empty());
}

#[test]
fn m1_a_profile_needs_a_provider_and_a_mode() {
    let bad = errors(&json!({ "auth": { "profiles": { "work": { "mode": "magic" }, "a:b": {} } } }));
    assert_eq!(paths(&bad), ["auth.profiles.a:b", "auth.profiles.work", "auth.profiles.work.mode"]);
}

/// M-11: what is known of a model is read from the provider's own section.
#[test]
fn m1_providers_say_what_their_models_can_do() {
    let config = json!({ "models": { "providers": { "Acme": {
        "baseUrl": "https://api.acme.test/v1", "apiKey": "never read", "api": "openai-responses",
        "agentRuntime": { "id": "codex" },
        "models": [
            { "id": "big", "name": "Big", "contextWindow": 200_000, "input": ["text", "image"], "priceClass": -2 },
            { "id": "small", "tools": false, "images": false, "api": "openai-completions", "runtime": "pi" },
        ],
    } } } });
    let policy = policy(&config);
    let acme = &policy.models.providers["acme"];
    assert_eq!((acme.api.as_deref(), acme.local), (Some("openai-responses"), false));
    assert_eq!(acme.runtime.as_deref(), Some("codex"));
    let (big, small) = (&acme.models["big"], &acme.models["small"]);
    assert_eq!((big.context_window, big.images, big.tools), (Some(200_000), Some(true), None));
    assert_eq!((big.price_class, big.runtime.as_deref()), (Some(-2), None));
    assert_eq!((small.tools, small.images, small.runtime.as_deref()), (Some(false), Some(false), Some("pi")));
    assert!(!format!("{policy:?}{:?}", warnings(&config)).contains("never read"));
}

#[test]
fn m1_a_profile_in_a_configured_ref_is_ignored_with_a_warning() {
    let found = warnings(&defaults(&json!({ "model": "openai/gpt-5@openai:work" })));
    assert_eq!((paths(&found), found[0].code.as_str()), (vec!["agents.defaults.model"], "ignored_profile"));
}

#[test]
fn m1_a_second_meaning_of_an_alias_is_refused_with_a_warning() {
    let config = defaults(&json!({ "models": { "a/x": { "alias": "m" }, "a/y": { "alias": "M" } } }));
    assert_eq!(policy(&config).models.aliases["m"], model("a/x"));
    assert_eq!(paths(&warnings(&config)), ["agents.defaults.models.a/y.alias"]);
}

#[test]
fn m1_heartbeat_at_the_top_counts_where_the_defaults_have_none() {
    let top = |inner: Value| policy(&json!({ "heartbeat": { "model": "a/top" }, "agents": { "defaults": inner } }));
    assert_eq!(top(json!({})).models.heartbeat, Some(model("a/top")));
    assert_eq!(top(json!({ "heartbeat": { "model": "a/in" } })).models.heartbeat, Some(model("a/in")));
}
