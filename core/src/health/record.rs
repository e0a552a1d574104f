//! The record of a profile or account under its facts (K-15, D-2).

use super::fold::{Context, Folded, fold};
use super::ladder;
use crate::policy::Policy;
use crate::profile::provider_of;
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
        return profile.provider.clone();
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
    let own = |fact: &&Fact| {
        let id = fact.attempt_id();
        ignore_turn.is_some_and(|turn| id.strip_prefix(turn).is_some_and(|rest| rest.starts_with('.')))
    };
    fold(&record.base, record.recent.iter().filter(|fact| !own(fact)), context)
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
    let windows = folded_all(record, context(policy, key, &provider), ignore_turn).windows;
    let open = windows.into_iter().filter(|window| window.until > now);
    open.map(|mut window| {
        window.until = window.until.min(now + limit_of(policy, window.kind));
        window
    })
    .collect()
}

/// The furthest end of a window that the policy can give (D-4).
#[must_use]
pub fn limit_of(policy: &Policy, kind: WindowKind) -> Span {
    match kind {
        WindowKind::Blocked => ladder::BLOCK_LIMIT,
        WindowKind::Cooldown | WindowKind::Disabled => ladder::longest(&policy.cooldowns),
    }
}

/// Applies a fact about health: a known one is dropped, a new one is inserted in its place, and everything is folded
/// again (K-15).
pub(crate) fn apply_fact(policy: &Policy, key: &str, record: &mut ProfileRecord, fact: &Fact) {
    if !adopt_version(record, fact) {
        return;
    }
    let provider = provider(policy, key, Some(record));
    let context = context(policy, key, &provider);
    if record.base.at.is_some_and(|at| fact.at() < at) {
        count_late(record, fact, context);
    } else {
        insert(record, fact);
        while record.recent.len() > MAX_RECENT {
            absorb(record, context);
        }
    }
    if let Fact::ProfileSucceeded { at, .. } = fact {
        record.last_success_at = record.last_success_at.max(Some(*at));
    }
    record.v = RECORD_VERSION;
    record.windows = folded_all(record, context, None).windows;
}

/// K-10: drops what is over, so that the stored record is small.
pub(crate) fn compact(record: &mut ProfileRecord, now: Millis) {
    record.windows.retain(|window| window.until > now);
    record.base.windows.retain(|window| window.until > now);
}

fn place(fact: &Fact) -> (Millis, &str, &str) {
    (fact.at(), fact.attempt_id(), fact.kind())
}

fn insert(record: &mut ProfileRecord, fact: &Fact) {
    let known = |other: &Fact| {
        let same = other.kind() == fact.kind() && other.attempt_id() == fact.attempt_id();
        same && (!fact.attempt_id().is_empty() || other.at() == fact.at())
    };
    if record.recent.iter().any(known) {
        return;
    }
    let at = record.recent.partition_point(|other| place(other) < place(fact));
    record.recent.insert(at, fact.clone());
}

/// Moves the oldest fact into the base.
fn absorb(record: &mut ProfileRecord, context: Context<'_>) {
    if record.recent.is_empty() {
        return;
    }
    let oldest = record.recent.remove(0);
    let Folded { windows, counts } = fold(&record.base, std::iter::once(&oldest), context);
    let windows = windows.into_iter().filter(|window| window.until > oldest.at()).collect();
    record.base = HealthBase { at: record.base.at.max(Some(oldest.at())), windows, counts };
}

/// K-15: a fact older than the base changes counts only.
fn count_late(record: &mut ProfileRecord, fact: &Fact, context: Context<'_>) {
    if matches!(fact, Fact::ProfileFailed(_)) {
        let counted = fold(&record.base, std::iter::once(fact), context).counts;
        record.base.counts = counted;
    }
}

/// P-1: health belongs to one version of the secret. A newer fact of another version starts clean; an older one is
/// ignored. Answers whether the fact counts.
fn adopt_version(record: &mut ProfileRecord, fact: &Fact) -> bool {
    let Some(version) = version_of(fact) else { return true };
    if record.credential_version.as_deref() == Some(version) {
        return true;
    }
    let newest = record.recent.last().map(Fact::at).max(record.base.at);
    if record.credential_version.is_some() && newest.is_some_and(|at| fact.at() < at) {
        return false;
    }
    if record.credential_version.is_some() {
        start_clean(record);
    }
    record.credential_version = Some(version.to_owned());
    true
}

/// Forgets all health.
pub(crate) fn start_clean(record: &mut ProfileRecord) {
    record.base = HealthBase::default();
    record.recent.clear();
    record.windows.clear();
}

fn version_of(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::ProfileFailed(failed) => failed.credential_version.as_deref(),
        Fact::ProfilePaused { credential_version, .. }
        | Fact::ProfileSucceeded { credential_version, .. }
        | Fact::ProfileUsed { credential_version, .. }
        | Fact::ProfileCleared { credential_version, .. } => credential_version.as_deref(),
        _ => None,
    }
}
