//! One scenario from its file to its verdict.

use crate::scenario::{self, Expect, Scenario};
use crate::times::{duration, span};
use crate::trace::{Trace, attempts, outcome_words};
use crate::world::{Interruption, World};
use crate::{invariants, recording, words};
use serde_json::Value;
use std::path::{Path, PathBuf};
use switchover_core::time::Millis;
use switchover_core::turn::{AttemptOutcome, CallMode, Decision, Effect, NoticeKind};

/// Whether goldens are rewritten: `SWITCHOVER_BLESS=1`.
#[must_use]
pub fn blessing() -> bool {
    std::env::var("SWITCHOVER_BLESS").is_ok_and(|value| value == "1")
}

/// Every scenario file, by name.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut files: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|ext| ext == "json5")).collect();
    files.sort();
    files
}

/// Runs the scenario of a file in every way: straight, again, and stopped and resumed at every step; then compares its
/// log with the golden one. Answers a difference that was blessed.
///
/// # Errors
///
/// Everything that is wrong, in lines.
pub fn run(path: &Path) -> Result<Option<String>, String> {
    let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let scenario = scenario::read(path)?;
    let turns = play(&scenario, Interruption::None)?;
    let mut wrong = Vec::new();
    let engine = World::new(&scenario)?.engine;
    let expects = std::iter::once(&scenario.expect).chain(scenario.turns.iter().map(|turn| &turn.expect));
    for (number, (trace, expect)) in turns.iter().zip(expects).enumerate() {
        let mut faults = compare(expect, trace);
        faults.extend(invariants::check(&engine, trace));
        wrong.extend(faults.into_iter().map(|fault| format!("turn {}: {fault}", number + 1)));
    }
    wrong.extend(ignored(&scenario, &turns));
    let log = log(&scenario, &turns);
    wrong.extend(again(&scenario, &turns, &log));
    recording::write(&recording::folder(), name, &scenario.config, &turns)?;
    let golden = golden(path, &log, wrong.is_empty());
    match (wrong.is_empty(), golden) {
        (true, answer) => answer,
        (false, golden) => Err(format!("{}\n{}\n{log}", wrong.join("\n"), golden.err().unwrap_or_default())),
    }
}

/// Plays all turns.
///
/// # Errors
///
/// What stopped a turn.
pub fn play(scenario: &Scenario, interruption: Interruption) -> Result<Vec<Trace>, String> {
    let mut world = World::new(scenario)?;
    let mut turns = vec![world.run_turn(&scenario.request, &scenario.script, interruption)?];
    for next in &scenario.turns {
        let pause = next.after.as_deref().map_or(Some(1_000), |text| duration(text.trim_start_matches('+')));
        world.now = Millis(world.now.0 + pause.ok_or("`after` is a duration")?);
        for what in &next.before {
            world.between(what)?;
        }
        if let Some(runtime) = &next.runtime {
            world.set_runtime(runtime.clone());
        }
        turns.push(world.run_turn(&next.request, &next.script, interruption)?);
    }
    Ok(turns)
}

/// The log of all turns under the scenario's sentence.
fn log(scenario: &Scenario, turns: &[Trace]) -> String {
    let head = format!("{}\nrules: {}\n", scenario.about, scenario.rules.join(", "));
    let body = turns.iter().enumerate().map(|(n, trace)| format!("\n== turn {} ==\n{}", n + 1, words::turn(trace)));
    head + &body.collect::<String>()
}

/// The same input gives the same bytes, and a turn that is stopped and resumed at every step gives the same log.
fn again(scenario: &Scenario, turns: &[Trace], log_text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let texts =
        |turns: &[Trace]| turns.iter().flat_map(|t| t.moments.iter().map(|m| m.text.clone())).collect::<Vec<_>>();
    match play(scenario, Interruption::None) {
        Ok(second) if texts(&second) == texts(turns) => {}
        Ok(_) => wrong.push("the same input gave other bytes".to_owned()),
        Err(error) => wrong.push(error),
    }
    for way in [Interruption::Tick, Interruption::Snapshot] {
        match play(scenario, way).map(|resumed| log(scenario, &resumed)) {
            Ok(resumed) if resumed == log_text => {}
            Ok(resumed) => {
                wrong.push(format!("stopped and resumed ({way:?}), the log differs:\n{}", diff(log_text, &resumed)))
            }
            Err(error) => wrong.push(format!("stopped and resumed ({way:?}): {error}")),
        }
    }
    wrong
}

fn ignored(scenario: &Scenario, turns: &[Trace]) -> Option<String> {
    let is_ignored =
        |effect: &&Effect| matches!(effect, Effect::Log { record } if record.decision == Decision::IgnoredEvent);
    let found = turns.iter().map(|trace| trace.effects().filter(is_ignored).count()).sum::<usize>();
    (found != scenario.ignored).then(|| format!("{found} events were ignored, `ignored` says {}", scenario.ignored))
}

