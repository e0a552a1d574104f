//! The table of options, in the order of 09-options.

mod auth;
mod health;
mod recovery;
mod set;
mod turn;

pub(super) use set::price_class;

use super::option::Row;
use crate::policy::Preset;

/// The presets by name (M-1).
pub(super) const PRESETS: [(&str, Preset); 4] =
    [("latest", Preset::Latest), ("sticky", Preset::Sticky), ("classic", Preset::Classic), ("swift", Preset::Swift)];

/// Every option.
pub(super) fn rows() -> impl Iterator<Item = &'static Row> {
    auth::ROWS.iter().chain(&health::ROWS).chain(&recovery::ROWS).chain(&turn::ROWS)
}
