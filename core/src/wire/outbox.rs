//! The outbox on the wire (O).

use super::{decode, read, refused, write};
use crate::engine::Engine;
use crate::error::Misuse;
use crate::outbox::{Command, ENTRY_VERSION, Entry, OutboxOptions, next_in_lane, step};
use crate::time::Millis;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OutboxArgs {
    /// Absent for `enqueue` alone.
    #[serde(default)]
    entry: Option<Value>,
    command: Command,
    now: Millis,
    #[serde(default)]
    options: OutboxOptions,
}

/// One command to one entry: `{ entry?, command, now, options? }` to `{ entry?, index?, actions, ... }`.
pub(super) fn outbox(_: &Engine, args: &str) -> Result<String, String> {
    let args: OutboxArgs = read(args)?;
    let entry = args.entry.map(|stored| entry(&stored, "entry")).transpose()?;
    let answer = step(entry.as_ref(), &args.command, args.now, &args.options);
    answer.map(|answer| write(&answer)).map_err(|misuse| write(&misuse))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NextArgs {
    /// All entries of one destination, in any order.
    entries: Vec<Value>,
    now: Millis,
}

/// What one destination allows: `{ entries, now }` to `{ head?, sendable?, wakeAt? }`.
pub(super) fn next(_: &Engine, args: &str) -> Result<String, String> {
    let args: NextArgs = read(args)?;
    let entries = args.entries.iter().enumerate().map(|(place, stored)| entry(stored, &format!("entries[{place}]")));
    let entries = entries.collect::<Result<Vec<_>, _>>()?;
    Ok(write(&next_in_lane(&entries, args.now)))
}

/// A stored entry; one of a newer version is told before its unknown fields are (D-4).
fn entry(stored: &Value, root: &str) -> Result<Entry, String> {
    let version = stored.get("v").and_then(Value::as_u64).unwrap_or(0);
    if version > u64::from(ENTRY_VERSION) {
        let message = format!("{root} has version {version}, this engine knows {ENTRY_VERSION}: use a newer engine");
        return Err(write(&Misuse::new("newer_version", message)));
    }
    decode(stored, root).map_err(|problem| refused("invalid_args", vec![problem]))
}
