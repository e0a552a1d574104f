//! Corpus rows as classification inputs: the same signal as the JS `corpus` command builds.

use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use switchover_core::classify::ErrorSignal;
use switchover_core::time::Millis;

/// The instant at which corpus rows are classified.
pub const NOW: Millis = Millis(1_782_864_000_000);

/// Of so many rows one is also classified with an explanation, so that evidence and losers cross the border too.
const EXPLAINED: usize = 8;

/// The labelled corpus, without `.jsonl`.
pub const FILES: [&str; 3] = ["first-party", "gateways", "local-and-transport"];

/// Sets that were labelled before the rules were tried on them; kept apart so that their first rates stay honest.
pub const UNSEEN: [&str; 6] = ["unseen-1", "unseen-2", "unseen-3", "unseen-4", "unseen-5", "unseen-6"];

/// The signal of one corpus row: provider, status, code, headers and body, as far as they are there.
///
/// # Errors
///
/// A row that is not JSON, or fields that no signal has.
pub fn signal(line: &str) -> Result<ErrorSignal, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
    serde_json::from_value(fields(&row)).map_err(|error| format!("not a signal: {error}"))
}

fn fields(row: &Value) -> Value {
    let fields = ["provider", "status", "code", "headers", "body"].into_iter().filter_map(|key| {
        let value = row.get(key).filter(|value| !value.is_null())?;
        Some((key.to_owned(), value.clone()))
    });
    Value::Object(fields.collect())
}

/// The files of the corpus, by name.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ext| ext == "jsonl")).collect();
    files.sort();
    files
}

/// Every row as a line `{ "id", "input" }`, where `input` is the text for the operation `classify`.
///
/// # Errors
///
/// A file that cannot be read, or a row that is not JSON.
pub fn inputs() -> Result<Vec<String>, String> {
    let (mut lines, mut rows) = (Vec::new(), 0);
    for path in files() {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let row: Value = serde_json::from_str(line).map_err(|error| format!("{}: {error}", path.display()))?;
            let id = row["id"].as_str().ok_or_else(|| format!("{}: a row without id", path.display()))?;
            lines.push(input(id, &json!({ "signal": fields(&row), "now": NOW.0 })));
            rows += 1;
            if rows % EXPLAINED == 0 {
                let args = json!({ "signal": fields(&row), "now": NOW.0, "explain": true });
                lines.push(input(&format!("{id}?"), &args));
            }
        }
    }
    Ok(lines)
}

fn input(id: &str, args: &Value) -> String {
    json!({ "id": id, "input": args.to_string() }).to_string()
}
