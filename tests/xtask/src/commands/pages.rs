//! `cargo xtask pages`: the pages of `docs/` that are written from tables of the core: options (M-1) and outbox (O-2). A
//! test of `switchover-tests` notices a stale page.

use crate::project::Project;
use crate::shell;
use anyhow::Result;

/// Writes the generated pages.
pub(crate) fn run(project: &Project) -> Result<()> {
    let mut command = shell::cargo(&project.root);
    command.args(["run", "--quiet", "--locked", "--package", "switchover-tests", "--bin", "pages", "--"]);
    shell::run(command.arg(project.root.join("docs")))
}
