//! Events: what a host reports. Facts only; a host never says "retryable" (T-2).

use super::request::Snapshot;
use crate::classify::ErrorSignal;
use crate::session::SessionEntry;
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One thing that happened (T-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "type", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Event {
    /// The request is out on an open connection.
    CallStarted {
        /// The attempt.
        attempt_id: String,
        /// The runtime's inner retries cannot be switched off (T-4).
        #[serde(default)]
        inner_retries: bool,
    },
    /// Something came or happened inside the attempt.
    Progress {
        /// The attempt.
        attempt_id: String,
        /// What.
        level: ProgressLevel,
        /// A tool waits for a person.
        #[serde(default)]
        pending_approval: bool,
        /// A tool works on in the background.
        #[serde(default)]
        async_work: bool,
        /// A tool that ends the run was called.
        #[serde(default)]
        terminating_tool: bool,
    },
    /// One good model response inside the attempt.
    ResponseCompleted {
        /// The attempt.
        attempt_id: String,
    },
    /// A response that stopped early (T-13).
    ResponseIncomplete {
        /// The attempt.
        attempt_id: String,
        /// Why.
        why: IncompleteWhy,
        /// A tool call was being written.
        during_tool_call: bool,
    },
    /// The attempt answered.
    Succeeded {
        /// The attempt.
        attempt_id: String,
        /// With nothing in it (T-22).
        #[serde(default)]
        empty: bool,
        /// The answer was an error payload (T-22).
        #[serde(skip_serializing_if = "Option::is_none")]
        payload_signal: Option<Box<ErrorSignal>>,
        /// Tokens.
        #[serde(skip_serializing_if = "Option::is_none")]
        usage: Option<Usage>,
    },
    /// The attempt failed.
    Failed {
        /// The attempt.
        attempt_id: String,
        /// What was seen.
        signal: Box<ErrorSignal>,
    },
    /// The host's own fault: never wears a provider's reason.
    HostError {
        /// The attempt, when one was running.
        #[serde(skip_serializing_if = "Option::is_none")]
        attempt_id: Option<String>,
        /// What happened.
        message: String,
    },
    /// Time passed. Early, late and repeated ticks are harmless.
    Tick {},
    /// The answer to an `ask`.
    Answered {
        /// The ask.
        ask_id: String,
        /// Its result.
        result: Answer,
    },
    /// A person switched the model (T-15).
    LiveSwitch {
        /// Provider id.
        provider: String,
        /// Model id.
        model: String,
        /// Profile, when one was named.
        #[serde(skip_serializing_if = "Option::is_none")]
        profile: Option<String>,
        /// The person's choice is stored and pending.
        #[serde(default)]
        user_pending: bool,
    },
    /// Newer health and marks, adopted at the next decision.
    SnapshotChanged {
        /// The state as it is now.
        snapshot: Box<Snapshot>,
    },
    /// The turn was given up.
    Abort {
        /// By whom.
        by: AbortBy,
    },
}

/// What came or happened (T-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProgressLevel {
    /// A sign of life without content.
    Lifecycle,
    /// Text for the reader.
    Text,
    /// The execution of a tool began.
    ToolStarted,
    /// A tool has a recorded result, a failure included.
    ToolSettled,
}

/// Why a response stopped early (T-13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum IncompleteWhy {
    /// The output limit was reached.
    MaxOutputTokens,
    /// A content filter stopped it.
    ContentFilter,
    /// Anything else.
    Other,
}

/// Who gave the turn up (T-20).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum AbortBy {
    /// The program that asked.
    Caller,
    /// The turn's deadline.
    Deadline,
}

/// The answer to an `ask` (T-2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "status", rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Answer {
    /// Done.
    Ok {
        /// Kind-specific data, e.g. `expiresAt` of a refresh.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        data: Option<Value>,
    },
    /// Another holds the lease, or the budget is empty.
    Denied {
        /// Until when.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        held_until: Option<Millis>,
    },
    /// The session entry has a newer user selection (S-11).
    Conflict {
        /// The entry as it is now.
        entry: Box<SessionEntry>,
    },
    /// The host could not do it.
    Failed {
        /// What was seen.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signal: Option<Box<ErrorSignal>>,
    },
}

/// Tokens of an answer.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Usage {
    /// Tokens read.
    #[serde(default)]
    pub input_tokens: u64,
    /// Tokens written.
    #[serde(default)]
    pub output_tokens: u64,
}
