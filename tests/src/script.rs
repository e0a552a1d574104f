//! What the world does in a scenario: how calls go, how asks are answered, what happens by itself.

use crate::errors;
use crate::times::{duration, instant};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use switchover_core::time::Millis;
use switchover_core::turn::Event;

/// The whole script of one turn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Script {
    /// How calls go, in order; an entry with `for` only fits that model or profile.
    #[serde(default)]
    pub calls: Vec<CallScript>,
    /// Answers to asks by kind, in order. Without one, `persist` is answered by the store.
    #[serde(default)]
    pub answers: BTreeMap<String, Vec<AnswerScript>>,
    /// What happens by itself, at times relative to the turn's start.
    #[serde(default)]
    pub events: Vec<OutsideEvent>,
}

/// How one call goes.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct CallScript {
    /// Only for this `provider/model`, profile id, or `provider/model profile`.
    pub only_for: Option<String>,
    /// Fits every further call too.
    pub repeat: bool,
    /// Goes on although the call was cancelled.
    pub late: bool,
    /// Milliseconds after the call, and the event without its attempt id.
    pub steps: Vec<(u64, Value)>,
}

/// The answer to one ask.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Value")]
pub struct AnswerScript {
    /// Milliseconds after the ask.
    pub after: u64,
    /// `None` is silence; `Some(None)` lets the store answer.
    pub answer: Option<Option<Value>>,
}

/// Something that happens by itself.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OutsideEvent {
    /// When, relative to the turn's start.
    pub at: String,
    /// An event that is reported to the turn, as on the wire.
    #[serde(default)]
    pub event: Option<Value>,
    /// Facts of somebody else that reach the store.
    #[serde(default)]
    pub facts: Vec<Value>,
    /// A choice by hand of somebody else, as the arguments of `selectModel`.
    #[serde(default)]
    pub select_model: Option<Value>,
    /// The turn is told that the store changed.
    #[serde(default)]
    pub snapshot_changed: bool,
}

impl TryFrom<Value> for CallScript {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let mut fields = match value {
            Value::String(word) => Map::from_iter([(word, Value::Null)]),
            Value::Object(fields) => fields,
            other => return Err(format!("a call is a word or an object, not {other}")),
        };
        let only_for = fields.remove("for").and_then(|text| text.as_str().map(str::to_owned));
        let repeat = fields.remove("repeat").is_some_and(|flag| flag == true);
        let late = fields.remove("late").is_some_and(|flag| flag == true);
        let after = fields.remove("after");
        let after =
            after.as_ref().and_then(Value::as_str).map(|text| duration(text).ok_or(format!("not a duration: {text}")));
        let (key, body) = match fields.into_iter().collect::<Vec<_>>().as_slice() {
            [(key, body)] => (key.clone(), body.clone()),
            other => return Err(format!("a call does one of ok, empty, fail, hang, stall, steps; found {other:?}")),
        };
        let steps = call_steps(&key, &body, after.transpose()?)?;
        Ok(Self { only_for, repeat, late, steps })
    }
}

/// The usual ways of a call, with the usual times.
fn call_steps(key: &str, body: &Value, after: Option<u64>) -> Result<Vec<(u64, Value)>, String> {
    let started = (100, json!({ "type": "call_started" }));
    let text = (500, json!({ "type": "progress", "level": "text" }));
    let end = |usual: u64| after.unwrap_or(usual);
    Ok(match key {
        "ok" => vec![started, text, (end(1_000), json!({ "type": "succeeded" }))],
        "empty" => vec![started, (end(1_000), json!({ "type": "succeeded", "empty": true }))],
        "fail" => vec![started, (end(200), failed(body)?)],
        "refuse" => vec![(end(50), failed(body)?)],
        "hang" => Vec::new(),
        "stall" => vec![started],
        "steps" => listed(body)?,
        other => {
            return Err(format!("a call does one of ok, empty, fail, refuse, hang, stall, steps; found `{other}`"));
        }
    })
}

fn failed(error: &Value) -> Result<Value, String> {
    Ok(json!({ "type": "failed", "signal": errors::signal(error)? }))
}

fn listed(body: &Value) -> Result<Vec<(u64, Value)>, String> {
    let list = body.as_array().ok_or("`steps` is a list of [time, event]")?;
    list.iter().map(step).collect()
}

