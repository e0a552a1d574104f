//! Running hosts, one after another.

use super::logs::Logs;
use super::plant::Plant;
use super::{Host, table};
use crate::project::{Project, read};
use crate::shell;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The inputs of all hosts, and the folder that holds everything.
pub(crate) struct Stage {
    folder: PathBuf,
    recordings: PathBuf,
    corpus: PathBuf,
    plant: Plant,
}

/// What came of one host.
pub(crate) struct Report {
    /// Its logs; what others are compared with when it is the first.
    pub(crate) logs: Logs,
    /// Differences by scenario and row.
    pub(crate) differences: BTreeMap<String, String>,
    /// Both planted differences were found, and nothing else.
    pub(crate) planted_caught: bool,
    /// `{ coldStartMs, classifyMedianUs }`, as the host measured it.
    pub(crate) timing: Value,
}

impl Stage {
    /// Lets native code write the inputs.
    pub(crate) fn prepare(project: &Project) -> Result<Self> {
        let folder = project.root.join("target/switchover/conformance");
        let inputs = folder.join("inputs");
        if inputs.exists() {
            fs::remove_dir_all(&inputs)?;
        }
        let (recordings, corpus) = (inputs.join("recordings"), inputs.join("corpus-inputs.jsonl"));
        let mut program = table::native(project, "conformance-inputs");
        shell::quiet(program.arg("--recordings").arg(&recordings).arg("--corpus").arg(&corpus))?;
        let plant = Plant::make(&recordings, &corpus, &inputs.join("planted"))?;
        Ok(Self { folder, recordings, corpus, plant })
    }

    /// The steps that native code gave when it played the scenarios.
    pub(crate) fn recorded(&self) -> Result<BTreeMap<String, String>> {
        Logs::recorded(&self.recordings)
    }
}

/// Runs one host on the real and the planted inputs. `want`: the logs that it must give; without them its own verdicts
/// and the recorded steps.
pub(crate) fn run(project: &Project, stage: &Stage, host: &Host, want: Option<&Logs>) -> Result<Report> {
    for mut command in (host.build)(project) {
        shell::quiet(&mut command)?;
    }
    let folder = stage.folder.join(host.name);
    let logs = run_on(project, host, &stage.recordings, &stage.corpus, &folder)?;
    let want = match want {
        Some(want) => want.clone(),
        None => Logs { scenarios: stage.recorded()?, ..logs.clone() },
    };
    let differences = want.differences(&logs);
    let planted_folder = folder.join("planted");
    let plant = &stage.plant;
    let planted = run_on(project, host, &plant.recordings, &plant.corpus, &planted_folder)?;
    let found = want.limited_to(&planted).differences(&planted);
    let planted_caught = found.keys().collect::<Vec<_>>() == sorted([&plant.scenario, &plant.row]);
    let timing = serde_json::from_slice(&read(&folder.join("timing.json"))?).context("timing.json")?;
    Ok(Report { logs, differences, planted_caught, timing })
}

fn sorted(mut names: [&String; 2]) -> Vec<&String> {
    names.sort();
    names.to_vec()
}

fn run_on(project: &Project, host: &Host, recordings: &Path, corpus: &Path, out: &Path) -> Result<Logs> {
    if out.exists() {
        fs::remove_dir_all(out)?;
    }
    fs::create_dir_all(out)?;
    let mut command = (host.run)(project);
    command.arg("--recordings").arg(recordings).arg("--corpus").arg(corpus).arg("--out").arg(out);
    if let Some(wasm) = host.wasm {
        command.arg("--wasm").arg(wasm.file(project));
    }
    shell::quiet(&mut command)?;
    let logs = Logs::read(out)?;
    if logs.scenarios.is_empty() || logs.corpus.is_empty() {
        bail!("the host {} wrote no logs", host.name);
    }
    Ok(logs)
}
