//! `cargo xtask spec`: the repository's copy of the specification.

use crate::project::{Project, read};
use anyhow::{Context, Result, bail};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// Compares `docs/spec` with `../shared/spec`; says so when that folder is not there.
pub(crate) fn run(project: &Project) -> Result<()> {
    let copy = project.root.join("docs/spec");
    let source = project.root.join("../shared/spec");
    if !source.is_dir() {
        println!("docs/spec: {} files; ../shared/spec is not there, so nothing to compare with", names(&copy)?.len());
        return Ok(());
    }
    let all: BTreeSet<String> = names(&copy)?.union(&names(&source)?).cloned().collect();
    let differing: Vec<&String> =
        all.iter().filter(|name| read(&copy.join(name)).ok() != read(&source.join(name)).ok()).collect();
    if !differing.is_empty() {
        bail!("docs/spec differs from ../shared/spec in {differing:?}; copy the files again");
    }
    println!("docs/spec: {} files, equal to ../shared/spec", all.len());
    Ok(())
}

fn names(folder: &Path) -> Result<BTreeSet<String>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
}
