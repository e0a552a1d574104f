//! One command to one entry (O-2).

use super::command::{Action, Command, Permit, Said};
use super::entry::{Claim, DeadReason, ENTRY_VERSION, Entry, Evidence, MAX_ATTEMPTS, State};
use super::index::Index;
use super::options::OutboxOptions;
use super::table::TRANSITIONS;
use super::transition::{Change, On, Then, Transition};
use crate::error::{Misuse, Problem, Problems};
use crate::time::{Millis, Span};
use serde::Serialize;

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OutboxAnswer {
    /// The entry as it is to be stored, by compare-and-set against the one that was given; absent: delete it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// The columns that a store indexes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<Index>,
    /// What to do once it is stored, in order.
    pub actions: Vec<Action>,
    /// Id of the row that decided.
    pub transition: &'static str,
    /// The rule behind the row.
    pub rule: &'static str,
    /// Why, in one sentence.
    pub reason: &'static str,
}

/// Carries a command out on an entry; `None` as entry is for [`Command::Enqueue`] alone.
///
/// # Errors
///
/// `illegal_transition` for a command that the state does not know, the code of the guard that failed
/// ([`super::Guard::failure`]), `invalid_args` or `newer_version`. Nothing is to be stored then.
pub fn step(
    entry: Option<&Entry>,
    command: &Command,
    now: Millis,
    options: &OutboxOptions,
) -> Result<OutboxAnswer, Misuse> {
    check(entry, command, options)?;
    let said = command.said();
    let row = find(entry, command.on(), &said, now)?;
    let mut next = match (entry, command) {
        (Some(entry), _) => entry.clone(),
        (None, command) => created(command, now),
    };
    let work = Work { row, said: &said, now, options };
    for change in row.changes {
        work.apply(*change, &mut next);
    }
    next.state = row.to.unwrap_or(next.state);
    if let Some(detail) = said.detail {
        next.last_error = Some(crate::redact::preview(detail));
    }
    let actions = row.then.iter().filter_map(|then| work.action(*then, &next)).collect();
    let entry = row.to.map(|_| next);
    let index = entry.as_ref().map(Index::of);
    Ok(OutboxAnswer { entry, index, actions, transition: row.id, rule: row.rule, reason: row.reason })
}

/// The row that decides.
fn find(entry: Option<&Entry>, on: On, said: &Said<'_>, now: Millis) -> Result<&'static Transition, Misuse> {
    let from = entry.map(|entry| entry.state);
    let mut first = None;
    for row in TRANSITIONS.iter().filter(|row| row.from == from && row.on == on) {
        let failed = entry.and_then(|entry| row.guards.iter().find(|guard| !guard.holds(entry, said, now)));
        match failed {
            None => return Ok(row),
            Some(guard) => first = first.or(Some(*guard)),
        }
    }
    Err(first.map_or_else(
        || illegal(from, on),
        |guard| {
            let (code, sentence) = guard.failure();
            Misuse::new(code, format!("`{}` changed nothing: {sentence}", on.as_str()))
        },
    ))
}

fn illegal(from: Option<State>, on: On) -> Misuse {
    let mut known: Vec<&str> = TRANSITIONS.iter().filter(|row| row.from == from).map(|row| row.on.as_str()).collect();
    known.dedup();
    let state = from.map_or("no entry", State::as_str);
    let message = format!("`{}` is not for `{state}`; there are: {}", on.as_str(), known.join(", "));
    Misuse::new("illegal_transition", message)
}

/// Inputs that no row may see.
fn check(entry: Option<&Entry>, command: &Command, options: &OutboxOptions) -> Result<(), Misuse> {
    if let Some(entry) = entry.filter(|entry| entry.v > ENTRY_VERSION) {
        let message =
            format!("the entry has version {}, this engine knows {ENTRY_VERSION}: use a newer engine", entry.v);
        return Err(Misuse::new("newer_version", message));
    }
    let mut problems = options.check();
    if let Command::Enqueue { id, channel, to, payload_ref, max_attempts, .. } = command {
        let texts = [("id", id, 200), ("channel", channel, 100), ("to", to, 500), ("payloadRef", payload_ref, 2_000)];
        problems.extend(texts.into_iter().filter_map(|(name, text, most)| text_problem(name, text, most)));
        if channel.contains('/') {
            problems.push(
                Problem::new("malformed", "command.enqueue.channel", "A channel has no slash.").with(channel, "a name"),
            );
        }
        if max_attempts.is_some_and(|n| !(1..=100).contains(&n)) {
            let path = "command.enqueue.maxAttempts";
            let found = max_attempts.unwrap_or(0).to_string();
            problems
                .push(Problem::new("out_of_range", path, "So many attempts are not allowed.").with(found, "1 to 100"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(wrong(problems)) }
}

fn wrong(problems: Problems) -> Misuse {
    let message = problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ");
    Misuse { problems, ..Misuse::new("invalid_args", message) }
}

fn text_problem(name: &str, text: &str, most: usize) -> Option<Problem> {
    (text.trim().is_empty() || text.len() > most).then(|| {
        Problem::new("out_of_range", format!("command.enqueue.{name}"), "The text is empty or too long.")
            .with(format!("{} bytes", text.len()), format!("1 to {most} bytes"))
    })
}

/// A new entry; `find` lets only `enqueue` come here.
fn created(command: &Command, now: Millis) -> Entry {
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
struct Work<'a> {
    row: &'static Transition,
    said: &'a Said<'a>,
    now: Millis,
    options: &'a OutboxOptions,
}

impl Work<'_> {
    fn apply(&self, change: Change, entry: &mut Entry) {
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

    fn action(&self, then: Then, entry: &Entry) -> Option<Action> {
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
