//! Turns the row that won into the verdict (C-4).

use super::index::Held;
use super::read::{Piece, Reading};
use super::retry_after::Wait;
use super::rule::default_scope;
use super::{Classification, Confidence, Evidence, Phase, Reason, Repair, Scope, flatten};
use crate::redact;

/// What decided, whichever table it stands in.
#[derive(Clone, Debug)]
pub(crate) struct Decision {
    pub(crate) rule: String,
    pub(crate) reason: Reason,
    pub(crate) confidence: Confidence,
    pub(crate) scope: Option<Scope>,
    pub(crate) usage_window: bool,
    pub(crate) long_wait: bool,
    pub(crate) failover: Option<bool>,
    pub(crate) repair: Option<Repair>,
    pub(crate) ceiling: bool,
    pub(crate) status: Option<u16>,
    pub(crate) span: Option<(usize, usize)>,
}

impl Decision {
    /// A decision with the defaults of its reason.
    pub(crate) fn new(rule: &str, reason: Reason, confidence: Confidence) -> Self {
        Self {
            rule: rule.to_owned(),
            reason,
            confidence,
            scope: None,
            usage_window: false,
            long_wait: false,
            failover: None,
            repair: None,
            ceiling: false,
            status: None,
            span: None,
        }
    }
}

impl From<Held<'_>> for Decision {
    fn from(held: Held<'_>) -> Self {
        let row = held.row;
        Self {
            scope: row.scope,
            usage_window: row.usage_window,
            long_wait: row.long_wait,
            failover: row.failover,
            repair: row.repair,
            ceiling: row.ceiling,
            span: held.span,
            ..Self::new(row.id, row.reason, row.confidence)
        }
    }
}

/// The verdict.
pub(crate) fn classification(decision: &Decision, reading: &Reading<'_>, wait: Wait) -> Classification {
    let reason = decision.reason;
    let usage_window = decision.usage_window
        || (reason == Reason::RateLimit && (wait.window || (decision.long_wait && wait.is_long())));
    let scope = decision.scope.unwrap_or_else(|| scope_of(reason, usage_window, reading));
    let text = redact::head(preview_source(reading));
    let status = decision.status.or(reading.status);
    Classification {
        reason,
        rule: decision.rule.clone(),
        confidence: decision.confidence,
        scope,
        usage_window,
        retry_after_ms: wait.after,
        reset_at: wait.at,
        request_size_ceiling: decision.ceiling,
        failover: decision.failover.unwrap_or_else(|| may_move(reason, scope, decision.ceiling)),
        repair: decision.repair,
        status,
        code: reading.code.as_deref().map(redact::preview),
        error_type: reading.error_type.as_deref().map(redact::preview),
        preview: Some(redact::preview_of(&text)).filter(|shown| !shown.is_empty()),
        fingerprint: fingerprint(reason, status, reading, &text),
        request_id_hash: request_id(reading).map(|id| format!("{:016x}", redact::fnv1a64(id.as_bytes()))),
        evidence: None,
        lost: Vec::new(),
        why: None,
    }
}

/// Reason, status, type and text (C-19).
fn fingerprint(reason: Reason, status: Option<u16>, reading: &Reading<'_>, text: &str) -> String {
    let status = status.map_or_else(String::new, |status| status.to_string());
    let kind = redact::preview(reading.error_type.as_deref().unwrap_or(""));
    redact::fingerprint_of(&[reason.as_str(), &status, &kind, text])
}

/// False where the same request would fail, or should not be tried, anywhere else (C-4).
fn may_move(reason: Reason, scope: Scope, ceiling: bool) -> bool {
    match reason {
        Reason::Abort | Reason::Format | Reason::Refusal => false,
        Reason::ContextOverflow => ceiling,
        _ => scope != Scope::Caller,
    }
}

fn scope_of(reason: Reason, usage_window: bool, reading: &Reading<'_>) -> Scope {
    let began = reading.status.is_some()
        || reading.nodes.iter().any(|(node, _)| node.phase.is_some_and(|phase| phase >= Phase::Headers));
    match reason {
        Reason::RateLimit if usage_window => Scope::Account,
        Reason::Timeout if began => Scope::Provider,
        _ => default_scope(reason),
    }
}

/// The text that people see: the outermost message, else the outermost body.
fn preview_source<'r>(reading: &'r Reading<'_>) -> &'r str {
    reading.pieces.first().map_or("", |piece| piece.raw.as_ref())
}

fn request_id<'r>(reading: &'r Reading<'_>) -> Option<&'r str> {
    const NAMES: [&str; 7] = [
        "x-request-id",
        "request-id",
        "x-amzn-requestid",
        "apim-request-id",
        "x-goog-request-id",
        "cf-ray",
        "x-ms-request-id",
    ];
    let headers = || reading.nodes.iter().filter_map(|(node, _)| node.headers.as_ref()).flatten();
    NAMES
        .iter()
        .find_map(|wanted| headers().find(|(name, _)| name.eq_ignore_ascii_case(wanted)).map(|(_, id)| id.as_str()))
}

/// Where the deciding text stands in the field as it was given.
pub(crate) fn evidence(decision: &Decision, reading: &Reading<'_>) -> Option<Evidence> {
    let (start, end) = decision.span?;
    let piece = reading.pieces.iter().rev().find(|piece| piece.start <= start)?;
    let path = reading.nodes.get(piece.node).map_or("", |(_, path)| path.as_str());
    let (start, end) = raw_span(piece, start - piece.start, end - piece.start);
    Some(Evidence { field: format!("{path}{}", piece.field), start, end })
}

/// Flat offsets within one piece back to offsets of the raw text.
fn raw_span(piece: &Piece<'_>, start: usize, end: usize) -> (usize, usize) {
    let raw = piece.raw.as_ref();
    let (head, tail) = flatten::window(raw);
    let mut steps: Vec<(usize, usize)> = Vec::new();
    let mut flat = String::new();
    flatten::flatten(head, &mut flat, |to, from| steps.push((to, from)));
    if !tail.is_empty() {
        flat.push('\n');
        flatten::flatten(tail, &mut flat, |to, from| steps.push((to, raw.len() - tail.len() + from)));
    }
    let back = |at: usize| steps.iter().rev().find(|(to, _)| *to <= at).map_or(0, |(to, from)| from + (at - to));
    (back(start).min(raw.len()), back(end).min(raw.len()))
}
