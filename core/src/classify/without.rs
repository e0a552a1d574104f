//! The classifier with one part of its table switched off: for ablation and mutation checks. Tests and native
//! tools only (feature `schema`); nothing of it ships.

use super::index::Index;
use super::rule::Row;
use super::table::rows;
use super::table::status::{STATUSES, StatusRow};
use super::{Classifier, index_of};

/// A part of a row that can be switched off by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowPart {
    /// All of it.
    Whole,
    /// The providers that it counts for.
    Providers,
    /// The providers that it does not count for.
    NotProviders,
    /// The codes that it asks for beside its patterns.
    Codes,
    /// The statuses that it asks for.
    Statuses,
    /// The statuses that it refuses.
    NotStatuses,
    /// That it asks for no HTTP status.
    NoStatus,
    /// The patterns that veto it.
    Unless,
    /// Its own scope.
    Scope,
    /// That it marks a usage window.
    UsageWindow,
    /// That a long stated wait makes it a usage window.
    LongWait,
    /// Its own word on failover.
    Failover,
    /// The repair that it offers.
    Repair,
    /// That it marks a request larger than the whole limit.
    Ceiling,
}

impl RowPart {
    /// Every part.
    pub const ALL: [Self; 14] = [
        Self::Whole,
        Self::Providers,
        Self::NotProviders,
        Self::Codes,
        Self::Statuses,
        Self::NotStatuses,
        Self::NoStatus,
        Self::Unless,
        Self::Scope,
        Self::UsageWindow,
        Self::LongWait,
        Self::Failover,
        Self::Repair,
        Self::Ceiling,
    ];

    /// The row without this part; `None` when it has no such part.
    fn off(self, row: Row) -> Option<Row> {
        let (there, changed) = match self {
            Self::Whole => return None,
            Self::Providers => (!row.providers.is_empty(), Row { providers: &[], ..row }),
            Self::NotProviders => (!row.not_on.is_empty(), Row { not_on: &[], ..row }),
            Self::Codes => (!row.codes.is_empty() && !row.text.is_empty(), Row { codes: &[], ..row }),
            Self::Statuses => (!row.status.is_empty(), Row { status: &[], ..row }),
            Self::NotStatuses => (!row.not_status.is_empty(), Row { not_status: &[], ..row }),
            Self::NoStatus => (row.no_status, Row { no_status: false, ..row }),
            Self::Unless => (!row.unless.is_empty(), Row { unless: &[], ..row }),
            Self::Scope => (row.scope.is_some(), Row { scope: None, ..row }),
            Self::UsageWindow => (row.usage_window, Row { usage_window: false, ..row }),
            Self::LongWait => (row.long_wait, Row { long_wait: false, ..row }),
            Self::Failover => (row.failover.is_some(), Row { failover: None, ..row }),
            Self::Repair => (row.repair.is_some(), Row { repair: None, ..row }),
            Self::Ceiling => (row.ceiling, Row { ceiling: false, ..row }),
        };
        there.then_some(changed)
    }
}

/// A table that differs from the built-in one.
#[derive(Debug)]
pub(super) struct Changed {
    pub(super) index: Index,
    pub(super) statuses: Vec<StatusRow>,
}

impl Classifier {
    /// The default classifier with one part of the row `id` switched off; `None` when there is no such row or part.
    #[must_use]
    pub fn without(id: &str, part: RowPart) -> Option<Self> {
        let statuses: Vec<StatusRow> =
            STATUSES.iter().filter(|line| part != RowPart::Whole || line.id != id).copied().collect();
        let row = rows().find(|row| row.id == id);
        let replacement = row.and_then(|row| part.off(*row)).map(leaked);
        if replacement.is_none() && (part != RowPart::Whole || (row.is_none() && statuses.len() == STATUSES.len())) {
            return None;
        }
        let table = rows().filter_map(|row| if row.id == id { replacement } else { Some(row) });
        let changed = Some(Changed { index: index_of(table), statuses });
        Some(Self { changed, ..Self::new(super::ClassifyOptions::default()).ok()? })
    }
}

/// The index keeps rows for the life of the process, so a changed one is leaked: a few hundred bytes for each check.
fn leaked(row: Row) -> &'static Row {
    Box::leak(Box::new(row))
}
