//! Classification: an error signal in, a verdict out (C).

mod options;
mod signal;
mod verdict;

pub use options::{ClassifyOptions, FinishError, HostRule};
pub use signal::{ErrorSignal, MAX_CAUSE_DEPTH, MAX_CAUSE_NODES, Phase, TEXT_HEAD, TEXT_TAIL};
pub use verdict::{Classification, Confidence, Evidence, LostRule, Reason, Repair, Scope};
