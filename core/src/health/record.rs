//! The record of a profile or account under its facts (K-15, D-2).

use super::fold::{Context, Folded, fold};
use super::ladder;
use super::version;
use crate::policy::Policy;
use crate::profile::provider_of;
use crate::refs::normalise_provider;
use crate::state::{Fact, HealthBase, ProfileRecord, RECORD_VERSION, Window, WindowKind};
use crate::time::{Millis, Span};

/// The record keeps this many facts; older ones are folded into the base (K-15).
pub const MAX_RECENT: usize = 32;

/// What the key of a record says of it: provider, and whether it is an account's (D-1).
#[must_use]
pub(crate) fn context<'a>(policy: &'a Policy, key: &str, provider: &'a str) -> Context<'a> {
    Context { cooldowns: &policy.cooldowns, provider, account: key.starts_with("account/") }
}

/// The provider of a `profile/...` or `account/...` record.
#[must_use]
pub(crate) fn provider(policy: &Policy, key: &str, record: Option<&ProfileRecord>) -> String {
    if let Some(profile) = record.and_then(|record| record.profile.as_ref()) {
        return normalise_provider(&profile.provider);
    }
    let mut parts = key.splitn(3, '/');
    let (kind, rest) = (parts.next().unwrap_or_default(), parts.nth(1).unwrap_or_default());
    match kind {
        "account" => rest.split('/').next().unwrap_or_default().to_owned(),
        _ => provider_of(policy, rest).unwrap_or_default(),
    }
}

/// The windows and counts of a record, without the facts of one turn (K-2). Stored `windows` are never read.
pub(crate) fn folded_all(record: &ProfileRecord, context: Context<'_>, ignore_turn: Option<&str>) -> Folded {
    folded_under(record, context, version::current(record), ignore_turn)
}

/// The same for one version of the secret. An account outlives a change of one key: its health is nobody's version.
pub(crate) fn folded_under(
    record: &ProfileRecord,
    context: Context<'_>,
    version: Option<&str>,
    ignore_turn: Option<&str>,
) -> Folded {
    let version = version.filter(|_| !context.account);
    let clean = HealthBase::default();
    let base = if version::base_counts_for(record, version) { &record.base } else { &clean };
    let counts =
        |fact: &&Fact| version::counts_for(fact, version) && !ignore_turn.is_some_and(|turn| is_of_turn(fact, turn));
    fold(base, record.recent.iter().filter(counts), context)
}

/// The fact was emitted by this turn: its attempt id begins with the turn's (D-2).
pub(crate) fn is_of_turn(fact: &Fact, turn: &str) -> bool {
    fact.attempt_id().strip_prefix(turn).is_some_and(|rest| rest.starts_with('.'))
}

/// The windows of a record that are open at `now` (K-10), clamped to what the policy can give (D-4).
#[must_use]
pub fn folded(
    policy: &Policy,
    key: &str,
    record: &ProfileRecord,
    now: Millis,
    ignore_turn: Option<&str>,
) -> Vec<Window> {
    let provider = provider(policy, key, Some(record));
    open_at(policy, &folded_all(record, context(policy, key, &provider), ignore_turn).windows, now)
}

/// Those of the windows that are open at `now`, clamped.
pub(crate) fn open_at(policy: &Policy, windows: &[Window], now: Millis) -> Vec<Window> {
    let open = windows.iter().filter(|window| window.until > now);
    open.map(|window| Window { until: window.until.min(now + limit_of(policy, window.kind)), ..window.clone() })
        .collect()
}

/// The furthest end of a window that the policy can give (D-4).
#[must_use]
pub fn limit_of(policy: &Policy, kind: WindowKind) -> Span {
    match kind {
        WindowKind::Blocked => ladder::BLOCK_LIMIT,
        WindowKind::Cooldown => ladder::longest_cooldown(&policy.cooldowns),
        WindowKind::Disabled => policy.cooldowns.billing_max.max(policy.cooldowns.auth_permanent_max),
    }
}

/// Applies a fact about health: a known one is dropped, a new one is inserted in its place, and everything is folded
/// again (K-15).
pub(crate) fn apply_fact(policy: &Policy, key: &str, record: &mut ProfileRecord, fact: &Fact) {
    let provider = provider(policy, key, Some(record));
    let context = context(policy, key, &provider);
    let stored = record.profile.as_ref().and_then(|profile| profile.credential_version.as_deref());
    if !context.account && !version::counts_for(fact, stored) {
        return;
    }
    if record.base.at.is_some_and(|at| fact.at() < at) {
        count_late(record, fact, context);
    } else {
        insert(record, fact);
    }
    if let Fact::ProfileSucceeded { at, .. } = fact {
        record.last_success_at = record.last_success_at.max(Some(*at));
    }
    settle(record, context);
}

