//! One function for every policy.

use super::answer::{GiveUp, RetryAction, RetryAnswer};
use super::buckets::Buckets;
use super::envelope::Envelope;
use super::operation::{self, Operation, Replay};
use super::policy::{Definition, RetryPolicy};
use super::request::{RetryRequest, RetrySuccess};
use super::row::{End, Proof, Row};
use crate::classify::{ErrorSignal, Heard, hear};
use crate::engine::Engine;
use crate::error::{Problem, Problems};
use crate::outbox::Outcome;
use crate::time::{MAX_SAFE, Millis, Span};

/// Decides what a host does next.
///
/// # Errors
///
/// Values of the envelope or seed that are out of range, with their paths.
pub fn next(engine: &Engine, request: &RetryRequest) -> Result<RetryAnswer, Problems> {
    let definition = request.policy.definition();
    let envelope = definition.envelope.with(&request.envelope.unwrap_or_default())?;
    if request.seed > MAX_SAFE {
        let problem = Problem::new("out_of_range", "seed", "The seed is larger than JSON numbers carry exactly.");
        return Err(vec![problem.with(request.seed.to_string(), format!("0 to {MAX_SAFE}"))]);
    }
    let name = request.operation.as_deref().unwrap_or("");
    let operation = known(operation::find(definition.operations, name), request.idempotent);
    let asked = Asked { request, definition, envelope, operation, name };
    Ok(match (&request.failure, &request.success) {
        (Some(failure), _) => asked.failed(engine, failure),
        (None, Some(success)) => asked.succeeded(success),
        (None, None) => asked.start(),
    })
}

/// The caller's word on idempotence counts, except where a policy never repeats.
const fn known(mut operation: Operation, idempotent: Option<bool>) -> Operation {
    if matches!(operation.replay, Replay::Always | Replay::WithProof) {
        operation.replay = match idempotent {
            Some(true) => Replay::Always,
            Some(false) => Replay::WithProof,
            None => operation.replay,
        };
    }
    operation
}

/// A question with what its policy says about it.
struct Asked<'a> {
    request: &'a RetryRequest,
    definition: Definition,
    envelope: Envelope,
    operation: Operation,
    name: &'a str,
}

