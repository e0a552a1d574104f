//! Running one suite.

use super::{Counts, Suite};
use crate::project::Project;
use crate::shell;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;

/// How a suite ended.
pub(crate) enum Result {
    /// All commands succeeded.
    Passed(Counts),
    /// A command failed: the counts and the end of its output.
    Failed(Counts, String),
    /// A program that it needs is missing.
    Skipped(String),
}

/// Runs the suite's commands; their output goes to one log file.
pub(crate) fn run(project: &Project, suite: &Suite) -> Result {
    if let Some(missing) = suite.needs.iter().find(|program| shell::which(program).is_none()) {
        return Result::Skipped(format!("{missing} is not installed"));
    }
    let log = project.logs().join(format!("{}.log", suite.name.replace(' ', "-")));
    let failure = run_all(&log, (suite.commands)(project)).err();
    let said = fs::read(&log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    match (failure, Counts::read(&said)) {
        (None, counts) => Result::Passed(counts.unwrap_or(Counts { passed: 1, ..Counts::default() })),
        (Some(error), counts) => {
            let mut counts = counts.unwrap_or_default();
            counts.failed = counts.failed.max(1);
            Result::Failed(counts, format!("{}\n{error:#}", shell::tail(&said, 60)))
        }
    }
}

/// Runs the commands in order until one fails; what they say goes to the log.
fn run_all(log: &Path, commands: Vec<Command>) -> anyhow::Result<()> {
    if let Some(folder) = log.parent() {
        fs::create_dir_all(folder)?;
    }
    let file = File::create(log)?;
    for mut command in commands {
        shell::run(command.stdout(file.try_clone()?).stderr(file.try_clone()?))?;
    }
    Ok(())
}
