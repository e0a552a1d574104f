//! Facts: small, mergeable news about a record (D-2).

use crate::classify::{Reason, Scope};
use crate::profile::AuthProfile;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// One piece of news. `key` names the record it changes; a fact about a profile or account carries the credential
/// version under which it was seen (D-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Fact {
    /// A call with the profile started (P-7).
    ProfileUsed {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Attempt id.
        attempt_id: String,
        /// Mark of the secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        credential_version: Option<String>,
    },
    /// The turn left the profile after a failure (K-2).
    ProfileFailed(FactFailed),
    /// The turn waits out a stated wait on the profile; counts nothing (K-2).
    ProfilePaused {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Attempt id.
        attempt_id: String,
        /// Mark of the secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        credential_version: Option<String>,
        /// Reason of the failure.
        reason: Reason,
        /// The model, for a model-scoped reason.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        /// End of the stated wait.
        until: Millis,
    },
    /// A call succeeded (K-12).
    ProfileSucceeded {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Attempt id.
        attempt_id: String,
        /// Mark of the secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        credential_version: Option<String>,
        /// The model that answered.
        model: String,
    },
    /// Somebody cleared the health by hand (K-4).
    ProfileCleared {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Mark of the secret.
        #[serde(skip_serializing_if = "Option::is_none")]
        credential_version: Option<String>,
        /// Who.
        by: String,
    },
    /// Import, login, or a refresh with a new expiry or secret.
    ProfileStored {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// The profile as it is now.
        profile: AuthProfile,
    },
    /// The profile was removed from the store.
    ProfileRemoved {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
    },
    /// The refresh lease was asked for (P-8).
    RefreshLeaseTaken(LeaseFact),
    /// The refresh lease was given back (P-8).
    RefreshLeaseReleased(LeaseFact),
    /// The probe mark was asked for (T-25).
    ProbeTaken(LeaseFact),
    /// The probe mark was given back (T-25).
    ProbeReleased(LeaseFact),
    /// A first attempt feeds the retry budget (T-30).
    BudgetFed {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Attempt id.
        attempt_id: String,
        /// How much.
        n: u64,
    },
    /// Another attempt draws from the retry budget (T-30).
    BudgetDrawn {
        /// Record key.
        key: String,
        /// When.
        at: Millis,
        /// Attempt id.
        attempt_id: String,
        /// How much.
        n: u64,
    },
}

/// The body of `profile_failed` (K-2, D-2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FactFailed {
    /// Record key.
    pub key: String,
    /// End of the last failed call of the visit.
    pub at: Millis,
    /// Attempt id of that call.
    pub attempt_id: String,
    /// Mark of the secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_version: Option<String>,
    /// The last reason of the visit.
    pub reason: Reason,
    /// Scope of the classification.
    pub scope: Scope,
    /// The model called.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// End of the largest stated wait of the visit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stated_until: Option<Millis>,
    /// `stated_until` came from an absolute reset time.
    #[serde(default)]
    pub absolute_reset: bool,
    /// A usage window is used up.
    #[serde(default)]
    pub usage_window: bool,
    /// The call was a probe: it raises no count (K-5).
    #[serde(default)]
    pub probe: bool,
}

/// The body of lease facts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LeaseFact {
    /// Record key.
    pub key: String,
    /// When.
    pub at: Millis,
    /// The turn id of the holder.
    pub owner: String,
    /// End of the lease.
    pub until: Millis,
}

impl Fact {
    /// The key of the record that the fact changes.
    #[must_use]
    pub fn key(&self) -> &str {
        match self {
            Self::ProfileUsed { key, .. }
            | Self::ProfilePaused { key, .. }
            | Self::ProfileSucceeded { key, .. }
            | Self::ProfileCleared { key, .. }
            | Self::ProfileStored { key, .. }
            | Self::ProfileRemoved { key, .. }
            | Self::BudgetFed { key, .. }
            | Self::BudgetDrawn { key, .. } => key,
            Self::ProfileFailed(body) => &body.key,
            Self::RefreshLeaseTaken(body)
            | Self::RefreshLeaseReleased(body)
            | Self::ProbeTaken(body)
            | Self::ProbeReleased(body) => &body.key,
        }
    }

    /// When it happened.
    #[must_use]
    pub const fn at(&self) -> Millis {
        match self {
            Self::ProfileUsed { at, .. }
            | Self::ProfilePaused { at, .. }
            | Self::ProfileSucceeded { at, .. }
            | Self::ProfileCleared { at, .. }
            | Self::ProfileStored { at, .. }
            | Self::ProfileRemoved { at, .. }
            | Self::BudgetFed { at, .. }
            | Self::BudgetDrawn { at, .. } => *at,
            Self::ProfileFailed(body) => body.at,
            Self::RefreshLeaseTaken(body)
            | Self::RefreshLeaseReleased(body)
            | Self::ProbeTaken(body)
            | Self::ProbeReleased(body) => body.at,
        }
    }

    /// The wire name of its kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::ProfileUsed { .. } => "profile_used",
            Self::ProfileFailed(_) => "profile_failed",
            Self::ProfilePaused { .. } => "profile_paused",
            Self::ProfileSucceeded { .. } => "profile_succeeded",
            Self::ProfileCleared { .. } => "profile_cleared",
            Self::ProfileStored { .. } => "profile_stored",
            Self::ProfileRemoved { .. } => "profile_removed",
            Self::RefreshLeaseTaken(_) => "refresh_lease_taken",
            Self::RefreshLeaseReleased(_) => "refresh_lease_released",
            Self::ProbeTaken(_) => "probe_taken",
            Self::ProbeReleased(_) => "probe_released",
            Self::BudgetFed { .. } => "budget_fed",
            Self::BudgetDrawn { .. } => "budget_drawn",
        }
    }

    /// The attempt that it came from; empty where there is none.
    #[must_use]
    pub fn attempt_id(&self) -> &str {
        match self {
            Self::ProfileUsed { attempt_id, .. }
            | Self::ProfilePaused { attempt_id, .. }
            | Self::ProfileSucceeded { attempt_id, .. }
            | Self::BudgetFed { attempt_id, .. }
            | Self::BudgetDrawn { attempt_id, .. } => attempt_id,
            Self::ProfileFailed(body) => &body.attempt_id,
            _ => "",
        }
    }

    /// It changes a `provider/...` record; all others change a profile's or an account's (D-1).
    #[must_use]
    pub(crate) const fn is_of_provider(&self) -> bool {
        matches!(self, Self::ProbeTaken(_) | Self::ProbeReleased(_) | Self::BudgetFed { .. } | Self::BudgetDrawn { .. })
    }

    /// The same news at another time.
    #[must_use]
    pub(crate) fn dated(mut self, when: Millis) -> Self {
        match &mut self {
            Self::ProfileUsed { at, .. }
            | Self::ProfilePaused { at, .. }
            | Self::ProfileSucceeded { at, .. }
            | Self::ProfileCleared { at, .. }
            | Self::ProfileStored { at, .. }
            | Self::ProfileRemoved { at, .. }
            | Self::BudgetFed { at, .. }
            | Self::BudgetDrawn { at, .. } => *at = when,
            Self::ProfileFailed(body) => body.at = when,
            Self::RefreshLeaseTaken(body)
            | Self::RefreshLeaseReleased(body)
            | Self::ProbeTaken(body)
            | Self::ProbeReleased(body) => body.at = when,
        }
        self
    }
}
