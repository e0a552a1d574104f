//! The turn: one user request through to an answer or a final failure (T).

mod backoff;
mod clocks;
mod data;
mod decide;
mod effect;
mod emit;
mod ending;
mod event;
mod events;
mod failure;
mod gate;
mod health;
mod lineup;
mod log;
mod machine;
mod notices;
mod outcome;
mod plan;
mod probe;
mod refresh;
mod report;
mod request;
mod stored;
mod summary;
mod switch;
mod verdicts;
mod walk;

pub(crate) use data::{Data, SAVED_VERSION};
pub use effect::{
    AskKind, CallMode, Candidate, Crossing, Effect, Instruction, MarkOp, Next, Notice, NoticeKind, Origin, Step,
    WaitWhy,
};
pub use event::{AbortBy, Answer, Event, IncompleteWhy, ProgressLevel, Usage};
pub use machine::Turn;
pub use outcome::{FallbackSummary, Outcome};
pub use plan::max_attempts;
pub use report::{
    AttemptOutcome, AttemptRecord, Decision, DecisionRecord, FallbackStep, IneligibleProfile, Skipped, StepOutcome,
};
pub use request::{
    ChainPolicy, CronRequest, Needs, Offer, OverrideRequest, ProviderRetry, RequestKind, RetrySettings, RuntimeState,
    Selection, SelectionSource, SkipMark, Snapshot, Trigger, TurnRequest,
};
pub(crate) use walk::Pick;
