//! What a host saw of a failure: the input of `classify` (C-2).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// Nested causes are followed to this depth (C-2).
pub const MAX_CAUSE_DEPTH: usize = 8;
/// At most this many nodes of a cause tree are looked at (C-2).
pub const MAX_CAUSE_NODES: usize = 32;
/// Of a longer text only this many bytes of its head are read (C-2).
pub const TEXT_HEAD: usize = 48 * 1024;
/// Of a longer text only this many bytes of its tail are read (C-2).
pub const TEXT_TAIL: usize = 16 * 1024;

/// Everything a host knows about one failure. All fields are optional: give what you have (C-2).
///
/// The simplest correct use is a status and a body:
/// `{ "provider": "openai", "status": 429, "body": "{\"error\":{...}}" }`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ErrorSignal {
    /// Provider id, e.g. `openai`. Compared trimmed and in lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Model id without the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// HTTP status; a number or a string of digits.
    #[serde(default, deserialize_with = "status_like", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<u16>"))]
    pub status: Option<u16>,
    /// Error code of the provider, the runtime (`ECONNRESET`) or the payload; numbers are taken as text.
    #[serde(default, deserialize_with = "text_like", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub code: Option<String>,
    /// Error type of the payload, e.g. `rate_limit_error`.
    #[serde(default, deserialize_with = "text_like", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<String>"))]
    pub error_type: Option<String>,
    /// Name of the error class, e.g. `AbortError`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The error's message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Response body: text, or JSON already parsed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
    /// Response headers; names in any case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
    /// Finish or stop reason of a response that was completed (C-12).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// How far the exchange had come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Phase>,
    /// The caller's own abort signal had fired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller_aborted: Option<bool>,
    /// A time-out that the caller set on the whole turn had fired.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub caller_timed_out: Option<bool>,
    /// Nested causes, outermost first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub causes: Vec<ErrorSignal>,
}

/// How far the exchange with the provider had come (C-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// No connection yet.
    Connect,
    /// The request was being sent, or had been sent; nothing came back.
    Request,
    /// The status and headers had come.
    Headers,
    /// The body or event stream was being read.
    Stream,
    /// The response had come to its end.
    Completed,
}

fn status_like<'de, D: Deserializer<'de>>(d: D) -> Result<Option<u16>, D::Error> {
    Ok(match Option::<Value>::deserialize(d)? {
        Some(Value::Number(n)) => n.as_u64().and_then(|n| u16::try_from(n).ok()),
        Some(Value::String(s)) => s.trim().parse().ok(),
        _ => None,
    })
}

fn text_like<'de, D: Deserializer<'de>>(d: D) -> Result<Option<String>, D::Error> {
    Ok(match Option::<Value>::deserialize(d)? {
        Some(Value::String(s)) => Some(s),
        Some(Value::Number(n)) => Some(n.to_string()),
        _ => None,
    })
}
