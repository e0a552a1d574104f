//! Options: values, presets, local servers, what is refused (M-1, 09-options).

use super::{errors, paths, policy, warnings};
use crate::policy::{FloorEscape, Persistence, ProbeWhen, RecoveryMode, RetryBudget, SecretRef, StateScope, UserPin};
use crate::time::Span;
use serde_json::json;

#[test]
fn m1_an_empty_config_is_the_latest_preset_without_models() {
    let policy = policy(&json!({}));
    assert_eq!(policy.cooldowns.ladder, [Span::secs(30), Span::mins(1), Span::mins(5)]);
    assert_eq!(policy.cooldowns.billing_base, Span::hours(5));
    assert_eq!(policy.cooldowns.auth_permanent_max, Span::mins(60));
    assert_eq!(policy.recovery.max_retries, None);
    assert_eq!(policy.timeouts.connect, Some(Span::secs(10)));
    assert_eq!(policy.timeouts.total, None);
    assert_eq!(policy.skip_cache_ttl, None);
    assert_eq!(policy.models.default.primary, None);
    assert_eq!(policy.profile_id_prefixes["openai-codex"], "openai");
}

#[test]
fn m1_each_preset_sets_its_own_defaults() {
    let of = |preset: &str| policy(&json!({ "failover": { "preset": preset } }));
    let (latest, sticky, classic, swift) = (of("latest"), of("sticky"), of("classic"), of("swift"));
    assert_eq!(latest.fallback_persistence, Persistence::Turn);
    assert_eq!(sticky.fallback_persistence, Persistence::Session);
    assert_eq!(sticky.recovery.mode, RecoveryMode::Off);
    assert_eq!(sticky.cooldowns.usage_window_ladder, sticky.cooldowns.ladder);
    assert_eq!(classic.cooldowns.ladder, [Span::mins(1), Span::mins(5), Span::mins(25), Span::mins(60)]);
    assert_eq!(classic.cooldowns.usage_window_ladder, classic.cooldowns.ladder);
    assert_eq!(classic.probe.primary_interval, Span::ZERO);
    assert!(classic.cooldowns.exempt_providers.is_empty() && !classic.notices);
    assert_eq!((classic.state_scope, classic.overload_replay.max), (StateScope::Agent, 0));
    assert_eq!((swift.recovery.fast_retries, swift.recovery.fast_wait), (Some(2), Some(Span::secs(10))));
    assert_eq!((swift.recovery.floor_escape, swift.probe.when), (FloorEscape::Any, ProbeWhen::Throttled));
    assert_eq!(swift.user_pin, UserPin::Prefer);
}

#[test]
fn m1_the_values_of_the_config_win_over_its_preset() {
    let policy = policy(&json!({
        "failover": { "preset": "classic", "notices": true, "cooldowns": { "ladderMs": [1000] } },
        "auth": { "cooldowns": { "billingBackoffHours": 2, "billingBackoffHoursByProvider": { " OpenAI ": 7 } } },
    }));
    assert!(policy.notices);
    assert_eq!(policy.cooldowns.ladder, [Span::secs(1)]);
    assert_eq!(policy.cooldowns.usage_window_ladder, policy.cooldowns.ladder, "classic: as ladderMs");
    assert_eq!(policy.cooldowns.billing_base, Span::hours(2));
    assert_eq!(policy.cooldowns.billing_base_by_provider["openai"], Span::hours(7));
}

