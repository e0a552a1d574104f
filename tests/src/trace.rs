//! What happened in one turn: every event with the step that answered it.

use serde_json::Value;
use std::collections::BTreeMap;
use switchover_core::time::Millis;
use switchover_core::turn::{AttemptRecord, Effect, Event, Next, Outcome, Step, WaitWhy};

/// One event and its answer; the first moment of a turn has no event.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The time that was given.
    pub now: Millis,
    /// What was reported.
    pub event: Option<Event>,
    /// What came back.
    pub step: Step,
    /// The step as it crosses a boundary.
    pub text: String,
}

/// One turn from its request to its end.
#[derive(Clone, Debug)]
pub struct Trace {
    /// The request as on the wire.
    pub request: Value,
    /// The snapshot as on the wire.
    pub snapshot: Value,
    /// When it began.
    pub began: Millis,
    /// The bound of T-35, computed before it began.
    pub bound: u64,
    /// Everything in order.
    pub moments: Vec<Moment>,
    /// Records before and after it.
    pub before: BTreeMap<String, Value>,
    /// Records after it.
    pub after: BTreeMap<String, Value>,
}

impl Moment {
    /// A moment whose text is made from its step.
    #[must_use]
    pub fn new(now: Millis, event: Option<Event>, step: Step) -> Self {
        let text = serde_json::to_string(&step).unwrap_or_default();
        Self { now, event, step, text }
    }
}

impl Trace {
    /// Every effect in order.
    pub fn effects(&self) -> impl Iterator<Item = &Effect> {
        self.moments.iter().flat_map(|moment| &moment.step.effects)
    }

    /// How it ended.
    #[must_use]
    pub fn outcome(&self) -> Option<&Outcome> {
        self.effects().find_map(|effect| match effect {
            Effect::Finish { outcome, .. } => Some(outcome.as_ref()),
            _ => None,
        })
    }

    /// The waits that the turn began by itself: from when, until when, and why.
    #[must_use]
    pub fn waits(&self) -> Vec<(Millis, Millis, WaitWhy)> {
        let mut list: Vec<(Millis, Millis, WaitWhy)> = Vec::new();
        for moment in &self.moments {
            let Next::Wait { at: Some(at), why: Some(why) } = moment.step.next else { continue };
            let own = matches!(why, WaitWhy::BackOff | WaitWhy::Replay | WaitWhy::Cooldown | WaitWhy::Lease);
            if own && list.last().is_none_or(|(_, until, before)| (*until, *before) != (at, why)) {
                list.push((moment.now, at, why));
            }
        }
        list
    }
}

/// The attempt records of an outcome (T-33).
#[must_use]
pub fn attempts(outcome: &Outcome) -> &[AttemptRecord] {
    match outcome {
        Outcome::Completed { attempts, .. }
        | Outcome::Exhausted { attempts, .. }
        | Outcome::Surfaced { attempts, .. }
        | Outcome::NeedsCompaction { attempts, .. }
        | Outcome::SwitchRequested { attempts, .. }
        | Outcome::Aborted { attempts }
        | Outcome::Deadline { attempts } => attempts,
    }
}

/// An outcome in a few words.
#[must_use]
pub fn outcome_words(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Completed { fell_back: true, .. } => "completed fell_back".to_owned(),
        Outcome::Completed { .. } => "completed".to_owned(),
        Outcome::Exhausted { summary, .. } => format!("exhausted {}", summary.reason.as_str()),
        Outcome::Surfaced { classification, partial, .. } => {
            format!("surfaced {}{}", classification.reason.as_str(), if *partial { " partial" } else { "" })
        }
        Outcome::NeedsCompaction { .. } => "needs_compaction".to_owned(),
        Outcome::SwitchRequested { target, .. } => format!("switch_requested {}/{}", target.provider, target.model),
        Outcome::Aborted { .. } => "aborted".to_owned(),
        Outcome::Deadline { .. } => "deadline".to_owned(),
    }
}
