//! `cargo xtask conformance`: every scenario and every corpus row on every host, compared with native byte for byte
//! (H-13).

use crate::hosts::{self, HOSTS, Host, Report, Stage, Wasm};
use crate::project::Project;
use crate::shell;
use anyhow::{Result, bail};
use serde_json::{Value, json};

/// Differences of one host that are shown.
const SHOWN: usize = 3;

/// Arguments of `conformance`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Only these hosts, and native, with which they are compared.
    #[arg(long)]
    host: Vec<String>,
    /// Print one JSON array instead of the table.
    #[arg(long)]
    json: bool,
}

/// How a host ended.
enum Ending {
    Ran(Report),
    Failed(String),
    /// A program that it needs is missing.
    Skipped(String),
}

/// Runs the hosts and prints the table. The last line is a summary that the suites count.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    let chosen = choose(&args.host)?;
    build_wasm(project, &chosen)?;
    let stage = Stage::prepare(project)?;
    let mut endings: Vec<(&Host, Ending)> = Vec::new();
    for host in chosen {
        let native = endings.first().and_then(|(_, ending)| report(ending));
        let ending = run_one(project, &stage, host, native);
        if endings.is_empty() && report(&ending).is_none() {
            bail!("native did not run: {}", fault(&ending).unwrap_or_default());
        }
        endings.push((host, ending));
    }
    let rows: Vec<Value> = endings.iter().map(|(host, ending)| row(host, ending, &endings)).collect();
    if args.json {
        println!("{}", Value::from(rows));
    } else {
        print(&rows);
    }
    let failed = endings.iter().filter(|(_, ending)| !matches!(ending, Ending::Skipped(_)) && fault(ending).is_some());
    match failed.count() {
        0 => Ok(()),
        count => bail!("{count} hosts do not give what native gives"),
    }
}

fn choose(names: &[String]) -> Result<Vec<&'static Host>> {
    if let Some(unknown) = names.iter().find(|name| !HOSTS.iter().any(|host| host.name == name.as_str())) {
        let known: Vec<&str> = HOSTS.iter().map(|host| host.name).collect();
        bail!("no host is called {unknown:?}; there are: {}", known.join(", "));
    }
    let wanted = |(place, host): &(usize, &Host)| *place == 0 || names.iter().any(|name| name == host.name);
    let all = HOSTS.iter().enumerate();
    Ok(all.filter(|host| names.is_empty() || wanted(host)).map(|(_, host)| host).collect())
}

/// Builds the wasm files that the chosen hosts load.
fn build_wasm(project: &Project, chosen: &[&Host]) -> Result<()> {
    for (wasm, command) in [(Wasm::Abi, "abi"), (Wasm::Component, "component")] {
        if chosen.iter().any(|host| host.wasm == Some(wasm)) {
            shell::quiet(shell::command(&project.exe, &project.root).arg(command))?;
        }
    }
    Ok(())
}

fn run_one(project: &Project, stage: &Stage, host: &Host, native: Option<&Report>) -> Ending {
    if let Some(missing) = host.needs.iter().find(|program| shell::which(program).is_none()) {
        return Ending::Skipped(format!("{missing} is not installed"));
    }
    match hosts::run(project, stage, host, native.map(|report| &report.logs)) {
        Ok(report) => Ending::Ran(report),
        Err(error) => Ending::Failed(format!("{error:#}")),
    }
}

fn report(ending: &Ending) -> Option<&Report> {
    match ending {
        Ending::Ran(report) => Some(report),
        _ => None,
    }
}

/// What is wrong with a host, in words.
fn fault(ending: &Ending) -> Option<String> {
    match ending {
        Ending::Failed(error) | Ending::Skipped(error) => Some(error.clone()),
        Ending::Ran(report) if !report.differences.is_empty() => {
            Some(report.differences.values().take(SHOWN).cloned().collect::<Vec<_>>().join("\n"))
        }
        Ending::Ran(report) if !report.planted_caught => Some("the planted differences were not caught".to_owned()),
        Ending::Ran(_) => None,
    }
}

fn row(host: &Host, ending: &Ending, all: &[(&Host, Ending)]) -> Value {
    let skipped = matches!(ending, Ending::Skipped(_));
    let mut row = json!({ "host": host.name, "fault": fault(ending), "skipped": skipped });
    if let Some(report) = report(ending) {
        let native = all.first().and_then(|(_, first)| self::report(first)).and_then(figure);
        let more = json!({
            "scenarios": report.logs.scenarios.len(),
            "corpus": report.logs.corpus.len(),
            "mismatches": report.differences.len(),
            "plantedCaught": report.planted_caught,
            "coldStartMs": report.timing.get("coldStartMs"),
            "classifyMedianUs": report.timing.get("classifyMedianUs"),
            "timesNative": figure(report).zip(native).map(|(own, native)| ratio(own, native)),
        });
        if let (Value::Object(row), Value::Object(more)) = (&mut row, more) {
            row.extend(more);
        }
    }
    row
}

fn figure(report: &Report) -> Option<f64> {
    report.timing.get("classifyMedianUs")?.as_f64()
}

#[expect(clippy::float_arithmetic, reason = "a figure for people")]
fn ratio(own: f64, native: f64) -> f64 {
    if native > 0.0 { (own / native * 10.0).round() / 10.0 } else { 0.0 }
}

/// The table, the faults, and the summary line.
fn print(rows: &[Value]) {
    println!(
        "{:<16}{:>10}{:>8}{:>12}{:>9}{:>15}{:>13}{:>10}",
        "host", "scenarios", "corpus", "mismatches", "planted", "cold start ms", "classify us", "x native"
    );
    rows.iter().for_each(|row| println!("{}", line(row)));
    let fault = |row: &Value| Some(format!("{}: {}", text(row, "host"), row.get("fault")?.as_str()?));
    rows.iter().filter_map(fault).for_each(|fault| println!("\n{fault}"));
    let count = |wanted: fn(&Value) -> bool| rows.iter().filter(|row| wanted(row)).count();
    let passed = count(|row| row.get("fault").is_some_and(Value::is_null));
    let skipped = count(is_skipped);
    let failed = rows.len().saturating_sub(passed).saturating_sub(skipped);
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {passed} passed; {failed} failed; {skipped} ignored; hosts");
}

fn is_skipped(row: &Value) -> bool {
    row.get("skipped").and_then(Value::as_bool).unwrap_or_default()
}

fn line(row: &Value) -> String {
    if row.get("scenarios").is_none() {
        return format!("{:<16}{:>10}", text(row, "host"), if is_skipped(row) { "skipped" } else { "FAILED" });
    }
    let planted = if row.get("plantedCaught").and_then(Value::as_bool) == Some(true) { "caught" } else { "MISSED" };
    let number =
        |key: &str| row.get(key).and_then(Value::as_f64).map_or("-".to_owned(), |number| format!("{number:.1}"));
    format!(
        "{:<16}{:>10}{:>8}{:>12}{:>9}{:>15}{:>13}{:>10}",
        text(row, "host"),
        text(row, "scenarios"),
        text(row, "corpus"),
        text(row, "mismatches"),
        planted,
        number("coldStartMs"),
        number("classifyMedianUs"),
        number("timesNative")
    )
}

fn text(row: &Value, key: &str) -> String {
    match row.get(key) {
        Some(Value::String(text)) => text.clone(),
        Some(value) => value.to_string(),
        None => "-".to_owned(),
    }
}
