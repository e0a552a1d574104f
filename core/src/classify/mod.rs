//! Classification: an error signal in, a verdict out (C).
//!
//! `read` turns the signal into one flat text, codes and a status; one pass finds every literal of the table; the first
//! row in table order that holds decides (C-5). Nothing is parsed or compiled per call.

mod answer;
#[cfg(any(test, feature = "schema"))]
mod catalog;
mod flatten;
mod hear;
mod host;
mod index;
mod options;
mod pairs;
mod pattern;
mod precedence;
mod read;
mod retry_after;
mod rule;
mod signal;
mod table;
#[cfg(test)]
mod tests;
mod verdict;
#[cfg(any(test, feature = "schema"))]
mod without;

#[cfg(any(test, feature = "schema"))]
pub use catalog::{Example, RuleInfo, rules};
pub(crate) use hear::{Heard, hear};
pub use options::{ClassifyOptions, FinishError, HostRule};
pub(crate) use retry_after::stated_header;
pub use signal::{ErrorSignal, MAX_CAUSE_DEPTH, MAX_CAUSE_NODES, Phase, TEXT_HEAD, TEXT_TAIL};
pub use verdict::{Classification, Confidence, Evidence, LostRule, Reason, Repair, Scope};
#[cfg(any(test, feature = "schema"))]
pub use without::RowPart;

use crate::error::Problem;
use crate::time::Millis;
use index::{Index, Woken};
use read::Reading;
use std::sync::LazyLock;

/// Literals that mark a page for people; they stand first in the automaton.
const HTML: &[&str] = &["<!doctype html", "<html", "<title>"];

/// The built-in table, made ready once per process.
static TABLE: LazyLock<Index> = LazyLock::new(|| index_of(table::rows()));

fn index_of(rows: impl Iterator<Item = &'static rule::Row>) -> Index {
    let extra: Vec<&str> = HTML.iter().copied().chain(retry_after::literals()).collect();
    Index::new(rows, &extra)
}

/// Decides what a failure was. Built once; every call is pure, total and linear in its input.
#[derive(Debug)]
pub struct Classifier {
    finish_error: FinishError,
    extra: Vec<host::Ready>,
    #[cfg(any(test, feature = "schema"))]
    changed: Option<without::Changed>,
}

impl Classifier {
    /// Checks and compiles the host's rows (C-20).
    ///
    /// # Errors
    ///
    /// Every problem of the rows at once, with paths such as `failover.classify.extraRules[0].pattern`.
    pub fn new(options: ClassifyOptions) -> Result<Self, Vec<Problem>> {
        Ok(Self {
            finish_error: options.finish_error,
            extra: host::compile(options.extra_rules)?,
            #[cfg(any(test, feature = "schema"))]
            changed: None,
        })
    }

    /// The table; checks may have changed it.
    fn table(&self) -> &Index {
        #[cfg(any(test, feature = "schema"))]
        if let Some(changed) = &self.changed {
            return &changed.index;
        }
        &TABLE
    }

    /// What statuses mean; checks may have changed it.
    fn statuses(&self) -> &[table::status::StatusRow] {
        #[cfg(any(test, feature = "schema"))]
        if let Some(changed) = &self.changed {
            return &changed.statuses;
        }
        table::status::STATUSES
    }

    /// The class of one failure. `now` (milliseconds since the epoch) turns stated times into waits; `explain` adds the
    /// deciding span, the rows that lost and a sentence.
    #[must_use]
    pub fn classify(&self, signal: &ErrorSignal, now: Millis, explain: bool) -> Classification {
        let reading = read::read(signal);
        let woken = self.table().wake(&reading);
        let decision = self.decide(signal, &reading, &woken);
        let first = u16::try_from(HTML.len()).unwrap_or(u16::MAX);
        let wait = retry_after::wait(&reading, &woken.places, first, decision.reason, now);
        let mut verdict = answer::classification(&decision, &reading, wait);
        if explain {
            verdict.evidence = answer::evidence(&decision, &reading);
            verdict.lost = self.lost(&decision, &reading, &woken);
            verdict.why = Some(precedence::why(&decision, &verdict));
        }
        verdict
    }

    fn lost(&self, won: &answer::Decision, reading: &Reading<'_>, woken: &Woken) -> Vec<LostRule> {
        let mut seen = std::collections::BTreeSet::new();
        let rows = self.table().held(reading, woken).map(|held| (held.row.id, held.row.reason));
        let status = self.by_status(reading, woken).map(|decision| (decision.rule, decision.reason));
        rows.map(|(id, reason)| (id.to_owned(), reason))
            .chain(status)
            .filter(|(id, _)| *id != won.rule && seen.insert(id.clone()))
            .take(8)
            .map(|(rule, reason)| LostRule { why: format!("{} stands before it", won.rule), rule, reason })
            .collect()
    }
}
