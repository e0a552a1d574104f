//! Effects: what a host carries out, in list order (T-1).

use super::outcome::Outcome;
use super::report::DecisionRecord;
use crate::session::SessionPatch;
use crate::state::Fact;
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// One answer of the turn: effects in order, then what it waits for (T-1).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Step {
    /// Carry these out in order. An `ask` is the last of its step; `finish` is last and comes once.
    pub effects: Vec<Effect>,
    /// The soonest deadline, or that the turn is over.
    pub next: Next,
}

/// What the turn waits for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "state", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Next {
    /// Send an event, or `tick` at `at`. Without `at` only an event moves the turn.
    Wait {
        /// The soonest deadline.
        #[serde(skip_serializing_if = "Option::is_none")]
        at: Option<Millis>,
        /// Why then.
        #[serde(skip_serializing_if = "Option::is_none")]
        why: Option<WaitWhy>,
    },
    /// Over, for ever.
    Done,
}

/// Why the turn wakes at its deadline (T-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the list of T-1")]
pub enum WaitWhy {
    BackOff,
    Replay,
    Cooldown,
    Lease,
    ConnectTimeout,
    FirstTokenTimeout,
    IdleTimeout,
    TotalTimeout,
    HostReply,
    Notice,
    CandidateDeadline,
    TurnDeadline,
}

/// One thing to do (T-1). Effects that reflect a decision name its rule.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Effect {
    /// Store these; runs beside what follows.
    Persist {
        /// News for records.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        facts: Vec<Fact>,
        /// News for the session.
        #[serde(skip_serializing_if = "Option::is_none")]
        session_patch: Option<SessionPatch>,
    },
    /// Call the model.
    Call {
        /// `<turnId>.<n>`, n from 1.
        attempt_id: String,
        /// What to call.
        candidate: Candidate,
        /// With which credential.
        #[serde(skip_serializing_if = "Option::is_none")]
        profile_id: Option<String>,
        /// Opaque harness of the candidate (M-3).
        #[serde(skip_serializing_if = "Option::is_none")]
        runtime: Option<String>,
        /// Submit the request afresh, or continue the transcript (T-12).
        mode: CallMode,
        /// What a continued transcript is told (T-12).
        #[serde(skip_serializing_if = "Option::is_none")]
        instruction: Option<Instruction>,
        /// Everything says cooldown: this call finds out.
        probe: bool,
        /// Nothing else can be tried after it.
        #[serde(rename = "final")]
        last: bool,
        /// What must be repaired because the history came from elsewhere (T-19).
        #[serde(skip_serializing_if = "Vec::is_empty")]
        crossing: Vec<Crossing>,
        /// The rule that made the decision.
        rule: String,
    },
    /// Stop this call; stands before the call that replaces it.
    CancelCall {
        /// The attempt.
        attempt_id: String,
    },
    /// Take back what this attempt showed (T-12).
    DiscardOutput {
        /// The attempt.
        attempt_id: String,
    },
    /// Tell people (S-9).
    Notify(Notice),
    /// Write to the decision log (T-32).
    Log {
        /// The record.
        record: Box<DecisionRecord>,
    },
    /// Set or clear a skip mark of this session (T-26).
    Mark {
        /// Set or clear.
        op: MarkOp,
        /// Provider; absent for all.
        #[serde(skip_serializing_if = "Option::is_none")]
        provider: Option<String>,
        /// Model; absent for all.
        #[serde(skip_serializing_if = "Option::is_none")]
        model: Option<String>,
        /// The pinned profile, if any.
        #[serde(skip_serializing_if = "Option::is_none")]
        profile_id: Option<String>,
        /// End of the mark.
        #[serde(skip_serializing_if = "Option::is_none")]
        until: Option<Millis>,
    },
    /// Do this and report `answered`; the last effect of its step.
    Ask {
        /// `<turnId>.a<n>`, n from 1.
        ask_id: String,
        /// What is asked.
        kind: AskKind,
        /// Kind-specific: `{ facts, sessionPatch }` for `persist`, `{ profileId, provider }` for `refresh_credential`.
        params: Value,
        /// The rule that asks.
        rule: String,
    },
    /// The end.
    Finish {
        /// How it ended (T-33).
        outcome: Box<Outcome>,
        /// The rule that ended it.
        rule: String,
    },
}

/// What can be asked (T-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AskKind {
    /// Store something that must be known to have won.
    Persist,
    /// Refresh an OAuth credential (P-8).
    RefreshCredential,
    /// Repair the transcript (T-17).
    Repair,
    /// Start a new server-side session (T-18).
    ResetSession,
    /// Compact the conversation (T-16).
    Compact,
    /// Ask a person about the price (M-12).
    Consent,
}

/// A member of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Candidate {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// Why it is in the chain.
    pub origin: Origin,
}

/// Why a candidate is in the chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Origin {
    /// It was asked for: the first of the chain.
    Requested,
    /// A configured fallback.
    ConfiguredFallback,
    /// The configured primary, at the end of the chain.
    ConfiguredPrimary,
}

/// How to call (T-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CallMode {
    /// Submit the request.
    Fresh,
    /// Continue from the last completed response; the request is not submitted again.
    Continue,
}

/// What a continued transcript is told (T-12).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Instruction {
    /// Keep finished work, check interrupted actions before repeating them.
    ContinueAfterInterruption,
}

/// What must be repaired when the history came from another provider or API family (T-19).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the list of T-19")]
pub enum Crossing {
    ToolCallIds,
    ThinkingSignatures,
    CachedContentIds,
    ResponseIds,
}

/// Set or clear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum MarkOp {
    Set,
    Clear,
}

/// Kinds of notice (S-9). Texts have stable keys, so that hosts can translate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum NoticeKind {
    /// Another model answered.
    Fallback,
    /// The selected model is back.
    FallbackCleared,
    /// The overload goes on, the turn too (T-28).
    OverloadWaiting,
    /// A wait before the next try; replaced by what follows.
    Retrying,
    /// From a subscription to a paid key, or back.
    ProfileChanged,
}

/// Something for people, not part of the answer (S-9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "five independent delivery flags of S-9")]
pub struct Notice {
    /// What it is about; also the translation key.
    pub kind: NoticeKind,
    /// English text; empty when it must not be shown (`groupConversation`).
    pub text: String,
    /// Values in the text, by name.
    pub params: BTreeMap<String, String>,
    /// Said once per state change.
    pub once: bool,
    /// Replaced or removed by what follows.
    pub transient: bool,
    /// About operation, not content.
    pub operational: bool,
    /// Also where replies are suppressed.
    pub bypass_suppression: bool,
    /// Does not count as the reply.
    pub consumes_reply_slot: bool,
    /// Not spoken.
    pub exclude_from_tts: bool,
    /// Not read as a promise.
    pub exclude_from_commitments: bool,
}
