//! Waits in response headers (C-18).

use super::duration::{decimal, scaled, with_units};
use super::{Floor, Source, date, from_stamp, number_or_stamp};
use crate::time::Millis;
use std::collections::BTreeMap;

/// Headers that state a wait for this very response.
pub(super) fn stated(name: &str, value: &str, now: Millis) -> Option<Floor> {
    match name {
        "retry-after" => retry_after(value, now),
        "retry-after-ms" | "x-ms-retry-after-ms" | "x-retry-after-ms" => {
            let (amount, rest) = decimal(value.trim())?;
            rest.is_empty().then(|| scaled(amount, 1).map(|ms| Floor::relative(ms, Source::Header)))?
        }
        "x-retry-after" | "x-should-retry-after" => retry_after(value, now),
        _ => None,
    }
}

fn retry_after(value: &str, now: Millis) -> Option<Floor> {
    let value = value.trim().to_ascii_lowercase();
    if value.starts_with('-') && value.get(1..).and_then(decimal).is_some_and(|(_, rest)| rest.is_empty()) {
        return Some(Floor::relative(0, Source::Header));
    }
    if let Some((amount, rest)) = decimal(&value)
        && rest.is_empty()
    {
        return scaled(amount, 1_000).map(|ms| Floor::relative(ms, Source::Header));
    }
    let found = date::stamp(&value).and_then(|stamp| from_stamp(stamp, now, None, Source::Header));
    found.or_else(|| with_units(&value).map(|ms| Floor::relative(ms, Source::Header)))
}

/// The reset of a used-up bucket: `x-ratelimit-reset-tokens` and its kin, of the latest that is exhausted.
pub(super) fn bucket(headers: &BTreeMap<String, String>, low: &str, now: Millis) -> Option<Floor> {
    let lower: BTreeMap<String, &str> =
        headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value.trim())).collect();
    let resets = lower.iter().filter_map(|(name, value)| {
        let remaining = remaining_name(name)?;
        let state = used_up(&lower, &remaining, name, low);
        Some((state?, number_or_stamp(&value.to_ascii_lowercase(), now, Source::Quota)?))
    });
    let all: Vec<(bool, Floor)> = resets.collect();
    let certain = all.iter().any(|(certain, _)| *certain);
    all.into_iter().filter(|(sure, _)| *sure == certain).map(|(_, floor)| floor).max_by_key(|floor| floor.ms)
}

/// The header that says how much is left in the bucket that `name` resets.
fn remaining_name(name: &str) -> Option<String> {
    let known = name.starts_with("x-ratelimit-")
        || name.starts_with("x-rate-limit-")
        || name.starts_with("ratelimit-")
        || name.starts_with("anthropic-ratelimit-");
    if known && name.contains("reset") {
        return Some(name.replace("reset", "remaining"));
    }
    (name.starts_with("x-codex-") && name.ends_with("-reset-after-seconds"))
        .then(|| name.replace("reset-after-seconds", "used-percent"))
}

/// `Some(true)`: this bucket is used up, or the text names it. `Some(false)`: nothing says how much is left.
fn used_up(headers: &BTreeMap<String, &str>, remaining: &str, name: &str, low: &str) -> Option<bool> {
    let left = headers.get(remaining).copied();
    let status = headers.get(&name.replace("reset", "status")).copied();
    let named = ["requests", "tokens"].iter().any(|kind| {
        let word = kind.trim_end_matches('s');
        name.contains(kind)
            && (low.contains(&format!("{word}s per min")) || low.contains(&format!("{word} rate limit")))
    });
    match left {
        Some(percent) if remaining.ends_with("used-percent") => percent.starts_with("100").then_some(true),
        Some(left) if decimal(left).is_some_and(|(amount, _)| amount == 0) => Some(true),
        Some(_) => named.then_some(true),
        None if status == Some("rejected") => Some(true),
        None if status.is_some() || remaining.ends_with("used-percent") => None,
        None => Some(named),
    }
}
