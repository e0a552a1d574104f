//! What a host does next.

use super::buckets::Buckets;
use super::request::RetryState;
use super::row::Proof;
use crate::outbox::Outcome;
use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};

/// What to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RetryAction {
    /// Nothing failed yet: begin the attempt at `at`.
    Start,
    /// The attempt succeeded: keep `buckets`.
    Succeeded,
    /// Try again at `at`.
    Retry,
    /// Stop, for `reason`.
    GiveUp,
    /// Send the same as plain text now.
    FallBackPlain,
    /// It may have been done: find out before any repeat.
    Reconcile,
}

/// Why it stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RetryGiveUp"))]
#[serde(rename_all = "snake_case")]
pub enum GiveUp {
    /// The caller gave up, or the process was killed.
    Aborted,
    /// The time limit leaves no room for another attempt.
    Deadline,
    /// The attempts are used up.
    AttemptsUsedUp,
    /// The stated wait is above the envelope's longest.
    RetryAfterTooLong,
    /// The request was refused and would be refused again.
    Refused,
    /// This receiver will never take it.
    Permanent,
    /// This operation, or this failure, is never followed by a repeat.
    NeverReplayed,
    /// What was asked for is so already.
    AlreadyDone,
    /// The channel is not connected yet.
    NotConnected,
    /// No row knows the failure.
    Unclassified,
}

/// The answer to [`super::next`]. `action` says which of the optional fields there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RetryAnswer {
    /// What to do.
    pub action: RetryAction,
    /// When, for `start` and `retry`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Millis>,
    /// Why it stops, for `give_up`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<GiveUp>,
    /// The attempt wants a connection of its own.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub fresh_connection: bool,
    /// Check permissions again before the repeat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub recheck: bool,
    /// Remove what the failed try left behind before the repeat.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub clean_up: bool,
    /// Id of the row that knew the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub row: Option<&'static str>,
    /// The rule behind the decision.
    pub rule: &'static str,
    /// What the failure proves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// What to tell the outbox as the result of this send (O-2, O-5), should the host not try again here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
    /// The stated wait, for the outbox's back-off and for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<Span>,
    /// Give it back with the next failure of the same request.
    pub state: RetryState,
    /// Buckets of the REST API as they are now; share them between requests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buckets: Option<Buckets>,
}
