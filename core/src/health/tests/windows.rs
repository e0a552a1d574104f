//! What opens which window, and for how long (K-1 to K-9, K-11, K-12).

use super::{at, bench, bench_with, failure, secs, success};
use crate::classify::{Reason, Scope};
use crate::state::{Fact, FactFailed, WindowKind, WindowScope, WindowSource};
use crate::time::{Millis, Span};
use serde_json::json;

#[test]
fn k2_only_named_reasons_touch_health() {
    for reason in Reason::ALL {
        let mut bench = bench();
        bench.fail(failure(at(0), reason));
        let kind = bench.windows(at(1)).first().map(|window| window.kind);
        let expected = match reason {
            Reason::Auth | Reason::RateLimit | Reason::Overloaded | Reason::Timeout | Reason::ModelNotFound => {
                Some(WindowKind::Cooldown)
            }
            Reason::Billing | Reason::AuthPermanent => Some(WindowKind::Disabled),
            _ => None,
        };
        assert_eq!(kind, expected, "{reason:?}");
    }
}

#[test]
fn k2_a_pause_opens_a_provider_window_and_counts_nothing() {
    let mut bench = bench();
    bench.apply(&Fact::ProfilePaused {
        key: super::KEY.to_owned(),
        at: at(0),
        attempt_id: "t.1".to_owned(),
        credential_version: None,
        reason: Reason::RateLimit,
        model: Some("m".to_owned()),
        until: secs(45),
    });
    let windows = bench.windows(at(1));
    assert_eq!((windows[0].source, windows[0].count, windows[0].until), (WindowSource::Provider, 0, secs(45)));
    bench.fail(failure(secs(46), Reason::RateLimit));
    assert_eq!(bench.only_end(secs(47)), 46 + 30, "the first failure is the first step");
}

/// K-3 and K-4: the ladder is climbed by failures after each window, until the counts go back to zero.
#[test]
fn k3_the_ladder_is_30s_60s_5min_and_its_last_step_repeats() {
    let mut bench = bench();
    let mut now = 0;
    for wait in [30, 60, 300, 300] {
        bench.fail(failure(secs(now), Reason::RateLimit));
        assert_eq!(bench.only_end(secs(now)), now + wait);
        now += wait;
    }
}

#[test]
fn k3_classic_climbs_1_5_25_60_minutes_over_all_models() {
    let mut bench = bench_with(&json!({ "failover": { "preset": "classic" } }));
    let mut now = 0;
    for (minutes, model) in [(1, "a"), (5, "b"), (25, "a"), (60, "c"), (60, "a")] {
        bench.fail(FactFailed { model: Some(model.to_owned()), ..failure(secs(now), Reason::Timeout) });
        assert_eq!(bench.only_end(secs(now)), now + minutes * 60);
        now += minutes * 60;
    }
}

#[test]
fn k4_counters_may_also_be_reset_when_the_window_ends() {
    let mut bench = bench_with(&json!({ "failover": { "cooldowns": { "countersReset": "expiry" } } }));
    for n in 0..4 {
        bench.fail(failure(secs(n), Reason::Timeout));
    }
    assert_eq!(bench.only_end(secs(5)), 30, "failures inside the window count and do not extend it");
    bench.fail(failure(secs(30), Reason::Timeout));
    assert_eq!(bench.only_end(secs(31)), 30 + 30, "the window was over, so the ladder starts again");
}

#[test]
fn k3_billing_and_auth_permanent_have_counts_of_their_own() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(failure(secs(1), Reason::Billing));
    bench.fail(failure(secs(2), Reason::AuthPermanent));
    let counts: Vec<u32> = bench.windows(secs(3)).iter().map(|window| window.count).collect();
    assert_eq!(counts, [1, 1]);
}

#[test]
fn k4_counts_go_back_to_zero_after_the_failure_window_and_on_clear() {
    let day = 24 * 3_600;
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(failure(secs(31), Reason::RateLimit));
    bench.fail(failure(secs(31 + day + 1), Reason::RateLimit));
    assert_eq!(bench.only_end(secs(31 + day + 1)), 31 + day + 1 + 30);
    bench.apply(&Fact::ProfileCleared {
        key: super::KEY.to_owned(),
        at: secs(31 + day + 2),
        credential_version: None,
        by: "a person".to_owned(),
    });
    assert!(bench.windows(secs(31 + day + 2)).is_empty());
}