/// K-3, T-21: known local servers and every loopback address; their own values still win.
#[test]
fn m1_local_servers_have_their_own_ladder_and_first_token() {
    let policy = policy(&json!({
        "models": { "providers": {
            "mine": { "baseUrl": "http://user@127.8.0.1:8080/v1" },
            "six": { "baseUrl": "http://[::1]:1234" },
            "far": { "baseUrl": "https://localhost.example.com/127.0.0.1" },
        } },
        "failover": { "timeouts": { "default": { "idleMs": 5 }, "vllm": { "firstTokenMs": 7, "totalMs": null } },
                      "cooldowns": { "ladderMsByProvider": { "ollama": [1] } } },
    }));
    let ladders = &policy.cooldowns.ladder_by_provider;
    assert_eq!(ladders["mine"], [Span::secs(5), Span::secs(10), Span::secs(30)]);
    assert_eq!(ladders["ollama"], [Span(1)]);
    assert!(ladders.contains_key("six") && !ladders.contains_key("far"));
    let timeouts = &policy.timeouts_by_provider;
    assert_eq!(timeouts["mine"].first_token, Some(Span::mins(10)));
    assert_eq!(timeouts["mine"].idle, Some(Span(5)), "the default holds for local servers too");
    assert_eq!((timeouts["vllm"].first_token, timeouts["vllm"].idle), (Some(Span(7)), Some(Span(5))));
    assert!(!timeouts.contains_key("far"));
}

#[test]
fn m1_older_presets_have_no_local_ladder_but_the_long_first_token() {
    let policy = policy(&json!({ "failover": { "preset": "classic" } }));
    assert!(policy.cooldowns.ladder_by_provider.is_empty());
    assert_eq!(policy.timeouts_by_provider["ollama"].first_token, Some(Span::mins(10)));
}

/// T-26: off, or held between one second and ten minutes.
#[test]
fn m1_the_skip_cache_is_clamped() {
    let ttl = |ms: u64| policy(&json!({ "failover": { "skipCache": { "ttlMs": ms } } })).skip_cache_ttl;
    assert_eq!(ttl(0), None);
    assert_eq!(ttl(1), Some(Span::secs(1)));
    assert_eq!(ttl(61_000), Some(Span::secs(61)));
    assert_eq!(ttl(9_999_999), Some(Span::mins(10)));
}

#[test]
fn m1_a_retry_budget_fills_its_own_defaults() {
    let budget = |value| policy(&json!({ "failover": { "retryBudget": value } })).retry_budget;
    assert_eq!(budget(json!(null)), None);
    let usual = RetryBudget { ratio_permille: 200, min_per_second: 10, window: Span::secs(10) };
    assert_eq!(budget(json!({})), Some(usual.clone()));
    assert_eq!(budget(json!({ "minPerSecond": 3 })), Some(RetryBudget { min_per_second: 3, ..usual }));
}

#[test]
fn m1_secrets_are_places_and_a_secret_in_their_place_is_not_repeated() {
    let good = json!({ "failover": { "secrets": { "a:b": { "env": "KEY" }, "a:c": { "file": "/run/key" } } } });
    let policy = policy(&good);
    assert_eq!(policy.secrets["a:b"], SecretRef::Env("KEY".to_owned()));
    assert_eq!(policy.secrets["a:c"], SecretRef::File("/run/key".to_owned()));
    let bad = errors(&json!({ "failover": { "secrets": { "a:b": "sk-1", "a:c": { "env": "A", "file": "B" } } } }));
    assert_eq!(paths(&bad), ["failover.secrets.a:b", "failover.secrets.a:c"]);
    assert!(!serde_json::to_string(&bad).unwrap().contains("sk-1"));
}

#[test]
fn m1_all_errors_come_together_and_say_what_was_found_and_what_is_allowed() {
    let bad = errors(&json!({
        "failover": {
            "preset": "newest",
            "probe": { "marginMs": "soon", "minIntervalMs": -1, "when": 3 },
            "deadline": { "reservePercent": 101 },
            "cooldowns": { "ladderMs": [], "modelScopedReasons": ["billing"] },
            "notices": 1,
            "recovery": { "fastWaitMs": 9_007_199_254_740_992_u64, "baseMs": 1.5 },
            "state": "shared",
        },
        "auth": { "cooldowns": { "billingMaxHours": 0 }, "profiles": 5 },
        "agents": { "defaults": { "model": 7 } },
    }));
    let expected = [
        "failover.cooldowns.ladderMs",
        "failover.cooldowns.modelScopedReasons[0]",
        "failover.deadline.reservePercent",
        "failover.notices",
        "failover.preset",
        "failover.probe.marginMs",
        "failover.probe.minIntervalMs",
        "failover.probe.when",
        "failover.recovery.baseMs",
        "failover.recovery.fastWaitMs",
        "failover.state",
        "auth.cooldowns.billingMaxHours",
        "auth.profiles",
        "agents.defaults.model",
    ];
    assert_eq!(paths(&bad), expected);
    assert!(bad.iter().all(|problem| problem.found.is_some() && problem.expected.is_some()), "{bad:?}");
    let preset = bad.iter().find(|problem| problem.path == "failover.preset").unwrap();
    assert_eq!(preset.message, "found \"newest\", but one of latest, sticky, classic, swift is needed");
    let margin = bad.iter().find(|problem| problem.path == "failover.probe.marginMs").unwrap();
    assert_eq!((margin.code.as_str(), margin.found.as_deref()), ("wrong_type", Some("\"soon\"")));
}

