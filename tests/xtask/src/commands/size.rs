//! `cargo xtask size`: raw and compressed size of what ships, against the limits of Q-3.

use super::{abi, build, component};
use crate::project::{Project, read};
use anyhow::{Result, bail};
use flate2::{Compression, write::GzEncoder};
use std::io::Write;
use std::path::PathBuf;

/// Arguments of `size`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Build and measure the component too; without it, it is measured when it is there.
    #[arg(long)]
    all: bool,
}

/// Limits in bytes, raw and after gzip. One kB is 1000 bytes.
struct Limit {
    raw: Option<usize>,
    gzip: usize,
}

/// wasm/js.
const JS: Limit = Limit { raw: Some(800_000), gzip: 240_000 };
/// The glue beside it.
const GLUE: Limit = Limit { raw: None, gzip: 15_000 };
/// The component and the ABI build: a tenth more.
const OTHER: Limit = Limit { raw: Some(880_000), gzip: 264_000 };

/// Prints a line for each file and fails when one is above its limit.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    build::wasm_part(project)?;
    abi::run(project)?;
    if args.all {
        component::run(project)?;
    }
    let mut over = Vec::new();
    println!("{:<28}{:>10}{:>10}   limit of gzip, raw", "file", "raw", "gzip");
    for (path, limit) in files(project) {
        if !path.exists() {
            println!("{:<28}not built", name(&path));
        } else if !measure(&path, &limit)? {
            over.push(name(&path));
        }
    }
    if !over.is_empty() {
        bail!("above the limits of Q-3: {}", over.join(", "));
    }
    Ok(())
}

fn files(project: &Project) -> [(PathBuf, Limit); 4] {
    [
        (project.js_wasm().join("switchover.wasm"), JS),
        (project.js_wasm().join("glue.js"), GLUE),
        (project.artifacts().join(abi::FILE), OTHER),
        (project.artifacts().join(component::FILE), OTHER),
    ]
}

/// Prints one line; false when the file is too large.
fn measure(path: &std::path::Path, limit: &Limit) -> Result<bool> {
    let bytes = read(path)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    let gzip = encoder.finish()?.len();
    let raw_limit = limit.raw.map_or_else(|| "-".to_owned(), |raw| raw.to_string());
    println!("{:<28}{:>10}{:>10}   {}, {raw_limit}", name(path), bytes.len(), gzip, limit.gzip);
    Ok(gzip <= limit.gzip && limit.raw.is_none_or(|raw| bytes.len() <= raw))
}

fn name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
