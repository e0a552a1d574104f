//! How often a scope failed in a row (K-3, K-4).

use crate::policy::{Cooldowns, CountersReset, LadderCount};
use crate::state::{Count, CountKind};
use crate::time::Millis;

/// At most this many counts are kept; the one that failed longest ago gives way.
const MAX_COUNTS: usize = 64;

/// Which count a failure belongs to: the model's when the ladder counts by scope.
pub(crate) fn model_of(cooldowns: &Cooldowns, kind: CountKind, model: Option<&str>) -> Option<String> {
    let by_scope = cooldowns.ladder_count == LadderCount::Scope;
    let laddered = matches!(kind, CountKind::Cooldown | CountKind::UsageWindow);
    model.filter(|_| by_scope && laddered).map(str::to_owned)
}

/// Counts one failure, or only looks for a probe, and answers the step that stands: at least 1. `ended` tells that the
/// window of the last failure is over.
pub(crate) fn count(
    counts: &mut Vec<Count>,
    cooldowns: &Cooldowns,
    key: (CountKind, Option<String>),
    at: Millis,
    ended: bool,
    probe: bool,
) -> u32 {
    let (kind, model) = key;
    let place = counts.iter().position(|count| count.kind == kind && count.model == model);
    let stands = place.and_then(|place| counts.get(place)).filter(|count| !stale(count, cooldowns, at, ended));
    let n = stands.map_or(0, |count| count.n);
    if probe {
        return n.max(1);
    }
    let last_at = stands.map_or(at, |count| count.last_at.max(at));
    let new = Count { kind, model, n: n.saturating_add(1), last_at };
    match place.and_then(|place| counts.get_mut(place)) {
        Some(count) => *count = new,
        None => counts.push(new),
    }
    bound(counts);
    n.saturating_add(1)
}

/// K-4: too long ago, or its window ended where the policy resets with it.
fn stale(count: &Count, cooldowns: &Cooldowns, at: Millis, ended: bool) -> bool {
    let long_ago = at - count.last_at >= cooldowns.failure_window;
    long_ago || (cooldowns.counters_reset == CountersReset::Expiry && ended)
}

fn bound(counts: &mut Vec<Count>) {
    while counts.len() > MAX_COUNTS {
        let oldest = counts.iter().enumerate().min_by_key(|(_, count)| count.last_at).map_or(0, |(at, _)| at);
        counts.remove(oldest);
    }
}
