//! What readers see: expiry, reasons, versions of the secret (K-10, K-13, P-1, D-4).

use super::{Bench, KEY, at, bench, failure, secs};
use crate::classify::Reason;
use crate::health::{folded, unavailable_reason};
use crate::state::{Fact, FactFailed, Window};

#[test]
fn k10_a_window_is_over_at_its_end_without_a_timer() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    assert_eq!(bench.windows(at(29_999)).len(), 1);
    assert!(bench.windows(at(30_000)).is_empty());
}

fn reason(bench: &Bench) -> Option<Reason> {
    let windows = bench.windows(secs(5));
    unavailable_reason(&windows.iter().collect::<Vec<&Window>>())
}

#[test]
fn k13_disabled_names_the_set_before_blocked_and_cooldown() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    assert_eq!(reason(&bench), Some(Reason::RateLimit));
    bench.fail(FactFailed { model: Some("n".to_owned()), ..failure(secs(1), Reason::Overloaded) });
    assert_eq!(reason(&bench), Some(Reason::Overloaded));
    bench.fail(failure(secs(2), Reason::Billing));
    assert_eq!(reason(&bench), Some(Reason::Billing));
    assert_eq!(unavailable_reason(&[]), None);
}

#[test]
fn k2_a_turn_does_not_see_the_windows_that_it_caused_itself() {
    let mut bench = bench();
    bench.fail(FactFailed { attempt_id: "turn.3".to_owned(), ..failure(secs(0), Reason::RateLimit) });
    let seen = |turn| folded(&bench.policy, KEY, &bench.record, secs(1), Some(turn)).len();
    assert_eq!((seen("turn"), seen("tur"), seen("turn2")), (0, 1, 1));
}

#[test]
fn p1_health_under_another_version_of_the_secret_starts_clean() {
    let mut bench = bench();
    let version = |v: &str, failed: FactFailed| FactFailed { credential_version: Some(v.to_owned()), ..failed };
    bench.fail(version("one", failure(secs(0), Reason::Billing)));
    bench.fail(version("two", failure(secs(1), Reason::RateLimit)));
    let reasons: Vec<Reason> = bench.windows(secs(2)).iter().map(|window| window.reason).collect();
    assert_eq!(reasons, [Reason::RateLimit], "the new key has nothing to do with the old one's bill");
    bench.fail(version("one", failure(at(500), Reason::AuthPermanent)));
    assert_eq!(bench.windows(secs(2)).len(), 1, "late news of the old key is ignored");
}

#[test]
fn d2_a_known_attempt_and_kind_is_dropped() {
    let mut bench = bench();
    let fact = Fact::ProfileFailed(failure(secs(0), Reason::RateLimit));
    for _ in 0..3 {
        bench.apply(&fact);
    }
    assert_eq!(bench.record.recent.len(), 1);
    assert_eq!(bench.windows(secs(1))[0].count, 1);
}
