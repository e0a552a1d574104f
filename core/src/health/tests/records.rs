//! What a record keeps: versions of the secret in any order, clocks that run ahead, what gives way (P-1, K-1, K-10,
//! K-15, D-4).

use super::{Bench, KEY, T0, bench, failure, secs, success};
use crate::classify::Reason;
use crate::health::{MAX_RECENT, clear_expired, pull_back};
use crate::state::{Fact, FactFailed, ProfileRecord, WindowKind};
use crate::time::{Millis, Span};

fn under(version: &str, failed: FactFailed) -> Fact {
    Fact::ProfileFailed(FactFailed { credential_version: Some(version.to_owned()), ..failed })
}

fn applied(facts: &[Fact], order: &[usize]) -> ProfileRecord {
    let mut bench = bench();
    for n in order {
        bench.apply(&facts[*n]);
    }
    bench.record
}

/// P-1 and K-15: two processes, one of them still with the old key, give one record in every order of arrival.
#[test]
fn k15_versions_of_the_secret_fold_the_same_in_any_order() {
    let facts = [
        under("old", failure(secs(0), Reason::Billing)),
        under("new", failure(secs(1), Reason::RateLimit)),
        under("old", failure(secs(2), Reason::Auth)),
        under("new", failure(secs(3), Reason::Overloaded)),
    ];
    let expected = applied(&facts, &[0, 1, 2, 3]);
    assert_eq!(expected.credential_version.as_deref(), Some("new"));
    assert_eq!(expected.windows.iter().map(|w| w.reason).collect::<Vec<_>>(), [Reason::RateLimit]);
    for order in [[3, 2, 1, 0], [1, 0, 3, 2], [2, 3, 0, 1], [3, 0, 2, 1]] {
        assert_eq!(applied(&facts, &order), expected, "{order:?}");
    }
}

#[test]
fn k15_two_clears_of_one_instant_are_kept_in_an_order_of_their_own() {
    let clear = |by: &str| Fact::ProfileCleared {
        key: KEY.to_owned(),
        at: secs(1),
        credential_version: None,
        by: by.to_owned(),
    };
    let facts = [clear("ann"), clear("bob"), clear("ann")];
    let record = applied(&facts, &[0, 1, 2]);
    assert_eq!(record.recent.len(), 2);
    assert_eq!(record, applied(&facts, &[1, 0, 2]));
}

/// K-15: the stored windows depend on the facts alone, not on the clock of who applied the last one.
#[test]
fn k15_stored_windows_are_those_open_at_the_newest_fact() {
    let mut bench = bench();
    bench.fail(failure(secs(0), Reason::RateLimit));
    bench.fail(FactFailed { model: Some("n".to_owned()), ..failure(secs(60), Reason::RateLimit) });
    assert_eq!(bench.record.windows.len(), 1);
    assert_eq!(bench.record.windows[0].model.as_deref(), Some("n"));
}

fn long_story(bench: &mut Bench, n: u64) {
    for n in 0..n {
        let model = Some(format!("m{}", n % 50));
        bench.fail(FactFailed { model, ..failure(secs(n), Reason::RateLimit) });
    }
}

#[test]
fn k15_growth_is_bounded_and_old_facts_go_into_the_base() {
    let mut bench = bench();
    long_story(&mut bench, 500);
    assert_eq!(bench.record.recent.len(), MAX_RECENT);
    assert_eq!(bench.record.base.at, Some(secs(500 - 33)));
    let text = serde_json::to_string(&bench.record).unwrap();
    assert!(text.len() < 24_000, "{} bytes", text.len());
    long_story(&mut bench, 2_000);
    assert!(serde_json::to_string(&bench.record).unwrap().len() < 24_000);
}

#[test]
fn k15_a_fact_older_than_the_base_changes_counts_only() {
    let mut bench = bench();
    for n in 0..40 {
        bench.fail(FactFailed { attempt_id: format!("t{n}.1"), ..failure(secs(n), Reason::Billing) });
    }
    let (windows, base) = (bench.record.windows.clone(), bench.record.base.clone());
    bench.fail(FactFailed { attempt_id: "late.1".to_owned(), ..failure(secs(1), Reason::Billing) });
    assert_eq!(bench.record.windows, windows);
    assert_eq!(bench.record.recent.len(), MAX_RECENT);
    assert_eq!(bench.record.base.counts[0].n, base.counts[0].n + 1);
    bench.apply(&success(secs(1), "m"));
    assert_eq!(bench.record.windows, windows, "an old success clears nothing");
}

#[test]
fn k1_what_is_over_gives_way_before_a_window_that_still_runs() {
    let mut bench = bench();
    bench.fail(FactFailed { model: None, ..failure(secs(0), Reason::Auth) });
    for n in 0..40 {
        bench.fail(FactFailed { model: Some(format!("m{n}")), ..failure(secs(100), Reason::RateLimit) });
    }
    let windows = bench.windows(secs(101));
    assert_eq!(windows.len(), 1, "one attempt id is one fact");
    let mut bench = super::bench();
    bench.fail(FactFailed { model: None, ..failure(secs(0), Reason::Auth) });
    for n in 0..40 {
        let attempt_id = format!("t{n}.1");
        bench.fail(FactFailed { attempt_id, model: Some(format!("m{n}")), ..failure(secs(100), Reason::RateLimit) });
    }
    let models = bench.windows(secs(101)).iter().filter(|window| window.model.is_some()).count();
    assert_eq!(models, 40, "the passed window of the profile gave way");
}

#[test]
fn k10_clear_expired_drops_what_has_passed() {
    let mut bench = bench();
    long_story(&mut bench, 40);
    clear_expired(&mut bench.record, secs(1_000));
    assert!(bench.record.windows.is_empty());
    assert!(bench.record.base.windows.is_empty());
}

/// D-4: a record that a clock a year ahead wrote to can be cleared and used again.
#[test]
fn d4_a_fact_from_far_ahead_can_be_cleared() {
    let mut bench = bench();
    let year = Millis(T0) + Span::hours(24 * 365);
    bench.fail(failure(year, Reason::RateLimit));
    let seen = bench.windows(secs(0));
    assert_eq!(seen[0].until, Millis(T0) + Span::hours(24), "cut short when it is read");
    pull_back(&bench.policy, &mut bench.record, secs(0));
    let by = "ann".to_owned();
    bench.apply(&Fact::ProfileCleared { key: KEY.to_owned(), at: secs(0), credential_version: None, by });
    assert!(bench.windows(secs(0)).is_empty());
}

#[test]
fn d4_a_fact_within_the_limit_is_left_where_it_is() {
    let mut bench = bench();
    bench.fail(failure(secs(3_600), Reason::RateLimit));
    let before = bench.record.clone();
    pull_back(&bench.policy, &mut bench.record, secs(0));
    assert_eq!(bench.record, before);
}

/// C-4: an account belongs to all its keys; a change of one key does not clean it.
#[test]
fn p1_an_account_record_belongs_to_no_version() {
    let mut bench = bench();
    bench.key = "account/shared/openai/key/acme".to_owned();
    bench.apply(&under("one", FactFailed { key: bench.key.clone(), ..failure(secs(0), Reason::Billing) }));
    bench.apply(&under("two", FactFailed { key: bench.key.clone(), ..failure(secs(1), Reason::RateLimit) }));
    let kinds: Vec<WindowKind> = bench.windows(secs(2)).iter().map(|window| window.kind).collect();
    assert_eq!(kinds, [WindowKind::Cooldown, WindowKind::Disabled]);
    assert_eq!(bench.record.credential_version, None);
}
