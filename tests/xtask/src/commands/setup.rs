//! `cargo xtask setup`: everything the other commands need, one line for each part. Takes seconds when all is there.

use crate::project::{Project, read, write};
use crate::shell;
use crate::wasm::toolchain::Toolchain;
use anyhow::{Context, Result, bail};
use std::fs;

/// The oldest Node that the package supports (H-3).
const OLDEST_NODE: u32 = 20;

/// Provides all parts and says what was done.
pub(crate) fn run(project: &Project) -> Result<()> {
    let toolchain = toolchain(project)?;
    println!("wasm32 library: {}", toolchain.describe());
    println!("wasm-bindgen: {} for library and glue, from Cargo.lock", bindgen_version(project)?);
    println!("npm packages: {}", npm(project)?);
    let opt =
        shell::text(shell::command("node", &project.js()).args(["node_modules/binaryen/bin/wasm-opt", "--version"]))?;
    println!("wasm-opt: {opt}");
    Ok(())
}

/// The compiler for wasm32, installed when it is missing.
pub(crate) fn toolchain(project: &Project) -> Result<Toolchain> {
    let _guard = project.lock()?;
    Toolchain::provide(&project.root)
}

/// Installs the npm packages when they are not those of the lock file. Answers what was done.
pub(crate) fn npm(project: &Project) -> Result<String> {
    let _guard = project.lock()?;
    let node = node_version(project)?;
    let js = project.js();
    let wanted = read(&js.join("package-lock.json"))?;
    let stamp = js.join("node_modules/.installed-lock.json");
    // The stamp spares the half second that npm takes to compare.
    if fs::read(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(format!("there, Node {node}"));
    }
    if shell::quiet(shell::command("npm", &js).args(["ls", "--all"])).is_ok() {
        write(&stamp, &wanted)?;
        return Ok(format!("there, Node {node}"));
    }
    println!("npm packages: running `npm ci` (better-sqlite3 compiles for a minute)");
    shell::quiet(shell::command("npm", &js).args(["ci", "--no-audit", "--no-fund"]))?;
    write(&stamp, &wanted)?;
    Ok(format!("installed with `npm ci`, Node {node}"))
}

fn node_version(project: &Project) -> Result<String> {
    let version = shell::text(shell::command("node", &project.root).arg("--version"))
        .context("Node 20 or newer is needed; install it and run this again")?;
    let number = version.trim_start_matches('v');
    let major: u32 = number.split('.').next().unwrap_or_default().parse().unwrap_or(0);
    if major < OLDEST_NODE {
        bail!("found Node {number}; Node {OLDEST_NODE} or newer is needed");
    }
    Ok(number.to_owned())
}

/// The version of the wasm-bindgen library in the lock file.
fn bindgen_version(project: &Project) -> Result<String> {
    let lock = fs::read_to_string(project.root.join("Cargo.lock"))?;
    let after = lock.split("name = \"wasm-bindgen\"\nversion = \"").nth(1);
    let version = after.and_then(|rest| rest.split('"').next());
    Ok(version.context("Cargo.lock does not name wasm-bindgen")?.to_owned())
}
