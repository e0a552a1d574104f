//! Instants and durations as integer milliseconds. The core has no clock: every `now` is an argument.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Sub};

/// The largest integer that JSON numbers carry exactly in every host (2^53 - 1).
pub const MAX_SAFE: u64 = (1 << 53) - 1;

/// An instant: milliseconds since the Unix epoch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Millis(pub u64);

/// A duration in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Span(pub u64);

impl Span {
    /// No time at all.
    pub const ZERO: Self = Self(0);

    /// A duration of whole seconds.
    #[must_use]
    pub const fn secs(n: u64) -> Self {
        Self(n.saturating_mul(1_000))
    }

    /// A duration of whole minutes.
    #[must_use]
    pub const fn mins(n: u64) -> Self {
        Self::secs(n.saturating_mul(60))
    }

    /// A duration of whole hours.
    #[must_use]
    pub const fn hours(n: u64) -> Self {
        Self::mins(n.saturating_mul(60))
    }
}

impl Add<Span> for Millis {
    type Output = Self;

    /// Saturates at the largest exact JSON integer, so that no sum can leave the wire's range (H-2).
    fn add(self, span: Span) -> Self {
        Self(self.0.saturating_add(span.0).min(MAX_SAFE))
    }
}

impl Sub for Millis {
    type Output = Span;

    /// The time from `other` to `self`; zero when `other` is later.
    fn sub(self, other: Self) -> Span {
        Span(self.0.saturating_sub(other.0))
    }
}

impl Add for Span {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0).min(MAX_SAFE))
    }
}
