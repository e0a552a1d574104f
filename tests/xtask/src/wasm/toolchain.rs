//! The compiler for wasm32-unknown-unknown. Three ways, tried in this order: the standard library of the target is
//! installed; Debian's second compiler with the library's source is installed; rustup adds the target; apt installs
//! Debian's compiler.

use super::debian::Debian;
use crate::shell;
use anyhow::{Result, bail};
use std::path::Path;
use std::process::Command;

/// The only wasm target there is a use for: it knows no operating system, so the result can import nothing.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// A way to compile for wasm32.
pub(crate) enum Toolchain {
    /// The compiler in use has the target's standard library.
    Installed,
    /// Debian's compiler builds the standard library from source.
    Debian(Debian),
}

impl Toolchain {
    /// Finds a way, or installs one.
    pub(crate) fn provide(root: &Path) -> Result<Self> {
        if let Some(found) = Self::find(root)? {
            return Ok(found);
        }
        println!("wasm32 library: not there; trying `rustup target add {TARGET}`");
        if shell::quiet(shell::command("rustup", root).args(["target", "add", TARGET])).is_ok() && is_installed(root)? {
            return Ok(Self::Installed);
        }
        println!("wasm32 library: rustup could not add it; installing {} with apt", Debian::PACKAGES.join(" "));
        Debian::install(root)?;
        match Self::find(root)? {
            Some(found) => Ok(found),
            None => bail!(
                "no standard library for {TARGET}. Install it with `rustup target add {TARGET}`, or on Debian with \
                 `apt-get install {}`",
                Debian::PACKAGES.join(" ")
            ),
        }
    }

    fn find(root: &Path) -> Result<Option<Self>> {
        if is_installed(root)? {
            return Ok(Some(Self::Installed));
        }
        Ok(Debian::find(root)?.map(Self::Debian))
    }

    /// Which way it is, in words.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Installed => format!("target {TARGET} is installed"),
            Self::Debian(debian) => debian.describe(),
        }
    }

    /// `cargo build` for the target; the caller adds package, profile and folder.
    pub(crate) fn cargo_build(&self, root: &Path) -> Command {
        let mut cargo = match self {
            Self::Installed => shell::cargo(root),
            Self::Debian(debian) => debian.cargo(root),
        };
        cargo.args(["build", "--quiet", "--locked", "--target", TARGET]);
        if let Self::Debian(_) = self {
            cargo.arg("-Zbuild-std=std,panic_abort");
        }
        cargo
    }
}

fn is_installed(root: &Path) -> Result<bool> {
    let folder = shell::text(shell::command("rustc", root).args(["--print", "target-libdir", "--target", TARGET]))?;
    Ok(Path::new(&folder).is_dir())
}
