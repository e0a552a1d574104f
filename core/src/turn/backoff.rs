//! How long to wait before a retry (T-7), in integers.

use crate::rng::SplitMix64;
use crate::time::{MAX_SAFE, Span};

/// The wait before the nth retry (n from 1) of a visit: exponential with a factor in [0.5, 1.5), capped last; a
/// provider-stated wait is a floor, spread upwards so that a fleet does not wake at once.
pub(crate) fn wait(rng: &mut SplitMix64, base: Span, cap: Span, n: u32, floor: Option<Span>) -> Span {
    let own = jittered(rng, exponential(base, cap, n), cap);
    let wait = floor.map_or(own, |floor| own.max(spread(rng, floor)));
    wait.min(Span(MAX_SAFE))
}

/// `min(cap, base * 2^(n-1))`.
pub(crate) fn exponential(base: Span, cap: Span, n: u32) -> Span {
    let factor = 1_u64.checked_shl(n.saturating_sub(1)).unwrap_or(u64::MAX);
    Span(base.0.saturating_mul(factor).min(cap.0))
}

/// Multiplies by a factor in [0.5, 1.5), then caps.
pub(crate) fn jittered(rng: &mut SplitMix64, span: Span, cap: Span) -> Span {
    let r = u128::from(rng.draw() >> 48);
    let scaled = u128::from(span.0) * (32_768 + r) / 65_536;
    Span(u64::try_from(scaled).unwrap_or(u64::MAX).min(cap.0))
}

/// The floor plus up to a tenth of it, or up to two seconds where that is more.
fn spread(rng: &mut SplitMix64, floor: Span) -> Span {
    let room = (floor.0 / 10).max(floor.0.min(2_000));
    floor + Span(rng.draw() % room.saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BASE: Span = Span(1_000);
    const CAP: Span = Span(30_000);

    /// T-7: the factor stays in [0.5, 1.5) and the cap is applied last.
    #[test]
    fn t7_back_off_doubles_within_its_bounds_and_is_capped_last() {
        let mut rng = SplitMix64::new(7);
        for n in 1..40 {
            let plain = exponential(BASE, CAP, n).0;
            let got = wait(&mut rng, BASE, CAP, n, None).0;
            assert!(got >= plain / 2 && got <= (plain * 3 / 2).min(CAP.0), "n={n}: {got} for {plain}");
        }
    }

    /// T-7: a stated wait is a floor, also beyond the cap, and the spread is at most a tenth or two seconds.
    #[test]
    fn t7_a_stated_wait_is_a_floor_with_a_small_spread() {
        let mut rng = SplitMix64::new(9);
        for floor in [1, 500, 2_000, 60_000, 86_400_000] {
            let room = (floor / 10).max(floor.min(2_000));
            for _ in 0..200 {
                let got = wait(&mut rng, Span(1), Span(1), 1, Some(Span(floor))).0;
                assert!(got >= floor && got <= floor + room, "{got} for {floor}");
            }
        }
    }

    /// T-7: huge numbers saturate.
    #[test]
    fn t7_nothing_overflows() {
        let mut rng = SplitMix64::new(1);
        let far = Span(u64::MAX);
        assert_eq!(wait(&mut rng, far, far, u32::MAX, Some(far)).0, MAX_SAFE);
    }
}
