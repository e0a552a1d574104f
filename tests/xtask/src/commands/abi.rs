//! `cargo xtask abi`: the JSON-bytes wasm, for hosts without components (H-1).

use super::setup;
use crate::project::{Project, write};
use crate::shell;
use crate::wasm::{self, Crate, inspect::Interface, optimize};
use anyhow::{Result, bail};

/// File name of the finished module.
pub(crate) const FILE: &str = "switchover.abi.wasm";

/// Builds, optimises and inspects the module, and runs the example of its page; any import is an error.
pub(crate) fn run(project: &Project) -> Result<()> {
    let toolchain = setup::toolchain(project)?;
    setup::npm(project)?;
    let compiled = wasm::compile(project, &toolchain, Crate::Abi)?;
    let bytes = optimize::cached(project, "abi", &compiled)?;
    let file = project.artifacts().join(FILE);
    write(&file, &bytes)?;
    let interface = Interface::read(&bytes)?;
    println!("wasm/abi: {} bytes in {}", bytes.len(), file.display());
    println!("exports: {}", interface.exports.join(", "));
    println!(
        "imports: {}",
        if interface.imports.is_empty() { "none".to_owned() } else { interface.imports.join(", ") }
    );
    if !interface.imports.is_empty() {
        bail!("wasm/abi must import nothing (H-1)");
    }
    let example = project.root.join("tests/xtask/abi-example.mjs");
    shell::run(shell::command("node", &project.root).arg(example).arg(&file).arg("docs/abi.md"))
}
