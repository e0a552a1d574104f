//! The chain (M-4 to M-9).

use super::{policy, usual};
use crate::error::Problem;
use crate::policy::Policy;
use crate::select::{SelectRequest, chain, select};
use crate::turn::{Origin, TurnRequest};
use serde_json::{Value, json};

type Found = Result<(Vec<(String, Origin)>, Vec<Problem>), Vec<Problem>>;

/// The chain of a turn request, its selection made like the turn makes it.
fn made(policy: &Policy, request: &Value) -> Found {
    let mut full = json!({ "turnId": "t", "seed": 1 });
    full.as_object_mut().unwrap().extend(request.as_object().cloned().unwrap());
    let turn: TurnRequest = serde_json::from_value(full).expect("a request");
    let select_request = SelectRequest {
        agent_id: turn.agent_id.clone(),
        kind: turn.kind,
        trigger: turn.trigger,
        one_off: turn.one_off.clone(),
        cron: turn.cron.clone(),
        entry: None,
    };
    let selection = turn.selection.clone().map_or_else(|| select(policy, &select_request), Ok)?;
    let (list, warnings) = chain(policy, &turn, &selection)?;
    Ok((list.into_iter().map(|c| (format!("{}/{}", c.provider, c.model), c.origin)).collect(), warnings))
}

fn refs(policy: &Policy, request: &Value) -> Vec<String> {
    made(policy, request).expect("a chain").0.into_iter().map(|(text, _)| text).collect()
}

/// A selection with the default list.
fn selection(provider: &str, model: &str, source: &str) -> Value {
    json!({ "selection": {
        "provider": provider, "model": model, "source": source, "chainPolicy": { "kind": "default" },
    } })
}

#[test]
fn m4_the_default_list_ends_with_the_configured_primary() {
    let (list, _) = made(&policy(&usual()), &selection("x", "y", "auto_override")).unwrap();
    let expected = [
        ("x/y", Origin::Requested),
        ("f/one", Origin::ConfiguredFallback),
        ("f/two", Origin::ConfiguredFallback),
        ("p/main", Origin::ConfiguredPrimary),
    ];
    assert_eq!(list, expected.map(|(text, origin)| (text.to_owned(), origin)));
}

#[test]
fn m4_the_first_place_of_a_model_wins() {
    let policy = policy(&usual());
    assert_eq!(refs(&policy, &json!({})), ["p/main", "f/one", "f/two"]);
    let twice = json!({ "fallbacksOverride": ["F/one", "p/main", " f/one ", "f/One"] });
    assert_eq!(refs(&policy, &twice), ["p/main", "f/one", "f/One"]);
}

#[test]
fn m4_a_strict_source_has_no_fallbacks() {
    assert_eq!(refs(&policy(&usual()), &json!({ "override": { "provider": "x", "model": "y" } })), ["x/y"]);
}

#[test]
fn m4_an_explicit_list_is_exactly_that_list() {
    let mut config = usual();
    config["agents"]["entries"] = json!({ "a": { "model": { "primary": "a/own", "fallbacks": ["f/two"] } } });
    let policy = policy(&config);
    assert_eq!(refs(&policy, &json!({ "agentId": "a" })), ["a/own", "f/two"]);
    assert_eq!(refs(&policy, &json!({ "cron": { "model": "c/x", "fallbacks": ["f/one"] } })), ["c/x", "f/one"]);
    assert_eq!(refs(&policy, &json!({ "cron": { "model": "c/x" } })), ["c/x", "f/one", "f/two", "p/main"]);
}

#[test]
fn m4_a_requested_chain_is_taken_as_it_stands() {
    let policy = policy(&usual());
    let request = json!({ "chain": ["boss", "x/y", "x/y", "f/one"] });
    let mut with_selection = selection("p", "main", "chain");
    with_selection["chain"] = request["chain"].clone();
    for request in [request, with_selection] {
        let (list, _) = made(&policy, &request).unwrap();
        let origins: Vec<_> = list.iter().map(|(_, origin)| *origin).collect();
        assert_eq!(list.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>(), ["p/main", "x/y", "f/one"]);
        assert_eq!(origins, [Origin::Requested, Origin::ConfiguredFallback, Origin::ConfiguredFallback]);
    }
}

