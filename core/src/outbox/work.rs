//! What a row changes of an entry, and what the host does then.

use super::action::{Action, Permit};
use super::command::{Command, Said};
use super::entry::{Claim, DeadReason, ENTRY_VERSION, Entry, Evidence, MAX_ATTEMPTS, State};
use super::options::OutboxOptions;
use super::transition::{Change, Then, Transition};
use crate::time::{Millis, Span};

/// A new entry. Only `enqueue` has a row without an entry before.
pub(super) fn created(command: &Command, now: Millis) -> Entry {
    let mut entry = Entry {
        v: ENTRY_VERSION,
        id: String::new(),
        channel: String::new(),
        to: String::new(),
        payload_ref: String::new(),
        seq: 0,
        enqueued_at: now,
        available_at: None,
        attempt_count: 0,
        max_attempts: MAX_ATTEMPTS,
        last_attempt_at: None,
        state: State::Queued,
        claim: None,
        fence: 0,
        reserved: None,
        evidence: None,
        max_age_ms: None,
        retried_at: None,
        asked: 0,
        passed: false,
        dead_reason: None,
        last_error: None,
    };
    if let Command::Enqueue { id, channel, to, payload_ref, seq, available_at, max_attempts, max_age_ms } = command {
        entry.id.clone_from(id);
        entry.channel.clone_from(channel);
        entry.to.clone_from(to);
        entry.payload_ref.clone_from(payload_ref);
        entry.seq = *seq;
        entry.available_at = *available_at;
        entry.max_attempts = max_attempts.unwrap_or(MAX_ATTEMPTS);
        entry.max_age_ms = *max_age_ms;
    }
    entry
}

/// A row at work.
pub(super) struct Work<'a> {
    pub(super) row: &'static Transition,
    pub(super) said: &'a Said<'a>,
    pub(super) now: Millis,
    pub(super) options: &'a OutboxOptions,
}

impl Work<'_> {
    /// Makes one change.
    pub(super) fn apply(&self, change: Change, entry: &mut Entry) {
        match change {
            Change::NewToken => entry.fence = entry.fence.saturating_add(1),
            Change::Lease => entry.claim = self.lease(entry),
            Change::DropClaim => (entry.claim, entry.reserved) = (None, None),
            Change::Charge => self.charge(entry),
            Change::Refund => refund(entry, self.row.from),
            Change::Start => self.start(entry),
            Change::Disprove => (entry.evidence, entry.asked) = (None, 0),
            Change::Now => self.wait(entry, Span::ZERO),
            Change::Spaced => self.wait(entry, Span(self.options.spacing_ms.0.saturating_mul(self.said.place.into()))),
            Change::BackOff => {
                let stated = self.said.retry_after.unwrap_or(Span::ZERO);
                self.wait(entry, self.options.back_off(entry.attempt_count).max(stated));
            }
            Change::FirstBackOff => {
                let stated = self.said.retry_after.unwrap_or(Span::ZERO);
                self.wait(entry, self.options.back_off(1).max(stated));
            }
            Change::AskLater => {
                entry.asked = entry.asked.saturating_add(1);
                self.wait(entry, self.options.back_off(entry.asked));
            }
            Change::HoldAsk => self.wait(entry, self.options.lease_ms),
            Change::GiveUp(reason) => self.give_up(entry, reason),
            Change::Revive => entry.dead_reason = None,
            Change::Pass => entry.passed = true,
            Change::NewBudget => self.new_budget(entry),
        }
    }

    fn wait(&self, entry: &mut Entry, span: Span) {
        entry.available_at = Some(self.now + span);
    }

    fn lease(&self, entry: &Entry) -> Option<Claim> {
        let owner = self.said.owner?.to_owned();
        Some(Claim { owner, until: self.now + self.options.lease_ms, token: entry.fence })
    }

    fn charge(&self, entry: &mut Entry) {
        entry.attempt_count = entry.attempt_count.saturating_add(1);
        entry.reserved = Some(entry.fence);
    }

    fn start(&self, entry: &mut Entry) {
        let owner = entry.claim.as_ref().map(|claim| claim.owner.clone());
        let (token, attempt) = (entry.fence, entry.attempt_count);
        entry.evidence = Some(Evidence { token, attempt, started_at: self.now, owner });
        entry.last_attempt_at = Some(self.now);
        (entry.reserved, entry.asked) = (None, 0);
    }

    fn give_up(&self, entry: &mut Entry, reason: DeadReason) {
        entry.dead_reason = Some(reason);
        (entry.claim, entry.reserved, entry.available_at) = (None, None, None);
        entry.passed = entry.passed || self.options.pass_dead;
    }

    fn new_budget(&self, entry: &mut Entry) {
        (entry.attempt_count, entry.retried_at) = (0, Some(self.now));
        (entry.passed, entry.dead_reason) = (false, None);
    }

    /// What one part of `then` means for this entry.
    pub(super) fn action(&self, then: Then, entry: &Entry) -> Option<Action> {
        match then {
            Then::Send => permit(entry).map(Action::Send),
            Then::Reconcile => permit(entry).map(Action::Reconcile),
            Then::Renew => entry.claim.as_ref().map(|_| Action::Renew { at: self.now + self.options.renew_ms }),
            Then::Wake => Some(Action::Wake { at: entry.due() }),
            Then::Settle => Some(Action::Settled { state: entry.state, reason: entry.dead_reason }),
            Then::Delete => Some(Action::Delete {}),
        }
    }
}

/// Returns a charged attempt; a claim that was never charged has none to return.
const fn refund(entry: &mut Entry, from: Option<State>) {
    if entry.reserved.is_some() || !matches!(from, Some(State::Claimed)) {
        entry.attempt_count = entry.attempt_count.saturating_sub(1);
    }
}

fn permit(entry: &Entry) -> Option<Permit> {
    let started = entry.evidence.as_ref()?;
    Some(Permit {
        id: entry.id.clone(),
        channel: entry.channel.clone(),
        to: entry.to.clone(),
        payload_ref: entry.payload_ref.clone(),
        token: started.token,
        attempt: started.attempt,
        idempotency_key: entry.idempotency_key(),
        started_at: started.started_at,
    })
}