#[test]
fn k5_an_active_window_is_never_extended_by_a_further_failure() {
    let mut bench = bench();
    for s in 0..20 {
        bench.fail(failure(secs(s), Reason::Overloaded));
    }
    assert_eq!(bench.only_end(secs(20)), 30);
    bench.fail(failure(secs(31), Reason::Overloaded));
    assert_eq!(bench.only_end(secs(32)), 31 + 300, "the counts grew inside the window");
}

#[test]
fn k5_a_provider_stated_time_may_move_an_active_window_later_never_earlier() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::Overloaded));
    bench.fail(FactFailed { stated_until: Some(secs(90)), ..failure(secs(1), Reason::RateLimit) });
    bench.fail(FactFailed { stated_until: Some(secs(40)), ..failure(secs(2), Reason::Overloaded) });
    let windows = bench.windows(secs(3));
    assert_eq!((windows[0].until, windows[0].reason), (secs(90), Reason::RateLimit));
}

#[test]
fn k5_a_failed_probe_raises_no_count_but_opens_a_window() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    for n in 1..5 {
        bench.fail(FactFailed { probe: true, ..failure(secs(31 * n), Reason::RateLimit) });
        assert_eq!(bench.only_end(secs(31 * n)), 31 * n + 30, "the step stays the first");
    }
}

#[test]
fn k5_of_two_facts_of_one_instant_the_longest_window_wins() {
    let mut bench = bench();
    let other = |reason, id: &str| FactFailed { attempt_id: id.to_owned(), ..failure(secs(0), reason) };
    bench.fail(other(Reason::Timeout, "b.1"));
    bench.fail(other(Reason::RateLimit, "c.1"));
    let windows = bench.windows(secs(1));
    assert_eq!((windows[0].until, windows[0].reason), (secs(30), Reason::Timeout), "equally long: K-13 names them");
    bench.fail(FactFailed { stated_until: Some(secs(50)), ..other(Reason::RateLimit, "a.1") });
    let windows = bench.windows(secs(1));
    assert_eq!((windows[0].until, windows[0].reason), (secs(50), Reason::RateLimit));
}

#[test]
fn k5_a_storm_in_one_instant_is_one_step_of_the_ladder() {
    let mut bench = bench();
    for n in 0..14 {
        bench.fail(FactFailed { attempt_id: format!("t{n}.1"), ..failure(secs(0), Reason::RateLimit) });
    }
    assert_eq!(bench.only_end(secs(1)), 30);
    bench.fail(failure(secs(31), Reason::RateLimit));
    assert_eq!(bench.only_end(secs(32)), 31 + 300, "the counts grew");
}

#[test]
fn k2_what_is_no_profiles_fault_touches_no_health() {
    for scope in [Scope::Request, Scope::Transport, Scope::Caller, Scope::Session] {
        for reason in [Reason::Timeout, Reason::Billing, Reason::RateLimit] {
            let mut bench = bench();
            bench.fail(FactFailed { scope, ..failure(at(0), reason) });
            assert!(bench.windows(at(1)).is_empty(), "{reason:?} of {scope:?}");
            assert!(bench.record.windows.is_empty());
        }
    }
}

#[test]
fn k6_a_reset_that_has_passed_is_no_block_but_a_step_of_the_usage_ladder() {
    let mut bench = bench();
    let past = FactFailed {
        stated_until: Some(secs(5)),
        absolute_reset: true,
        usage_window: true,
        ..failure(secs(9), Reason::RateLimit)
    };
    bench.fail(past);
    assert_eq!(bench.windows(secs(10))[0].kind, WindowKind::Cooldown);
    assert_eq!(bench.only_end(secs(10)), 9 + 300);
}

#[test]
fn k6_a_stated_wait_is_followed_up_to_a_day() {
    let mut bench = bench();
    bench.fail(FactFailed { stated_until: Some(secs(7_200)), ..failure(secs(0), Reason::RateLimit) });
    assert_eq!(bench.only_end(secs(1)), 7_200);
    let mut bench = super::bench();
    bench.fail(FactFailed { stated_until: Some(secs(90 * 3_600)), ..failure(secs(0), Reason::RateLimit) });
    assert_eq!(bench.only_end(secs(1)), 24 * 3_600);
}

