//! OpenClaw's `usageStats`, read into a record and written from one (K-1).
//!
//! It has one cooldown, one disable and one block for each profile. Where a record holds windows of several models, the
//! export shows the latest end without a model: it may hide a free model, never call a resting one free.

use super::record::folded_all;
use super::{context, open_at, provider, unavailable_reason};
use crate::classify::Reason;
use crate::policy::Policy;
use crate::state::{
    Count, CountKind, HealthBase, ProfileRecord, RECORD_VERSION, Window, WindowKind, WindowScope, WindowSource,
};
use crate::time::{MAX_SAFE, Millis};
use serde_json::{Map, Value};

/// The names of one kind of window in `usageStats`: end, reason, model.
struct Names {
    kind: WindowKind,
    until: &'static str,
    reason: &'static str,
    model: Option<&'static str>,
}

const WINDOWS: [Names; 3] = [
    Names {
        kind: WindowKind::Cooldown,
        until: "cooldownUntil",
        reason: "cooldownReason",
        model: Some("cooldownModel"),
    },
    Names { kind: WindowKind::Disabled, until: "disabledUntil", reason: "disabledReason", model: None },
    Names { kind: WindowKind::Blocked, until: "blockedUntil", reason: "blockedReason", model: Some("blockedModel") },
];

/// OpenClaw's word for a block (K-6).
const SUBSCRIPTION_LIMIT: &str = "subscription_limit";

/// The reasons that have a count of their own.
const OWN_COUNTS: [(Reason, CountKind); 2] =
    [(Reason::Billing, CountKind::Billing), (Reason::AuthPermanent, CountKind::AuthPermanent)];

/// Reads one entry of `usageStats`. What is not there, of another type, or over at `now` is left out.
#[must_use]
pub fn import(stats: &Value, now: Millis) -> ProfileRecord {
    let windows: Vec<Window> =
        WINDOWS.iter().filter_map(|names| window(stats, names)).filter(|window| window.until > now).collect();
    let last = time(stats, "lastFailureAt");
    let counts = counts(stats, last.unwrap_or(now));
    let base = HealthBase { at: last, windows: windows.clone(), counts };
    ProfileRecord { v: RECORD_VERSION, last_used: time(stats, "lastUsed"), base, windows, ..ProfileRecord::default() }
}

fn window(stats: &Value, names: &Names) -> Option<Window> {
    let until = time(stats, names.until)?;
    let model = names.model.and_then(|name| stats.get(name)).and_then(Value::as_str).map(str::to_owned);
    let named = stats.get(names.reason).and_then(Value::as_str).and_then(Reason::parse);
    let (reason, source) = match names.kind {
        WindowKind::Blocked => (Reason::RateLimit, WindowSource::Provider),
        _ => (named.unwrap_or(Reason::Unknown), WindowSource::Ladder),
    };
    let scope = if model.is_some() { WindowScope::Model } else { WindowScope::Profile };
    let count = named.map_or(0, |reason| number(stats.get("failureCounts").and_then(|c| c.get(reason.as_str()))));
    Some(Window { kind: names.kind, scope, model, until, reason, source, count })
}

/// `errorCount` counts every failure; what has no count of its own climbs the ladder of cooldowns.
fn counts(stats: &Value, last_at: Millis) -> Vec<Count> {
    let by_reason = |reason: Reason| number(stats.get("failureCounts").and_then(|c| c.get(reason.as_str())));
    let own = OWN_COUNTS.map(|(reason, kind)| (kind, by_reason(reason)));
    let apart = own.iter().fold(0, |sum: u32, (_, n)| sum.saturating_add(*n));
    let model = stats.get("cooldownModel").and_then(Value::as_str).map(str::to_owned);
    let cooldown = (CountKind::Cooldown, number(stats.get("errorCount")).saturating_sub(apart));
    let all = [(cooldown, model)].into_iter().chain(own.map(|count| (count, None)));
    all.filter(|((_, n), _)| *n > 0).map(|((kind, n), model)| Count { kind, model, n, last_at }).collect()
}

fn time(stats: &Value, name: &str) -> Option<Millis> {
    stats.get(name)?.as_u64().filter(|ms| (1..=MAX_SAFE).contains(ms)).map(Millis)
}

fn number(value: Option<&Value>) -> u32 {
    value.and_then(Value::as_u64).and_then(|n| u32::try_from(n).ok()).unwrap_or(0)
}

/// Writes a record as an entry of `usageStats`, as it stands at `now`.
#[must_use]
pub fn export(policy: &Policy, key: &str, record: &ProfileRecord, now: Millis) -> Value {
    let provider = provider(policy, key, Some(record));
    let folded = folded_all(record, context(policy, key, &provider), None);
    let open = open_at(policy, &folded.windows, now);
    let mut stats = Map::new();
    put_time(&mut stats, "lastUsed", record.last_used);
    for names in &WINDOWS {
        put_window(&mut stats, names, &open);
    }
    let fresh = |count: &&Count| count.n > 0 && now - count.last_at < policy.cooldowns.failure_window;
    put_counts(&mut stats, &folded.counts.iter().filter(fresh).collect::<Vec<_>>());
    Value::Object(stats)
}

fn put_time(stats: &mut Map<String, Value>, name: &str, at: Option<Millis>) {
    if let Some(at) = at {
        stats.insert(name.to_owned(), at.0.into());
    }
}

fn put_window(stats: &mut Map<String, Value>, names: &Names, open: &[Window]) {
    let of_kind: Vec<&Window> = open.iter().filter(|window| window.kind == names.kind).collect();
    let Some(reason) = unavailable_reason(&of_kind) else { return };
    put_time(stats, names.until, of_kind.iter().map(|window| window.until).max());
    let blocked = names.kind == WindowKind::Blocked;
    let reason = if blocked { SUBSCRIPTION_LIMIT } else { reason.as_str() };
    stats.insert(names.reason.to_owned(), reason.into());
    if let ([Window { model: Some(model), .. }], Some(name)) = (of_kind.as_slice(), names.model) {
        stats.insert(name.to_owned(), model.clone().into());
    }
}

fn put_counts(stats: &mut Map<String, Value>, counts: &[&Count]) {
    let Some(last) = counts.iter().map(|count| count.last_at).max() else { return };
    let cooling = stats.get("cooldownReason").and_then(Value::as_str).and_then(Reason::parse);
    let (mut total, mut by_reason) = (0_u32, Map::new());
    for count in counts {
        let own = OWN_COUNTS.iter().find(|(_, kind)| *kind == count.kind).map(|(reason, _)| *reason);
        let reason = own.or(cooling).unwrap_or(Reason::Unknown).as_str();
        let before = number(by_reason.get(reason));
        by_reason.insert(reason.to_owned(), before.saturating_add(count.n).into());
        total = total.saturating_add(count.n);
    }
    stats.insert("errorCount".to_owned(), total.into());
    stats.insert("failureCounts".to_owned(), Value::Object(by_reason));
    put_time(stats, "lastFailureAt", Some(last));
}
