//! `cargo xtask bench`: medians of classifying, natively and in Node, in one table.

use crate::project::Project;
use crate::shell;
use anyhow::{Context, Result};
use serde_json::Value;
use std::process::Command;

/// Processes that are measured; the table shows the medians over them.
const PROCESSES: usize = 5;
const FIGURES: [&str; 4] = ["classifyNs", "parseNs", "scanNs", "slowestNs"];

/// Builds nothing but the native program: `cargo xtask build` comes first.
pub(crate) fn run(project: &Project) -> Result<()> {
    let native = measured(|| native(project))?;
    let node = measured(|| node(project)).context("run `cargo xtask build` first")?;
    println!(
        "{:<8}{:<10}{:>13}{:>11}{:>10}{:>11}{:>10}{:>13}",
        "host", "input", "classify us", "parse us", "x parse", "scan us", "x scan", "slowest us"
    );
    for (host, rows) in [("native", &native), ("node", &node)] {
        for row in rows {
            println!("{}", line(host, row));
        }
    }
    Ok(())
}

fn native(project: &Project) -> Command {
    let mut command = shell::cargo(&project.root);
    let words = "run --quiet --release --locked --package switchover-core --example classify_speed -- --json";
    command.args(words.split(' '));
    command
}

fn node(project: &Project) -> Command {
    let mut command = shell::command("node", &project.js());
    command.args(["bench/classify.mjs", "--json"]);
    command
}

/// Rows with the median of each figure over several fresh processes.
fn measured(command: impl Fn() -> Command) -> Result<Vec<Value>> {
    let runs = (0..PROCESSES).map(|_| lines(&mut command())).collect::<Result<Vec<_>>>()?;
    let first = runs.first().cloned().unwrap_or_default();
    Ok(first.into_iter().enumerate().map(|(place, row)| middle_row(row, &runs, place)).collect())
}

fn middle_row(mut row: Value, runs: &[Vec<Value>], place: usize) -> Value {
    for key in FIGURES {
        let mut each: Vec<u64> = runs.iter().filter_map(|run| run.get(place)?.get(key)?.as_u64()).collect();
        each.sort_unstable();
        if let (Some(middle), Some(field)) = (each.get(each.len() / 2), row.get_mut(key)) {
            *field = Value::from(*middle);
        }
    }
    row
}

/// One JSON object a line.
fn lines(command: &mut Command) -> Result<Vec<Value>> {
    let text = shell::text(command)?;
    text.lines().map(|line| serde_json::from_str(line).with_context(|| format!("not JSON: {line}"))).collect()
}

/// `{ input, classifyNs, parseNs, scanNs, slowestNs }` as a line of the table.
fn line(host: &str, row: &Value) -> String {
    let number = |key: &str| row.get(key).and_then(Value::as_u64);
    let input = row.get("input").and_then(Value::as_str).unwrap_or_default();
    let [ours, parse, scan, slowest] = FIGURES.map(number);
    let (to_parse, to_scan) = (ratio(ours, parse), ratio(ours, scan));
    let [ours, parse, scan, slowest] = [ours, parse, scan, slowest].map(micros);
    format!("{host:<8}{input:<10}{ours:>13}{parse:>11}{to_parse:>10}{scan:>11}{to_scan:>10}{slowest:>13}")
}

fn micros(nanos: Option<u64>) -> String {
    nanos.map_or_else(|| "-".to_owned(), |ns| format!("{}.{:02}", ns / 1000, ns % 1000 / 10))
}

fn ratio(ours: Option<u64>, other: Option<u64>) -> String {
    let tenths = ours.zip(other.filter(|other| *other > 0)).map(|(ours, other)| ours * 10 / other);
    tenths.map_or_else(|| "-".to_owned(), |tenths| format!("{}.{}", tenths / 10, tenths % 10))
}
