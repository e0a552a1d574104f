//! What a turn is begun with: the request and the snapshot of stored state.

use crate::profile::AuthProfile;
use crate::refs::ModelRef;
use crate::session::PinSource;
use crate::state::StoredRecord;
use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// One user request (the head of 04-turn). Only `turnId` and `seed` are required.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnRequest {
    /// Unique id, given by the host; attempt ids are `<turnId>.<n>`.
    pub turn_id: String,
    /// Whose turn it is; default `main`.
    #[serde(default = "main_agent")]
    pub agent_id: String,
    /// The conversation; without one nothing of a session is read or written (S-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub session_id: Option<String>,
    /// Seed of every draw (T-7); at most 2^53 - 1.
    pub seed: u64,
    /// A selection made earlier with `engine.select`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection: Option<Selection>,
    /// Model refs to try in order; nothing is appended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Vec<String>>,
    /// A model for this turn alone (`one_off`, M-3).
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub one_off: Option<OverrideRequest>,
    /// A cron job's payload (M-3).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<CronRequest>,
    /// Replaces the fallbacks; `[]` is strict (M-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallbacks_override: Option<Vec<String>>,
    /// Text or image (M-8).
    #[serde(default)]
    pub kind: RequestKind,
    /// What a candidate must be able to do (M-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<Needs>,
    /// When the whole turn must be over (T-20).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline_at: Option<Millis>,
    /// What started the turn.
    #[serde(default)]
    pub trigger: Trigger,
    /// What the host can do when asked (T-1).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
    /// A group conversation shows no notices (S-9).
    #[serde(default)]
    pub group_conversation: bool,
    /// Session settings that replace recovery numbers (T-6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry: Option<RetrySettings>,
}

fn main_agent() -> String {
    "main".to_owned()
}

/// A model for one turn (M-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OverrideRequest {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// A profile to pin for this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// A cron job's payload (M-3).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CronRequest {
    /// The job's model.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// The job's fallbacks; absent is not `[]`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallbacks: Option<Vec<String>>,
}

/// Text or image models (M-8).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RequestKind {
    /// A chat model.
    #[default]
    Text,
    /// An image model.
    Image,
}

/// What the request needs of a candidate (M-11).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Needs {
    /// Tool calls.
    #[serde(default)]
    pub tools: bool,
    /// Image input.
    #[serde(default)]
    pub images: bool,
    /// Tokens that must fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_context: Option<u64>,
}

/// What started the turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// A person.
    #[default]
    User,
    /// A schedule.
    Cron,
    /// A heartbeat.
    Heartbeat,
    /// The program itself.
    System,
}

/// What the host can do when asked (T-1). What is not offered is never asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// Compact the conversation (T-16).
    Compact,
    /// Refresh an OAuth credential (P-8).
    Refresh,
    /// Repair the transcript (T-17).
    Repair,
    /// Start a new server-side session (T-18).
    ResetSession,
    /// Continue a transcript instead of resubmitting it (T-12).
    Continue,
    /// Ask a person about the price (M-12).
    Consent,
}

/// Recovery numbers of a session (T-6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetrySettings {
    /// `retry.provider`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<ProviderRetry>,
}

/// `retry.provider` of a session (T-6, T-8).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProviderRetry {
    /// Replaces both retry numbers; 0 disables recovery.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_retries: Option<u32>,
    /// Replaces `recovery.maxRetryDelayMs`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_retry_delay_ms: Option<Span>,
}

/// Where the requested model came from (M-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the rows of M-3")]
pub enum SelectionSource {
    ConfiguredDefault,
    AgentPrimary,
    AgentFallbacks,
    AutoOverride,
    UserOverride,
    LegacyOverride,
    ExplicitDefault,
    Cron,
    OneOff,
    Heartbeat,
    Chain,
}

/// Which fallbacks follow the requested model (M-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum ChainPolicy {
    /// None.
    Strict,
    /// The default list, then the configured primary.
    Default,
    /// Exactly these.
    List {
        /// Model refs.
        fallbacks: Vec<ModelRef>,
    },
}

/// What `engine.select` answers (M-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Selection {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// Where it came from.
    pub source: SelectionSource,
    /// Which fallbacks follow.
    pub chain_policy: ChainPolicy,
    /// The pinned profile, when there is one for this provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// Who pinned it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_source: Option<PinSource>,
    /// Opaque harness.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<String>,
}

impl Selection {
    /// The selected model.
    #[must_use]
    pub fn model_ref(&self) -> ModelRef {
        ModelRef::new(&self.provider, &self.model)
    }
}

/// Stored state as it was read before the turn, or again during it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Snapshot {
    /// Profiles that the host gives; a stored one with the same id loses.
    #[serde(default)]
    pub profiles: Vec<AuthProfile>,
    /// A stored order for this agent, by provider (P-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<BTreeMap<String, Vec<String>>>,
    /// The records named by `engine.keys`.
    #[serde(default)]
    pub records: Vec<StoredRecord>,
    /// Skip marks kept by the host process (T-26).
    #[serde(default)]
    pub skip_marks: Vec<SkipMark>,
    /// What the host knows of the running conversation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub runtime: Option<RuntimeState>,
}

/// A candidate to skip in this session (T-26).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SkipMark {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// The pinned profile, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<String>,
    /// End of the mark.
    pub until: Millis,
}

/// What the host knows of the running conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuntimeState {
    /// Compactions so far, when newer than the entry's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compaction_count: Option<u64>,
}