/// Compares with what the file expects.
fn compare(expect: &Expect, trace: &Trace) -> Vec<String> {
    let outcome = trace.outcome().map(outcome_words).unwrap_or_default();
    let mut wrong = Vec::new();
    let mut differ = |what: &str, got: &[String], want: &[String]| {
        if got != want {
            wrong.push(format!("{what}: expected {want:#?}, got {got:#?}"));
        }
    };
    differ("outcome", &[outcome], std::slice::from_ref(&expect.outcome));
    differ("calls", &calls(trace), &expect.calls);
    let optional = [
        ("notices", notices(trace), &expect.notices),
        ("asks", asks(trace), &expect.asks),
        ("facts", facts(trace), &expect.facts),
        ("skips", skips(trace), &expect.skips),
    ];
    for (what, got, want) in optional.into_iter().filter_map(|(what, got, want)| Some((what, got, want.as_ref()?))) {
        differ(what, &got, want);
    }
    if let Some(want) = &expect.waits {
        let exact: Vec<bool> = want.iter().map(|text| text.contains(' ')).collect();
        differ("waits", &waits(trace, &exact), want);
    }
    wrong
}

fn calls(trace: &Trace) -> Vec<String> {
    let call = |effect: &Effect| match effect {
        Effect::Call { candidate, profile_id, mode, probe, .. } => {
            let flags = if *probe { " probe" } else { "" };
            let flags = if *mode == CallMode::Continue { format!("{flags} continue") } else { flags.to_owned() };
            Some(format!("{}/{} {}{flags}", candidate.provider, candidate.model, profile_id.as_deref().unwrap_or("-")))
        }
        _ => None,
    };
    trace.effects().filter_map(call).collect()
}

/// `exact` says which waits are compared with their length.
fn waits(trace: &Trace, exact: &[bool]) -> Vec<String> {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let wait = |(n, (from, until, why)): (usize, &(Millis, Millis, switchover_core::turn::WaitWhy))| {
        let why = word(&serde_json::json!(why));
        let long = exact.get(n).copied().unwrap_or(false);
        if long { format!("{} {why}", span(until.0.saturating_sub(from.0))) } else { why }
    };
    trace.waits().iter().enumerate().map(wait).collect()
}

fn notices(trace: &Trace) -> Vec<String> {
    let kind = |effect: &Effect| match effect {
        Effect::Notify(notice) if notice.kind != NoticeKind::Retrying => {
            serde_json::json!(notice.kind).as_str().map(str::to_owned)
        }
        _ => None,
    };
    trace.effects().filter_map(kind).collect()
}

fn asks(trace: &Trace) -> Vec<String> {
    let kind = |effect: &Effect| match effect {
        Effect::Ask { kind, .. } => serde_json::json!(kind).as_str().map(str::to_owned),
        _ => None,
    };
    trace.effects().filter_map(kind).collect()
}

fn facts(trace: &Trace) -> Vec<String> {
    let of = |effect: &Effect| match effect {
        Effect::Persist { facts, .. } => facts.clone(),
        _ => Vec::new(),
    };
    let all = trace.effects().flat_map(of).filter(|fact| fact.kind() != "profile_used");
    all.map(|fact| format!("{} {}", fact.kind(), fact.key().splitn(3, '/').nth(2).unwrap_or_default())).collect()
}

/// Skips after the last call: what the last walk left out.
fn skips(trace: &Trace) -> Vec<String> {
    let records = trace.outcome().map(attempts).unwrap_or_default();
    let skipped = records.iter().filter(|record| record.outcome == Some(AttemptOutcome::Skipped));
    skipped.map(|r| format!("{}/{} {}", r.provider, r.model, r.rule.as_deref().unwrap_or("-"))).collect()
}

/// Compares with the golden log, or writes it; a wrong scenario is never blessed.
fn golden(path: &Path, log: &str, right: bool) -> Result<Option<String>, String> {
    let file = path.with_extension("log");
    let old = std::fs::read_to_string(&file).unwrap_or_default();
    if old == log {
        return Ok(None);
    }
    let difference = diff(&old, log);
    if !blessing() || !right {
        return Err(format!("{} differs; look at it, then run with --bless:\n{difference}", file.display()));
    }
    std::fs::write(&file, log).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(Some(difference))
}

/// The lines that differ: `-` old, `+` new.
#[must_use]
pub fn diff(old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    let mut same = vec![vec![0_usize; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            same[i][j] = if a[i] == b[j] { same[i + 1][j + 1] + 1 } else { same[i + 1][j].max(same[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut out) = (0, 0, Vec::new());
    while i < a.len() || j < b.len() {
        if i < a.len() && j < b.len() && a[i] == b[j] {
            (i, j) = (i + 1, j + 1);
        } else if j >= b.len() || (i < a.len() && same[i + 1][j] >= same[i][j + 1]) {
            out.push(format!("- {}", a[i]));
            i += 1;
        } else {
            out.push(format!("+ {}", b[j]));
            j += 1;
        }
    }
    out.join("\n")
}
