//! Debian's compiler for the web: a second, newer Rust with the source of its standard library. It stands in where
//! rustup cannot download a target.

use crate::shell;
use anyhow::{Result, bail};
use std::path::{Path, PathBuf};
use std::process::Command;

const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";

/// Debian's compiler and a linker for wasm.
pub(crate) struct Debian {
    version: String,
    linker: PathBuf,
}

impl Debian {
    /// What apt has to install.
    pub(crate) const PACKAGES: [&str; 3] = ["rustc-web", "cargo-web", "rust-web-src"];

    /// Finds an installed one that is complete.
    pub(crate) fn find(root: &Path) -> Result<Option<Self>> {
        if !Path::new(RUSTC).is_file() || !Path::new(CARGO).is_file() {
            return Ok(None);
        }
        let sysroot = shell::text(clean(RUSTC, root).args(["--print", "sysroot"]))?;
        if !Path::new(&sysroot).join("lib/rustlib/src/rust/library/std").is_dir() {
            return Ok(None);
        }
        let version = shell::text(clean(RUSTC, root).arg("--version"))?;
        Ok(linker(root)?.map(|linker| Self { version, linker }))
    }

    /// Installs the packages, as root or through sudo.
    pub(crate) fn install(root: &Path) -> Result<()> {
        if shell::which("apt-get").is_none() {
            bail!("apt-get is not there");
        }
        // The lists of a fresh machine are empty; a failing update is told by the install that follows.
        let _ = shell::quiet(&mut apt(root, &["update"]));
        let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
        arguments.extend(Self::PACKAGES);
        if linker(root)?.is_none() {
            arguments.push("lld");
        }
        shell::quiet(&mut apt(root, &arguments))?;
        Ok(())
    }

    /// What is used, in words.
    pub(crate) fn describe(&self) -> String {
        format!("built from source by Debian's {}", self.version)
    }

    /// Debian's cargo and compiler, with the switch that lets a stable compiler build the standard library.
    pub(crate) fn cargo(&self, root: &Path) -> Command {
        let mut cargo = clean(CARGO, root);
        cargo
            .env("RUSTC", RUSTC)
            .env("RUSTC_BOOTSTRAP", "1")
            .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", &self.linker);
        cargo
    }
}

/// A program outside the reach of rustup: its proxies put their own compiler first by these variables.
fn clean(program: &str, root: &Path) -> Command {
    let mut command = shell::command(program, root);
    for name in ["CARGO", "RUSTC", "RUSTDOC", "RUSTUP_TOOLCHAIN", "LD_LIBRARY_PATH", "CARGO_TARGET_DIR"] {
        command.env_remove(name);
    }
    command
}

fn apt(root: &Path, arguments: &[&str]) -> Command {
    let mut command = match shell::which("sudo") {
        Some(sudo) => {
            let mut command = shell::command(sudo, root);
            command.args(["-n", "apt-get"]);
            command
        }
        None => shell::command("apt-get", root),
    };
    command.args(arguments).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

/// rust-lld of the compiler in use, else Debian's own linker.
fn linker(root: &Path) -> Result<Option<PathBuf>> {
    let sysroot = shell::text(shell::command("rustc", root).args(["--print", "sysroot"]))?;
    let hosts = Path::new(&sysroot).join("lib/rustlib");
    let folders = std::fs::read_dir(hosts)?.filter_map(Result::ok).map(|host| host.path().join("bin/rust-lld"));
    Ok(folders.into_iter().find(|file| file.is_file()).or_else(|| shell::which("wasm-ld")))
}
