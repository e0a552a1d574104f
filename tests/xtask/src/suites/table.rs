//! The table of suites. A new suite is a new row.

use crate::project::Project;
use crate::shell::{cargo, command};
use std::process::Command;

/// When a suite runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tier {
    /// Always: needs only Rust and Node.
    Quick,
    /// With `--full`.
    Full,
}

/// One suite: commands that all have to succeed.
pub(crate) struct Suite {
    /// Its name, as printed and as `--only` takes it.
    pub(crate) name: &'static str,
    /// When it runs.
    pub(crate) tier: Tier,
    /// Programs that must be on the search path; without one the suite is skipped, which `--full` counts as a failure.
    pub(crate) needs: &'static [&'static str],
    /// The commands, run in order until one fails.
    pub(crate) commands: fn(&Project) -> Vec<Command>,
}

/// Packages that compile natively without the component tools.
const PACKAGES: [&str; 5] = ["switchover-core", "switchover-tests", "xtask", "switchover-abi", "switchover-js"];
/// Packages that need the component tools.
const COMPONENT_PACKAGES: [&str; 2] = ["switchover-component", "xtask-component"];

/// Every suite, in the order in which they run: what fails fast comes first.
pub(crate) const SUITES: &[Suite] = &[
    Suite { name: "format", tier: Tier::Quick, needs: &[], commands: |p| vec![cargo_words(p, "fmt --all --check")] },
    Suite { name: "spec copy", tier: Tier::Quick, needs: &[], commands: |p| vec![xtask(p, "spec")] },
    Suite { name: "clippy", tier: Tier::Quick, needs: &[], commands: |p| vec![clippy(p, &PACKAGES)] },
    Suite { name: "cargo test", tier: Tier::Quick, needs: &[], commands: cargo_test },
    Suite { name: "docs", tier: Tier::Quick, needs: &[], commands: docs },
    Suite { name: "types", tier: Tier::Quick, needs: &[], commands: |p| vec![xtask(p, "types --check")] },
    Suite { name: "rules", tier: Tier::Quick, needs: &[], commands: rules },
    Suite { name: "build", tier: Tier::Quick, needs: &[], commands: |p| vec![xtask(p, "build")] },
    Suite { name: "typecheck", tier: Tier::Quick, needs: &[], commands: |p| vec![npm(p, "run --silent typecheck")] },
    Suite { name: "js", tier: Tier::Quick, needs: &[], commands: |p| vec![npm(p, "test --silent")] },
    Suite {
        name: "conformance",
        tier: Tier::Quick,
        needs: &[],
        commands: |p| vec![xtask(p, "conformance --host node")],
    },
    Suite { name: "purity", tier: Tier::Quick, needs: &[], commands: |p| vec![xtask(p, "abi")] },
    Suite { name: "size", tier: Tier::Quick, needs: &[], commands: |p| vec![xtask(p, "size")] },
    Suite { name: "demo", tier: Tier::Full, needs: &[], commands: |p| vec![xtask(p, "demo")] },
    Suite { name: "model", tier: Tier::Full, needs: &[], commands: model },
    Suite { name: "component", tier: Tier::Full, needs: &[], commands: component },
    Suite { name: "all hosts", tier: Tier::Full, needs: &[], commands: |p| vec![xtask(p, "conformance")] },
    Suite { name: "size of all", tier: Tier::Full, needs: &[], commands: |p| vec![xtask(p, "size --all")] },
];

fn cargo_words(project: &Project, words: &str) -> Command {
    let mut command = cargo(&project.root);
    command.args(words.split(' '));
    command
}

fn clippy(project: &Project, packages: &[&str]) -> Command {
    let mut command = cargo_words(project, "clippy --quiet --locked --all-targets --all-features");
    command.args(packages.iter().flat_map(|package| ["--package", package])).args(["--", "-D", "warnings"]);
    command
}

fn cargo_test(project: &Project) -> Vec<Command> {
    let mut command = cargo_words(project, "test --locked --no-fail-fast");
    command.args(PACKAGES.iter().flat_map(|package| ["--package", package]));
    vec![command]
}

fn docs(project: &Project) -> Vec<Command> {
    let mut command = cargo_words(project, "doc --quiet --locked --no-deps --package switchover-core");
    command.env("RUSTDOCFLAGS", "-D warnings");
    vec![command]
}

/// A hundred thousand random event sequences against the turn's promises.
fn model(project: &Project) -> Vec<Command> {
    let mut command = cargo_words(project, "test --locked --release --package switchover-tests --test model");
    command.env("SWITCHOVER_FULL", "1");
    vec![command]
}

/// Rewrites the golden logs of the scenarios and prints what changed.
pub(crate) fn bless(project: &Project) -> Command {
    let mut command = cargo_words(project, "test --locked --package switchover-tests --test scenarios");
    command.env("SWITCHOVER_BLESS", "1");
    command
}

/// Every example is won by its own row, the page is fresh, and survivors are listed in the log.
fn rules(project: &Project) -> Vec<Command> {
    vec![xtask(project, "rules"), xtask(project, "rules --page --check --mutate")]
}

fn component(project: &Project) -> Vec<Command> {
    vec![clippy(project, &COMPONENT_PACKAGES), xtask(project, "component")]
}

/// One of our own commands, as a process of its own.
fn xtask(project: &Project, words: &str) -> Command {
    let mut command = command(&project.exe, &project.root);
    command.args(words.split(' '));
    command
}

fn npm(project: &Project, words: &str) -> Command {
    let mut command = command("npm", &project.js());
    command.args(words.split(' '));
    command
}
