//! `cargo xtask bench`: medians of classifying, natively and in Node, in one table.

use crate::project::Project;
use crate::{shell, shell::command};
use anyhow::{Context, Result};
use serde_json::Value;

/// Builds nothing but the native program: `cargo xtask build` comes first.
pub(crate) fn run(project: &Project) -> Result<()> {
    let native = lines(shell::cargo(&project.root).args([
        "run",
        "--quiet",
        "--release",
        "--package",
        "switchover-core",
        "--example",
        "classify_speed",
        "--",
        "--json",
    ]))?;
    let node = lines(command("node", &project.js()).args(["bench/classify.mjs", "--json"]))
        .context("run `cargo xtask build` first")?;
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

/// One JSON object a line.
fn lines(command: &mut std::process::Command) -> Result<Vec<Value>> {
    let text = shell::text(command)?;
    text.lines().map(|line| serde_json::from_str(line).with_context(|| format!("not JSON: {line}"))).collect()
}

/// `{ input, classifyNs, parseNs, scanNs, slowestNs }` as a line of the table.
fn line(host: &str, row: &Value) -> String {
    let number = |key: &str| row.get(key).and_then(Value::as_u64);
    let input = row.get("input").and_then(Value::as_str).unwrap_or_default();
    let [ours, parse, scan, slowest] = ["classifyNs", "parseNs", "scanNs", "slowestNs"].map(number);
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
