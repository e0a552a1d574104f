//! Selection sources (M-3, M-8, S-4).

use super::{policy, usual};
use crate::select::{SelectRequest, select};
use crate::turn::Selection;
use serde_json::{Value, json};

/// The selection for a request as JSON, under the usual config with agents.
fn selected(request: &Value) -> Value {
    let mut config = usual();
    config["agents"]["entries"] = json!({
        "strict": { "model": "a/own" },
        "listed": { "model": { "primary": "a/own", "fallbacks": ["f/x"] } },
        "explicit": { "model": { "primary": "a/own", "fallbacks": [] } },
        "inherits": { "model": { "fallbacks": ["f/y"] } },
        "beating": { "heartbeat": { "model": "h/agent" } },
    });
    config["agents"]["defaults"]["heartbeat"] = json!({ "model": "h/default" });
    let request: SelectRequest = serde_json::from_value(request.clone()).expect("a request");
    serde_json::to_value(select(&policy(&config), &request).expect("a selection")).expect("JSON")
}

/// Asserts model, source and chain of a selection.
fn expect(request: &Value, model: &str, source: &str, chain: &Value) {
    let found = selected(request);
    let full = format!("{}/{}", found["provider"].as_str().unwrap(), found["model"].as_str().unwrap());
    assert_eq!((full.as_str(), &found["source"]), (model, &json!(source)), "{request}");
    assert_eq!(&found["chainPolicy"], chain, "{request}");
}

fn strict() -> Value {
    json!({ "kind": "strict" })
}

fn default_list() -> Value {
    json!({ "kind": "default" })
}

fn list(refs: &[(&str, &str)]) -> Value {
    let refs: Vec<Value> =
        refs.iter().map(|(provider, model)| json!({ "provider": provider, "model": model })).collect();
    json!({ "kind": "list", "fallbacks": refs })
}

fn overridden(source: &Value) -> Value {
    json!({ "entry": { "providerOverride": "O", "modelOverride": "x", "modelOverrideSource": source } })
}

#[test]
fn m3_the_configured_default_has_the_default_list() {
    expect(&json!({}), "p/main", "configured_default", &default_list());
    expect(&json!({ "agentId": "nobody" }), "p/main", "configured_default", &default_list());
    expect(&json!({ "entry": {} }), "p/main", "configured_default", &default_list());
}

#[test]
fn m3_an_agents_own_model_is_strict_unless_it_has_fallbacks() {
    expect(&json!({ "agentId": "strict" }), "a/own", "agent_primary", &strict());
    expect(&json!({ "agentId": "listed" }), "a/own", "agent_primary", &list(&[("f", "x")]));
    expect(&json!({ "agentId": "explicit" }), "a/own", "agent_primary", &strict());
}

#[test]
fn m3_an_agent_with_fallbacks_but_no_primary_inherits_the_default_primary() {
    expect(&json!({ "agentId": "inherits" }), "p/main", "agent_fallbacks", &list(&[("f", "y")]));
}

#[test]
fn m3_overrides_of_a_person_and_old_ones_are_strict() {
    expect(&overridden(&json!("user")), "o/x", "user_override", &strict());
    expect(&overridden(&Value::Null), "o/x", "legacy_override", &strict());
    let whole = json!({ "entry": { "modelOverride": "q/y" } });
    expect(&whole, "q/y", "legacy_override", &strict());
}

#[test]
fn m3_a_stored_fallback_keeps_the_default_list_or_the_agents() {
    let mut request = overridden(&json!("auto"));
    request["entry"]["overrideOrigin"] = json!({ "provider": "p", "model": "main" });
    expect(&request, "o/x", "auto_override", &default_list());
    request["agentId"] = json!("inherits");
    expect(&request, "o/x", "auto_override", &list(&[("f", "y")]));
}

/// S-4: without an origin it is dropped.
#[test]
fn m3_a_stored_fallback_without_an_origin_is_dropped() {
    expect(&overridden(&json!("auto")), "p/main", "configured_default", &default_list());
}

/// S-4: its origin must still be what is configured.
#[test]
fn m3_a_heartbeat_without_a_model_drops_a_stale_stored_fallback() {
    let config = policy(&usual());
    let pick = |origin: &str| {
        let mut request = overridden(&json!("auto"));
        request["trigger"] = json!("heartbeat");
        request["entry"]["overrideOrigin"] = json!({ "provider": "p", "model": origin });
        let request: SelectRequest = serde_json::from_value(request).unwrap();
        select(&config, &request).unwrap().model_ref().to_string()
    };
    assert_eq!(pick("main"), "o/x");
    assert_eq!(pick("former"), "p/main");
}

#[test]
fn m3_choosing_the_default_selects_what_is_configured() {
    let chosen = json!({ "entry": { "modelOverrideSource": "default" } });
    expect(&chosen, "p/main", "explicit_default", &default_list());
    let agent = json!({ "agentId": "strict", "entry": { "modelOverrideSource": "default" } });
    expect(&agent, "a/own", "explicit_default", &strict());
}

