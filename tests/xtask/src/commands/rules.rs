//! `cargo xtask rules`: the rule table, its checks, and its page (C-20, Q-1, Q-5).

use crate::project::{Project, read, write};
use crate::shell;
use anyhow::{Result, bail};
use std::process::Command;

/// Arguments of `rules`; without any the table is listed and its examples are checked.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Switch one row off at a time, count the corpus rows that only it decides; fail when too many rows decide one.
    #[arg(long)]
    ablate: bool,
    /// Switch one part of one row off at a time and list what nothing notices.
    #[arg(long)]
    mutate: bool,
    /// Write `docs/rules.md`.
    #[arg(long)]
    page: bool,
    /// With `--page`: change nothing; fail when the page is not what the table says.
    #[arg(long, requires = "page")]
    check: bool,
}

/// Runs what was asked for, in the order of the options.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    if args.page {
        page(project, args.check)?;
    }
    let checks =
        [("ablate", args.ablate), ("mutate", args.mutate), ("list", !(args.ablate || args.mutate || args.page))];
    for (word, _) in checks.iter().filter(|(_, wanted)| *wanted) {
        shell::run(&mut tool(project, word))?;
    }
    Ok(())
}

fn page(project: &Project, check: bool) -> Result<()> {
    let path = project.root.join("docs/rules.md");
    let text = shell::quiet(&mut tool(project, "page"))?.stdout;
    let stale = read(&path).ok().as_ref() != Some(&text);
    if check && stale {
        bail!("{} is not what the table says; run `cargo xtask rules --page`", path.display());
    }
    if stale {
        write(&path, &text)?;
    }
    println!("rules: docs/rules.md {}", if stale { "written" } else { "is up to date" });
    Ok(())
}

/// The program that knows the table; the commands themselves do without the core.
fn tool(project: &Project, word: &str) -> Command {
    let mut command = shell::cargo(&project.root);
    command.args(["run", "--quiet", "--locked", "--package", "switchover-tests", "--bin", "rules", "--", word]);
    command
}
