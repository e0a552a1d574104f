//! Laws of the fold (K-15), over random facts.

use super::{Bench, KEY, T0, bench};
use crate::classify::{Reason, Scope};
use crate::state::{Fact, FactFailed, ProfileRecord};
use crate::time::Millis;
use proptest::prelude::*;

const REASONS: [Reason; 8] = [
    Reason::Auth,
    Reason::AuthPermanent,
    Reason::Billing,
    Reason::RateLimit,
    Reason::Overloaded,
    Reason::Timeout,
    Reason::ModelNotFound,
    Reason::ServerError,
];

prop_compose! {
    fn failed(n: usize)(
        at in 0..400_000_u64,
        reason in prop::sample::select(&REASONS[..]),
        model in prop::option::of(prop::sample::select(&["a", "b", "c"][..])),
        stated in prop::option::of(1..200_000_u64),
        flags in any::<(bool, bool, bool, bool)>(),
    ) -> Fact {
        let (absolute_reset, usage_window, probe, account) = flags;
        Fact::ProfileFailed(FactFailed {
            key: KEY.to_owned(),
            at: Millis(T0 + at),
            attempt_id: format!("t{n}.1"),
            credential_version: None,
            reason,
            scope: if account { Scope::Account } else { Scope::Credential },
            model: model.map(str::to_owned),
            stated_until: stated.map(|ms| Millis(T0 + at + ms)),
            absolute_reset,
            usage_window,
            probe,
        })
    }
}

fn other(n: usize) -> impl Strategy<Value = Fact> {
    (0..400_000_u64, 0..10_u8, prop::sample::select(&["a", "b"][..])).prop_map(move |(at, which, model)| {
        let (key, at, attempt_id) = (KEY.to_owned(), Millis(T0 + at), format!("t{n}.1"));
        let credential_version = None;
        match which {
            0 => Fact::ProfileCleared { key, at, credential_version, by: format!("p{n}") },
            1 | 2 => Fact::ProfileSucceeded { key, at, attempt_id, credential_version, model: model.to_owned() },
            _ => Fact::ProfilePaused {
                key,
                at,
                attempt_id,
                credential_version,
                reason: Reason::RateLimit,
                model: Some(model.to_owned()),
                until: Millis(at.0 + 70_000),
            },
        }
    })
}

fn fact(n: usize) -> impl Strategy<Value = Fact> {
    prop_oneof![4 => failed(n), 1 => other(n)]
}

/// Up to 32 facts, and an order of arrival in which some come twice.
fn arrivals() -> impl Strategy<Value = (Vec<Fact>, Vec<usize>)> {
    (1..=32_usize).prop_flat_map(|len| {
        let facts: Vec<_> = (0..len).map(fact).collect();
        let order = prop::collection::vec(0..len, 0..2 * len);
        (facts, order, Just((0..len).collect::<Vec<_>>()).prop_shuffle()).prop_map(|(facts, twice, shuffled)| {
            let order = twice.into_iter().chain(shuffled).collect();
            (facts, order)
        })
    })
}

fn bytes(record: &ProfileRecord) -> String {
    serde_json::to_string(record).expect("JSON")
}

fn run<'f>(facts: impl Iterator<Item = &'f Fact>) -> Bench {
    let mut bench = bench();
    facts.for_each(|fact| bench.apply(fact));
    bench
}

proptest! {
    /// K-15: any order of arrival, with repetitions, gives the same bytes.
    #[test]
    fn k15_the_order_of_arrival_leaves_no_trace((facts, order) in arrivals()) {
        let straight = run(facts.iter());
        let shuffled = run(order.iter().map(|n| &facts[*n]));
        prop_assert_eq!(bytes(&straight.record), bytes(&shuffled.record));
    }

    /// K-15 and K-5: news that comes in order never shortens a window that is open, unless it is good news.
    #[test]
    fn k15_only_good_news_shortens_an_open_window(mut facts in prop::collection::vec(failed(0), 1..60)) {
        facts.sort_by_key(Fact::at);
        let mut bench = bench();
        for (n, fact) in facts.into_iter().enumerate() {
            let Fact::ProfileFailed(failed) = fact else { continue };
            let now = failed.at;
            let before = bench.windows(now);
            bench.fail(FactFailed { attempt_id: format!("t{n}.1"), ..failed });
            let after = bench.windows(now);
            for window in before {
                let kept = after.iter().any(|w| {
                    w.kind == window.kind && w.scope == window.scope && w.model == window.model && w.until >= window.until
                });
                prop_assert!(kept, "{window:?} was lost or shortened: {after:?}");
            }
        }
    }

    /// K-15: a record stays small, and survives JSON.
    #[test]
    fn k15_a_record_is_bounded_and_survives_json(facts in prop::collection::vec(failed(0), 1..200)) {
        let mut bench = bench();
        for (n, fact) in facts.into_iter().enumerate() {
            let Fact::ProfileFailed(failed) = fact else { continue };
            bench.fail(FactFailed { attempt_id: format!("t{n}.1"), ..failed });
        }
        prop_assert!(bench.record.recent.len() <= 32);
        prop_assert!(bench.record.windows.len() <= 40);
        let again: ProfileRecord = serde_json::from_str(&bytes(&bench.record)).expect("a record");
        prop_assert_eq!(again, bench.record);
    }
}
