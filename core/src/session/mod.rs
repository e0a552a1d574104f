//! The session: what it stores between turns (S).

mod entry;
mod patch;

pub use entry::{
    FallbackNotice, ForceProbe, HistoryFrom, LastDecision, LiveSwitch, OverrideSource, PinSource, PrimaryProbe,
    SessionEntry,
};
pub use patch::{FieldChange, SessionPatch};
