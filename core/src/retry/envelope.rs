//! How often and how long: the envelope of a policy, in integers.

use crate::error::{Problem, Problems};
use crate::rng::SplitMix64;
use crate::time::{MAX_SAFE, Span};
use serde::{Deserialize, Deserializer, Serialize};

/// One whole, in the unit of [`Jitter`].
const WHOLE: u32 = 1_000_000;

/// A fraction between 0 and 1, in millionths. On the wire a JSON number such as `0.1`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Jitter(#[cfg_attr(feature = "schema", schemars(with = "f64"))] pub u32);

impl<'de> Deserialize<'de> for Jitter {
    fn deserialize<D: Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        let shown = f64::deserialize(d)?.to_string();
        millionths(&shown).map(Self).ok_or_else(|| {
            serde::de::Error::invalid_value(
                serde::de::Unexpected::Other("a number out of range"),
                &"a fraction from 0 to 1",
            )
        })
    }
}

/// `0.25` as 250,000; nothing above one.
fn millionths(shown: &str) -> Option<u32> {
    let (whole, fraction) = shown.split_once('.').unwrap_or((shown, ""));
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(6);
    let parts = digits.fold(0, |sum: u32, digit| sum * 10 + u32::from(digit.saturating_sub(b'0')));
    let total = whole.parse::<u32>().ok()?.checked_mul(WHOLE)?.checked_add(parts)?;
    (total <= WHOLE).then_some(total)
}

/// `{ attempts, minDelayMs, maxDelayMs, jitter }`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RetryEnvelope"))]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    /// Attempts in all, the first included.
    pub attempts: u32,
    /// Wait before the second attempt; it doubles from there.
    pub min_delay_ms: Span,
    /// Longest wait. A stated wait above it means giving up.
    pub max_delay_ms: Span,
    /// Fraction of the wait that is added at most.
    pub jitter: Jitter,
}

/// What a caller changes of an envelope, in code only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RetryEnvelopePatch"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct EnvelopePatch {
    /// Attempts in all, the first included; 1 to 1000.
    #[serde(default)]
    pub attempts: Option<u32>,
    /// Wait before the second attempt.
    #[serde(default)]
    pub min_delay_ms: Option<Span>,
    /// Longest wait; not below the shortest.
    #[serde(default)]
    pub max_delay_ms: Option<Span>,
    /// Fraction of the wait that is added at most, 0 to 1.
    #[serde(default)]
    pub jitter: Option<Jitter>,
}

impl Envelope {
    /// An envelope of a policy.
    pub(crate) const fn new(attempts: u32, min_delay_ms: Span, max_delay_ms: Span, jitter: u32) -> Self {
        Self { attempts, min_delay_ms, max_delay_ms, jitter: Jitter(jitter) }
    }

    /// This envelope with a caller's changes.
    ///
    /// # Errors
    ///
    /// Every value that is out of range, with its path.
    pub fn with(self, patch: &EnvelopePatch) -> Result<Self, Problems> {
        let changed = Self {
            attempts: patch.attempts.unwrap_or(self.attempts),
            min_delay_ms: patch.min_delay_ms.unwrap_or(self.min_delay_ms),
            max_delay_ms: patch.max_delay_ms.unwrap_or(self.max_delay_ms),
            jitter: patch.jitter.unwrap_or(self.jitter),
        };
        let mut problems = Vec::new();
        if !(1..=1_000).contains(&changed.attempts) {
            problems.push(
                Problem::new("out_of_range", "envelope.attempts", "So many attempts are not allowed.")
                    .with(changed.attempts.to_string(), "1 to 1000"),
            );
        }
        if changed.max_delay_ms < changed.min_delay_ms {
            problems.push(
                Problem::new("out_of_range", "envelope.maxDelayMs", "The longest wait is shorter than the shortest.")
                    .with(changed.max_delay_ms.0.to_string(), format!("at least {}", changed.min_delay_ms.0)),
            );
        }
        if problems.is_empty() { Ok(changed) } else { Err(problems) }
    }

    /// The wait after the `n`th failed attempt, from 1: doubled, spread upwards, capped. A stated wait is a floor and is
    /// spread upwards too, so that a fleet does not come back at once.
    pub(crate) fn wait(&self, n: u32, stated: Option<Span>, seed: u64) -> Span {
        let mut rng = SplitMix64::new(seed.wrapping_add(u64::from(n)));
        let factor = 1_u64.checked_shl(n.saturating_sub(1)).unwrap_or(u64::MAX);
        let own = self.min_delay_ms.0.saturating_mul(factor).min(self.max_delay_ms.0);
        let own = self.spread(own, &mut rng).min(self.max_delay_ms.0);
        let floor = stated.map_or(0, |span| self.spread(span.0, &mut rng));
        Span(own.max(floor).min(MAX_SAFE))
    }

    fn spread(&self, ms: u64, rng: &mut SplitMix64) -> u64 {
        let room = u128::from(ms) * u128::from(self.jitter.0) / u128::from(WHOLE);
        let room = u64::try_from(room).unwrap_or(u64::MAX);
        ms.saturating_add(rng.draw() % room.saturating_add(1))
    }
}
