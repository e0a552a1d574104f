//! Which facts belong to the secret that is in use (P-1).

use crate::state::{Fact, ProfileRecord};

/// The mark of the secret under which a fact was seen.
pub(crate) fn version_of(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::ProfileFailed(failed) => failed.credential_version.as_deref(),
        Fact::ProfilePaused { credential_version, .. }
        | Fact::ProfileSucceeded { credential_version, .. }
        | Fact::ProfileUsed { credential_version, .. }
        | Fact::ProfileCleared { credential_version, .. } => credential_version.as_deref(),
        _ => None,
    }
}

/// The mark of the secret that is in use as far as the record knows: that of the stored profile, else that of the newest
/// fact. It depends on which facts there are, never on the order in which they came (K-15).
pub(crate) fn current(record: &ProfileRecord) -> Option<&str> {
    let stored = record.profile.as_ref().and_then(|profile| profile.credential_version.as_deref());
    let newest = || record.recent.iter().rev().find_map(version_of);
    stored.or_else(newest).or(record.credential_version.as_deref())
}

/// A fact of another secret does not count; one without a mark counts for any.
pub(crate) fn counts_for(fact: &Fact, version: Option<&str>) -> bool {
    fits(version_of(fact), version)
}

/// What was folded into the base belongs to one secret as well.
pub(crate) fn base_counts_for(record: &ProfileRecord, version: Option<&str>) -> bool {
    fits(record.credential_version.as_deref(), version)
}

fn fits(seen: Option<&str>, now: Option<&str>) -> bool {
    !matches!((seen, now), (Some(seen), Some(now)) if seen != now)
}
