//! Recordings of scenarios for the other hosts: what went in, and the exact text of what came out.

use crate::trace::Trace;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

/// Where recordings are written: `target/switchover/recordings` of the project, whatever cargo's own folder is.
#[must_use]
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/switchover/recordings")
}

/// A recording: the config, and for each turn `{ request, snapshot, now, events: [{ event, now }], steps }`. `steps` has
/// the text of the first step, then one text for each event.
#[must_use]
pub fn of(name: &str, config: &Value, turns: &[Trace]) -> Value {
    let turn = |trace: &Trace| {
        let events: Vec<Value> = trace
            .moments
            .iter()
            .filter_map(|moment| Some(json!({ "event": moment.event.as_ref()?, "now": moment.now })))
            .collect();
        let steps: Vec<&str> = trace.moments.iter().map(|moment| moment.text.as_str()).collect();
        json!({
            "request": trace.request, "snapshot": trace.snapshot, "now": trace.began, "events": events, "steps": steps,
        })
    };
    json!({ "name": name, "config": config, "turns": turns.iter().map(turn).collect::<Vec<_>>() })
}

/// Writes a recording as `<name>.json`.
///
/// # Errors
///
/// What the file system says.
pub fn write(name: &str, config: &Value, turns: &[Trace]) -> Result<(), String> {
    let folder = folder();
    std::fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let path = folder.join(format!("{name}.json"));
    let text = serde_json::to_string_pretty(&of(name, config, turns)).map_err(|error| error.to_string())?;
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}
