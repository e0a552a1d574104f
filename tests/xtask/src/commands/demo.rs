//! `cargo xtask demo`: the main job, end to end.

use super::build;
use crate::project::Project;
use crate::shell;
use anyhow::Result;

/// Arguments of `demo`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Wait in real time instead of on a virtual clock.
    #[arg(long)]
    real_time: bool,
    /// Further arguments for the demo itself.
    #[arg(last = true)]
    rest: Vec<String>,
}

/// Builds what is missing, then runs the demo of the npm package.
pub(crate) fn run(project: &Project, args: &Args) -> Result<()> {
    build::run(project)?;
    let mut npm = shell::command("npm", &project.js());
    npm.args(["run", "--silent", "demo", "--"]);
    if args.real_time {
        npm.arg("--real-time");
    }
    shell::run(npm.args(&args.rest))
}
