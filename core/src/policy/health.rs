//! The part of the policy that the fold of health reads (K).

use crate::classify::Reason;
use crate::time::Span;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// What the ladder counts (K-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum LadderCount {
    /// Failures of the scope that failed: the model when model-scoped, else the profile.
    #[default]
    Scope,
    /// All failures of the profile.
    Profile,
}

/// When counts go back to zero without a success (K-4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountersReset {
    /// When `failureWindowHours` passed since the last failure.
    #[default]
    Window,
    /// When the window ends.
    Expiry,
}

/// Ladders, bases and caps of every window (K-3 to K-11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Cooldowns {
    /// `cooldowns.ladderMs`: the nth failure's window; the last value repeats. Never empty.
    pub ladder: Vec<Span>,
    /// `cooldowns.ladderMsByProvider`, local servers filled in.
    pub ladder_by_provider: BTreeMap<String, Vec<Span>>,
    /// `cooldowns.usageWindowLadderMs`. Never empty.
    pub usage_window_ladder: Vec<Span>,
    /// `cooldowns.ladderCount`.
    pub ladder_count: LadderCount,
    /// `cooldowns.countersReset`.
    pub counters_reset: CountersReset,
    /// `cooldowns.modelScopedReasons`.
    pub model_scoped_reasons: BTreeSet<Reason>,
    /// `cooldowns.exemptProviders`.
    pub exempt_providers: BTreeSet<String>,
    /// `auth.cooldowns.billingBackoffHours`, as a duration.
    pub billing_base: Span,
    /// `auth.cooldowns.billingBackoffHoursByProvider`, as durations.
    pub billing_base_by_provider: BTreeMap<String, Span>,
    /// `auth.cooldowns.billingMaxHours`, as a duration.
    pub billing_max: Span,
    /// `auth.cooldowns.authPermanentBackoffMinutes`, as a duration.
    pub auth_permanent_base: Span,
    /// `auth.cooldowns.authPermanentMaxMinutes`, as a duration.
    pub auth_permanent_max: Span,
    /// `auth.cooldowns.failureWindowHours`, as a duration.
    pub failure_window: Span,
}
