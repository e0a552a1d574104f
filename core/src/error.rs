//! The three kinds of error, never mixed (T-3): a wrong plan, wrong driving, and bad stored or wire data. A remote
//! failure is data, never one of these.

use serde::{Deserialize, Serialize};

/// One thing that is wrong with a config, a request, an event or a record: where, what was found, what is allowed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[error("{path}: {message}")]
pub struct Problem {
    /// Stable code in snake case, e.g. `wrong_type`, `out_of_range`, `unknown_profile`.
    pub code: String,
    /// Where: a dotted path into the input, e.g. `failover.probe.marginMs`; empty for the whole input.
    pub path: String,
    /// What is wrong and what to do, in one sentence, starting with what was found.
    pub message: String,
    /// What was found, shortened and without secrets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// What is allowed there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
}

impl Problem {
    /// A problem at `path`.
    #[must_use]
    pub fn new(code: &str, path: impl Into<String>, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), path: path.into(), message: message.into(), found: None, expected: None }
    }

    /// Adds what was found and what is allowed.
    #[must_use]
    pub fn with(mut self, found: impl Into<String>, expected: impl Into<String>) -> Self {
        self.found = Some(found.into());
        self.expected = Some(expected.into());
        self
    }
}

/// A list of problems, reported together.
pub type Problems = Vec<Problem>;

/// The driver broke the contract of the turn: nothing was changed (T-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[error("{message}")]
pub struct Misuse {
    /// Stable code in snake case, e.g. `unknown_handle`, `unknown_event`.
    pub code: String,
    /// What was wrong and what to do.
    pub message: String,
    /// The problems of a body that could not be read.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Problems,
}

impl Misuse {
    /// A misuse with this code and sentence.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), problems: Vec::new() }
    }
}

/// Saved state that this engine cannot take; it is left as it is (D-4, T "save").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
#[error("{message}")]
pub struct StateError {
    /// `malformed`, `newer_version` or `policy_mismatch`.
    pub code: String,
    /// What was found, what is allowed and what to do.
    pub message: String,
    /// Where it is wrong, when it is malformed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Problems,
}

impl StateError {
    /// A state error with this code and sentence.
    #[must_use]
    pub fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), problems: Vec::new() }
    }
}
