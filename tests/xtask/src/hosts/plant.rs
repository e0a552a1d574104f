//! A planted difference: inputs that differ from the real ones in one event and one row. A host whose logs do not show
//! exactly these two has not computed what it wrote.

use crate::project::{read, write};
use anyhow::{Context, Result};
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

/// Scenarios and rows beside the changed ones; they must come out as they are.
const UNCHANGED: usize = 3;

/// Where the planted inputs are, and what was changed.
pub(crate) struct Plant {
    pub(crate) recordings: PathBuf,
    pub(crate) corpus: PathBuf,
    /// Name of the changed scenario.
    pub(crate) scenario: String,
    /// Id of the changed row.
    pub(crate) row: String,
}

impl Plant {
    /// Makes planted inputs out of the real ones.
    pub(crate) fn make(recordings: &Path, corpus: &Path, folder: &Path) -> Result<Self> {
        let planted = Self {
            recordings: folder.join("recordings"),
            corpus: folder.join("corpus-inputs.jsonl"),
            scenario: String::new(),
            row: String::new(),
        };
        let scenario = plant_scenario(recordings, &planted.recordings)?;
        let row = plant_row(corpus, &planted.corpus)?;
        Ok(Self { scenario, row, ..planted })
    }
}

/// Copies a few recordings and changes what failed in the first one with a failure.
fn plant_scenario(from: &Path, to: &Path) -> Result<String> {
    let mut paths: Vec<PathBuf> = fs::read_dir(from)?.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
    paths.sort();
    let mut changed = None;
    for path in paths.iter().filter(|path| path.extension().is_some_and(|end| end == "json")) {
        let mut recording: Value = serde_json::from_slice(&read(path)?)?;
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if changed.is_none() && change_failure(&mut recording).is_some() {
            changed = Some(name.clone());
        }
        write(&to.join(format!("{name}.json")), recording.to_string().as_bytes())?;
        if changed.is_some() && fs::read_dir(to)?.count() > UNCHANGED {
            break;
        }
    }
    changed.context("no recording has a failure to change")
}

/// The first failure becomes another one. The recorded steps stay, so a host that copies them is found out.
fn change_failure(recording: &mut Value) -> Option<()> {
    let turns = recording.get_mut("turns")?.as_array_mut()?;
    let events = turns.iter_mut().filter_map(|turn| turn.get_mut("events")?.as_array_mut()).flatten();
    let mut failures = events.filter_map(|entry| entry.get_mut("event")?.get_mut("signal"));
    *failures.next()? = json!({ "status": 402, "message": "planted" });
    Some(())
}

/// Copies a few rows and changes the status and text of the first one.
fn plant_row(from: &Path, to: &Path) -> Result<String> {
    let text = String::from_utf8(read(from)?)?;
    let mut rows: Vec<Value> = text.lines().take(1 + UNCHANGED).map(serde_json::from_str).collect::<Result<_, _>>()?;
    let first = rows.first_mut().context("the corpus is empty")?;
    let id = first.get("id").and_then(Value::as_str).context("a row without id")?.to_owned();
    let input = first.get_mut("input").context("a row without input")?;
    let mut args: Value = serde_json::from_str(input.as_str().unwrap_or_default())?;
    *args.get_mut("signal").context("an input without signal")? = json!({ "status": 418, "body": "planted" });
    *input = Value::from(args.to_string());
    let lines: String = rows.iter().map(|row| format!("{row}\n")).collect();
    write(to, lines.as_bytes())?;
    Ok(id)
}
