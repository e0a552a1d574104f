//! From Rust to finished wasm: compile, glue, optimise, inspect.

mod debian;
pub(crate) mod glue;
pub(crate) mod inspect;
pub(crate) mod optimize;
pub(crate) mod toolchain;

use crate::project::{Project, read};
use crate::shell;
use anyhow::Result;
use toolchain::{TARGET, Toolchain};

/// The three wasm crates (H-1).
#[derive(Clone, Copy)]
pub(crate) enum Crate {
    /// `wasm/js`, for wasm-bindgen.
    Js,
    /// `wasm/abi`, JSON bytes.
    Abi,
    /// `wasm/component`, for the component model.
    Component,
}

impl Crate {
    /// Package name and the name of the file that cargo makes of it.
    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Js => ("switchover-js", "switchover_js.wasm"),
            Self::Abi => ("switchover-abi", "switchover_abi.wasm"),
            Self::Component => ("switchover-component", "switchover_component.wasm"),
        }
    }
}

/// Compiles a wasm crate with the profile `wasm` and answers the module's bytes.
pub(crate) fn compile(project: &Project, toolchain: &Toolchain, which: Crate) -> Result<Vec<u8>> {
    let (package, file) = which.names();
    let target = project.wasm_target();
    let mut cargo = toolchain.cargo_build(&project.root);
    cargo.args(["--package", package, "--profile", "wasm", "--target-dir"]).arg(&target);
    shell::run(&mut cargo)?;
    read(&target.join(TARGET).join("wasm").join(file))
}