/// Brings base, version and windows in line with the facts.
fn settle(record: &mut ProfileRecord, context: Context<'_>) {
    if !context.account {
        let current = version::current(record).map(str::to_owned);
        if !version::base_counts_for(record, current.as_deref()) {
            record.base = HealthBase::default();
        }
        record.credential_version = current;
    }
    while record.recent.len() > MAX_RECENT {
        absorb(record, context);
    }
    record.v = RECORD_VERSION;
    let newest = record.recent.last().map(Fact::at).max(record.base.at).unwrap_or_default();
    let windows = folded_all(record, context, None).windows;
    record.windows = windows.into_iter().filter(|window| window.until > newest).collect();
}

/// K-10, OpenClaw's `clearExpired`: drops the windows that have passed at `now`, so that the stored record is small. No
/// read needs it.
pub fn clear_expired(record: &mut ProfileRecord, now: Millis) {
    record.windows.retain(|window| window.until > now);
    record.base.windows.retain(|window| window.until > now);
}

/// D-4: facts of a clock that runs further ahead than any window could reach are dated just before `now`, or else
/// neither a success nor a person could end their windows.
pub(crate) fn pull_back(policy: &Policy, record: &mut ProfileRecord, now: Millis) {
    let limit = limit_of(policy, WindowKind::Cooldown);
    let before = Millis(now.0.saturating_sub(1));
    let ahead = |at: Millis| at > now + limit;
    record.base.at = record.base.at.map(|at| if ahead(at) { before } else { at });
    for window in &mut record.base.windows {
        window.until = window.until.min(now + limit_of(policy, window.kind));
    }
    let wrong = |fact: &Fact| ahead(fact.at());
    if record.recent.iter().any(wrong) {
        let (late, mut kept): (Vec<Fact>, Vec<Fact>) = std::mem::take(&mut record.recent).into_iter().partition(wrong);
        kept.extend(late.into_iter().map(|fact| fact.dated(before)));
        kept.sort_by(|a, b| place(a).cmp(&place(b)));
        record.recent = kept;
    }
}

/// The place of a fact in the fold. Clears have no attempt: who cleared tells two of one instant apart.
fn place(fact: &Fact) -> (Millis, &str, &str, &str) {
    let by = if let Fact::ProfileCleared { by, .. } = fact { by.as_str() } else { "" };
    (fact.at(), fact.attempt_id(), fact.kind(), by)
}

/// D-2: a fact is known by its attempt id and kind; one without an attempt by all it says.
fn same(a: &Fact, b: &Fact) -> bool {
    a.kind() == b.kind() && a.attempt_id() == b.attempt_id() && (!a.attempt_id().is_empty() || place(a) == place(b))
}

fn insert(record: &mut ProfileRecord, fact: &Fact) {
    if record.recent.iter().any(|other| same(other, fact)) {
        return;
    }
    let at = record.recent.partition_point(|other| place(other) < place(fact));
    record.recent.insert(at, fact.clone());
}

/// Moves the oldest fact into the base; one of another secret is dropped.
fn absorb(record: &mut ProfileRecord, context: Context<'_>) {
    if record.recent.is_empty() {
        return;
    }
    let oldest = record.recent.remove(0);
    let version = record.credential_version.as_deref().filter(|_| !context.account);
    let counted = version::counts_for(&oldest, version).then_some(&oldest);
    let Folded { windows, counts } = fold(&record.base, counted.into_iter(), context);
    let windows = windows.into_iter().filter(|window| window.until > oldest.at()).collect();
    record.base = HealthBase { at: record.base.at.max(Some(oldest.at())), windows, counts };
}

/// K-15: a fact older than the base changes counts only.
fn count_late(record: &mut ProfileRecord, fact: &Fact, context: Context<'_>) {
    let version = version::current(record).filter(|_| !context.account);
    if matches!(fact, Fact::ProfileFailed(_)) && version::counts_for(fact, version) {
        record.base.counts = fold(&record.base, std::iter::once(fact), context).counts;
    }
}

/// Forgets all health.
pub(crate) fn start_clean(record: &mut ProfileRecord) {
    record.base = HealthBase::default();
    record.recent.clear();
    record.windows.clear();
}
