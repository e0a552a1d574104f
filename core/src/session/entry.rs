//! The session entry (S-1).

use crate::refs::ModelRef;
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// Who chose the override.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum OverrideSource {
    /// A person.
    User,
    /// A stored fallback.
    Auto,
    /// A person chose the default.
    Default,
}

/// Who chose the pinned profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum PinSource {
    /// A success wrote it (P-9).
    Auto,
    /// A person (P-11).
    User,
}

/// What a conversation owns between turns (S-1). Unknown fields of a foreign entry are dropped.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct SessionEntry {
    /// Record version.
    pub v: u32,
    /// Provider of the stored override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_override: Option<String>,
    /// Model of the stored override.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_override: Option<String>,
    /// Who chose it; an override without a source counts as `user`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model_override_source: Option<OverrideSource>,
    /// The model that the stored fallback stands for (S-3, S-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub override_origin: Option<ModelRef>,
    /// The pinned profile (P-9, P-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_profile_override: Option<String>,
    /// Who pinned it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_profile_override_source: Option<PinSource>,
    /// The compaction count when it was pinned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub auth_profile_override_compaction_count: Option<u64>,
    /// Compactions of this session so far.
    pub compaction_count: u64,
    /// The pair that was announced last (S-9).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fallback_notice: Option<FallbackNotice>,
    /// The last origin probe (S-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub primary_probe: Option<PrimaryProbe>,
    /// A switch that a running turn has not honoured yet (S-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_switch_pending: Option<LiveSwitch>,
    /// A choice by hand that may be tried once at once (S-6).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub force_probe: Option<ForceProbe>,
    /// Who produced the history (T-19).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history_from: Option<HistoryFrom>,
    /// The last turn that did not succeed at its first call (S-2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_decision: Option<LastDecision>,
    /// The revision at which a person chose a model or profile last (S-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub selection_revision: Option<u64>,
    /// Grows with each change (S-11).
    pub revision: u64,
}

impl SessionEntry {
    /// The stored override as a ref; `None` unless both parts are there.
    #[must_use]
    pub fn override_ref(&self) -> Option<ModelRef> {
        Some(ModelRef::new(self.provider_override.as_ref()?, self.model_override.as_ref()?))
    }
}

/// The pair of models that was announced (S-9).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct FallbackNotice {
    /// What was selected, as `provider/model`.
    pub selected_model: String,
    /// What answered, as `provider/model`.
    pub active_model: String,
    /// Why, for people.
    pub reason: String,
}

/// When the origin of a stored fallback was probed last (S-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct PrimaryProbe {
    /// The origin.
    pub origin: ModelRef,
    /// When the probe was granted.
    pub at: Millis,
}

/// The target of a live switch (S-7).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct LiveSwitch {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// Profile, when one was named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
}

/// A model, and maybe a profile, that was chosen by hand and may be tried once whatever its cooldown (S-6).
pub type ForceProbe = LiveSwitch;

/// The provider and API family that produced the history (T-19).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HistoryFrom {
    /// Provider id.
    pub provider: String,
    /// Model id.
    pub model: String,
    /// API family, when known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api: Option<String>,
}

/// The short story of the last turn that did not succeed at its first call (S-2, S-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LastDecision {
    /// The turn.
    pub turn_id: String,
    /// When it ended.
    pub at: Millis,
    /// How it ended, a wire name of T-33.
    pub outcome: String,
    /// What answered, as `provider/model`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answered_by: Option<String>,
    /// One line for each attempt: model, profile, reason, rule.
    pub attempts: Vec<String>,
}
