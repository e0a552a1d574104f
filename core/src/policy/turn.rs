//! The part of the policy that the turn reads (T).

use crate::time::Span;
use serde::{Deserialize, Serialize};

/// Whether a fallback answers one turn or stays for the session (S-2, S-3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Persistence {
    /// The next turn starts from the selected model.
    #[default]
    Turn,
    /// The fallback is stored as an auto override.
    Session,
}

/// When the cooled-down primary may be probed (T-23).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProbeWhen {
    /// Within the margin of the soonest expiry.
    #[default]
    NearExpiry,
    /// Also any time for a rate limit without a stated reset.
    Throttled,
}

/// `probe.*` (T-23, T-25, S-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Probe {
    /// `primaryIntervalMs`; zero is never.
    pub primary_interval: Span,
    /// `when`.
    pub when: ProbeWhen,
    /// `marginMs`.
    pub margin: Span,
    /// `minIntervalMs`.
    pub min_interval: Span,
    /// `billingIntervalMs`.
    pub billing_interval: Span,
}

/// Whether a user-pinned profile may give way (P-11).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum UserPin {
    /// Only that profile.
    #[default]
    Strict,
    /// That profile first.
    Prefer,
}

/// Whether the same model is tried again before rotation (T-6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RecoveryMode {
    /// Wait and call the same model first.
    #[default]
    First,
    /// Rotate or advance at once.
    Off,
}

/// What lets the turn leave a stated wait that is longer than `maxRetryDelayMs` (T-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FloorEscape {
    /// Another candidate.
    #[default]
    Fallback,
    /// Another candidate or another profile.
    Any,
}

/// `recovery.*` (T-6 to T-8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Recovery {
    /// `mode`.
    pub mode: RecoveryMode,
    /// `rateLimitRetries`.
    pub rate_limit_retries: u32,
    /// `transientRetries`.
    pub transient_retries: u32,
    /// `windowMs`.
    pub window: Span,
    /// `maxRetries`.
    pub max_retries: Option<u32>,
    /// `maxRetryDelayMs`; zero removes the cap.
    pub max_retry_delay: Span,
    /// `fastRetries`.
    pub fast_retries: Option<u32>,
    /// `fastWaitMs`.
    pub fast_wait: Option<Span>,
    /// `baseMs`.
    pub base: Span,
    /// `capMs`.
    pub cap: Span,
    /// `floorEscape`.
    pub floor_escape: FloorEscape,
}

/// Whether a request-scoped failure is shown or moved on (T-11, C-16).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Surface {
    /// The failure is shown as it was.
    #[default]
    Surface,
    /// The next candidate is tried; health is untouched.
    Fallback,
}

/// `timeouts.*` (T-21). `None` is no limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Timeouts {
    /// From `call` to `call_started`.
    pub connect: Option<Span>,
    /// From there to the first text or tool.
    pub first_token: Option<Span>,
    /// From one sign of progress to the next.
    pub idle: Option<Span>,
    /// From `call` to its end.
    pub total: Option<Span>,
}

/// `overloadReplay.*` (T-28).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OverloadReplay {
    /// `max`; zero is off.
    pub max: u32,
    /// `baseMs`.
    pub base: Span,
    /// `capMs`.
    pub cap: Span,
    /// `noticeAfterMs`.
    pub notice_after: Span,
    /// `jitter`.
    pub jitter: bool,
}

/// `retryBudget` (T-30).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RetryBudget {
    /// `ratioPermille`.
    pub ratio_permille: u64,
    /// `minPerSecond`.
    pub min_per_second: u64,
    /// `windowMs`.
    pub window: Span,
}
