//! The table for people: the rules page, the command that lists it, and the tests (C-20).
//!
//! The examples are long texts, so this module is built for tests and native tools only (feature `schema`); nothing of it
//! ships in the wasm.

use super::rule::{Row, default_scope};
use super::table::{FAMILIES, status::STATUSES};
use super::{Confidence, ErrorSignal, Reason, Repair, Scope};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A real error that a row decides.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Example {
    /// The body as a program receives it.
    pub text: String,
    /// Corpus id and address, or the address alone.
    pub source: String,
    /// Provider id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// HTTP status.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// Error code beside the text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Finish reason of a completed response.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finish_reason: Option<String>,
    /// Response headers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub headers: Option<BTreeMap<String, String>>,
}

impl Example {
    /// The signal that a host would build.
    #[must_use]
    pub fn signal(&self) -> ErrorSignal {
        ErrorSignal {
            provider: self.provider.clone(),
            status: self.status,
            code: self.code.clone(),
            finish_reason: self.finish_reason.clone(),
            headers: self.headers.clone(),
            body: Some(self.text.clone().into()).filter(|_| !self.text.is_empty()),
            ..ErrorSignal::default()
        }
    }
}

/// One row of the table, explained.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RuleInfo {
    /// Stable id, shown as the verdict's `rule`.
    pub id: String,
    /// Family, in the order of precedence.
    pub family: String,
    /// Providers that it counts for; empty: every provider.
    pub providers: Vec<String>,
    /// Providers that it does not count for.
    pub not_providers: Vec<String>,
    /// Codes, types and finish reasons, any of them.
    pub codes: Vec<String>,
    /// Patterns in `regex` syntax, any of them.
    pub patterns: Vec<String>,
    /// Statuses, any of them: single ones, or `400-498`.
    pub statuses: Vec<String>,
    /// Only when no HTTP status is known.
    pub no_status: bool,
    /// Patterns that veto it.
    pub unless: Vec<String>,
    /// The verdict.
    pub reason: Reason,
    /// What is at fault.
    pub scope: Scope,
    /// How sure it is.
    pub confidence: Confidence,
    /// It marks a usage window.
    pub usage_window: bool,
    /// It marks a request that is larger than the whole limit.
    pub request_size_ceiling: bool,
    /// The repair that it offers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repair: Option<Repair>,
    /// Which kind of error it catches, in one sentence.
    pub catches: String,
    /// Real errors that it decides.
    pub examples: Vec<Example>,
}

#[derive(Deserialize)]
struct Entry {
    rule: String,
    catches: String,
    examples: Vec<Example>,
}

/// Every row in order of precedence, then the status defaults.
///
/// # Panics
///
/// When the file of examples, which is part of the sources, is no JSON.
#[must_use]
#[expect(clippy::expect_used, reason = "the file is part of the sources and read by every test")]
pub fn rules() -> Vec<RuleInfo> {
    let entries: Vec<Entry> = serde_json::from_str(include_str!("table/examples.json")).expect("examples.json");
    let mut by_rule: BTreeMap<String, Entry> = entries.into_iter().map(|entry| (entry.rule.clone(), entry)).collect();
    let rows = FAMILIES.iter().flat_map(|(family, rows)| rows.iter().map(move |row| (*family, row)));
    let mut rules: Vec<RuleInfo> = rows.map(|(family, row)| described(family, row, by_rule.remove(row.id))).collect();
    rules.extend(STATUSES.iter().map(|line| {
        let statuses =
            if line.first == line.last { line.first.to_string() } else { format!("{}-{}", line.first, line.last) };
        let catches = format!("Status {statuses}, when nothing more specific was found.");
        let scope = line.scope.unwrap_or_else(|| default_scope(line.reason));
        let statuses = vec![statuses];
        RuleInfo { statuses, catches, scope, confidence: line.confidence, ..blank(line.id, "status", line.reason) }
    }));
    rules
}

fn blank(id: &str, family: &str, reason: Reason) -> RuleInfo {
    RuleInfo {
        id: id.to_owned(),
        family: family.to_owned(),
        providers: Vec::new(),
        not_providers: Vec::new(),
        codes: Vec::new(),
        patterns: Vec::new(),
        statuses: Vec::new(),
        no_status: false,
        unless: Vec::new(),
        reason,
        scope: default_scope(reason),
        confidence: Confidence::Likely,
        usage_window: false,
        request_size_ceiling: false,
        repair: None,
        catches: String::new(),
        examples: Vec::new(),
    }
}

fn described(family: &str, row: &Row, entry: Option<Entry>) -> RuleInfo {
    let owned = |list: &[&str]| list.iter().map(|text| (*text).to_owned()).collect();
    let (catches, examples) = entry.map(|entry| (entry.catches, entry.examples)).unwrap_or_default();
    RuleInfo {
        providers: owned(row.providers),
        not_providers: owned(row.not_on),
        codes: owned(row.codes),
        patterns: owned(row.text),
        statuses: row.status.iter().map(u16::to_string).collect(),
        no_status: row.no_status,
        unless: owned(row.unless),
        scope: row.scope.unwrap_or_else(|| default_scope(row.reason)),
        confidence: row.confidence,
        usage_window: row.usage_window,
        request_size_ceiling: row.ceiling,
        repair: row.repair,
        catches,
        examples,
        ..blank(row.id, family, row.reason)
    }
}
