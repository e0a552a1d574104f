//! The one wire format: JSON text in, JSON text out, shared by every binding and fixture (H-2).
//!
//! What a program writes (events, patches, saved turns, arguments) is read strictly: an unknown field is refused with
//! the list of those that are expected. Absent values are left out of results, never written as `undefined`.

mod decode;
mod ops;
mod outbox;
mod retry;

pub use ops::call;

use crate::engine::Engine;
use crate::error::{Misuse, Problem, Problems};
use crate::time::Millis;
use crate::turn::{Event, Snapshot, Turn, TurnRequest};
pub(crate) use decode::decode;
use decode::parse;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Builds an engine from a config.
///
/// # Errors
///
/// JSON `{ code: "invalid_config", message, problems }` with every problem.
pub fn engine_new(config: &str) -> Result<Engine, String> {
    let value = parse(config).map_err(|problem| refused("invalid_config", vec![problem]))?;
    Engine::new(&value).map_err(|problems| refused("invalid_config", problems))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BeginArgs {
    request: TurnRequest,
    #[serde(default)]
    snapshot: Snapshot,
    now: Millis,
}

/// Starts a turn: `{ request, snapshot, now }` to the turn and its first step.
///
/// # Errors
///
/// JSON `{ code, message, problems }`: `invalid_args` or `invalid_plan`.
pub fn begin(engine: &Engine, args: &str) -> Result<(Turn, String), String> {
    let args: BeginArgs = read(args)?;
    let (turn, step) =
        engine.begin(args.request, args.snapshot, args.now).map_err(|problems| refused("invalid_plan", problems))?;
    Ok((turn, write(&step)))
}

/// Brings a saved turn back.
///
/// # Errors
///
/// JSON of the state error: `malformed`, `newer_version` or `policy_mismatch`.
pub fn load(engine: &Engine, saved: &str) -> Result<Turn, String> {
    engine.load(saved).map_err(|error| write(&error))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct HandleArgs {
    event: Event,
    now: Millis,
}

/// Reports an event: `{ event, now }` to the next step.
///
/// # Errors
///
/// JSON `{ code: "invalid_args", message, problems }` for an event that cannot be read; nothing was changed.
pub fn handle(turn: &mut Turn, args: &str) -> Result<String, String> {
    let args: HandleArgs = read(args)?;
    turn.handle(args.event, args.now).map(|step| write(&step)).map_err(|misuse| write(&misuse))
}

/// The turn as JSON.
#[must_use]
pub fn save(turn: &Turn) -> String {
    turn.save()
}

/// The turn's soonest deadline, as JSON of `Next`.
#[must_use]
pub fn next_deadline(turn: &Turn) -> String {
    write(&turn.next_deadline())
}

/// Classifies a signal: the short way past [`call`] for the one operation that is in every hot path.
///
/// # Errors
///
/// JSON `{ code: "invalid_args", message, problems }` for a signal that cannot be read.
pub fn classify(engine: &Engine, signal: &str, now: u64, explain: bool) -> Result<String, String> {
    let value = parse(signal).map_err(|problem| refused("invalid_args", vec![problem]))?;
    let signal = decode(&value, "signal").map_err(|problem| refused("invalid_args", vec![problem]))?;
    Ok(write(&engine.classify(&signal, Millis(now), explain)))
}

/// Reads arguments strictly.
fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let value: Value = parse(text).map_err(|problem| refused("invalid_args", vec![problem]))?;
    decode(&value, "").map_err(|problem| refused("invalid_args", vec![problem]))
}

fn write(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_else(|_| "null".to_owned())
}

/// An error as every binding shows it.
fn refused(code: &str, problems: Problems) -> String {
    let message = problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ");
    write(&Misuse { code: code.to_owned(), message, problems })
}

#[cfg(test)]
mod tests;
