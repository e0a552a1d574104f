//! From the core's values to those of the interface. Exhaustive matches: a new variant in the core does not compile
//! until the interface has it.

use crate::bindings::turn::{Deadline, Next, OutcomeKind, Step, WaitWhy};
use crate::bindings::types::{Classification, Confidence, Error, Evidence, LostRule, Problem, Reason, Repair, Scope};
use serde::Deserialize;
use serde_json::value::RawValue;
use switchover_core::{classify as core, error, turn};

/// A match between two enums whose variants have the same names.
macro_rules! same {
    ($value:expr, $from:path => $to:path, $($name:ident),+) => {{
        use $from as From;
        use $to as To;
        match $value { $(From::$name => To::$name),+ }
    }};
}

pub(crate) use same;

/// Reads what the wire wrote.
pub(crate) fn read<'a, T: Deserialize<'a>>(text: &'a str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| internal(&error))
}

/// The wire writes what this crate reads; a difference is a fault of this build.
fn internal(error: &serde_json::Error) -> Error {
    Error {
        code: "internal".to_owned(),
        message: format!("the engine's answer was not understood: {error}"),
        problems: Vec::new(),
    }
}

/// An error of the wire.
pub(crate) fn error(text: String) -> Error {
    match serde_json::from_str::<error::Misuse>(&text) {
        Ok(told) => {
            Error { code: told.code, message: told.message, problems: told.problems.into_iter().map(problem).collect() }
        }
        Err(error) => internal(&error),
    }
}

fn problem(p: error::Problem) -> Problem {
    Problem { code: p.code, path: p.path, message: p.message, found: p.found, expected: p.expected }
}

/// The part of a step that is typed; the effects stay text.
#[derive(Deserialize)]
struct WireStep<'a> {
    #[serde(borrow)]
    effects: &'a RawValue,
    next: turn::Next,
}

/// The part of an effect that tells how a turn ended.
#[derive(Deserialize)]
struct Ending {
    outcome: Option<Kind>,
}

#[derive(Deserialize)]
struct Kind {
    kind: String,
}

/// A step of the wire.
pub(crate) fn step(text: &str) -> Result<Step, Error> {
    let step: WireStep = serde_json::from_str(text).map_err(|error| internal(&error))?;
    let effects: Vec<Ending> = read(step.effects.get())?;
    let outcome = effects.into_iter().find_map(|effect| effect.outcome).and_then(|outcome| outcome_kind(&outcome.kind));
    Ok(Step { effects: step.effects.get().to_owned(), next: next(step.next), outcome })
}

fn outcome_kind(name: &str) -> Option<OutcomeKind> {
    const KINDS: [(&str, OutcomeKind); 7] = [
        ("completed", OutcomeKind::Completed),
        ("exhausted", OutcomeKind::Exhausted),
        ("surfaced", OutcomeKind::Surfaced),
        ("needs_compaction", OutcomeKind::NeedsCompaction),
        ("switch_requested", OutcomeKind::SwitchRequested),
        ("aborted", OutcomeKind::Aborted),
        ("deadline", OutcomeKind::Deadline),
    ];
    KINDS.iter().find(|(kind, _)| *kind == name).map(|(_, kind)| *kind)
}

/// What a turn waits for.
pub(crate) fn next(next: turn::Next) -> Next {
    match next {
        turn::Next::Wait { at, why } => Next::Wait(Deadline { at: at.map(|at| at.0), why: why.map(wait_why) }),
        turn::Next::Done => Next::Done,
    }
}

fn wait_why(why: turn::WaitWhy) -> WaitWhy {
    same!(why, turn::WaitWhy => WaitWhy, BackOff, Replay, Cooldown, Lease, ConnectTimeout, FirstTokenTimeout, IdleTimeout,
        TotalTimeout, HostReply, Notice, CandidateDeadline, TurnDeadline)
}

fn reason(reason: core::Reason) -> Reason {
    same!(reason, core::Reason => Reason, Auth, AuthPermanent, Billing, RateLimit, Overloaded, Timeout, ServerError,
        TlsCertificate, ModelNotFound, Format, ContextOverflow, Refusal, SessionExpired, Abort, EmptyResponse,
        NoErrorDetails, Unclassified, Unknown)
}

fn scope(scope: core::Scope) -> Scope {
    same!(scope, core::Scope => Scope, Credential, Account, Model, Provider, Request, Transport, Caller, Session)
}

fn confidence(confidence: core::Confidence) -> Confidence {
    same!(confidence, core::Confidence => Confidence, Certain, Likely, Guess)
}

fn repair(repair: core::Repair) -> Repair {
    same!(repair, core::Repair => Repair, ToolCallIds)
}

/// A verdict.
pub(crate) fn classification(c: core::Classification) -> Classification {
    Classification {
        reason: reason(c.reason),
        rule: c.rule,
        confidence: confidence(c.confidence),
        scope: scope(c.scope),
        usage_window: c.usage_window,
        retry_after: c.retry_after_ms.map(|wait| wait.0),
        reset_at: c.reset_at.map(|at| at.0),
        request_size_ceiling: c.request_size_ceiling,
        failover: c.failover,
        repair: c.repair.map(repair),
        status: c.status,
        code: c.code,
        error_type: c.error_type,
        preview: c.preview,
        fingerprint: c.fingerprint,
        request_id_hash: c.request_id_hash,
        evidence: c.evidence.map(|e| Evidence { field: e.field, start: offset(e.start), end: offset(e.end) }),
        lost: c.lost.into_iter().map(|l| LostRule { rule: l.rule, reason: reason(l.reason), why: l.why }).collect(),
        why: c.why,
    }
}

/// Texts are cut long before this limit (C-2).
fn offset(bytes: usize) -> u32 {
    u32::try_from(bytes).unwrap_or(u32::MAX)
}
