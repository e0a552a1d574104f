//! `cargo xtask types`: one JSON Schema document from the Rust types, and TypeScript types from that document (H-2).

use super::setup;
use crate::project::{Project, write};
use crate::shell;
use anyhow::{Result, bail};
use std::fs;
use std::path::PathBuf;

/// Arguments of `types`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Change nothing; fail when a generated file is not what the Rust types say.
    #[arg(long)]
    check: bool,
}

/// A generated file: where it belongs and what must be in it.
struct Generated {
    path: PathBuf,
    text: String,
}

/// Writes or checks the generated files.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    setup::npm(project)?;
    let files = generate(project)?;
    let stale: Vec<&Generated> =
        files.iter().filter(|file| fs::read_to_string(&file.path).ok().as_ref() != Some(&file.text)).collect();
    if args.check && !stale.is_empty() {
        let names: Vec<String> = stale.iter().map(|file| file.path.display().to_string()).collect();
        bail!("not what the Rust types say; run `cargo xtask types`: {}", names.join(", "));
    }
    for file in &stale {
        write(&file.path, file.text.as_bytes())?;
    }
    println!("types: {} generated files, {} changed", files.len(), stale.len());
    Ok(())
}

fn typescript(project: &Project) -> PathBuf {
    project.js().join("src/types.gen.ts")
}

fn generate(project: &Project) -> Result<Vec<Generated>> {
    let schema = shell::text(shell::cargo(&project.root).args([
        "run",
        "--quiet",
        "--package",
        "xtask",
        "--features",
        "schema",
        "--bin",
        "schemas",
    ]))? + "\n";
    let draft = project.target.join("schema.json");
    write(&draft, schema.as_bytes())?;
    let types = shell::text(shell::command("node", &project.js()).arg("scripts/types.mjs").arg(&draft))? + "\n";
    Ok(vec![
        Generated { path: project.root.join("docs/schemas/switchover.json"), text: schema },
        Generated { path: typescript(project), text: types },
    ])
}
