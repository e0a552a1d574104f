//! Words before or after which a wait stands (C-18). All are literals of the one pass over the text.

/// How the words and the wait stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    /// `try again in 5s`, `resets at 14:30 UTC`.
    Before,
    /// The same, and a number without a unit means seconds: `retry after 30`.
    BeforeSeconds,
    /// `30 秒后重试`: the number stands before the words.
    After(u64),
}

/// In the order of the automaton's literal ids, after the HTML marks.
pub(super) const PHRASES: &[(&str, Side)] = &[
    ("try again in ", Side::Before),
    ("try again after ", Side::Before),
    ("try again at ", Side::Before),
    ("please try after ", Side::Before),
    ("again after ", Side::Before),
    ("retry in ", Side::Before),
    ("retry after", Side::BeforeSeconds),
    ("retrying after ", Side::Before),
    ("retry at ", Side::Before),
    ("retry your request after ", Side::Before),
    ("wait ", Side::Before),
    ("wait for ", Side::Before),
    ("wait at least ", Side::Before),
    ("back off for at least ", Side::Before),
    ("resets in ", Side::Before),
    ("reset in ", Side::Before),
    ("reset after ", Side::Before),
    ("resets after ", Side::Before),
    ("resets at ", Side::Before),
    ("reset at ", Side::Before),
    ("reset on ", Side::Before),
    ("resets on ", Side::Before),
    ("resets: ", Side::Before),
    ("available in ", Side::Before),
    ("available again in ", Side::Before),
    ("available at ", Side::Before),
    ("available again at ", Side::Before),
    ("tente novamente em ", Side::Before),
    ("inténtelo de nuevo en ", Side::Before),
    ("请在 ", Side::Before),
    ("请在", Side::Before),
    ("将在 ", Side::Before),
    ("将在", Side::Before),
    ("将于 ", Side::Before),
    ("将于", Side::Before),
    ("请等待 ", Side::Before),
    ("请等待", Side::Before),
    ("秒后", Side::After(1_000)),
    ("秒钟后", Side::After(1_000)),
    ("分钟后", Side::After(60_000)),
    ("小时后", Side::After(3_600_000)),
    ("天后", Side::After(86_400_000)),
];
