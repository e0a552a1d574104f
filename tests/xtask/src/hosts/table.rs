//! The table of hosts. A new host is a new row.
//!
//! Each host is a program with the same arguments: `--recordings DIR --corpus FILE --out DIR`, and `--wasm FILE` where
//! the row names one. For each `DIR/<name>.json` (`{ config, turns: [{ request, snapshot, now, events }] }`) it writes
//! `<name>.log` with the text of every step, one a line. Each line of FILE is `{ "id", "input" }`, where `input` is the
//! text for the operation `classify`; `corpus.log` gets `id<TAB>verdict` lines. `timing.json` gets
//! `{ "coldStartMs", "classifyMedianUs" }`.

use crate::commands::{abi, component};
use crate::project::Project;
use crate::shell::{cargo, command};
use std::path::PathBuf;
use std::process::Command;

/// A wasm file that is made for hosts.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wasm {
    /// JSON bytes.
    Abi,
    /// The component.
    Component,
}

impl Wasm {
    /// Where it is when it was built.
    pub(crate) fn file(self, project: &Project) -> PathBuf {
        project.artifacts().join(match self {
            Self::Abi => abi::FILE,
            Self::Component => component::FILE,
        })
    }
}

/// One host.
pub(crate) struct Host {
    /// Its name, as printed and as `--host` takes it.
    pub(crate) name: &'static str,
    /// Programs that must be on the search path; without one the host is skipped.
    pub(crate) needs: &'static [&'static str],
    /// What is passed as `--wasm`.
    pub(crate) wasm: Option<Wasm>,
    /// The commands that make it ready, run in order until one fails.
    pub(crate) build: fn(&Project) -> Vec<Command>,
    /// The program; the arguments of the protocol follow.
    pub(crate) run: fn(&Project) -> Command,
}

/// The first row is what all others are compared with.
pub(crate) const HOSTS: &[Host] = &[
    Host { name: "native", needs: &[], wasm: None, build: |_| Vec::new(), run: |p| native(p, "native-host") },
    Host { name: "node", needs: &["node"], wasm: None, build: |p| vec![xtask(p, "build")], run: node },
    Host { name: "python", needs: PYTHON, wasm: Some(Wasm::Component), build: python_packages, run: python_host },
    Host { name: "python-abi", needs: PYTHON, wasm: Some(Wasm::Abi), build: python_packages, run: python_host },
];

const PYTHON: &[&str] = &["python3"];

/// A program of the package `switchover-tests`. It is compiled for speed, because times are compared.
pub(crate) fn native(project: &Project, name: &str) -> Command {
    let mut command = cargo(&project.root);
    command.args("run --quiet --locked --release --package switchover-tests --bin".split(' ')).args([name, "--"]);
    command
}

fn xtask(project: &Project, word: &str) -> Command {
    let mut command = command(&project.exe, &project.root);
    command.arg(word);
    command
}

fn node(project: &Project) -> Command {
    let mut command = command("node", &project.root);
    command.arg("tests/hosts/node/host.mjs");
    command
}

/// Makes the virtual environment of the Python host and installs what its list names.
pub(crate) fn python_packages(project: &Project) -> Vec<Command> {
    let folder = project.root.join("tests/hosts/python");
    let mut environment = command("python3", &folder);
    environment.args(["-m", "venv", ".venv"]);
    let mut packages = python(project);
    packages.args("-m pip install --quiet --disable-pip-version-check --requirement requirements.txt".split(' '));
    vec![environment, packages]
}

/// The Python of that environment, in the host's folder.
pub(crate) fn python(project: &Project) -> Command {
    let folder = project.root.join("tests/hosts/python");
    command(folder.join(".venv/bin/python"), &folder)
}

fn python_host(project: &Project) -> Command {
    let mut command = python(project);
    command.arg("host.py").env("PYTHONPATH", "src");
    command
}