impl Asked<'_> {
    fn answer(&self, action: RetryAction, rule: &'static str) -> RetryAnswer {
        RetryAnswer {
            action,
            at: None,
            reason: None,
            fresh_connection: false,
            recheck: false,
            clean_up: false,
            row: None,
            rule,
            proof: None,
            outcome: None,
            retry_after_ms: None,
            state: self.request.state,
            buckets: self.buckets(),
        }
    }

    /// Shared buckets belong to the REST API.
    fn buckets(&self) -> Option<Buckets> {
        (self.request.policy == RetryPolicy::DiscordRest).then(|| self.request.buckets.clone().unwrap_or_default())
    }

    fn start(&self) -> RetryAnswer {
        let mut answer = self.answer(RetryAction::Start, "R-2");
        answer.fresh_connection = self.operation.fresh;
        answer.at = Some(self.free(answer.buckets.as_mut()));
        answer
    }

    /// When the buckets let the request through; it takes its place in them.
    fn free(&self, buckets: Option<&mut Buckets>) -> Millis {
        let now = self.request.now;
        buckets.map_or(now, |buckets| buckets.take(self.request.route.as_deref(), now))
    }

    fn succeeded(&self, success: &RetrySuccess) -> RetryAnswer {
        let mut answer = self.answer(RetryAction::Succeeded, "R-3");
        if let Some(buckets) = &mut answer.buckets {
            buckets.learn(self.request.route.as_deref(), &success.headers, self.request.now);
        }
        answer
    }

    fn failed(&self, engine: &Engine, failure: &ErrorSignal) -> RetryAnswer {
        let heard = hear(failure);
        let found = self.definition.rows.iter().copied().flatten().find(|row| row.holds(&heard, self.name));
        let stated = engine.classify(failure, self.request.now, false).retry_after_ms;
        let mut answer = self.answer(RetryAction::GiveUp, found.map_or("R-1", |row| row.rule));
        answer.row = found.map(|row| row.id);
        answer.retry_after_ms = stated;
        self.limit(&mut answer, failure, &heard, stated);
        let Some(row) = found else {
            (answer.proof, answer.reason) = (Some(Proof::Ambiguous), Some(GiveUp::Unclassified));
            answer.outcome = Some(Outcome::Ambiguous);
            return answer;
        };
        answer.proof = Some(row.proof);
        answer.outcome = Some(outcome(row));
        self.decide(row, stated, &mut answer);
        answer
    }

    /// A 429 closes its bucket, or all of them.
    fn limit(&self, answer: &mut RetryAnswer, failure: &ErrorSignal, heard: &Heard, stated: Option<Span>) {
        let Some(buckets) = &mut answer.buckets else { return };
        let (route, now) = (self.request.route.as_deref(), self.request.now);
        if let Some(headers) = &failure.headers {
            buckets.learn(route, headers, now);
        }
        if let Some(wait) = stated.filter(|_| heard.status == Some(429)) {
            buckets.close(route, heard, failure.headers.as_ref(), now + wait);
        }
    }

    fn decide(&self, row: &Row, stated: Option<Span>, answer: &mut RetryAnswer) {
        let stop = match row.end {
            _ if self.request.killed => Some(GiveUp::Aborted),
            End::Transient => None,
            End::Plain if !self.request.state.plain => {
                answer.action = RetryAction::FallBackPlain;
                answer.state.plain = true;
                return;
            }
            End::Plain | End::Refused => Some(GiveUp::Refused),
            End::Permanent => Some(GiveUp::Permanent),
            End::Done => Some(GiveUp::AlreadyDone),
            End::Aborted => Some(GiveUp::Aborted),
            End::NotConnected => Some(GiveUp::NotConnected),
            End::Never => Some(GiveUp::NeverReplayed),
        };
        answer.reason = stop;
        if stop.is_none() {
            self.repeat(row.proof, stated, answer);
        }
    }

    /// What passes by itself is repeated where that is safe.
    fn repeat(&self, proof: Proof, stated: Option<Span>, answer: &mut RetryAnswer) {
        answer.state.attempts = answer.state.attempts.saturating_add(1);
        match (self.operation.replay, proof) {
            (Replay::Never, _) | (Replay::Publish, Proof::NotStarted | Proof::Done) => {
                answer.reason = Some(GiveUp::NeverReplayed);
            }
            (Replay::WithProof | Replay::Publish, Proof::Ambiguous) => answer.action = RetryAction::Reconcile,
            _ => self.again(stated, answer),
        }
    }

    fn again(&self, stated: Option<Span>, answer: &mut RetryAnswer) {
        let spent = answer.state.attempts >= self.envelope.attempts;
        let wait = self.envelope.wait(answer.state.attempts, stated, self.request.seed);
        let at = (self.request.now + wait).max(self.free(answer.buckets.as_mut()));
        answer.reason = if spent {
            Some(GiveUp::AttemptsUsedUp)
        } else if stated.is_some_and(|stated| stated > self.envelope.max_delay_ms) {
            Some(GiveUp::RetryAfterTooLong)
        } else if self.request.deadline_at.is_some_and(|deadline| at >= deadline) {
            Some(GiveUp::Deadline)
        } else {
            None
        };
        if answer.reason.is_none() {
            (answer.action, answer.at) = (RetryAction::Retry, Some(at));
            answer.fresh_connection = self.operation.fresh || self.definition.fresh;
            (answer.recheck, answer.clean_up) = (self.definition.recheck, self.operation.clean_up);
        }
    }
}

/// What the outbox is told.
const fn outcome(row: &Row) -> Outcome {
    match (row.end, row.proof) {
        (End::NotConnected, _) => Outcome::NotConnected,
        (End::Permanent, _) => Outcome::Permanent,
        (_, Proof::Done) => Outcome::Sent,
        (_, Proof::Ambiguous) => Outcome::Ambiguous,
        (_, Proof::NotStarted) => Outcome::Transient,
    }
}
