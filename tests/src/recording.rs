//! Recordings of scenarios for the other hosts: what went in, and the exact text of what came out.

use crate::trace::Trace;
use crate::world::Interruption;
use crate::{host, scenario, suite};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use switchover_core::{Engine, wire};

/// Where the tests write them: `target/switchover/recordings` of the project, whatever cargo's own folder is.
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

/// Writes a recording into `folder` as `<name>.json`.
///
/// # Errors
///
/// What the file system says.
pub fn write(folder: &Path, name: &str, config: &Value, turns: &[Trace]) -> Result<(), String> {
    let text = serde_json::to_string_pretty(&of(name, config, turns)).map_err(|error| error.to_string())?;
    host::write(&folder.join(format!("{name}.json")), &text)
}

/// Plays every scenario and writes its recording into `folder`. Answers how many there are.
///
/// # Errors
///
/// A scenario that cannot be played, and what the file system says.
pub fn write_all(folder: &Path) -> Result<usize, String> {
    let files = suite::files();
    for path in &files {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let scenario = scenario::read(path)?;
        write(folder, name, &scenario.config, &suite::play(&scenario, Interruption::None)?)?;
    }
    Ok(files.len())
}

/// The steps that an engine gives over the wire for one recorded turn; what was recorded is not looked at.
///
/// # Errors
///
/// What the engine refuses.
pub fn replay(engine: &Engine, turn: &Value) -> Result<Vec<String>, String> {
    let args = json!({ "request": turn["request"], "snapshot": turn["snapshot"], "now": turn["now"] });
    let (mut live, first) = wire::begin(engine, &args.to_string())?;
    let mut steps = vec![first];
    for event in turn["events"].as_array().into_iter().flatten() {
        steps.push(wire::handle(&mut live, &event.to_string())?);
    }
    Ok(steps)
}
