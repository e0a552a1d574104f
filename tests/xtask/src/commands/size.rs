//! `cargo xtask size`: raw and compressed size of what ships, against the goals of Q-3 and against today's ceilings.

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

/// Bytes, raw and after gzip. One kB is 1000 bytes.
struct Size {
    raw: usize,
    gzip: usize,
}

/// What a file should weigh, and what it must not exceed until the goal is reached: a file that grows fails.
struct Limit {
    goal: Size,
    ceiling: Size,
}

/// wasm/js. The goal is not reached yet; `docs/decisions.md` says where the bytes are.
const JS: Limit = Limit { goal: Size { raw: 800_000, gzip: 240_000 }, ceiling: Size { raw: 1_800_000, gzip: 615_000 } };
/// The glue beside it.
const GLUE: Limit = Limit { goal: Size { raw: 60_000, gzip: 15_000 }, ceiling: Size { raw: 60_000, gzip: 15_000 } };
/// The component and the ABI build: a tenth more.
const OTHER: Limit =
    Limit { goal: Size { raw: 880_000, gzip: 264_000 }, ceiling: Size { raw: 1_980_000, gzip: 676_000 } };

impl Size {
    fn within(&self, limit: &Self) -> bool {
        self.raw <= limit.raw && self.gzip <= limit.gzip
    }
}

/// Prints a line for each file and fails when one is above its ceiling.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    build::wasm_part(project)?;
    abi::run(project)?;
    if args.all {
        component::run(project)?;
    }
    let mut over = Vec::new();
    println!("{:<28}{:>10}{:>10}   goal of raw, gzip (Q-3)", "file", "raw", "gzip");
    for (path, limit) in files(project) {
        if !path.exists() {
            println!("{:<28}not built", name(&path));
        } else if !measure(&path, &limit)? {
            over.push(name(&path));
        }
    }
    if !over.is_empty() {
        bail!("above today's ceiling: {}", over.join(", "));
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

/// Prints one line; false when the file is above its ceiling.
fn measure(path: &std::path::Path, limit: &Limit) -> Result<bool> {
    let bytes = read(path)?;
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&bytes)?;
    let gzip = encoder.finish()?.len();
    let size = Size { raw: bytes.len(), gzip };
    let verdict = if size.within(&limit.goal) { "reached" } else { "not reached" };
    println!(
        "{:<28}{:>10}{:>10}   {}, {}: {verdict}",
        name(path),
        size.raw,
        size.gzip,
        limit.goal.raw,
        limit.goal.gzip
    );
    Ok(size.within(&limit.ceiling))
}

fn name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
