//! When an SDK's own retry is switched off for a response.

use crate::classify::stated_header;
use crate::time::{MAX_SAFE, Millis, Span};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A stated wait above this is not left to the SDK.
const DEFAULT: Span = Span::secs(60);
/// Settings that switch the cap off.
const OFF: [&str; 5] = ["0", "false", "off", "none", "disabled"];
/// Headers that the SDKs read a wait from.
const HEADERS: [&str; 2] = ["retry-after-ms", "retry-after"];

/// A response as an SDK would see it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SdkCapRequest {
    /// HTTP status.
    pub status: u16,
    /// Response headers; names in any case.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// Value of `OPENCLAW_SDK_RETRY_MAX_WAIT_SECONDS`; absent when it is not set.
    #[serde(default)]
    pub setting: Option<String>,
    /// Now, for waits that are stated as a date.
    pub now: Millis,
}

/// Whether the host sets `x-should-retry: false` on the response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SdkCap {
    /// Set the header.
    pub inject: bool,
    /// The cap; absent when it is switched off.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cap_ms: Option<Span>,
    /// The stated wait; absent when none could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wait_ms: Option<Span>,
}

/// Decides about one response: a wait strictly above the cap, or a 429 without a readable one, is not for the SDK.
#[must_use]
pub fn sdk_cap(response: &SdkCapRequest) -> SdkCap {
    let cap_ms = cap(response.setting.as_deref());
    let stated = response.headers.iter().filter_map(|(name, value)| {
        let name = name.trim().to_ascii_lowercase();
        HEADERS.contains(&name.as_str()).then(|| stated_header(&name, value, response.now))?
    });
    let wait_ms = stated.max();
    let retried = matches!(response.status, 408 | 409 | 429) || response.status >= 500;
    let too_long = match (cap_ms, wait_ms) {
        (None, _) => false,
        (Some(cap), Some(wait)) => wait > cap,
        (Some(_), None) => response.status == 429,
    };
    SdkCap { inject: retried && too_long, cap_ms, wait_ms }
}

/// The cap that a setting means; `None` when it is off. What is malformed means the default.
fn cap(setting: Option<&str>) -> Option<Span> {
    let Some(setting) = setting.map(|text| text.trim().to_ascii_lowercase()) else { return Some(DEFAULT) };
    if OFF.contains(&setting.as_str()) {
        return None;
    }
    Some(seconds(&setting).filter(|span| *span > Span::ZERO).unwrap_or(DEFAULT))
}

/// A plain positive decimal of seconds: digits, and digits after one dot.
fn seconds(text: &str) -> Option<Span> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(fraction) {
        return None;
    }
    let whole = whole.parse::<u64>().unwrap_or(u64::MAX).saturating_mul(1_000);
    let millis = fraction.bytes().chain(std::iter::repeat(b'0')).take(3);
    let millis = millis.fold(0, |sum: u64, digit| sum * 10 + u64::from(digit.saturating_sub(b'0')));
    Some(Span(whole.saturating_add(millis).min(MAX_SAFE)))
}
