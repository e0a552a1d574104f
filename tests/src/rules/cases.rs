//! The failures that rules are checked with: the labelled corpus, and the examples of the table.

use crate::corpus_row;
use serde::Deserialize;
use std::path::Path;
use switchover_core::classify::{Classification, Classifier, ErrorSignal, Example, RuleInfo, rules};

/// A stated wait counts as right within this, in milliseconds.
const SLACK_MS: u64 = 1_000;

/// One failure. Rows of the corpus have a label, examples have the row that must win them.
#[derive(Clone, Debug)]
pub struct Case {
    /// Corpus id, or the source of an example.
    pub id: String,
    /// What the classifier is given.
    pub signal: ErrorSignal,
    /// The label.
    pub label: Option<Label>,
    /// The row that must win.
    pub own: Option<String>,
}

/// What a reader of the error wants.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Label {
    /// The reason.
    pub reason: String,
    /// Other reasons that lead to the right action too.
    pub also_ok: Vec<String>,
    /// `None`: not scored.
    pub usage_window: Option<bool>,
    /// The wait that the provider stated, in milliseconds.
    pub retry_after_ms: Option<u64>,
    /// Whether the wait is scored.
    pub retry_after_scored: bool,
}

impl Label {
    /// Whether everything that is scored is right.
    #[must_use]
    pub fn fits(&self, got: &Classification) -> bool {
        let reason = got.reason.as_str();
        let wait = match (self.retry_after_ms, got.retry_after_ms) {
            (Some(wanted), Some(got)) => wanted.abs_diff(got.0) <= SLACK_MS,
            (wanted, got) => wanted.is_none() && got.is_none(),
        };
        (self.reason == reason || self.also_ok.iter().any(|other| other == reason))
            && self.usage_window.is_none_or(|wanted| wanted == got.usage_window)
            && (wait || !self.retry_after_scored)
    }
}

#[derive(Deserialize)]
struct Row {
    id: String,
    expect: Label,
}

/// The rows of `tests/corpus`.
///
/// # Errors
///
/// A file that cannot be read, or a line that is no row.
pub fn corpus() -> Result<Vec<Case>, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let mut cases = Vec::new();
    for name in corpus_row::FILES.into_iter().chain(corpus_row::UNSEEN) {
        let path = folder.join(format!("{name}.jsonl"));
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines() {
            let row: Row = serde_json::from_str(line).map_err(|error| format!("{name}: {error}"))?;
            cases.push(Case { id: row.id, signal: corpus_row::signal(line)?, label: Some(row.expect), own: None });
        }
    }
    Ok(cases)
}

/// The examples of the table; and, for the default of a status, that status alone.
#[must_use]
pub fn examples() -> Vec<Case> {
    rules().iter().flat_map(of_rule).collect()
}

fn of_rule(rule: &RuleInfo) -> Vec<Case> {
    let own = Some(rule.id.clone());
    let case = |example: &Example| Case {
        id: example.source.clone(),
        signal: example.signal(),
        label: None,
        own: own.clone(),
    };
    rule.examples.iter().map(case).chain(bare(rule)).collect()
}

/// The first status of a default. A row of the table may win it, as that of unpaid bills does for 402.
fn bare(rule: &RuleInfo) -> Option<Case> {
    let first = rule.statuses.first().filter(|_| rule.family == "status")?.split('-').next()?.parse().ok()?;
    let signal = ErrorSignal { status: Some(first), ..ErrorSignal::default() };
    Some(Case { id: format!("status {first} alone"), signal, label: None, own: None })
}

/// The classifier as it ships.
///
/// # Errors
///
/// When it refuses its own defaults.
pub fn classifier() -> Result<Classifier, String> {
    Classifier::new(Default::default()).map_err(|problems| format!("{problems:?}"))
}
