//! How a turn ends (T-33, T-34).

use super::effect::Candidate;
use super::report::AttemptRecord;
use crate::classify::{Classification, Reason};
use crate::session::LiveSwitch;
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The end of a turn, always with every attempt (T-33).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Outcome {
    /// A candidate answered.
    Completed {
        /// Who.
        candidate: Candidate,
        /// With which credential.
        #[serde(skip_serializing_if = "Option::is_none")]
        profile_id: Option<String>,
        /// It was not the requested model.
        fell_back: bool,
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// Everything failed or was skipped (T-34); hosts throw `FallbackSummaryError`.
    Exhausted {
        /// The story.
        summary: Box<FallbackSummary>,
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// One failure is shown as it was; hosts rethrow the original error.
    Surfaced {
        /// The verdict on it.
        classification: Box<Classification>,
        /// Something had been shown or done.
        partial: bool,
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// The conversation is too long for every candidate (T-16).
    NeedsCompaction {
        /// The verdict on the last overflow.
        classification: Box<Classification>,
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// The same user turn is to be started again with another model (T-15).
    SwitchRequested {
        /// The model to start with.
        target: LiveSwitch,
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// The caller gave up (T-20).
    Aborted {
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
    /// The turn's deadline passed (T-20).
    Deadline {
        /// Every attempt.
        attempts: Vec<AttemptRecord>,
    },
}

/// The story of a turn that failed everywhere (T-34).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FallbackSummary {
    /// One sentence for people.
    pub message: String,
    /// What to do about it, one line for each reason in the mix.
    pub remediation: Vec<String>,
    /// Reason of the last attempt.
    pub reason: Reason,
    /// Status of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Code of the last attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// How many attempts and skips had each reason.
    pub reasons: BTreeMap<Reason, u32>,
    /// The soonest end of a window that blocks a candidate of the chain (K-14).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub soonest_cooldown_expiry: Option<Millis>,
}
