//! Which operations may be repeated.

use super::row::fits;
use serde::{Deserialize, Serialize};

/// Whether an operation may be repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RetryReplay"))]
#[serde(rename_all = "snake_case")]
pub enum Replay {
    /// Idempotent: after any passing failure.
    Always,
    /// Only when the failure proves that nothing was done; else it is reconciled.
    WithProof,
    /// Never.
    Never,
    /// Never; what may have been done is reconciled with the other side.
    Publish,
}

/// A row of a policy's operations: a name, or a beginning with a star.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operation {
    pub(crate) name: &'static str,
    pub(crate) replay: Replay,
    /// On the built-in transport it wants a connection of its own.
    pub(crate) fresh: bool,
    /// What a failed try left behind is removed first.
    pub(crate) clean_up: bool,
}

/// An operation on a pooled connection that leaves nothing behind.
pub(crate) const fn operation(name: &'static str, replay: Replay) -> Operation {
    Operation { name, replay, fresh: false, clean_up: false }
}

impl Operation {
    pub(crate) const fn fresh(mut self) -> Self {
        self.fresh = true;
        self
    }
    pub(crate) const fn clean_up(mut self) -> Self {
        self.clean_up = true;
        self
    }
}

/// The first row with that name; the last row of every table has the name `*`.
pub(crate) fn find(table: &'static [Operation], name: &str) -> Operation {
    table.iter().find(|operation| fits(operation.name, name)).copied().unwrap_or(operation("*", Replay::Never))
}