#[test]
fn m3_cron_has_its_own_model_and_list_or_inherits() {
    let cron = |payload: Value| json!({ "cron": payload });
    expect(&cron(json!({ "model": "c/job" })), "c/job", "cron", &default_list());
    expect(&cron(json!({ "model": "boss", "fallbacks": [] })), "p/main", "cron", &strict());
    expect(&cron(json!({ "fallbacks": ["f/z", "/bad"] })), "p/main", "cron", &list(&[("f", "z")]));
    expect(&json!({ "trigger": "cron", "agentId": "strict" }), "a/own", "cron", &default_list());
    expect(&json!({ "trigger": "cron", "agentId": "inherits" }), "p/main", "cron", &list(&[("f", "y")]));
}

#[test]
fn m3_a_heartbeat_with_a_model_has_the_default_list() {
    expect(&json!({ "trigger": "heartbeat" }), "h/default", "heartbeat", &default_list());
    expect(&json!({ "trigger": "heartbeat", "agentId": "beating" }), "h/agent", "heartbeat", &default_list());
}

#[test]
fn m3_the_first_source_that_applies_wins() {
    let mut request = overridden(&json!("user"));
    request["agentId"] = json!("strict");
    expect(&request, "o/x", "user_override", &strict());
    request["trigger"] = json!("heartbeat");
    expect(&request, "h/default", "heartbeat", &default_list());
    request["cron"] = json!({ "model": "c/job" });
    expect(&request, "c/job", "cron", &default_list());
    request["override"] = json!({ "provider": "Z", "model": "now" });
    expect(&request, "z/now", "one_off", &strict());
}

#[test]
fn m3_a_pin_is_returned_when_its_profile_belongs_to_the_selected_provider() {
    let pin = |profile: &str, extra: Value| {
        let mut request = json!({ "entry": { "authProfileOverride": profile } });
        request["entry"].as_object_mut().unwrap().extend(extra.as_object().cloned().unwrap());
        let found = selected(&request);
        (found["profile"].as_str().map(str::to_owned), found["profileSource"].clone())
    };
    assert_eq!(pin("p:work", json!({ "authProfileOverrideSource": "user" })), (Some("p:work".into()), json!("user")));
    assert_eq!(pin("f:work", json!({ "authProfileOverrideSource": "user" })), (None, Value::Null));
    assert_eq!(pin("bare", json!({ "authProfileOverrideSource": "auto" })), (Some("bare".into()), json!("auto")));
    assert_eq!(pin("p:old", json!({ "authProfileOverrideCompactionCount": 0 })).1, json!("auto"));
    assert_eq!(pin("p:old", json!({})).1, json!("user"));
}

#[test]
fn m3_a_profile_named_with_the_override_is_a_user_pin() {
    let found = selected(&json!({ "override": { "provider": "p", "model": "m", "profile": "p:now" } }));
    assert_eq!((&found["profile"], &found["profileSource"]), (&json!("p:now"), &json!("user")));
}

/// The harness belongs to the model, so that it stays whichever profile serves.
#[test]
fn m3_the_runtime_of_the_model_is_repeated() {
    let config = policy(&json!({
        "agents": { "defaults": { "model": "openai/gpt-5", "models": { "openai/gpt-mini": { "runtime": "pi" } } } },
        "models": { "providers": { "openai": { "agentRuntime": { "id": "codex" } } } },
        "auth": { "order": { "openai": ["openai:user@example.com", "openai:api-key-backup"] } },
    }));
    let runtime = |model: &str| {
        let request = json!({ "override": { "provider": "openai", "model": model } });
        select(&config, &serde_json::from_value(request).unwrap()).unwrap().runtime
    };
    assert_eq!(runtime("gpt-5").as_deref(), Some("codex"));
    assert_eq!(runtime("gpt-mini").as_deref(), Some("pi"));
}

#[test]
fn m3_no_model_at_all_and_an_empty_override_are_errors() {
    let problems = |request: Value| {
        let found: Result<Selection, _> = select(&policy(&json!({})), &serde_json::from_value(request).unwrap());
        found.expect_err("an error")[0].clone()
    };
    assert_eq!(problems(json!({})).code, "no_model");
    assert_eq!(problems(json!({ "override": { "provider": " ", "model": "x" } })).path, "override");
    assert_eq!(problems(json!({ "cron": { "model": "/x" } })).path, "cron.model");
    assert_eq!(problems(json!({ "kind": "image" })).path, "agents.defaults.imageModel");
}

#[test]
fn m8_images_have_their_own_primary_and_fallbacks() {
    let mut config = usual();
    config["agents"]["defaults"]["imageModel"] = json!({ "primary": "i/main", "fallbacks": ["i/two"] });
    let config = policy(&config);
    let pick = |request: Value| select(&config, &serde_json::from_value(request).unwrap()).unwrap();
    let usual = pick(json!({ "kind": "image", "agentId": "strict" }));
    assert_eq!(usual.model_ref().to_string(), "i/main");
    let own = pick(json!({ "kind": "image", "override": { "provider": "i", "model": "now" } }));
    assert_eq!(own.model_ref().to_string(), "i/now");
    assert_eq!(own.chain_policy, usual.chain_policy, "the image fallbacks follow both");
}