#[test]
fn m1_a_config_that_is_no_object_is_an_error() {
    for config in [json!(null), json!([]), json!("x"), json!(1), json!(true)] {
        let bad = errors(&config);
        assert_eq!((bad.len(), bad[0].path.as_str(), bad[0].code.as_str()), (1, "", "wrong_type"));
    }
}

#[test]
fn m1_an_unknown_key_names_the_nearest_known_one() {
    let found = warnings(&json!({
        "failover": { "probe": { "margnMs": 1 }, "marginMs": 2, "timeouts": { "openai": { "conectMs": 3 } },
                      "probe.when": "throttled", "retryBudget": { "ratio": 1 } },
        "auth": { "ordr": {} },
        "failovr": {},
        "agents": { "defaults": { "modle": "a/b" } },
    }));
    let near: Vec<_> = found.iter().map(|w| (w.path.as_str(), w.expected.as_deref().unwrap())).collect();
    let expected = [
        ("failovr", "failover"),
        ("failover.marginMs", "failover.probe.marginMs"),
        ("failover.probe.margnMs", "marginMs"),
        ("failover.probe.when", "probe"),
        ("failover.retryBudget.ratio", "ratioPermille"),
        ("failover.timeouts.openai.conectMs", "connectMs"),
        ("auth.ordr", "order"),
        ("agents.defaults.modle", "model"),
    ];
    assert_eq!(near, expected);
    assert!(found.iter().all(|warning| warning.code == "unknown_key"));
}

#[test]
fn m1_one_line_counts_what_a_pasted_config_holds_beside() {
    let found = warnings(&json!({
        "browser": {}, "channels": { "telegram": {} }, "gateway": 1,
        "agents": { "defaults": { "workspace": "~/w", "model": "openai/gpt-5" } },
    }));
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].code.as_str(), found[0].path.as_str()), ("not_read", ""));
    assert!(found[0].message.starts_with("4 other sections and keys"), "{}", found[0].message);
    assert!(found[0].message.contains("channels") && found[0].message.contains("agents.defaults.workspace"));
}

#[test]
fn m1_countless_unknown_keys_are_cut_off() {
    let section: serde_json::Map<_, _> = (0..5_000).map(|n| (format!("key{n}"), json!(n))).collect();
    let found = warnings(&json!({ "failover": section }));
    assert_eq!(found.len(), 201);
    assert_eq!(found[200].message, "4800 more warnings are not listed");
}

/// C-20: rules of the host are read as they stand, each with its own id.
#[test]
fn m1_extra_rules_need_an_id_of_their_own() {
    let rule = |id: &str| json!({ "id": id, "provider": " ACME ", "reason": "billing" });
    let good = policy(&json!({ "failover": { "classify": { "extraRules": [rule("a"), rule("b")] } } }));
    assert_eq!(good.classify.extra_rules[1].provider.as_deref(), Some("acme"));
    let bad = errors(&json!({ "failover": { "classify": { "extraRules": [rule("a"), rule("a"), { "id": "c" }] } } }));
    assert_eq!(paths(&bad), ["failover.classify.extraRules[1]", "failover.classify.extraRules[2]"]);
}
