//! `cargo xtask component`: the WIT component (H-12). The heavy tools are a crate of their own, so that no other
//! command waits for them to compile.

use super::setup;
use crate::project::{Project, write};
use crate::shell;
use crate::wasm::{self, Crate, optimize};
use anyhow::Result;

/// File name of the finished component.
pub(crate) const FILE: &str = "switchover.component.wasm";

/// Builds and optimises the core module, then lets the component tools encode and inspect it.
pub(crate) fn run(project: &Project) -> Result<()> {
    let toolchain = setup::toolchain(project)?;
    setup::npm(project)?;
    let compiled = wasm::compile(project, &toolchain, Crate::Component)?;
    let module = project.wasm_target().join("component-module.wasm");
    write(&module, &optimize::cached(project, "component", &compiled)?)?;
    let out = project.artifacts().join(FILE);
    std::fs::create_dir_all(project.artifacts())?;
    shell::run(
        shell::cargo(&project.root).args(["run", "--quiet", "--package", "xtask-component", "--"]).arg(module).arg(out),
    )
}
