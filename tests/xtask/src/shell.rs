//! Running other programs.

use anyhow::{Context, Result, bail};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A command in `folder` that never reads our input.
pub(crate) fn command(program: impl AsRef<OsStr>, folder: &Path) -> Command {
    let mut command = Command::new(program);
    command.current_dir(folder).stdin(Stdio::null());
    command
}

/// The cargo that runs us.
pub(crate) fn cargo(folder: &Path) -> Command {
    command(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()), folder)
}

/// Runs to the end with our output; an error names the command.
pub(crate) fn run(command: &mut Command) -> Result<()> {
    let status = command.status().with_context(|| format!("cannot start {}", describe(command)))?;
    if !status.success() {
        bail!("{} ended with {status}", describe(command));
    }
    Ok(())
}

/// Runs to the end and keeps the output; on failure the error carries the end of what was said.
pub(crate) fn quiet(command: &mut Command) -> Result<Output> {
    let output = command.output().with_context(|| format!("cannot start {}", describe(command)))?;
    if !output.status.success() {
        let said = [output.stdout.as_slice(), output.stderr.as_slice()].concat();
        bail!("{} ended with {}\n{}", describe(command), output.status, tail(&String::from_utf8_lossy(&said), 30));
    }
    Ok(output)
}

/// What a command prints, without the line end.
pub(crate) fn text(command: &mut Command) -> Result<String> {
    Ok(String::from_utf8(quiet(command)?.stdout)?.trim_end().to_owned())
}

/// The last `lines` lines.
pub(crate) fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let skip = all.len().saturating_sub(lines);
    all.into_iter().skip(skip).collect::<Vec<_>>().join("\n")
}

/// Where a program is, when it is on the search path.
pub(crate) fn which(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).map(|folder| folder.join(program)).find(|file| file.is_file())
}

/// The command as a person would type it.
pub(crate) fn describe(command: &Command) -> String {
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    words.map(|word| word.to_string_lossy()).collect::<Vec<_>>().join(" ")
}
