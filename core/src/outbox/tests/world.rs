//! A message and short ways to command it.

use crate::error::Misuse;
use crate::outbox::{Action, Command, Entry, OutboxAnswer, OutboxOptions, Outcome, Permit, Verdict, step};
use crate::time::{Millis, Span};

pub(super) const NOW: Millis = Millis(1_000_000);

/// A message to `to`, at this place in the order.
pub(super) fn enqueue(id: &str, to: &str, seq: u64) -> Command {
    Command::Enqueue {
        id: id.to_owned(),
        channel: "telegram".to_owned(),
        to: to.to_owned(),
        payload_ref: format!("blob/{id}"),
        seq,
        available_at: None,
        max_attempts: None,
        max_age_ms: None,
    }
}

/// A stored entry, the clock, and what was answered last.
#[derive(Clone)]
pub(super) struct Message {
    pub(super) entry: Option<Entry>,
    pub(super) now: Millis,
    pub(super) options: OutboxOptions,
    pub(super) actions: Vec<Action>,
    pub(super) transition: &'static str,
}

impl Message {
    pub(super) fn new() -> Self {
        Self::of(&enqueue("m1", "42", 1))
    }

    pub(super) fn of(command: &Command) -> Self {
        let mut message =
            Self { entry: None, now: NOW, options: OutboxOptions::default(), actions: Vec::new(), transition: "" };
        message.must(command);
        message
    }

    /// A message that is given up after this time.
    pub(super) fn aging(most: u64) -> Self {
        let mut command = enqueue("m1", "42", 1);
        if let Command::Enqueue { max_age_ms, .. } = &mut command {
            *max_age_ms = Some(Span(most));
        }
        Self::of(&command)
    }

    pub(super) fn entry(&self) -> &Entry {
        self.entry.as_ref().expect("an entry")
    }

    pub(super) fn after(&mut self, ms: u64) -> &mut Self {
        self.now = self.now + Span(ms);
        self
    }

    pub(super) fn try_to(&mut self, command: &Command) -> Result<OutboxAnswer, Misuse> {
        step(self.entry.as_ref(), command, self.now, &self.options)
    }

    /// The code of the error; nothing may have changed.
    pub(super) fn refused(&mut self, command: &Command) -> String {
        self.try_to(command).expect_err("an error").code
    }

    pub(super) fn must(&mut self, command: &Command) -> &mut Self {
        let answer = self.try_to(command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
        (self.entry, self.actions, self.transition) = (answer.entry, answer.actions, answer.transition);
        self
    }

    /// Claimed by `owner`; answers the fencing number.
    pub(super) fn claim(&mut self, owner: &str) -> u64 {
        self.must(&Command::Claim { owner: owner.to_owned() });
        self.entry().fence
    }

    /// Claimed, charged and started by `owner`.
    pub(super) fn send(&mut self, owner: &str) -> Permit {
        let token = self.claim(owner);
        self.must(&reserve(owner, token)).must(&start(owner, token));
        match self.actions.as_slice() {
            [Action::Send(permit)] => permit.clone(),
            other => panic!("{other:?}"),
        }
    }

    pub(super) fn result(&mut self, token: u64, outcome: Outcome) -> &mut Self {
        self.must(&result(token, outcome))
    }

    /// Sent by an owner whose lease is over and whose entry was recovered.
    pub(super) fn lost(&mut self, owner: &str) -> Permit {
        let permit = self.send(owner);
        self.after(60_000).must(&Command::Recover { place: 0 });
        permit
    }
}

pub(super) fn reserve(owner: &str, token: u64) -> Command {
    Command::Reserve { owner: Some(owner.to_owned()), token: Some(token) }
}

pub(super) fn start(owner: &str, token: u64) -> Command {
    Command::StartSend { owner: Some(owner.to_owned()), token }
}

pub(super) fn renew(owner: &str, token: u64) -> Command {
    Command::Renew { owner: owner.to_owned(), token }
}

pub(super) fn result(token: u64, outcome: Outcome) -> Command {
    Command::Result { token, outcome, detail: None, retry_after_ms: None }
}

pub(super) fn reconcile(token: u64, verdict: Verdict) -> Command {
    Command::Reconcile { token, verdict }
}