fn step(pair: &Value) -> Result<(u64, Value), String> {
    let time = pair.get(0).and_then(Value::as_str).and_then(|text| duration(text.trim_start_matches('+')));
    let (Some(time), Some(what)) = (time, pair.get(1)) else {
        return Err(format!("a step is [time after the call, event], not {pair}"));
    };
    Ok((time, event(what)?))
}

/// A word or an object for an event of an attempt.
fn event(what: &Value) -> Result<Value, String> {
    if let Some(word) = what.as_str() {
        return Ok(match word {
            "started" => json!({ "type": "call_started" }),
            "lifecycle" | "text" => json!({ "type": "progress", "level": word }),
            "tool" => json!({ "type": "progress", "level": "tool_started" }),
            "settled" => json!({ "type": "progress", "level": "tool_settled" }),
            "response" => json!({ "type": "response_completed" }),
            "ok" => json!({ "type": "succeeded" }),
            "empty" => json!({ "type": "succeeded", "empty": true }),
            other => return Err(format!("unknown word for an event: `{other}`")),
        });
    }
    if let Some(error) = what.get("fail") {
        return failed(error);
    }
    if let Some(error) = what.get("payload") {
        return Ok(json!({ "type": "succeeded", "payloadSignal": errors::signal(error)? }));
    }
    if what.get("type").is_some() {
        return Ok(what.clone());
    }
    Err(format!("an event is a word, {{ fail }}, {{ payload }} or a whole event, not {what}"))
}

impl CallScript {
    /// Whether the entry fits this call.
    #[must_use]
    pub fn fits(&self, model: &str, profile: Option<&str>) -> bool {
        let Some(wanted) = &self.only_for else { return true };
        let both = format!("{model} {}", profile.unwrap_or("-"));
        *wanted == model || Some(wanted.as_str()) == profile || *wanted == both
    }

    /// The events of the call with its attempt id.
    ///
    /// # Errors
    ///
    /// An event that is none.
    pub fn events(&self, attempt_id: &str) -> Result<Vec<(u64, Event)>, String> {
        let with_id = |(after, event): &(u64, Value)| {
            let mut event = event.clone();
            if let Some(fields) = event.as_object_mut() {
                fields.entry("attemptId").or_insert_with(|| attempt_id.into());
            }
            let read: Result<Event, _> = serde_json::from_value(event);
            read.map(|event| (*after, event)).map_err(|error| format!("not an event: {error}"))
        };
        self.steps.iter().map(with_id).collect()
    }
}

impl TryFrom<Value> for AnswerScript {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        let mut fields = match value {
            Value::String(word) => Map::from_iter([(word, Value::Null)]),
            Value::Object(fields) => fields,
            other => return Err(format!("an answer is a word or an object, not {other}")),
        };
        let after = match fields.remove("after").as_ref().and_then(Value::as_str) {
            Some(text) => duration(text).ok_or(format!("not a duration: {text}"))?,
            None => 50,
        };
        let mut entries = fields.into_iter();
        let (Some((word, body)), None) = (entries.next(), entries.next()) else {
            return Err("an answer is one of ok, denied, conflict, failed, store, silence".to_owned());
        };
        let answer = match word.as_str() {
            "ok" if body.is_null() => Some(Some(json!({ "status": "ok" }))),
            "ok" => Some(Some(json!({ "status": "ok", "data": body }))),
            "denied" => Some(Some(json!({ "status": "denied", "heldUntil": body }))),
            "conflict" => Some(Some(json!({ "status": "conflict", "entry": body }))),
            "failed" => Some(Some(json!({ "status": "failed" }))),
            "failedWith" => Some(Some(json!({ "status": "failed", "signal": errors::signal(&body)? }))),
            "store" => Some(None),
            "silence" => None,
            other => return Err(format!("unknown answer `{other}`")),
        };
        Ok(Self { after, answer })
    }
}

impl OutsideEvent {
    /// When it happens.
    ///
    /// # Errors
    ///
    /// A time that cannot be read.
    pub fn at(&self, begin: Millis) -> Result<Millis, String> {
        instant(&self.at, begin).ok_or_else(|| format!("not a time like `+10s`: {}", self.at))
    }
}
