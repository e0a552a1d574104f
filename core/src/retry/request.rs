//! What is asked of a policy.

use super::buckets::Buckets;
use super::envelope::EnvelopePatch;
use super::policy::RetryPolicy;
use crate::classify::ErrorSignal;
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What one request has behind it; a host keeps it from failure to failure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetryState {
    /// Attempts that failed so far.
    #[serde(default)]
    pub attempts: u32,
    /// The text was sent as plain text already.
    #[serde(default)]
    pub plain: bool,
}

/// A response that succeeded: its headers fill the buckets.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetrySuccess {
    /// Response headers; names in any case.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

/// The question: may this request be tried (again)? Without `failure` and `success` it is about the first attempt.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RetryRequest {
    /// Which policy.
    pub policy: RetryPolicy,
    /// What is done, in the words of the policy, e.g. `sendMessage`, `POST`, `fetch`. Absent: the policy's default.
    #[serde(default)]
    pub operation: Option<String>,
    /// The caller knows better: `true` for a request with an idempotency key or nonce, `false` for one without.
    #[serde(default)]
    pub idempotent: Option<bool>,
    /// Route of the REST API, e.g. `POST /channels/1/messages`, for its bucket.
    #[serde(default)]
    pub route: Option<String>,
    /// What the request has behind it.
    #[serde(default)]
    pub state: RetryState,
    /// Buckets that requests share.
    #[serde(default)]
    pub buckets: Option<Buckets>,
    /// What went wrong.
    #[serde(default)]
    pub failure: Option<ErrorSignal>,
    /// The process was killed or ended by a signal.
    #[serde(default)]
    pub killed: bool,
    /// What came back when nothing went wrong.
    #[serde(default)]
    pub success: Option<RetrySuccess>,
    /// Now.
    pub now: Millis,
    /// Seed of the jitter; any number up to 2^53 - 1.
    #[serde(default)]
    pub seed: u64,
    /// Nothing starts after this instant.
    #[serde(default)]
    pub deadline_at: Option<Millis>,
    /// Changes to the envelope, in code only.
    #[serde(default)]
    pub envelope: Option<EnvelopePatch>,
}
