//! What must hold for a transition (O-3, O-4).

use super::command::Said;
use super::entry::Entry;
use crate::time::Millis;

/// A condition of a row. When no row holds, the first failed condition of the first row is the error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guard {
    /// Its time has come.
    Due,
    /// Not older than `maxAgeMs`.
    Fresh,
    /// Older than `maxAgeMs`.
    TooOld,
    /// An attempt is left.
    Budget,
    /// No attempt is left.
    Spent,
    /// The caller is the exact owner of the claim.
    Owner,
    /// The lease is not over.
    LeaseLive,
    /// The lease is over, or there never was one.
    LeaseOver,
    /// The caller names no owner: it works without a lease.
    WithoutLease,
    /// An attempt is charged for the caller's fencing number.
    Reserved,
    /// No attempt is charged for this claim yet.
    NotReserved,
    /// The send that started last has this fencing number, and nobody has claimed since.
    Latest,
}

impl Guard {
    /// Whether it holds.
    pub(crate) fn holds(self, entry: &Entry, said: &Said<'_>, now: Millis) -> bool {
        let claim = entry.claim.as_ref();
        match self {
            Self::Due => entry.due() <= now,
            Self::Fresh => !entry.too_old(now),
            Self::TooOld => entry.too_old(now),
            Self::Budget => entry.attempt_count < entry.max_attempts,
            Self::Spent => entry.attempt_count >= entry.max_attempts,
            Self::Owner => {
                claim.is_some_and(|claim| said.owner == Some(&claim.owner) && said.token == Some(claim.token))
            }
            Self::LeaseLive => claim.is_some_and(|claim| now < claim.until),
            Self::LeaseOver => claim.is_none_or(|claim| claim.until <= now),
            Self::WithoutLease => said.owner.is_none() && claim.is_none(),
            Self::Reserved => said.token == Some(entry.fence) && entry.reserved == said.token,
            Self::NotReserved => entry.reserved.is_none(),
            Self::Latest => {
                said.token == Some(entry.fence) && entry.evidence.as_ref().map(|started| started.token) == said.token
            }
        }
    }

    /// The stable code of its failure and a sentence.
    #[must_use]
    pub const fn failure(self) -> (&'static str, &'static str) {
        match self {
            Self::Due => ("not_due", "its time has not come yet"),
            Self::Fresh => ("too_old", "it is older than its `maxAgeMs`"),
            Self::TooOld => ("not_too_old", "it is not older than its `maxAgeMs`"),
            Self::Budget => ("budget_spent", "its attempts are used up"),
            Self::Spent => ("budget_left", "it has attempts left"),
            Self::Owner => ("not_owner", "the claim is not the caller's: it was replaced or given back"),
            Self::LeaseLive => ("lease_over", "the caller's lease is over"),
            Self::LeaseOver => ("lease_live", "its owner's lease is not over"),
            Self::WithoutLease => ("owner_given", "without a claim no owner may be named; claim first"),
            Self::Reserved => ("not_reserved", "no attempt is charged for this fencing number; reserve first"),
            Self::NotReserved => ("already_reserved", "an attempt is charged for this claim already"),
            Self::Latest => ("replaced", "this fencing number is not that of the send that started last"),
        }
    }

    /// The condition in words, for the page.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Fresh => "not too old",
            Self::TooOld => "too old",
            Self::Budget => "attempt left",
            Self::Spent => "no attempt left",
            Self::Owner => "exact owner",
            Self::LeaseLive => "lease runs",
            Self::LeaseOver => "lease over",
            Self::WithoutLease => "no lease",
            Self::Reserved => "attempt charged",
            Self::NotReserved => "no attempt charged",
            Self::Latest => "latest send",
        }
    }
}
