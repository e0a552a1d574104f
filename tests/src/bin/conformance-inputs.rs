//! Writes what every host is given: a recording of each scenario, and the corpus as inputs of `classify` (H-13).
//!
//! Usage: `conformance-inputs --recordings DIR --corpus FILE`.

use switchover_tests::{corpus_row, host, recording};

fn main() {
    host::exit(run());
}

fn run() -> Result<(), String> {
    let arguments = host::arguments(["--recordings", "--corpus"])?;
    let [recordings, corpus] = &arguments;
    let scenarios = recording::write_all(recordings)?;
    let lines = corpus_row::inputs()?;
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    std::fs::write(corpus, text).map_err(|error| format!("{}: {error}", corpus.display()))?;
    println!("{scenarios} scenarios, {} inputs of classify", lines.len());
    Ok(())
}
