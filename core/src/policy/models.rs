//! The part of the policy that says which models and profiles there are (M, P-4).

use crate::profile::ProfileType;
use crate::refs::ModelRef;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A primary model with its fallbacks, as configured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ModelChoice {
    /// The primary model, resolved.
    pub primary: Option<ModelRef>,
    /// The fallbacks, resolved; `None` when the key is absent, which is not the same as `[]` (M-7).
    pub fallbacks: Option<Vec<ModelRef>>,
}

/// One agent's models: `agents.entries.<id>.model` (M-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AgentModels {
    /// The agent's own choice.
    pub model: ModelChoice,
    /// `heartbeat.model` of the agent.
    pub heartbeat: Option<ModelRef>,
}

/// Agents, models and aliases (M-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Models {
    /// `agents.defaults.model`.
    pub default: ModelChoice,
    /// `agents.defaults.imageModel` (M-8).
    pub image: ModelChoice,
    /// `agents.defaults.heartbeat.model`.
    pub heartbeat: Option<ModelRef>,
    /// Agents by id.
    pub agents: BTreeMap<String, AgentModels>,
    /// Lower-case alias to model (M-2).
    pub aliases: BTreeMap<String, ModelRef>,
    /// The provider of a ref without a slash that is no alias (M-2).
    pub default_provider: Option<String>,
    /// `models.providers`.
    pub providers: BTreeMap<String, ConfiguredProvider>,
}

/// `models.providers.<id>`: what is known of a provider.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConfiguredProvider {
    /// The API family, e.g. `openai-responses`, used by T-19.
    pub api: Option<String>,
    /// The server is on this machine: short cooldowns, long first token.
    pub local: bool,
    /// Opaque harness name of all its models (M-3).
    pub runtime: Option<String>,
    /// What is known of its models, by id.
    pub models: BTreeMap<String, ConfiguredModel>,
}

/// `models.providers.<id>.models[]`: what a model can do (M-11, M-12). Unknown means suited.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConfiguredModel {
    /// Tokens that fit in its context.
    pub context_window: Option<u64>,
    /// It can call tools.
    pub tools: Option<bool>,
    /// It accepts images.
    pub images: Option<bool>,
    /// API family, when it differs from the provider's.
    pub api: Option<String>,
    /// Price class, higher is dearer (M-12).
    pub price_class: Option<i64>,
    /// Opaque harness name, repeated in `call` (M-3).
    pub runtime: Option<String>,
}

/// Configured profiles and orders: `auth.{profiles,order}` (P-4).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AuthConfig {
    /// `auth.profiles`, sorted by profile id.
    pub profiles: Vec<ConfiguredProfile>,
    /// `auth.order` by provider; an empty list means no profile at all.
    pub order: BTreeMap<String, Vec<String>>,
}

/// One entry of `auth.profiles`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ConfiguredProfile {
    /// Profile id.
    pub id: String,
    /// Provider id.
    pub provider: String,
    /// Configured mode; a stored `token` fits a configured `oauth` (P-3).
    pub mode: ProfileType,
    /// E-mail of the login.
    pub email: Option<String>,
}

/// Where a host finds a secret: `failover.secrets.<profileId>` (M-1). The core never sees the secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum SecretRef {
    /// Name of an environment variable.
    Env(String),
    /// Path of a file.
    File(String),
}
