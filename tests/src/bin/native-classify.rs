//! Classifies corpus files natively, one line of JSON for each row, so that other hosts can compare byte for byte.
//!
//! `cargo run -p switchover-tests --bin native-classify -- FILE.jsonl...`

use std::io::Write;
use switchover_core::Engine;
use switchover_tests::corpus_row::{NOW, signal};

fn main() {
    if let Err(error) = run() {
        eprintln!("native-classify: {error}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    let engine = Engine::new(&serde_json::json!({})).map_err(|problems| format!("{problems:?}"))?;
    let mut out = std::io::stdout().lock();
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).map_err(|error| format!("{path}: {error}"))?;
        for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
            let signal = signal(line).map_err(|error| format!("{path}:{}: {error}", number + 1))?;
            let verdict = engine.classify(&signal, NOW, false);
            let json = serde_json::to_string(&verdict).map_err(|error| error.to_string())?;
            writeln!(out, "{json}").map_err(|error| error.to_string())?;
        }
    }
    Ok(())
}
