//! The native host of the conformance run: what all other hosts are compared with (H-13).
//!
//! Usage: `native-host --recordings DIR --corpus FILE --out DIR`.

use serde_json::{Value, json};
use std::path::Path;
use switchover_core::wire;
use switchover_tests::{host, recording};

fn main() {
    host::exit(run());
}

fn run() -> Result<(), String> {
    let arguments = host::arguments(["--recordings", "--corpus", "--out"])?;
    let [recordings, corpus, out] = &arguments;
    let (engine, cold) = host::timed(|| wire::engine_new("{}"));
    let engine = engine?;
    for path in host::recordings(recordings)? {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        let steps = steps(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        host::write(&out.join(format!("{name}.log")), &host::lines(&steps))?;
    }
    let mut verdicts = Vec::new();
    let mut took = Vec::new();
    for (id, input) in host::corpus(corpus)? {
        let (verdict, time) = host::timed(|| wire::call(&engine, "classify", &input));
        verdicts.push(format!("{id}\t{}", verdict.map_err(|error| format!("{id}: {error}"))?));
        took.push(time);
    }
    host::write(&out.join("corpus.log"), &host::lines(&verdicts))?;
    took.sort_unstable();
    let median = took.get(took.len() / 2).copied().unwrap_or_default();
    let timing =
        json!({ "coldStartMs": host::scaled(cold, 1_000_000), "classifyMedianUs": host::scaled(median, 1_000) });
    host::write(&out.join("timing.json"), &timing.to_string())
}

fn steps(path: &Path) -> Result<Vec<String>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let recording: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let engine = wire::engine_new(&recording["config"].to_string())?;
    let mut all = Vec::new();
    for turn in recording["turns"].as_array().into_iter().flatten() {
        all.extend(recording::replay(&engine, turn)?);
    }
    Ok(all)
}
