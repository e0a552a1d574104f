//! What `classify` answers (C-1, C-4).

use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};

/// The class of a failure (C-1). `unknown` is never returned by `classify`: it is the inferred reason of a stored
/// window without one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definitions of C-1")]
pub enum Reason {
    Auth,
    AuthPermanent,
    Billing,
    RateLimit,
    Overloaded,
    Timeout,
    ServerError,
    TlsCertificate,
    ModelNotFound,
    Format,
    ContextOverflow,
    Refusal,
    SessionExpired,
    Abort,
    EmptyResponse,
    NoErrorDetails,
    Unclassified,
    Unknown,
}

impl Reason {
    /// Every reason, in the order of C-1.
    pub const ALL: [Self; 18] = [
        Self::Auth,
        Self::AuthPermanent,
        Self::Billing,
        Self::RateLimit,
        Self::Overloaded,
        Self::Timeout,
        Self::ServerError,
        Self::TlsCertificate,
        Self::ModelNotFound,
        Self::Format,
        Self::ContextOverflow,
        Self::Refusal,
        Self::SessionExpired,
        Self::Abort,
        Self::EmptyResponse,
        Self::NoErrorDetails,
        Self::Unclassified,
        Self::Unknown,
    ];

    /// The wire name, e.g. `rate_limit`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Auth => "auth",
            Self::AuthPermanent => "auth_permanent",
            Self::Billing => "billing",
            Self::RateLimit => "rate_limit",
            Self::Overloaded => "overloaded",
            Self::Timeout => "timeout",
            Self::ServerError => "server_error",
            Self::TlsCertificate => "tls_certificate",
            Self::ModelNotFound => "model_not_found",
            Self::Format => "format",
            Self::ContextOverflow => "context_overflow",
            Self::Refusal => "refusal",
            Self::SessionExpired => "session_expired",
            Self::Abort => "abort",
            Self::EmptyResponse => "empty_response",
            Self::NoErrorDetails => "no_error_details",
            Self::Unclassified => "unclassified",
            Self::Unknown => "unknown",
        }
    }

    /// The reason with this wire name.
    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reason| reason.as_str() == name)
    }
}

/// What is at fault (C-4). Only `credential`, `account`, `model` and `provider` may rotate or touch health.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// One key or token.
    Credential,
    /// Everything that is billed together.
    Account,
    /// One model of the provider.
    Model,
    /// The provider's service.
    Provider,
    /// This very request: it would fail again.
    Request,
    /// The way to the provider: network, TLS, a proxy in between.
    Transport,
    /// The program that asked.
    Caller,
    /// Server-side conversation state.
    Session,
}

/// How sure the verdict is (C-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Confidence {
    /// A structured code or a text with one meaning.
    Certain,
    /// A text or status that nearly always means this.
    Likely,
    /// Nothing specific was found.
    Guess,
}

/// A repair that may be retried once (C-11, T-17).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Repair {
    /// Rewrite tool-call ids to the form that the provider accepts.
    ToolCallIds,
}

/// The verdict on one failure (C-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Classification {
    /// The class of the failure.
    pub reason: Reason,
    /// Stable id of the table row that decided.
    pub rule: String,
    /// How sure the verdict is.
    pub confidence: Confidence,
    /// What is at fault.
    pub scope: Scope,
    /// A usage window of an hour or more, of a day, week, month or subscription is used up (C-7).
    pub usage_window: bool,
    /// The provider's stated wait from `now`, in milliseconds (C-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<Span>,
    /// The provider's stated absolute end of the wait (C-18).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reset_at: Option<Millis>,
    /// One request asks for more than the whole limit; another provider may still admit it (C-14).
    pub request_size_ceiling: bool,
    /// Another candidate may be tried.
    pub failover: bool,
    /// The one repair that may be retried (C-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// The HTTP status that counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The error code that counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The error type that counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_type: Option<String>,
    /// Redacted text, at most 400 characters (C-19).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// Hash of reason, status, type and masked text, as 16 hex digits (C-19).
    pub fingerprint: String,
    /// Hash of the provider's request id, as 16 hex digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id_hash: Option<String>,
    /// With `explain`: the span of text that decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// With `explain`: rules that matched and lost, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lost: Vec<LostRule>,
    /// With `explain`: why the winner won, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}

/// Where the deciding text stands: a field of the signal and UTF-8 byte offsets into it (C-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Evidence {
    /// Path of the field, e.g. `body`, `message`, `causes[0].message`, `status`.
    pub field: String,
    /// First byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

/// A rule that matched but lost (C-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct LostRule {
    /// Its id.
    pub rule: String,
    /// What it would have said.
    pub reason: Reason,
    /// Why it lost, in a few words.
    pub why: String,
}
