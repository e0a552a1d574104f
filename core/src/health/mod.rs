//! Health: which profiles rest, and until when (K). Windows are what a fold over facts yields, seen at `now`.

mod counts;
mod fold;
mod ladder;
pub mod openclaw;
mod record;
mod slots;
mod version;

pub(crate) use fold::Folded;
pub use record::{MAX_RECENT, clear_expired, folded, limit_of};
pub(crate) use record::{apply_fact, context, folded_under, is_of_turn, open_at, provider, pull_back, start_clean};
pub(crate) use version::current as current_version;

use crate::classify::Reason;
use crate::state::{Window, WindowKind, WindowScope};
use crate::time::Millis;

/// The order of K-13: what stands first names an unavailable set.
const PRIORITY: [Reason; 9] = [
    Reason::AuthPermanent,
    Reason::Auth,
    Reason::SessionExpired,
    Reason::Billing,
    Reason::ModelNotFound,
    Reason::Overloaded,
    Reason::Timeout,
    Reason::RateLimit,
    Reason::Unknown,
];

/// The reason's place in K-13; smaller is stronger.
#[must_use]
pub fn priority(reason: Reason) -> usize {
    PRIORITY.iter().position(|known| *known == reason).unwrap_or(PRIORITY.len())
}

/// The reason that stands for a set of windows in reports: disabled first, then blocked, then cooldown; then K-13's
/// list, ties by count. A block counts as a rate limit (K-6).
#[must_use]
pub fn unavailable_reason(windows: &[&Window]) -> Option<Reason> {
    let rank = |window: &Window| {
        let kind = match window.kind {
            WindowKind::Disabled => 0,
            WindowKind::Blocked => 1,
            WindowKind::Cooldown => 2,
        };
        (kind, priority(inferred(window)), std::cmp::Reverse(window.count))
    };
    windows.iter().min_by_key(|window| rank(window)).map(|window| inferred(window))
}

/// The reason that a window stands for: a block counts as a rate limit (K-6).
#[must_use]
pub fn inferred(window: &Window) -> Reason {
    if window.kind == WindowKind::Blocked { Reason::RateLimit } else { window.reason }
}

/// The window holds for this model at `now` (K-7, K-10). At its end the profile is free.
#[must_use]
pub fn blocks(window: &Window, model: &str, now: Millis) -> bool {
    let covers = window.scope != WindowScope::Model || window.model.as_deref() == Some(model);
    covers && window.until > now
}

#[cfg(test)]
mod tests;
