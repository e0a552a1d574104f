//! Seeded draws for back-off and spreading (T-7). SplitMix64: small, well known, the same on every host.

use serde::{Deserialize, Serialize};

/// A generator whose whole state is one number, so that a saved turn draws on where it stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SplitMix64 {
    /// Kept as hex text: JSON numbers end at 2^53.
    #[serde(with = "hex")]
    state: u64,
}

impl SplitMix64 {
    /// A generator for this seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next draw.
    pub const fn draw(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
}

mod hex {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(n: &u64, s: S) -> Result<S::Ok, S::Error> {
        s.collect_str(&format_args!("{n:016x}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(d: D) -> Result<u64, D::Error> {
        let text = String::deserialize(d)?;
        u64::from_str_radix(&text, 16).map_err(|_| D::Error::custom("expected 16 hex digits"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// T-7: the published test vector of SplitMix64 with seed 1234567.
    #[test]
    fn t7_draws_follow_splitmix64() {
        let mut rng = SplitMix64::new(1_234_567);
        assert_eq!(rng.draw(), 6_457_827_717_110_365_317);
        assert_eq!(rng.draw(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn the_state_survives_json() {
        let mut rng = SplitMix64::new(u64::MAX);
        rng.draw();
        let text = serde_json::to_string(&rng).unwrap();
        assert_eq!(serde_json::from_str::<SplitMix64>(&text).unwrap(), rng);
    }
}
