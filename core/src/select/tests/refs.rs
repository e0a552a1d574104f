//! Model refs (M-2).

use super::{policy, usual};
use crate::policy::Policy;
use crate::refs::ModelRef;
use crate::select::parse_ref;
use serde_json::json;

/// Provider, model and profile of a text.
fn parts(policy: &Policy, text: &str, known: &[&str]) -> (String, String, Option<String>) {
    let (model, profile) = parse_ref(policy, text, &|id| known.contains(&id)).expect("a ref");
    (model.provider, model.model, profile)
}

fn expect(policy: &Policy, text: &str, provider: &str, model: &str, profile: Option<&str>) {
    let found = parts(policy, text, &[]);
    assert_eq!(found, (provider.to_owned(), model.to_owned(), profile.map(str::to_owned)), "{text}");
}

#[test]
fn m2_the_four_refs_of_the_specification() {
    let none = policy(&json!({}));
    expect(&none, "openai/gpt-5@openai:user@example.com", "openai", "gpt-5", Some("openai:user@example.com"));
    expect(&none, "workers-ai/@cf/meta/x", "workers-ai", "@cf/meta/x", None);
    expect(&none, "google-vertex/claude-x@20250514", "google-vertex", "claude-x@20250514", None);
    let pinned = "google-vertex/claude-x@20250514@google-vertex:work";
    expect(&none, pinned, "google-vertex", "claude-x@20250514", Some("google-vertex:work"));
}

#[test]
fn m2_a_ref_splits_at_its_first_slash_and_is_normalised() {
    let none = policy(&json!({}));
    expect(&none, "  OpenRouter / anthropic/Claude-Opus-5 ", "openrouter", "anthropic/Claude-Opus-5", None);
    expect(&none, "workers-ai/@cf/meta/x@workers-ai:a", "workers-ai", "@cf/meta/x", Some("workers-ai:a"));
}

#[test]
fn m2_a_bare_name_is_an_alias_else_a_model_of_the_default_provider() {
    let policy = policy(&usual());
    expect(&policy, "BOSS", "p", "main", None);
    expect(&policy, "boss@p:work", "p", "main", Some("p:work"));
    expect(&policy, "other", "p", "other", None);
    expect(&policy, "other@2025", "p", "other@2025", None);
}

#[test]
fn m2_the_profile_is_the_longest_suffix_that_is_known() {
    let policy = policy(&usual());
    let known = ["work", "me@home"];
    assert_eq!(parts(&policy, "p/m@work", &known), ("p".into(), "m".into(), Some("work".into())));
    assert_eq!(parts(&policy, "p/m@me@home", &known), ("p".into(), "m".into(), Some("me@home".into())));
    assert_eq!(parts(&policy, "p/m@2025@work", &known), ("p".into(), "m@2025".into(), Some("work".into())));
    assert_eq!(parts(&policy, "p/m@other", &known), ("p".into(), "m@other".into(), None));
}

#[test]
fn m2_a_profile_of_an_unknown_provider_belongs_to_the_model() {
    let policy = policy(&usual());
    expect(&policy, "p/m@nobody:x", "p", "m@nobody:x", None);
    expect(&policy, "p/m@f:x", "p", "m", Some("f:x"));
    expect(&policy, "openai/gpt-5@openai-codex:me", "openai", "gpt-5", Some("openai-codex:me"));
    expect(&policy, "p/m@p:", "p", "m@p:", None);
}

#[test]
fn m2_what_cannot_be_a_ref_is_an_error_that_shows_it() {
    let none = policy(&json!({}));
    for text in ["", "  ", "/x", "openai/", "/", "bare", "openai/@openai:x/"] {
        if let Err(problem) = parse_ref(&none, text, &|_| false) {
            assert_eq!(problem.code, "bad_ref");
            assert!(problem.message.contains(&format!("`{}`", text.trim())), "{}", problem.message);
        } else {
            assert_eq!(text, "openai/@openai:x/", "an `@` right after the slash belongs to the model");
        }
    }
    let long = "a/".to_owned() + &"x".repeat(2_000);
    assert!(parse_ref(&none, &long, &|_| true).is_err());
}

#[test]
fn m2_a_split_ref_is_its_own_text() {
    let model = ModelRef::split("p/a/b@c").unwrap();
    assert_eq!(parse_ref(&policy(&json!({})), &model.to_string(), &|_| false).unwrap().0, model);
}

/// Every text of up to six of these letters is a ref with both sides, or an error; nothing panics.
#[test]
fn m2_any_text_is_a_whole_ref_or_an_error() {
    let policy = policy(&usual());
    let letters = ["p", "/", "@", ":", "é", " "];
    for number in 0..6_usize.pow(6) {
        let mut rest = number;
        let mut text = String::new();
        while rest > 0 {
            text.push_str(letters[rest % 6]);
            rest /= 6;
        }
        if let Ok((model, profile)) = parse_ref(&policy, &text, &|_| false) {
            assert!(!model.provider.is_empty() && !model.model.is_empty(), "{text:?}");
            assert!(profile.is_none_or(|id| id.contains(':') && text.contains(&id)), "{text:?}");
        }
    }
}
