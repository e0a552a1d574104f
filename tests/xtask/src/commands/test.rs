//! `cargo xtask test`: the suites, one after another, one line each.

use super::setup;
use crate::project::Project;
use crate::shell;
use crate::suites::{self, Counts, SUITES, Suite, SuiteResult, Tier};
use anyhow::{Result, bail};

/// Arguments of `test`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Every suite, also those that need servers, browsers and other languages; a skipped one counts as failed.
    #[arg(long)]
    full: bool,
    /// Only the suites with this name.
    #[arg(long)]
    only: Vec<String>,
    /// Rewrite the golden logs of the scenarios, print what changed, and stop. Say in the commit which rule changed.
    #[arg(long)]
    bless: bool,
    /// Print the names of the suites and stop.
    #[arg(long)]
    list: bool,
}

/// Runs the suites and prints the summary as the last line.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    if args.bless {
        return shell::run(&mut suites::bless(project));
    }
    let chosen = choose(args)?;
    if args.list {
        chosen.iter().for_each(|suite| println!("{}", suite.name));
        return Ok(());
    }
    setup::run(project)?;
    println!();
    let mut total = Counts::default();
    let mut failures = Vec::new();
    for suite in chosen {
        total += run_one(project, suite, args.full, &mut failures);
    }
    for (name, tail) in &failures {
        println!("\n--- {name} ---\n{tail}");
    }
    println!("\n{} passed, {} failed, {} skipped", total.passed, total.failed, total.skipped);
    // The line above is the last one of the output, so the exit code alone says the rest.
    if total.failed > 0 {
        std::process::exit(1);
    }
    Ok(())
}

fn choose(args: &Args) -> Result<Vec<&'static Suite>> {
    if let Some(unknown) = args.only.iter().find(|name| !SUITES.iter().any(|suite| suite.name == name.as_str())) {
        bail!("no suite is called {unknown:?}; `cargo xtask test --full --list` prints them all");
    }
    let named = |suite: &&Suite| args.only.iter().any(|name| name == suite.name);
    let in_tier = |suite: &&Suite| args.full || suite.tier == Tier::Quick;
    Ok(if args.only.is_empty() {
        SUITES.iter().filter(in_tier).collect()
    } else {
        SUITES.iter().filter(named).collect()
    })
}

/// Runs one suite, prints its line, and keeps the output of a failure.
#[expect(clippy::disallowed_types, reason = "seconds for people; no decision reads them")]
fn run_one(project: &Project, suite: &Suite, full: bool, failures: &mut Vec<(&'static str, String)>) -> Counts {
    let start = std::time::Instant::now();
    let result = suites::run(project, suite);
    let seconds = start.elapsed().as_secs();
    let line = |word: &str, detail: String| println!("{word:<8}{:<16}{seconds:>5} s   {detail}", suite.name);
    let cases = |c: Counts| format!("{} passed, {} failed, {} skipped", c.passed, c.failed, c.skipped);
    match result {
        // A skipped case hides as much as a skipped suite: in the full run both count as failures.
        SuiteResult::Passed(counts) if full && counts.skipped > 0 => {
            line("FAILED", format!("{} (nothing may be skipped in the full run)", cases(counts)));
            Counts { failed: counts.failed + counts.skipped, skipped: 0, ..counts }
        }
        SuiteResult::Passed(counts) => {
            line("ok", cases(counts));
            counts
        }
        SuiteResult::Failed(counts, tail) => {
            line("FAILED", cases(counts));
            failures.push((suite.name, tail));
            counts
        }
        SuiteResult::Skipped(why) if full => {
            line("FAILED", format!("skipped: {why}"));
            Counts { failed: 1, ..Counts::default() }
        }
        SuiteResult::Skipped(why) => {
            line("skipped", why);
            Counts { skipped: 1, ..Counts::default() }
        }
    }
}
