//! The policy: every knob of 09-options with its unit and default, checked once and never wrong afterwards.
//!
//! A `Policy` is made from a config (M-1) by `config::read`; its hash guards saved turns.

mod health;
mod models;
mod turn;

pub use health::{Cooldowns, CountersReset, LadderCount};
pub use models::{
    AgentModels, AuthConfig, ConfiguredModel, ConfiguredProfile, ConfiguredProvider, ModelChoice, Models, SecretRef,
};
pub use turn::{
    FloorEscape, OverloadReplay, Persistence, Probe, ProbeWhen, Recovery, RecoveryMode, RetryBudget, Surface, Timeouts,
    UserPin,
};

use crate::classify::ClassifyOptions;
use crate::time::Span;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which generation of the documents the defaults follow (M-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// The newest documents.
    #[default]
    Latest,
    /// Fallbacks stay selected for the session; no recovery on the same model.
    Sticky,
    /// The oldest documents: long ladder, everything persisted.
    Classic,
    /// Leave a failing key early while another one is healthy.
    Swift,
}

/// Where health and probe marks are shared (D-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StateScope {
    /// One record for all agents.
    #[default]
    Shared,
    /// One record for each agent.
    Agent,
}

/// Everything that steers decisions. All numbers are integers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Policy {
    /// Where the defaults came from.
    pub preset: Preset,
    /// Agents, models, aliases, fallbacks.
    pub models: Models,
    /// Configured profiles and orders.
    pub auth: AuthConfig,
    /// Ladders and windows of profile health.
    pub cooldowns: Cooldowns,
    /// `fallbackPersistence`: turn-local or stored fallback (S-2, S-3).
    pub fallback_persistence: Persistence,
    /// Probing of cooled-down candidates (T-23, S-4).
    pub probe: Probe,
    /// `order.preferUsableOauth` (P-6).
    pub prefer_usable_oauth: bool,
    /// `order.refreshSkewMs` (P-8).
    pub refresh_skew: Span,
    /// `stickiness.resetOnCompaction` (P-9).
    pub reset_on_compaction: bool,
    /// `userPin`: strict or prefer (P-11).
    pub user_pin: UserPin,
    /// `implicitProfiles` (P-12).
    pub implicit_profiles: bool,
    /// `profileIdPrefixes` (P-2): id prefix to provider.
    pub profile_id_prefixes: BTreeMap<String, String>,
    /// Same-model recovery (T-6 to T-8).
    pub recovery: Recovery,
    /// `serverErrorProfileRotations` (T-9).
    pub server_error_rotations: u32,
    /// `auth.cooldowns.rateLimitedProfileRotations` (T-9).
    pub rate_limited_rotations: u32,
    /// `auth.cooldowns.overloadedProfileRotations` (T-9).
    pub overloaded_rotations: u32,
    /// `auth.cooldowns.overloadedBackoffMs` (T-9).
    pub overloaded_backoff: Span,
    /// `formatErrors` (T-11).
    pub format_errors: Surface,
    /// `allowFormatRetry` (T-17).
    pub allow_format_retry: bool,
    /// `refusals` (C-16).
    pub refusals: Surface,
    /// `classify.*` (C-12, C-20).
    pub classify: ClassifyOptions,
    /// `timeouts.default` (T-21).
    pub timeouts: Timeouts,
    /// `timeouts.<provider>`, local servers filled in (T-21).
    pub timeouts_by_provider: BTreeMap<String, Timeouts>,
    /// `deadline.reservePercent` (T-20).
    pub reserve_percent: u64,
    /// `skipCache.ttlMs`; `None` is off (T-26).
    pub skip_cache_ttl: Option<Span>,
    /// `lastResortProbe` (T-27).
    pub last_resort_probe: bool,
    /// `waitForCooldownMs` (T-27).
    pub wait_for_cooldown: Span,
    /// `overloadReplay` (T-28).
    pub overload_replay: OverloadReplay,
    /// `serverErrorReplays` (T-29).
    pub server_error_replays: u32,
    /// `retryBudget` (T-30).
    pub retry_budget: Option<RetryBudget>,
    /// `notices` (S-9).
    pub notices: bool,
    /// `hostReplyMs` (T-1).
    pub host_reply: Span,
    /// `compactionReplyMs` (T-1).
    pub compaction_reply: Span,
    /// `maxPriceClass` (M-12).
    pub max_price_class: Option<i64>,
    /// `consentAbove` (M-12).
    pub consent_above: Option<i64>,
    /// `state.scope` (D-1).
    pub state_scope: StateScope,
    /// `store.timeoutMs`, carried out by hosts (H-6).
    pub store_timeout: Span,
    /// `secrets`: where hosts find each profile's secret (M-1).
    pub secrets: BTreeMap<String, SecretRef>,
}
