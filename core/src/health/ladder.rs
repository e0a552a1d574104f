//! How long a window is: ladders, doublings and caps (K-3, K-6, K-8, K-9).

use crate::policy::Cooldowns;
use crate::state::CountKind;
use crate::time::Span;

/// A stated wait counts at most this far ahead for a cooldown (K-6).
pub(crate) const STATED_LIMIT: Span = Span::hours(24);
/// A block ends at most this far ahead: later reset times are treated as unknown (C-18).
pub(crate) const BLOCK_LIMIT: Span = Span::hours(31 * 24);

/// The window of the nth failure, n from 1.
pub(crate) fn step(cooldowns: &Cooldowns, provider: &str, kind: CountKind, n: u32) -> Span {
    match kind {
        CountKind::Cooldown => rung(cooldowns.ladder_by_provider.get(provider).unwrap_or(&cooldowns.ladder), n),
        CountKind::UsageWindow => rung(&cooldowns.usage_window_ladder, n),
        CountKind::Billing => {
            let base = cooldowns.billing_base_by_provider.get(provider).unwrap_or(&cooldowns.billing_base);
            doubled(*base, cooldowns.billing_max, n)
        }
        CountKind::AuthPermanent => doubled(cooldowns.auth_permanent_base, cooldowns.auth_permanent_max, n),
    }
}

/// The nth value; the last one repeats.
fn rung(ladder: &[Span], n: u32) -> Span {
    let index = usize::try_from(n.saturating_sub(1)).unwrap_or(usize::MAX);
    ladder.get(index).or(ladder.last()).copied().unwrap_or(Span::ZERO)
}

fn doubled(base: Span, max: Span, n: u32) -> Span {
    let factor = 1_u64.checked_shl(n.saturating_sub(1)).unwrap_or(u64::MAX);
    Span(base.0.saturating_mul(factor).min(max.0))
}

/// The longest cooldown that the policy can give (D-4).
pub(crate) fn longest_cooldown(cooldowns: &Cooldowns) -> Span {
    let lists = cooldowns.ladder_by_provider.values().chain([&cooldowns.ladder, &cooldowns.usage_window_ladder]);
    lists.flatten().copied().fold(STATED_LIMIT, Span::max)
}
