//! A row: what a failure proves.

use crate::classify::{Heard, Phase};
use serde::{Deserialize, Serialize};

/// What a failure proves about the attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RetryProof"))]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It did nothing: the request never started, or was refused.
    NotStarted,
    /// It may have been carried out.
    Ambiguous,
    /// What was asked for is so already.
    Done,
}

/// What follows for this failure, before idempotence is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// May pass by itself.
    Transient,
    /// Refused; the same request would be refused again.
    Refused,
    /// Refused for good: this receiver will never take it.
    Permanent,
    /// The markup was refused: send it as plain text.
    Plain,
    /// Nothing is left to do.
    Done,
    /// The caller gave up.
    Aborted,
    /// The channel is not connected yet.
    NotConnected,
    /// This policy does not repeat it.
    Never,
}

/// One row. It decides when its operation, status, phase, and one of its codes or texts hold. The first row wins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    pub(crate) id: &'static str,
    pub(crate) rule: &'static str,
    pub(crate) proof: Proof,
    pub(crate) end: End,
    /// Operations, exact or with a star at the end; empty: all.
    pub(crate) ops: &'static [&'static str],
    /// Inclusive ranges of statuses; empty: any or none.
    pub(crate) status: &'static [(u16, u16)],
    /// Lower case; empty together with `text`: not asked for.
    pub(crate) codes: &'static [&'static str],
    /// Lower-case parts of the text.
    pub(crate) text: &'static [&'static str],
    /// Phases of the exchange; empty: not asked for.
    pub(crate) phases: &'static [Phase],
    /// The caller's own abort or time-out had fired.
    pub(crate) aborted: bool,
}

/// A row that matches everything.
pub(crate) const fn row(id: &'static str, rule: &'static str, proof: Proof, end: End) -> Row {
    Row { id, rule, proof, end, ops: &[], status: &[], codes: &[], text: &[], phases: &[], aborted: false }
}

impl Row {
    pub(crate) const fn ops(mut self, ops: &'static [&'static str]) -> Self {
        self.ops = ops;
        self
    }
    pub(crate) const fn status(mut self, ranges: &'static [(u16, u16)]) -> Self {
        self.status = ranges;
        self
    }
    pub(crate) const fn codes(mut self, codes: &'static [&'static str]) -> Self {
        self.codes = codes;
        self
    }
    pub(crate) const fn text(mut self, text: &'static [&'static str]) -> Self {
        self.text = text;
        self
    }
    pub(crate) const fn phases(mut self, phases: &'static [Phase]) -> Self {
        self.phases = phases;
        self
    }
    pub(crate) const fn aborted(mut self) -> Self {
        self.aborted = true;
        self
    }

    /// Whether the row decides.
    pub(crate) fn holds(&self, heard: &Heard, operation: &str) -> bool {
        let named = self.ops.is_empty() || self.ops.iter().any(|pattern| fits(pattern, operation));
        let status = self.status.is_empty()
            || heard.status.is_some_and(|status| self.status.iter().any(|(from, to)| (*from..=*to).contains(&status)));
        let phase = self.phases.is_empty() || heard.phase.is_some_and(|phase| self.phases.contains(&phase));
        let silent = self.codes.is_empty() && self.text.is_empty();
        let told = silent
            || heard.codes.iter().any(|code| self.codes.contains(&code.as_str()))
            || self.text.iter().any(|part| heard.text.contains(part));
        named && status && phase && told && (!self.aborted || heard.aborted)
    }
}

/// Whether an operation has this name, or begins with the part before the star.
pub(crate) fn fits(pattern: &str, operation: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => operation.starts_with(start),
        None => operation == pattern,
    }
}
