//! wasm-opt, from the npm package `binaryen`.

use crate::project::{Project, read, write};
use crate::shell;
use anyhow::Result;
use std::fs;

/// Optimises for size. The result is kept under `name` and used again for the same input.
pub(crate) fn cached(project: &Project, name: &str, input: &[u8]) -> Result<Vec<u8>> {
    let before = project.wasm_target().join(format!("{name}-before-opt.wasm"));
    let after = project.wasm_target().join(format!("{name}-after-opt.wasm"));
    if after.is_file() && fs::read(&before).is_ok_and(|last| last == input) {
        return read(&after);
    }
    let draft = project.wasm_target().join(format!("{name}-opt-draft.wasm"));
    write(&draft, input)?;
    let mut node = shell::command("node", &project.js());
    node.arg("node_modules/binaryen/bin/wasm-opt").args([
        "-Oz",
        "--strip-debug",
        "--strip-producers",
        "--strip-target-features",
    ]);
    shell::quiet(node.arg(&draft).arg("-o").arg(&after))?;
    fs::rename(&draft, &before)?;
    read(&after)
}
