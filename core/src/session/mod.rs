//! The session: what it stores between turns (S).

mod apply;
mod entry;
mod ops;
mod patch;

pub use apply::apply_patch;
pub use entry::{
    FallbackNotice, ForceProbe, HistoryFrom, LastDecision, LiveSwitch, OverrideSource, PinSource, PrimaryProbe,
    SessionEntry,
};
pub use ops::{ModelSelection, SessionChange, SessionMark, compacted, reset, select_model};
pub use patch::{FieldChange, SessionPatch};

#[cfg(test)]
mod tests;
