//! The only writer of records (D-3).

use super::read::{empty, enters_recent, read_record};
use super::record::{AnyRecord, Lease, ProbeMark, ProfileRecord, ProviderRecord, RECORD_VERSION, RetryBudgetState};
use super::{Fact, LeaseFact};
use crate::error::StateError;
use crate::health;
use crate::policy::{Policy, RetryBudget};
use crate::session::{self, SessionEntry, SessionPatch};
use crate::time::{Millis, Span};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What changes a record: a fact, or a patch of a session.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Change {
    /// News about a profile, account or provider.
    Fact(Box<Fact>),
    /// A change of a session entry.
    Patch(SessionPatch),
}

impl<'de> Deserialize<'de> for Change {
    /// A fact has a `kind`, a patch has none. Told apart first, so that an error says what is wrong with the one meant.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let read = if value.get("kind").is_some() {
            Box::<Fact>::deserialize(value).map(Self::Fact)
        } else {
            SessionPatch::deserialize(value).map(Self::Patch)
        };
        read.map_err(D::Error::custom)
    }
}

/// What `apply` answers (D-3).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Applied {
    /// The record to store.
    Record {
        /// As JSON.
        record: Value,
    },
    /// Another holds the lease, or the budget is empty; nothing changes.
    Denied {
        /// Until when.
        #[serde(skip_serializing_if = "Option::is_none")]
        held_until: Option<Millis>,
    },
    /// The entry has a user selection that the patch did not know; nothing changes (S-11).
    Conflict {
        /// The entry as it is.
        entry: Box<SessionEntry>,
    },
}

/// Applies one change to one record; `None` is a record that does not exist yet.
///
/// # Errors
///
/// `malformed` or `newer_version` for a record that cannot be read: it is left as it is (D-4). `wrong_change` for a
/// change of another record or of another kind of record.
pub fn apply(
    policy: &Policy,
    key: &str,
    record: Option<&Value>,
    change: &Change,
    now: Millis,
) -> Result<Applied, StateError> {
    let current =
        record.filter(|value| !value.is_null()).map_or_else(|| empty(key), |value| read_record(key, value))?;
    match (current, change) {
        _ if change.key() != key => {
            Err(StateError::new("wrong_change", format!("the change is for `{}`, not for `{key}`", change.key())))
        }
        (AnyRecord::Profile(record), Change::Fact(fact)) if !fact.is_of_provider() => {
            Ok(apply_profile(policy, key, *record, fact, now))
        }
        (AnyRecord::Provider(record), Change::Fact(fact)) if fact.is_of_provider() => {
            Ok(apply_provider(policy, *record, fact, now))
        }
        (AnyRecord::Session(entry), Change::Patch(patch)) => session::apply_patch(*entry, patch),
        _ => Err(StateError::new("wrong_change", format!("this change does not belong to the record `{key}`"))),
    }
}

impl Change {
    /// The key of the record that it changes.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::Fact(fact) => fact.key(),
            Self::Patch(patch) => &patch.key,
        }
    }
}

fn stored(record: &impl Serialize) -> Applied {
    Applied::Record { record: serde_json::to_value(record).unwrap_or_default() }
}

fn apply_profile(policy: &Policy, key: &str, mut record: ProfileRecord, fact: &Fact, now: Millis) -> Applied {
    record.v = RECORD_VERSION;
    health::pull_back(policy, &mut record, now);
    match fact {
        Fact::RefreshLeaseTaken(lease) => {
            if let Some(held) = held_by_other(record.refresh_lease.as_ref(), lease, now) {
                return Applied::Denied { held_until: Some(held) };
            }
            record.refresh_lease = Some(Lease { owner: lease.owner.clone(), until: lease.until });
        }
        Fact::RefreshLeaseReleased(lease) => {
            record.refresh_lease = record.refresh_lease.filter(|held| held.owner != lease.owner);
        }
        other => change_profile(policy, key, &mut record, other),
    }
    stored(&record)
}

/// The facts that can neither be denied nor conflict.
pub(crate) fn change_profile(policy: &Policy, key: &str, record: &mut ProfileRecord, fact: &Fact) {
    match fact {
        Fact::ProfileUsed { at, .. } => record.last_used = record.last_used.max(Some(*at)),
        Fact::ProfileStored { profile, .. } => store_profile(record, profile),
        Fact::ProfileRemoved { .. } => {
            health::start_clean(record);
            record.profile = None;
            record.credential_version = None;
            record.refresh_lease = None;
        }
        fact if enters_recent(fact) => health::apply_fact(policy, key, record, fact),
        _ => {}
    }
}

/// P-1: a profile with another secret starts clean.
fn store_profile(record: &mut ProfileRecord, profile: &crate::profile::AuthProfile) {
    let new = profile.credential_version.as_ref();
    if new.is_some() && record.credential_version.as_ref().is_some_and(|old| Some(old) != new) {
        health::start_clean(record);
    }
    if new.is_some() {
        record.credential_version = new.cloned();
    }
    record.profile = Some(profile.clone());
}

fn apply_provider(policy: &Policy, mut record: ProviderRecord, fact: &Fact, now: Millis) -> Applied {
    record.v = RECORD_VERSION;
    match fact {
        Fact::ProbeTaken(lease) => {
            let held = record.probe.as_ref().map(|mark| Lease { owner: mark.owner.clone(), until: mark.until });
            if let Some(until) = held_by_other(held.as_ref(), lease, now) {
                return Applied::Denied { held_until: Some(until) };
            }
            record.probe = Some(ProbeMark { owner: lease.owner.clone(), until: lease.until, at: lease.at });
        }
        Fact::ProbeReleased(lease) => record.probe = record.probe.filter(|mark| mark.owner != lease.owner),
        Fact::BudgetFed { at, n, .. } => {
            if let Some(budget) = &policy.retry_budget {
                let state = rolled(record.budget.take(), budget, *at);
                record.budget = Some(RetryBudgetState { fed: state.fed.saturating_add(*n), ..state });
            }
        }
        Fact::BudgetDrawn { at, n, .. } => {
            let Some(budget) = &policy.retry_budget else { return stored(&record) };
            let state = rolled(record.budget.take(), budget, *at);
            if state.drawn.saturating_add(*n) > allowance(&state, budget) {
                return Applied::Denied { held_until: Some(state.window_start + budget.window) };
            }
            record.budget = Some(RetryBudgetState { drawn: state.drawn.saturating_add(*n), ..state });
        }
        _ => {}
    }
    stored(&record)
}

/// The end of a lease that another owner holds at `now`.
fn held_by_other(held: Option<&Lease>, asked: &LeaseFact, now: Millis) -> Option<Millis> {
    held.filter(|held| held.owner != asked.owner && held.until > now).map(|held| held.until)
}

/// T-30: the budget of the window in which `at` falls.
fn rolled(state: Option<RetryBudgetState>, budget: &RetryBudget, at: Millis) -> RetryBudgetState {
    let fresh = RetryBudgetState { window_start: at, fed: 0, drawn: 0 };
    let current =
        |state: &RetryBudgetState| at < state.window_start + budget.window && state.window_start < at + budget.window;
    state.filter(current).unwrap_or(fresh)
}

/// T-30: a share of what was fed, and a floor for the whole window.
fn allowance(state: &RetryBudgetState, budget: &RetryBudget) -> u64 {
    let share = state.fed.saturating_mul(budget.ratio_permille) / 1_000;
    let floor = budget.min_per_second.saturating_mul(budget.window.max(Span::ZERO).0) / 1_000;
    share.saturating_add(floor)
}
