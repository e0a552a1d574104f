//! What the policy may change about classification (`classify.*` of 09-options).

use super::{Reason, Scope};
use serde::{Deserialize, Serialize};

/// `classify.finishError`: what a completed response with finish reason `error` is (C-12).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FinishError {
    /// The provider failed.
    #[default]
    ServerError,
    /// The older documents' way.
    Timeout,
}

/// A row that a host puts before the table: `classify.extraRules[]` (C-20).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct HostRule {
    /// Stable id, shown as the verdict's `rule`.
    pub id: String,
    /// Only for this provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Only with this HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Only with this code or type, in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Only where this pattern is found; `regex` syntax, case-insensitive, at most 512 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
    /// The verdict.
    pub reason: Reason,
    /// Overrides the reason's scope.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
    /// Marks a usage window.
    #[serde(default)]
    pub usage_window: bool,
    /// `false` keeps the turn from trying another candidate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failover: Option<bool>,
}

/// `classify.*` of the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ClassifyOptions {
    /// `finishError`.
    pub finish_error: FinishError,
    /// `extraRules`, first match wins, before the table.
    pub extra_rules: Vec<HostRule>,
}
