//! `cargo xtask build`: the npm package's `dist` folder, from Rust to TypeScript.

use super::setup;
use crate::project::Project;
use crate::shell;
use crate::wasm::{self, Crate};
use anyhow::Result;

/// Builds the wasm part, then compiles the TypeScript part.
pub(crate) fn run(project: &Project) -> Result<()> {
    wasm_part(project)?;
    typescript_part(project)
}

/// wasm/js, its glue, and the module that carries the bytes as text.
pub(crate) fn wasm_part(project: &Project) -> Result<()> {
    let toolchain = setup::toolchain(project)?;
    setup::npm(project)?;
    let compiled = wasm::compile(project, &toolchain, Crate::Js)?;
    let _guard = project.lock()?;
    let done = wasm::glue::generate(project, &compiled)?;
    println!("wasm/js: {done}");
    Ok(())
}

fn typescript_part(project: &Project) -> Result<()> {
    shell::run(shell::command("npm", &project.js()).args(["run", "--silent", "build"]))?;
    println!("js: compiled to js/dist");
    Ok(())
}
