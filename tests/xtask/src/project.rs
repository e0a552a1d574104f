//! Where things are. Nothing outside this file joins a folder name to the root.

use anyhow::{Context, Result};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// The folders that the commands work in.
pub(crate) struct Project {
    /// The repository.
    pub(crate) root: PathBuf,
    /// Cargo's target folder, wherever the user put it.
    pub(crate) target: PathBuf,
    /// This program, as it was found at the start: cargo may replace the file while suites run.
    pub(crate) exe: PathBuf,
}

impl Project {
    /// Finds the repository and the target folder of the running command.
    pub(crate) fn find() -> Result<Self> {
        let manifest = std::env::var_os("CARGO_MANIFEST_DIR").context("run this as `cargo xtask`")?;
        let root = Path::new(&manifest).ancestors().nth(2).context("xtask is not inside the repository")?;
        let exe = std::env::current_exe()?;
        let target = exe.ancestors().nth(2).context("xtask does not run from a target folder")?;
        let target = target.to_path_buf();
        Ok(Self { root: root.to_path_buf(), target, exe })
    }

    /// The npm package.
    pub(crate) fn js(&self) -> PathBuf {
        self.root.join("js")
    }

    /// The generated wasm parts of the npm package.
    pub(crate) fn js_wasm(&self) -> PathBuf {
        self.js().join("dist/wasm")
    }

    /// Where finished wasm files for other hosts go: `switchover.abi.wasm`, `switchover.component.wasm`.
    pub(crate) fn artifacts(&self) -> PathBuf {
        self.target.join("artifacts")
    }

    /// Target folder of the wasm builds: another compiler may make them, and the two must not disturb each other.
    pub(crate) fn wasm_target(&self) -> PathBuf {
        self.target.join("wasm-build")
    }

    /// Output of the test suites, one file each.
    pub(crate) fn logs(&self) -> PathBuf {
        self.target.join("xtask-logs")
    }

    /// Held while shared folders are written, so that two commands at once wait for each other.
    pub(crate) fn lock(&self) -> Result<File> {
        fs::create_dir_all(&self.target)?;
        let file = File::create(self.target.join("xtask.lock"))?;
        file.lock()?;
        Ok(file)
    }
}

/// Writes a file, and its folder when that is missing.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a file; the error names it.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