#[test]
fn k6_an_absolute_reset_blocks_until_then() {
    let mut bench = bench();
    let days = 3 * 24 * 3_600;
    bench.fail(FactFailed {
        stated_until: Some(secs(days)),
        absolute_reset: true,
        usage_window: true,
        scope: Scope::Account,
        ..failure(secs(0), Reason::RateLimit)
    });
    let windows = bench.windows(secs(1));
    assert_eq!(
        (windows[0].kind, windows[0].scope, windows[0].until),
        (WindowKind::Blocked, WindowScope::Profile, secs(days))
    );
    assert!(bench.windows(secs(days)).is_empty(), "eligible at once when it has passed");
}

#[test]
fn k6_a_usage_window_without_a_reset_climbs_its_own_ladder() {
    let mut bench = bench();
    let usage = |when| FactFailed { usage_window: true, scope: Scope::Account, ..failure(when, Reason::RateLimit) };
    let mut now = 0;
    for wait in [300, 900, 3_600, 3_600] {
        bench.fail(usage(secs(now)));
        assert_eq!(bench.only_end(secs(now)), now + wait);
        now += wait;
    }
    bench.fail(FactFailed { stated_until: Some(secs(now + 7_000)), ..usage(secs(now)) });
    assert_eq!(bench.only_end(secs(now)), now + 7_000, "a relative wait counts when it is later");
}

#[test]
fn k7_one_models_failure_never_blocks_a_sibling() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(FactFailed { model: Some("n".to_owned()), ..failure(secs(1), Reason::RateLimit) });
    let windows = bench.windows(secs(2));
    let blocked = |model: &str| windows.iter().filter(|w| super::super::blocks(w, model, secs(2))).count();
    assert_eq!((blocked("m"), blocked("n"), blocked("third")), (1, 1, 0));
    bench.fail(failure(secs(3), Reason::Auth));
    let windows = bench.windows(secs(4));
    assert!(windows.iter().any(|w| super::super::blocks(w, "third", secs(4))), "auth holds for all models");
}

#[test]
fn k8_billing_disables_5_10_20_then_24_hours() {
    let mut bench = bench();
    let mut now = 0;
    for hours in [5, 10, 20] {
        bench.fail(failure(secs(now), Reason::Billing));
        assert_eq!(bench.only_end(secs(now)), now + hours * 3_600);
        now += hours * 3_600;
    }
    let config = json!({ "auth": { "cooldowns": { "billingBackoffHoursByProvider": { "openai": 2 } } } });
    let mut bench = bench_with(&config);
    bench.fail(failure(secs(0), Reason::Billing));
    assert_eq!(bench.only_end(secs(1)), 2 * 3_600);
}

#[test]
fn k9_auth_permanent_disables_10_20_40_60_minutes() {
    let mut bench = bench();
    let mut now = 0;
    for minutes in [10, 20, 40, 60, 60] {
        bench.fail(failure(secs(now), Reason::AuthPermanent));
        assert_eq!(bench.only_end(secs(now)), now + minutes * 60);
        now += minutes * 60;
    }
}

#[test]
fn k11_exempt_providers_never_cool_down_but_are_disabled() {
    let mut bench = bench();
    bench.key = "profile/shared/openrouter:default".to_owned();
    bench.fail(failure(secs(0), Reason::RateLimit));
    assert!(bench.windows(secs(1)).is_empty());
    bench.fail(failure(secs(2), Reason::Billing));
    assert_eq!(bench.windows(secs(3)).len(), 1);
}

#[test]
fn k12_a_success_clears_all_but_another_models_window() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(FactFailed { model: Some("n".to_owned()), ..failure(secs(1), Reason::Timeout) });
    bench.fail(failure(secs(2), Reason::Auth));
    bench.apply(&success(secs(3), "m"));
    let left: Vec<_> = bench.windows(secs(4)).into_iter().map(|window| window.model).collect();
    assert_eq!(left, [Some("n".to_owned())]);
    bench.fail(failure(secs(40), Reason::RateLimit));
    assert_eq!(bench.windows(secs(41)).iter().find(|w| w.model.as_deref() == Some("m")).unwrap().count, 1);
}

#[test]
fn k1_at_most_40_windows_are_kept_and_the_shortest_model_window_gives_way() {
    let mut bench = bench();
    bench.fail(failure(Millis(super::T0), Reason::Billing));
    for n in 0..60 {
        let when = secs(n) + Span(1);
        bench.fail(FactFailed { model: Some(format!("m{n}")), ..failure(when, Reason::ModelNotFound) });
    }
    let all = bench.record.windows.clone();
    assert!(all.len() <= 40, "{}", all.len());
    assert!(all.iter().any(|window| window.scope == WindowScope::Profile));
}
