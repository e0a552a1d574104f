//! The project's commands: `cargo xtask <command>`. Each command has its own file in `commands/`.

mod commands;
mod hosts;
mod project;
mod shell;
mod suites;
mod wasm;

use anyhow::Result;
use clap::{Parser, Subcommand};
use commands::{abi, bench, build, component, conformance, demo, pages, rules, setup, size, spec, test, types};
use project::Project;
use std::process::ExitCode;

/// Builds, tests and shows Switchover. Commands install what they need and say what they do.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the demo: real provider errors, real SDKs, one turn after another.
    Demo(demo::Args),
    /// Run the test suites; ends with `N passed, N failed, N skipped`.
    Test(test::Args),
    /// Build the npm package: wasm, glue, TypeScript.
    Build,
    /// Install what the other commands need: wasm32 standard library, npm packages, wasm-opt.
    Setup,
    /// Print the size of each wasm and its glue, and fail above the limits of Q-3.
    Size(size::Args),
    /// Build the component; print its size, exports and imports; fail on any import.
    Component,
    /// Build the JSON-bytes wasm; fail on any import.
    Abi,
    /// Run every scenario and corpus row on every host and compare with native; print a table (H-13).
    Conformance(conformance::Args),
    /// List the rule table and check it.
    Rules(rules::Args),
    /// Write the pages of `docs/` that come from tables: options, outbox.
    Pages,
    /// Measure classifying natively and in Node.
    Bench,
    /// Generate `js/src/types.gen.ts` and `docs/schemas/` from the Rust types.
    Types(types::Args),
    /// Check that `docs/spec` equals the specification, while that folder is there.
    Spec,
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    let project = Project::find()?;
    match command {
        Command::Demo(args) => demo::run(&project, &args),
        Command::Test(args) => test::run(&project, &args),
        Command::Build => build::run(&project),
        Command::Setup => setup::run(&project),
        Command::Size(args) => size::run(&project, &args),
        Command::Component => component::run(&project),
        Command::Abi => abi::run(&project),
        Command::Conformance(args) => conformance::run(&project, &args),
        Command::Rules(args) => rules::run(&project, &args),
        Command::Pages => pages::run(&project),
        Command::Bench => bench::run(&project),
        Command::Types(args) => types::run(&project, &args),
        Command::Spec => spec::run(&project),
    }
}
