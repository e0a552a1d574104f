//! Keys, values and statuses found in flat text (C-3).
//!
//! One left-to-right pass, no recursion, no JSON tree: it reads JSON, JSON that was cut in the middle, Python dicts,
//! Node's inspected objects and `key=value` logs alike, and its cost does not depend on nesting.

use super::flatten::MASK;
use std::ops::Range;

/// What the pass reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// `key: value`; both are ranges of the flat text.
    Pair { key: Range<usize>, value: Range<usize>, quoted: bool },
    /// A number of three digits that is labelled as an HTTP status.
    Status(u16),
    /// `[1308]` or `(2013)`: how some Chinese providers print their codes.
    Bracketed(Range<usize>),
}

/// Longest key and longest value that are looked at.
const MAX_KEY: usize = 44;
const MAX_VALUE: usize = 96;

/// Words that label the number after them as a status.
const LABELS: &[&str] = &[
    "error",
    "code",
    "status",
    "http",
    "http/1.1",
    "http/1.0",
    "http/2",
    "http/2.0",
    "http/3",
    "failed",
    "rejected",
    "response",
    "returned",
    "got",
    "received",
    "request",
    "exception",
    "responded with",
    "reason",
];

/// Words that mark the number before them as a status.
const PHRASES: &[&str] = &[
    "too many requests",
    "unauthorized",
    "forbidden",
    "not found",
    "bad request",
    "payment required",
    "gone",
    "internal server error",
    "bad gateway",
    "service unavailable",
    "gateway time",
    "overloaded",
    "conflict",
    "status code",
    "request timeout",
    "unprocessable",
    "payload too large",
    "request entity too large",
    "{",
    "<!doctype",
    "<html",
    "error",
    "proxy authentication",
    "method not allowed",
    "server error",
];

/// Runs over `low`, the lower-case flat text, and reports everything in order.
pub(crate) fn scan(low: &[u8], mut report: impl FnMut(Found)) {
    for (at, byte) in low.iter().enumerate() {
        match byte {
            b':' | b'=' => {
                if let Some(found) = pair(low, at) {
                    report(found);
                }
            }
            b'4' | b'5' => {
                if let Some(status) = status_at(low, at) {
                    report(Found::Status(status));
                }
            }
            b'[' | b'(' => {
                if let Some(found) = bracketed(low, at) {
                    report(found);
                }
            }
            _ => {}
        }
    }
}

const fn key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

fn pair(low: &[u8], colon: usize) -> Option<Found> {
    let back = |end: usize, take: &dyn Fn(u8) -> bool, most: usize| {
        low.get(..end).map_or(0, |head| head.iter().rev().take(most).take_while(|b| take(**b)).count())
    };
    let end = colon - back(colon, &|b| b == b' ', 2);
    let end = end - back(end, &|b| b == b'"' || b == b'\'', 1);
    let start = end - back(end, &key_byte, MAX_KEY);
    if start == end {
        return None;
    }
    let forward = |from: usize, take: &dyn Fn(u8) -> bool, most: usize| {
        low.get(from..).map_or(from, |rest| from + rest.iter().take(most).take_while(|b| take(**b)).count())
    };
    let from = forward(colon + 1, &|b| b == b' ', 4);
    let quote = low.get(from).copied().filter(|b| matches!(b, b'"' | b'\''));
    let value = match quote {
        Some(quote) => from + 1..forward(from + 1, &|b| b != quote && b != b'\n', MAX_VALUE),
        None => {
            from..forward(
                from,
                &|b| !matches!(b, b' ' | b',' | b'}' | b']' | b')' | b';' | b'"' | b'\'' | b'\n'),
                MAX_VALUE,
            )
        }
    };
    (!value.is_empty()).then_some(Found::Pair { key: start..end, value, quoted: quote.is_some() })
}

/// The labelled status whose first digit stands at `at`.
fn status_at(low: &[u8], at: usize) -> Option<u16> {
    let before = low.get(..at)?;
    let digits = low.get(at..at + 3)?;
    let after = low.get(at + 3..)?;
    let joined = |b: &u8| b.is_ascii_alphanumeric() || matches!(*b, b'_' | b'.' | b'-' | b'$' | b',' | MASK);
    if before.last().is_some_and(joined) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number = after.first().is_some_and(|b| b.is_ascii_alphanumeric() || matches!(*b, b'_' | b'%' | MASK))
        || matches!(after, [b'.' | b',' | b'-', next, ..] if next.is_ascii_alphanumeric());
    if number || !(labelled(before) || phrased(after) || enclosed(before, after)) {
        return None;
    }
    std::str::from_utf8(digits).ok()?.parse().ok()
}

fn labelled(before: &[u8]) -> bool {
    let skip = |b: &&u8| matches!(**b, b' ' | b':' | b'(' | b'[' | b'"' | b'\'' | b'=' | b'#');
    let spaces = before.iter().rev().take_while(skip).count();
    let head = before.get(..before.len() - spaces).unwrap_or(&[]);
    head.is_empty() || head.ends_with(b"\n") || LABELS.iter().any(|label| head.ends_with(label.as_bytes()))
}

fn phrased(after: &[u8]) -> bool {
    let skip = after.iter().take_while(|b| matches!(b, b' ' | b':' | b'(' | b'-')).count();
    let rest = after.get(skip..).unwrap_or(&[]);
    skip > 0 && PHRASES.iter().any(|phrase| rest.starts_with(phrase.as_bytes()))
}

fn enclosed(before: &[u8], after: &[u8]) -> bool {
    matches!((before.last(), after.first()), (Some(b'(' | b'['), Some(b')' | b']' | b' ' | b':')))
}

fn bracketed(low: &[u8], at: usize) -> Option<Found> {
    let digits = low.get(at + 1..)?.iter().take(6).take_while(|b| b.is_ascii_digit()).count();
    let closed = matches!(low.get(at + 1 + digits), Some(b']' | b')'));
    (digits == 4 && closed).then_some(Found::Bracketed(at + 1..at + 5))
}
