//! Secrets out of texts; previews and fingerprints of what is left (C-19).

mod scan;
mod shapes;
#[cfg(test)]
mod tests;

use crate::classify::ErrorSignal;
use serde_json::Value;

/// Longest preview, in characters.
const PREVIEW: usize = 400;
/// This much of a text goes into its fingerprint, in bytes of clean text.
const HASHED: usize = 512;

/// FNV-1a, 64 bits.
#[must_use]
pub fn fnv1a64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The whole text with keys, tokens, passwords, cookies, signatures, mail addresses and long random runs replaced by
/// `[redacted]` (C-19). Redacting again changes nothing.
#[must_use]
pub fn redact(text: &str) -> String {
    scan::clean(text, usize::MAX)
}

/// A signal without secrets, for recordings: classifying it gives the same reason, rule, times and fingerprint (H-11).
#[must_use]
pub fn redact_signal(signal: &ErrorSignal) -> ErrorSignal {
    let mut clean = signal.clone();
    for text in [&mut clean.message, &mut clean.code, &mut clean.error_type, &mut clean.name, &mut clean.finish_reason]
        .into_iter()
        .flatten()
    {
        *text = redact(text);
    }
    if let Some(body) = &mut clean.body {
        redact_json(body, 0);
    }
    for (name, value) in clean.headers.iter_mut().flatten() {
        redact_header(name, value);
    }
    clean.causes = signal.causes.iter().map(redact_signal).collect();
    clean
}

/// Deeper JSON than this is dropped: no payload is, and recursion stays bounded.
const MAX_JSON_DEPTH: usize = 120;

fn redact_json(value: &mut Value, depth: usize) {
    match value {
        _ if depth > MAX_JSON_DEPTH => *value = Value::Null,
        Value::String(text) => *text = redact(text),
        Value::Array(items) => items.iter_mut().for_each(|item| redact_json(item, depth + 1)),
        Value::Object(fields) => {
            for (name, field) in fields {
                match field {
                    Value::String(text) if shapes::named(name, shapes::Separator::Colon, text) => {
                        *text = scan::HOLE.to_owned()
                    }
                    field => redact_json(field, depth + 1),
                }
            }
        }
        _ => {}
    }
}

/// Headers that only ever carry secrets lose their value; the others are redacted as text.
fn redact_header(name: &str, value: &mut String) {
    const SECRET: [&str; 8] = [
        "authorization",
        "proxy-authorization",
        "cookie",
        "set-cookie",
        "x-api-key",
        "api-key",
        "x-goog-api-key",
        "x-amz-security-token",
    ];
    *value = if SECRET.iter().any(|secret| name.eq_ignore_ascii_case(secret)) {
        scan::HOLE.to_owned()
    } else {
        redact(value)
    };
}

/// At most 400 characters of the text: without secrets and control characters, cut with `…` (C-19).
#[must_use]
pub fn preview(text: &str) -> String {
    preview_of(&head(text))
}

/// The beginning of a text without secrets: enough for its preview and its fingerprint.
pub(crate) fn head(text: &str) -> String {
    scan::clean(text, PREVIEW * 4)
}

/// The preview of a text that is clean already.
pub(crate) fn preview_of(clean: &str) -> String {
    let mut shown = String::with_capacity(clean.len().min(PREVIEW * 2));
    let mut count = 0;
    for c in clean.chars() {
        let c = if matches!(c, '\n' | '\r' | '\t') { ' ' } else { c };
        if c.is_control() || (c == ' ' && shown.ends_with(' ')) {
            continue;
        }
        if count == PREVIEW - 1 {
            shown.push('…');
            break;
        }
        shown.push(c);
        count += 1;
    }
    shown.trim_end().to_owned()
}

/// 16 hex digits that stay the same when only secrets, numbers and ids differ, so that repeats can be counted (C-19).
#[must_use]
pub fn fingerprint(parts: &[&str]) -> String {
    let clean: Vec<String> = parts.iter().map(|part| scan::clean(part, HASHED)).collect();
    fingerprint_of(&clean.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The fingerprint of texts that are clean already.
pub(crate) fn fingerprint_of(parts: &[&str]) -> String {
    let mut hash = Fnv::default();
    for part in parts {
        let bytes = part.as_bytes();
        let read = bytes.get(..HASHED.min(bytes.len())).unwrap_or(bytes);
        read.split_inclusive(|b| !word_byte(*b)).for_each(|word| hash.masked(word));
        hash.add(&[0x1f]);
    }
    format!("{:016x}", hash.0)
}

const fn word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.')
}

/// A running hash.
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(fnv1a64(&[]))
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3));
    }

    /// A word with a digit counts as `#`: numbers, ids and dates alike.
    fn masked(&mut self, word: &[u8]) {
        if !word.iter().any(u8::is_ascii_digit) {
            return self.add(word);
        }
        self.add(b"#");
        let end = word.last().filter(|byte| !word_byte(**byte)).copied();
        self.add(end.as_slice());
    }
}
