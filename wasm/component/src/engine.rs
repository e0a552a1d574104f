//! The resource `engine`.

use crate::bindings::engine::{Begun, Engine as Handle, GuestEngine};
use crate::bindings::turn::Turn as TurnHandle;
use crate::bindings::types::{Classification, Error};
use crate::convert;
use crate::turn::Turn;
use serde::Deserialize;
use serde_json::json;
use switchover_core::wire;

/// An engine that a host holds.
pub(crate) struct Engine(switchover_core::Engine);

impl Engine {
    /// An operation of the wire, JSON in and out.
    pub(crate) fn call(&self, op: &str, args: &str) -> Result<String, Error> {
        wire::call(&self.0, op, args).map_err(convert::error)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MaxAttempts {
    max_attempts: u64,
}

#[derive(Deserialize)]
struct Redacted {
    text: String,
}

impl GuestEngine for Engine {
    fn create(policy: String) -> Result<Handle, Error> {
        wire::engine_new(&policy).map(|engine| Handle::new(Self(engine))).map_err(convert::error)
    }

    fn classify(&self, signal: String, now: u64, explain: bool) -> Result<Classification, Error> {
        let verdict = wire::classify(&self.0, &signal, now, explain).map_err(convert::error)?;
        convert::read(&verdict).map(convert::classification)
    }

    fn keys(&self, args: String) -> Result<String, Error> {
        self.call("keys", &args)
    }

    fn select(&self, args: String) -> Result<String, Error> {
        self.call("select", &args)
    }

    fn order(&self, args: String) -> Result<String, Error> {
        self.call("order", &args)
    }

    fn apply(&self, args: String) -> Result<String, Error> {
        self.call("apply", &args)
    }

    fn clear(&self, args: String) -> Result<String, Error> {
        self.call("clear", &args)
    }

    fn explain(&self, args: String) -> Result<String, Error> {
        self.call("explain", &args)
    }

    fn status(&self, args: String) -> Result<String, Error> {
        self.call("status", &args)
    }

    fn max_attempts(&self, args: String) -> Result<u64, Error> {
        convert::read(&self.call("maxAttempts", &args)?).map(|answer: MaxAttempts| answer.max_attempts)
    }

    fn policy(&self) -> Result<String, Error> {
        self.call("policy", "{}")
    }

    fn redact(&self, text: String) -> Result<String, Error> {
        let answer = self.call("redact", &json!({ "text": text }).to_string())?;
        convert::read(&answer).map(|answer: Redacted| answer.text)
    }

    fn begin(&self, request: String, snapshot: String, now: u64) -> Result<Begun, Error> {
        let args = format!(r#"{{"request":{request},"snapshot":{snapshot},"now":{now}}}"#);
        let (turn, step) = wire::begin(&self.0, &args).map_err(convert::error)?;
        Ok(Begun { turn: TurnHandle::new(Turn::new(turn)), step: convert::step(&step)? })
    }

    fn load(&self, saved: String) -> Result<TurnHandle, Error> {
        wire::load(&self.0, &saved).map(|turn| TurnHandle::new(Turn::new(turn))).map_err(convert::error)
    }
}
