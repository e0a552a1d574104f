//! A record of a snapshot with its health, folded once.

use super::record::{ProfileRecord, Window};
use crate::health::{self, Folded};
use crate::policy::Policy;
use crate::profile::AuthProfile;
use crate::time::Millis;
use std::borrow::Cow;

/// A profile or account record, and what its facts come to. Decisions read this, never the stored `windows` (K-2).
#[derive(Clone, Debug, Default)]
pub(crate) struct Kept {
    pub(crate) record: ProfileRecord,
    folded: Folded,
    /// The version of the secret that the fold is for; `None` is the record's own.
    version: Option<String>,
}

impl Kept {
    /// Folds the record for the secret that `profile` has now.
    pub(crate) fn new(policy: &Policy, key: &str, record: ProfileRecord, profile: Option<&AuthProfile>) -> Self {
        let version = profile.and_then(|profile| profile.credential_version.clone());
        let folded = fold(policy, key, &record, version.as_deref(), None);
        Self { record, folded, version }
    }

    /// The windows under the secret of `profile`, passed ones too, without the facts of one turn. Folds anew only when
    /// there is something to leave out.
    pub(crate) fn windows(
        &self,
        policy: &Policy,
        key: &str,
        profile: &AuthProfile,
        ignore_turn: Option<&str>,
    ) -> Cow<'_, [Window]> {
        let own = ignore_turn.filter(|turn| self.record.recent.iter().any(|fact| health::is_of_turn(fact, turn)));
        if own.is_none() && (self.version == profile.credential_version || key.starts_with("account/")) {
            return Cow::Borrowed(&self.folded.windows);
        }
        Cow::Owned(fold(policy, key, &self.record, profile.credential_version.as_deref(), own).windows)
    }

    /// A window or count that a success of `model` at `now` would clear (K-12). What has passed needs no clearing.
    pub(crate) fn success_clears(&self, policy: &Policy, model: &str, now: Millis) -> bool {
        let touched = |other: &Option<String>| other.as_ref().is_none_or(|other| other == model);
        let stands = |last: Millis| now - last < policy.cooldowns.failure_window;
        self.folded.windows.iter().any(|window| touched(&window.model) && window.until > now)
            || self.folded.counts.iter().any(|count| touched(&count.model) && stands(count.last_at))
    }

    /// A window that lies further ahead than the policy can give (D-4).
    pub(crate) fn future_window(&self, policy: &Policy, now: Millis) -> Option<&Window> {
        self.folded.windows.iter().find(|window| window.until > now + health::limit_of(policy, window.kind))
    }
}

fn fold(
    policy: &Policy,
    key: &str,
    record: &ProfileRecord,
    version: Option<&str>,
    ignore_turn: Option<&str>,
) -> Folded {
    if record.recent.is_empty() && record.base.windows.is_empty() && record.base.counts.is_empty() {
        return Folded::default();
    }
    let provider = health::provider(policy, key, Some(record));
    let version = version.or_else(|| health::current_version(record));
    health::folded_under(record, health::context(policy, key, &provider), version, ignore_turn)
}
