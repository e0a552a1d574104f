//! Ablation: which corpus rows does each row of the table decide alone?

use super::cases::{self, Case};
use crate::corpus_row::NOW;
use std::collections::BTreeMap;
use switchover_core::classify::{Classifier, RowPart, rules};

/// At most this share of the rows may stand for a single corpus row, in percent.
pub const MOST_SINGLE_PERCENT: usize = 10;

/// What one row of the table is worth.
#[derive(Clone, Debug)]
pub struct Worth {
    /// Id of the row.
    pub rule: String,
    /// Corpus rows that it wins.
    pub wins: usize,
    /// Corpus rows that are right with it and not right without it.
    pub alone: Vec<String>,
}

/// Switches each row off in turn.
///
/// # Errors
///
/// When the corpus cannot be read.
pub fn run() -> Result<Vec<Worth>, String> {
    let whole = cases::classifier()?;
    let corpus = cases::corpus()?;
    let mut won: BTreeMap<String, Vec<&Case>> = BTreeMap::new();
    for case in corpus.iter().filter(|case| right(&whole, case)) {
        won.entry(whole.classify(&case.signal, NOW, false).rule).or_default().push(case);
    }
    rules().into_iter().map(|rule| worth(rule.id, &won)).collect()
}

/// Only rows that it won can change: the first row that holds decides.
fn worth(rule: String, won: &BTreeMap<String, Vec<&Case>>) -> Result<Worth, String> {
    let mine = won.get(&rule).map_or(&[][..], Vec::as_slice);
    let without =
        Classifier::without(&rule, RowPart::Whole).ok_or_else(|| format!("{rule}: cannot be switched off"))?;
    let alone = mine.iter().filter(|case| !right(&without, case)).map(|case| case.id.clone()).collect();
    Ok(Worth { rule, wins: mine.len(), alone })
}

fn right(classifier: &Classifier, case: &Case) -> bool {
    case.label.as_ref().is_some_and(|label| label.fits(&classifier.classify(&case.signal, NOW, false)))
}

/// The rows that stand for a single corpus row.
#[must_use]
pub fn single(worths: &[Worth]) -> Vec<&Worth> {
    worths.iter().filter(|worth| worth.alone.len() == 1).collect()
}
