//! The interface `outbox`.

use crate::bindings::engine::EngineBorrow;
use crate::bindings::outbox::{Answer, Guest, Index, Lane, State};
use crate::bindings::types::Error;
use crate::convert::{self, same};
use crate::{Component, engine};
use serde::Deserialize;
use serde_json::value::RawValue;
use switchover_core::outbox as core;

/// The wire's answer; entry and actions stay text.
#[derive(Deserialize)]
struct WireAnswer<'a> {
    #[serde(borrow)]
    entry: Option<&'a RawValue>,
    index: Option<core::Index>,
    #[serde(borrow)]
    actions: &'a RawValue,
    transition: String,
    rule: String,
    reason: String,
}

impl Guest for Component {
    fn step(
        engine: EngineBorrow<'_>,
        entry: Option<String>,
        command: String,
        now: u64,
        options: Option<String>,
    ) -> Result<Answer, Error> {
        let entry = entry.map_or_else(String::new, |entry| format!(r#""entry":{entry},"#));
        let options = options.map_or_else(String::new, |options| format!(r#","options":{options}"#));
        let args = format!(r#"{{{entry}"command":{command},"now":{now}{options}}}"#);
        let text = engine.get::<engine::Engine>().call("outbox", &args)?;
        let told: WireAnswer<'_> = convert::read(&text)?;
        Ok(Answer {
            entry: told.entry.map(|entry| entry.get().to_owned()),
            index: told.index.map(index),
            actions: told.actions.get().to_owned(),
            transition: told.transition,
            rule: told.rule,
            reason: told.reason,
        })
    }

    fn next(engine: EngineBorrow<'_>, entries: String, now: u64) -> Result<Lane, Error> {
        let args = format!(r#"{{"entries":{entries},"now":{now}}}"#);
        let text = engine.get::<engine::Engine>().call("outboxNext", &args)?;
        let lane: core::Lane = convert::read(&text)?;
        Ok(Lane { head: lane.head, sendable: lane.sendable, wake_at: lane.wake_at.map(|at| at.0) })
    }
}

fn index(index: core::Index) -> Index {
    Index {
        lane: index.lane,
        seq: index.seq,
        state: state(index.state),
        available_at: index.available_at.map(|at| at.0),
        lease_until: index.lease_until.map(|at| at.0),
        blocks: index.blocks,
    }
}

fn state(state: core::State) -> State {
    same!(state, core::State => State, Queued, Claimed, Sending, Sent, UnknownAfterSend, Dead)
}
