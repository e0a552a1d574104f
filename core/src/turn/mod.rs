//! The turn: one user request through to an answer or a final failure (T).

mod effect;
mod event;
mod outcome;
mod report;
mod request;

pub use effect::{
    AskKind, CallMode, Candidate, Crossing, Effect, Instruction, MarkOp, Next, Notice, NoticeKind, Origin, Step,
    WaitWhy,
};
pub use event::{AbortBy, Answer, Event, IncompleteWhy, ProgressLevel, Usage};
pub use outcome::{FallbackSummary, Outcome};
pub use report::{
    AttemptOutcome, AttemptRecord, Decision, DecisionRecord, FallbackStep, IneligibleProfile, Skipped, StepOutcome,
};
pub use request::{
    ChainPolicy, CronRequest, Needs, Offer, OverrideRequest, ProviderRetry, RequestKind, RetrySettings, RuntimeState,
    Selection, SelectionSource, SkipMark, Snapshot, Trigger, TurnRequest,
};
