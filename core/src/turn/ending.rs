//! The end of a pass and of the turn: replays, success, and the outcomes of T-33 (T-28, T-29, T-33, T-34).

use super::backoff;
use super::data::{State, Then};
use super::effect::{Effect, WaitWhy};
use super::machine::Turn;
use super::outcome::Outcome;
use super::report::{AttemptOutcome, AttemptRecord};
use super::summary;
use crate::classify::Reason;
use crate::time::{Millis, Span};
use std::collections::BTreeSet;

/// The wait before the one server-error replay (T-29).
const SERVER_REPLAY_WAIT: Span = Span(2_500);

impl Turn {
    /// Nothing of the chain is left in this pass.
    pub(crate) fn end_pass(&mut self) {
        if !self.last_resort() {
            self.finish_pass();
        }
    }

    /// Replays the whole turn, or ends it.
    pub(crate) fn finish_pass(&mut self) {
        if let Some((rule, until)) = self.next_replay() {
            self.log_new_pass(rule, until);
            self.data.state = State::Waiting { until, why: WaitWhy::Replay, then: Then::NewPass };
            return;
        }
        self.finish_failed();
    }

    /// When the chain is walked again, if it is: after an overload everywhere (T-28), or once after a server error or
    /// time-out (T-29). Spends the budget of the replay.
    fn next_replay(&mut self) -> Option<(&'static str, Millis)> {
        if self.data.touched || self.pass_records().is_empty() || self.data.budget.overflowed {
            return None;
        }
        let overloaded = self.pass_records().iter().all(|record| record.reason == Some(Reason::Overloaded));
        if overloaded {
            self.overload_replay().map(|until| ("T-28", until))
        } else {
            self.server_replay().map(|until| ("T-29", until))
        }
    }

    fn pass_records(&self) -> &[AttemptRecord] {
        self.data.attempts.get(self.data.pass.first_record..).unwrap_or_default()
    }

    fn overload_replay(&mut self) -> Option<Millis> {
        let replay = self.engine.policy.overload_replay.clone();
        let done = self.data.budget.overload_replays;
        // A server-error replay may follow overload replays, not precede them.
        if done >= replay.max || self.data.budget.server_replays > 0 {
            return None;
        }
        let plain = backoff::exponential(replay.base, replay.cap, done + 1);
        let wait = if replay.jitter { backoff::jittered(&mut self.data.rng, plain, replay.cap) } else { plain };
        let until = self.replay_at(wait)?;
        self.data.budget.overload_replays += 1;
        self.arm_overload_notice(replay.notice_after);
        Some(until)
    }

    fn server_replay(&mut self) -> Option<Millis> {
        let last = self.pass_records().last()?.reason?;
        let retried = self.data.visit.as_ref().is_some_and(|visit| visit.retries > 0) || self.last_visit_retried();
        let used = self.data.budget.server_replays >= self.engine.policy.server_error_replays;
        if !matches!(last, Reason::ServerError | Reason::Timeout) || retried || used {
            return None;
        }
        let until = self.replay_at(SERVER_REPLAY_WAIT)?;
        self.data.budget.server_replays += 1;
        Some(until)
    }

    /// The last visit of the pass had a retry: its last two records are of the same candidate and profile.
    fn last_visit_retried(&self) -> bool {
        let mut called =
            self.pass_records().iter().rev().filter(|record| record.outcome != Some(AttemptOutcome::Skipped));
        let (Some(last), Some(before)) = (called.next(), called.next()) else { return false };
        let who = |r: &AttemptRecord| (r.provider.clone(), r.model.clone(), r.profile_id.clone());
        who(last) == who(before)
    }

    /// A replay starts when its wait is over, or when the soonest wait that a provider stated is, if that is later; not
    /// past the deadline.
    fn replay_at(&self, wait: Span) -> Option<Millis> {
        let plain = self.data.now + wait;
        let soonest = self.data.stated.iter().map(|stated| stated.until).filter(|until| *until > self.data.now).min();
        let until = soonest.map_or(plain, |stated| stated.max(plain));
        self.wait_within_deadline(until).then_some(until)
    }

