//! The interface `retry`.

use crate::bindings::engine::EngineBorrow;
use crate::bindings::retry::{Action, Answer, Cap, GiveUp, Guest, Outcome, Proof};
use crate::bindings::types::Error;
use crate::convert::{self, same};
use crate::{Component, engine};
use serde::Deserialize;
use serde_json::value::RawValue;
use switchover_core::{outbox, retry};

/// The wire's answer; state and buckets stay text.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireAnswer<'a> {
    action: retry::RetryAction,
    at: Option<u64>,
    reason: Option<retry::GiveUp>,
    #[serde(default)]
    fresh_connection: bool,
    #[serde(default)]
    recheck: bool,
    #[serde(default)]
    clean_up: bool,
    row: Option<String>,
    rule: String,
    proof: Option<retry::Proof>,
    outcome: Option<outbox::Outcome>,
    retry_after_ms: Option<u64>,
    #[serde(borrow)]
    state: &'a RawValue,
    #[serde(borrow)]
    buckets: Option<&'a RawValue>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WireCap {
    inject: bool,
    cap_ms: Option<u64>,
    wait_ms: Option<u64>,
}

impl Guest for Component {
    fn next(engine: EngineBorrow<'_>, request: String) -> Result<Answer, Error> {
        let text = engine.get::<engine::Engine>().call("retry", &request)?;
        let told: WireAnswer<'_> = convert::read(&text)?;
        Ok(Answer {
            action: action(told.action),
            at: told.at,
            reason: told.reason.map(give_up),
            fresh_connection: told.fresh_connection,
            recheck: told.recheck,
            clean_up: told.clean_up,
            row: told.row,
            rule: told.rule,
            proof: told.proof.map(proof),
            outcome: told.outcome.map(outcome),
            retry_after: told.retry_after_ms,
            state: told.state.get().to_owned(),
            buckets: told.buckets.map(|buckets| buckets.get().to_owned()),
        })
    }

    fn sdk_cap(engine: EngineBorrow<'_>, response: String) -> Result<Cap, Error> {
        let text = engine.get::<engine::Engine>().call("sdkCap", &response)?;
        let told: WireCap = convert::read(&text)?;
        Ok(Cap { inject: told.inject, limit: told.cap_ms, wait: told.wait_ms })
    }
}

fn action(action: retry::RetryAction) -> Action {
    same!(action, retry::RetryAction => Action, Start, Succeeded, Retry, GiveUp, FallBackPlain, Reconcile)
}

fn give_up(reason: retry::GiveUp) -> GiveUp {
    same!(reason, retry::GiveUp => GiveUp, Aborted, Deadline, AttemptsUsedUp, RetryAfterTooLong, Refused, Permanent,
        NeverReplayed, AlreadyDone, NotConnected, Unclassified)
}

fn proof(proof: retry::Proof) -> Proof {
    same!(proof, retry::Proof => Proof, NotStarted, Ambiguous, Done)
}

fn outcome(outcome: outbox::Outcome) -> Outcome {
    same!(outcome, outbox::Outcome => Outcome, Sent, Transient, Permanent, NotConnected, Ambiguous)
}
