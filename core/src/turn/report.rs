//! What is reported: attempt records and the decision log (T-31, T-32).

use super::effect::{CallMode, Origin};
use crate::classify::Reason;
use crate::profile::Eligibility;
use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};

/// One attempt, or one candidate that was skipped (T-31).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AttemptRecord {
    /// Attempt id; empty for a skip.
    pub attempt_id: String,
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// The credential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<String>,
    /// Why the candidate is in the chain.
    pub origin: Origin,
    /// When it was called, or skipped.
    pub started_at: Millis,
    /// When it ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<Millis>,
    /// How it ended; absent while it runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<AttemptOutcome>,
    /// Why it failed or was skipped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The rule that says so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Redacted text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Fingerprint of the failure (C-19).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fingerprint: Option<String>,
    /// The stated wait.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<Span>,
    /// How long the turn waited before it.
    pub waited_ms: Span,
    /// Fresh or continued.
    pub mode: CallMode,
    /// It was a probe.
    pub probe: bool,
    /// Good model responses inside it.
    pub responses: u32,
    /// It ended by a time-out: the provider may have billed it.
    pub maybe_billed: bool,
    /// Estimated cost in the unit of the configured prices, as an integer (M-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cost: Option<u64>,
    /// Why it was skipped, with the times and P-3 codes that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub skipped: Option<Skipped>,
}

impl AttemptRecord {
    /// Why it failed or was skipped, as people read it.
    pub(crate) fn reason_in_words(&self) -> String {
        if self.skipped.as_ref().is_some_and(|skipped| skipped.rule == "M-11" || skipped.rule == "M-12") {
            return "unsuited".to_owned();
        }
        self.reason.map_or("unknown", Reason::as_str).replace('_', " ")
    }
}

/// Why a candidate was skipped (T-31, M-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Skipped {
    /// The rule that skipped it.
    pub rule: String,
    /// In words.
    pub why: String,
    /// When it would be free, or when the holder of the probe mark is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Profiles that may not be used at all, with their codes (P-3, P-12).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ineligible: Vec<IneligibleProfile>,
}

/// A profile that may not be used, and why (P-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct IneligibleProfile {
    /// Profile id.
    pub profile_id: String,
    /// Its code.
    pub code: Eligibility,
}

/// How an attempt ended (T-31).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the list of T-31")]
pub enum AttemptOutcome {
    Succeeded,
    Failed,
    Cancelled,
    Skipped,
}

/// What was decided (T-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the list of T-32")]
pub enum Decision {
    CandidateFailed,
    SkipCandidate,
    ProbeCooldownCandidate,
    CandidateSucceeded,
    ProfileRotated,
    RetryScheduled,
    ChainStopped,
    /// An event that did not fit the state (T-3).
    IgnoredEvent,
    /// Something people should know that changed no decision.
    Warning,
}

/// How a fallback step ended (T-32).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the list of T-32")]
pub enum StepOutcome {
    NextFallback,
    Succeeded,
    ChainExhausted,
}

/// One line of the decision log, event `model_fallback_decision` (T-32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct DecisionRecord {
    /// Always `model_fallback_decision`.
    pub event: String,
    /// What was decided.
    pub decision: Decision,
    /// The turn.
    pub turn_id: String,
    /// When.
    pub at: Millis,
    /// Session, when there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// What was asked for.
    pub requested_provider: String,
    /// What was asked for.
    pub requested_model: String,
    /// The candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_provider: Option<String>,
    /// The candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidate_model: Option<String>,
    /// The credential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<String>,
    /// Position in the chain, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attempt: Option<u32>,
    /// Length of the chain.
    pub total: u32,
    /// It is the first of the chain.
    pub is_primary: bool,
    /// The chain has more than one member.
    pub fallback_configured: bool,
    /// Profiles of the candidate.
    pub profile_count: u32,
    /// Why.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The rule that decided.
    pub rule: String,
    /// In words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Error code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Redacted text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_preview: Option<String>,
    /// Fingerprint of the failure.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_fingerprint: Option<String>,
    /// What comes next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_candidate_provider: Option<String>,
    /// What comes next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_candidate_model: Option<String>,
    /// When the next call or wake-up is due.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// How many attempts came before.
    pub previous_attempts: u32,
    /// The flat fallback step, when a candidate failed, was skipped, or a later one succeeded.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub step: Option<FallbackStep>,
}

/// The flat `fallbackStep*` fields (T-32).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FallbackStep {
    /// Always `fallback_step`.
    pub fallback_step_type: String,
    /// `provider/model` that was left.
    pub fallback_step_from_model: String,
    /// `provider/model` that follows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_step_to_model: Option<String>,
    /// Why it was left.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_step_from_failure_reason: Option<Reason>,
    /// Redacted detail.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_step_from_failure_detail: Option<String>,
    /// Position in the chain of the model that was left, from 1.
    pub fallback_step_chain_position: u32,
    /// How the step ended.
    pub fallback_step_final_outcome: StepOutcome,
}