    /// The live attempt answered.
    pub(crate) fn complete(&mut self) {
        self.close_attempt(AttemptOutcome::Succeeded, None);
        let Some((visit, candidate)) = self.data.visit.clone().zip(self.current_candidate().cloned()) else { return };
        let attempt = self.data.attempts.last().map(|record| record.attempt_id.clone()).unwrap_or_default();
        let fell_back = visit.index != 0;
        self.log_succeeded(&visit);
        let pin = self.new_pin(&visit);
        let facts = self.success_facts(&visit, &attempt);
        let patch = self.success_patch(&visit, pin);
        self.persist(facts, patch);
        self.clear_mark(&candidate);
        self.notice_success(&visit, &candidate);
        let attempts = self.data.attempts.clone();
        let outcome = Outcome::Completed { candidate, profile_id: visit.profile, fell_back, attempts };
        self.finish(outcome, "T-33");
    }

    fn finish_failed(&mut self) {
        let attempts = self.data.attempts.clone();
        let last = self.data.last.clone();
        if self.data.budget.overflowed
            && let Some(verdict) = last
        {
            return self.finish(Outcome::NeedsCompaction { classification: Box::new(verdict), attempts }, "T-16");
        }
        let called: BTreeSet<_> = attempts.iter().filter(|r| called(r)).map(|r| (&r.provider, &r.model)).collect();
        let single = called.len() == 1 || last.as_ref().is_some_and(|v| called.len() > 1 && says_nothing(v));
        if single && let Some(verdict) = last {
            let partial = self.data.touched;
            return self.finish(Outcome::Surfaced { classification: Box::new(verdict), partial, attempts }, "T-34");
        }
        let soonest = (0..self.data.chain.len()).filter_map(|index| self.soonest_expiry(index)).min();
        let summary = summary::of(&attempts, last.as_ref(), soonest, self.data.now);
        self.finish(Outcome::Exhausted { summary: Box::new(summary), attempts }, "T-34");
    }

    pub(crate) fn finish_aborted(&mut self) {
        let attempts = self.data.attempts.clone();
        self.finish(Outcome::Aborted { attempts }, "T-20");
    }

    /// T-20: when the deadline has passed nothing is begun any more: the turn ends.
    pub(crate) fn out_of_time(&mut self) -> bool {
        let over = self.data.request.deadline_at.is_some_and(|deadline| deadline <= self.data.now);
        if over {
            self.finish_deadline();
        }
        over
    }

    pub(crate) fn finish_deadline(&mut self) {
        let attempts = self.data.attempts.clone();
        self.finish(Outcome::Deadline { attempts }, "T-20");
    }

    /// The one way out. The profile that is left keeps its failure (K-2), the session the story of a turn that did not
    /// succeed at its first call (S-2).
    pub(crate) fn finish(&mut self, outcome: Outcome, rule: &str) {
        if !matches!(outcome, Outcome::Completed { .. }) {
            if let Some(visit) = self.data.visit.clone() {
                self.tell_failure(&visit);
            }
            self.roll_back();
            let patch = self.failure_patch(&outcome);
            self.persist(Vec::new(), patch);
        }
        self.out.push(Effect::Finish { outcome: Box::new(outcome), rule: rule.to_owned() });
        self.data.state = State::Finished;
        self.data.notice_at = None;
    }
}

fn called(record: &AttemptRecord) -> bool {
    record.outcome != Some(AttemptOutcome::Skipped)
}

/// T-34: a last error that says nothing of the chain is shown as it was.
fn says_nothing(verdict: &crate::classify::Classification) -> bool {
    matches!(verdict.reason, Reason::Unclassified | Reason::Unknown) || !verdict.failover
}