#[test]
fn m5_configured_fallbacks_are_not_filtered_by_the_known_models() {
    let mut config = usual();
    config["agents"]["defaults"]["models"] = json!({ "p/main": {} });
    assert_eq!(refs(&policy(&config), &json!({})), ["p/main", "f/one", "f/two"]);
}

#[test]
fn m6_a_run_on_a_fallback_of_the_same_provider_gets_the_usual_chain() {
    let mut config = usual();
    config["agents"]["defaults"]["model"]["fallbacks"] = json!(["p/small", "f/two"]);
    let request = selection("p", "small", "auto_override");
    assert_eq!(refs(&policy(&config), &request), ["p/small", "f/two", "p/main"]);
}

#[test]
fn m6_a_run_on_a_fallback_of_another_provider_gets_the_usual_chain() {
    let request = selection("f", "one", "auto_override");
    assert_eq!(refs(&policy(&usual()), &request), ["f/one", "f/two", "p/main"]);
}

#[test]
fn m7_an_absent_override_of_the_fallbacks_is_not_an_empty_one() {
    let policy = policy(&usual());
    let mut request = selection("x", "y", "auto_override");
    assert_eq!(refs(&policy, &request), ["x/y", "f/one", "f/two", "p/main"]);
    request["fallbacksOverride"] = json!([]);
    assert_eq!(refs(&policy, &request), ["x/y"]);
    request["fallbacksOverride"] = json!(["f/two"]);
    assert_eq!(refs(&policy, &request), ["x/y", "f/two"]);
    let strict = json!({ "override": { "provider": "x", "model": "y" }, "fallbacksOverride": ["f/one"] });
    assert_eq!(refs(&policy, &strict), ["x/y", "f/one"]);
}

#[test]
fn m8_nothing_is_appended_for_images() {
    let mut config = usual();
    config["agents"]["defaults"]["imageModel"] = json!({ "primary": "i/main", "fallbacks": ["i/two"] });
    let policy = policy(&config);
    assert_eq!(refs(&policy, &json!({ "kind": "image" })), ["i/main", "i/two"]);
    let own = json!({ "kind": "image", "override": { "provider": "i", "model": "now" } });
    assert_eq!(refs(&policy, &own), ["i/now", "i/two"]);
    let mut given = selection("i", "given", "configured_default");
    given["kind"] = json!("image");
    assert_eq!(refs(&policy, &given), ["i/given", "i/two"]);
}

#[test]
fn m9_an_unresolvable_fallback_is_dropped_with_a_warning_that_names_it() {
    let policy = policy(&usual());
    let warned = |request: Value| {
        let (list, warnings) = made(&policy, &request).unwrap();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(warnings[0].message.contains("`/bad`"), "{}", warnings[0].message);
        (list.len(), warnings[0].path.clone())
    };
    assert_eq!(warned(json!({ "fallbacksOverride": ["x/y", "/bad"] })), (2, "request.fallbacksOverride[1]".into()));
    assert_eq!(warned(json!({ "cron": { "fallbacks": ["/bad"] } })), (1, "cron.fallbacks[0]".into()));
    let mut chain = selection("x", "y", "chain");
    chain["chain"] = json!(["x/y", "/bad", "z/z"]);
    assert_eq!(warned(chain), (2, "request.chain[1]".into()));
}

#[test]
fn m9_a_requested_model_that_cannot_be_resolved_is_an_error() {
    let policy = policy(&usual());
    let mut request = selection("x", "y", "chain");
    for (chain, path) in [(json!(["/bad", "x/y"]), "request.chain[0]"), (json!([]), "request.chain")] {
        request["chain"] = chain;
        assert_eq!(made(&policy, &request).unwrap_err()[0].path, path);
    }
    let empty = selection("", "y", "configured_default");
    assert_eq!(made(&policy, &empty).unwrap_err()[0].path, "request.selection");
}

#[test]
fn m9_at_most_32_candidates() {
    let policy = policy(&usual());
    let with = |count: usize| {
        let list: Vec<String> = (0..count).map(|n| format!("f/m{n}")).collect();
        made(&policy, &json!({ "fallbacksOverride": list }))
    };
    assert_eq!(with(31).unwrap().0.len(), 32);
    let bad = with(32).unwrap_err();
    assert_eq!((bad[0].code.as_str(), bad[0].path.as_str()), ("too_many_candidates", "request.fallbacksOverride"));
}
