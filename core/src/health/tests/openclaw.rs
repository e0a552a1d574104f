//! OpenClaw's `usageStats` in and out (K-1).

use super::{KEY, T0, bench, failure, secs};
use crate::classify::Reason;
use crate::health::openclaw::{export, import};
use crate::state::{FactFailed, ProfileRecord, WindowKind, WindowScope};
use proptest::prelude::*;
use serde_json::{Value, json};

#[test]
fn k1_usage_stats_are_read_into_windows_and_counts() {
    let stats = json!({
        "lastUsed": T0 - 5, "cooldownUntil": T0 + 30_000, "cooldownReason": "rate_limit", "cooldownModel": "gpt-5",
        "disabledUntil": T0 + 60_000, "disabledReason": "billing", "blockedUntil": T0 + 90_000,
        "blockedReason": "subscription_limit", "errorCount": 5, "failureCounts": { "billing": 2, "rate_limit": 3 },
        "lastFailureAt": T0 - 10, "lastProbeAt": T0, "key": "sk-secret",
    });
    let record = import(&stats, secs(0));
    let of = |kind| record.windows.iter().find(move |window| window.kind == kind).unwrap();
    assert_eq!(of(WindowKind::Cooldown).model.as_deref(), Some("gpt-5"));
    assert_eq!(of(WindowKind::Cooldown).scope, WindowScope::Model);
    assert_eq!((of(WindowKind::Disabled).reason, of(WindowKind::Disabled).until), (Reason::Billing, secs(60)));
    assert_eq!(of(WindowKind::Blocked).reason, Reason::RateLimit);
    let counts: Vec<u32> = record.base.counts.iter().map(|count| count.n).collect();
    assert_eq!(counts, [3, 2]);
    let back = export(&bench().policy, KEY, &record, secs(0));
    assert_eq!(back, {
        let mut stats = stats;
        for foreign in ["lastProbeAt", "key"] {
            stats.as_object_mut().unwrap().remove(foreign);
        }
        stats
    });
}

#[test]
fn k1_several_models_are_shown_as_one_window_for_all() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(FactFailed { model: Some("n".to_owned()), ..failure(secs(5), Reason::Timeout) });
    let stats = export(&bench.policy, KEY, &bench.record, secs(6));
    assert_eq!(stats.get("cooldownUntil"), Some(&json!(T0 + 35_000)));
    assert_eq!(stats.get("cooldownReason"), Some(&json!("timeout")));
    assert_eq!(stats.get("cooldownModel"), None);
    assert_eq!(stats.get("errorCount"), Some(&json!(2)));
}

#[test]
fn k1_what_is_no_usage_stats_gives_an_empty_record() {
    for stats in [json!(null), json!([1]), json!({ "cooldownUntil": "soon", "errorCount": -1, "lastUsed": 1.5 })] {
        let record = import(&stats, secs(0));
        assert_eq!(record, ProfileRecord { v: 1, ..ProfileRecord::default() }, "{stats}");
    }
}

/// K-4 and K-5 go on from an imported record.
#[test]
fn k3_an_imported_count_is_climbed_on() {
    let stats = json!({ "errorCount": 1, "failureCounts": { "auth": 1 }, "lastFailureAt": T0 });
    let mut bench = bench();
    bench.record = import(&stats, secs(0));
    bench.fail(FactFailed { model: None, ..failure(secs(40), Reason::Auth) });
    assert_eq!(bench.only_end(secs(41)), 40 + 60);
}

fn usage_stats() -> impl Strategy<Value = Value> {
    let until = || prop::option::of(T0 - 50_000..T0 + 90_000);
    let reasons = &["auth", "rate_limit", "timeout", "overloaded", "format", "strange"][..];
    (until(), prop::sample::select(reasons), prop::option::of("[a-c]"), until(), until(), 0..9_u32, 0..4_u32).prop_map(
        |(cooldown, reason, model, disabled, blocked, others, billing)| {
            json!({
                "cooldownUntil": cooldown, "cooldownReason": reason, "cooldownModel": model,
                "disabledUntil": disabled, "disabledReason": "billing", "blockedUntil": blocked,
                "errorCount": others + billing, "failureCounts": { "billing": billing, (reason): others },
                "lastFailureAt": T0 - 1_000,
            })
        },
    )
}

proptest! {
    /// K-15: the round trip through OpenClaw's shape changes nothing that the shape can say.
    #[test]
    fn k15_round_trip_through_usage_stats(stats in usage_stats()) {
        let policy = bench().policy;
        let once = export(&policy, KEY, &import(&stats, secs(0)), secs(0));
        let twice = export(&policy, KEY, &import(&once, secs(0)), secs(0));
        prop_assert_eq!(once, twice);
    }

    /// The same from our side: windows of one model each come back as they were.
    #[test]
    fn k15_round_trip_of_a_window(n in 0..9_u64, model in prop::option::of("[a-c]")) {
        let mut bench = bench();
        bench.fail(FactFailed { model, ..failure(secs(n), Reason::RateLimit) });
        let now = secs(n + 1);
        let stats = export(&bench.policy, KEY, &bench.record, now);
        let back = import(&stats, now);
        prop_assert_eq!(&back.windows, &bench.windows(now));
        prop_assert_eq!(export(&bench.policy, KEY, &back, now), stats);
    }
}
