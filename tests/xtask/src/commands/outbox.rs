//! `cargo xtask outbox`: the page of the outbox, from its state table (O-2). A test of `switchover-tests` notices a stale
//! page.

use crate::project::{Project, write};
use crate::shell;
use anyhow::Result;

/// Writes `docs/outbox.md`.
pub(crate) fn run(project: &Project) -> Result<()> {
    let mut command = shell::cargo(&project.root);
    command.args(["run", "--quiet", "--locked", "--package", "switchover-tests", "--bin", "outbox-page"]);
    write(&project.root.join("docs/outbox.md"), &shell::quiet(&mut command)?.stdout)?;
    println!("outbox: docs/outbox.md written");
    Ok(())
}
