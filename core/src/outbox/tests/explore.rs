//! Every way in which two workers and two messages of one destination can meet: crashes, lost answers, late arrivals,
//! leases that end and people who interfere, at every step (O-2 to O-6).
//!
//! Time is left out: a lease runs or is over, an entry is fresh or too old. So the number of states is finite, and all
//! of them are visited.

use super::world::{enqueue, reconcile, reserve, result, start};
use crate::outbox::{Action, Command, Entry, Index, OutboxOptions, Outcome, State, Verdict, next_in_lane, step};
use crate::time::{Millis, Span};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

const NOW: Millis = Millis(10);
/// Crashes, ended leases, aged entries, unhelpful answers and interventions of people in one run, together.
const FAULTS: u8 = 3;
const ATTEMPTS: u32 = 2;

/// What a worker is doing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Worker {
    Idle,
    Claimed(usize, u64),
    Reserved(usize, u64),
    Permitted(usize, u64),
    Answered(usize, u64, Report),
}

/// What a worker is about to report.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Report {
    Sent,
    Transient,
    Permanent,
    NotConnected,
    Ambiguous,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct World {
    pub(super) entries: [Entry; 2],
    workers: [Worker; 2],
    /// How often the receiver took each message.
    pub(super) taken: [u8; 2],
    /// Requests that are still on their way although their worker gave up.
    flying: [u8; 2],
    /// Somebody decided that a send did not arrive, or a person asked for another.
    decided: [bool; 2],
    /// Sends allowed since the last new budget.
    allowed: [u32; 2],
    last_token: [u64; 2],
    faults: u8,
}

impl World {
    fn new() -> Self {
        let entry = |id, seq| {
            let mut command = enqueue(id, "42", seq);
            if let Command::Enqueue { max_attempts, max_age_ms, .. } = &mut command {
                (*max_attempts, *max_age_ms) = (Some(ATTEMPTS), Some(Span(5)));
            }
            step(None, &command, NOW, &options()).unwrap().entry.unwrap()
        };
        Self {
            entries: [entry("m1", 1), entry("m2", 2)],
            workers: [Worker::Idle; 2],
            taken: [0; 2],
            flying: [0; 2],
            decided: [false; 2],
            allowed: [0; 2],
            last_token: [0; 2],
            faults: FAULTS,
        }
    }

    /// Carries a command out and checks what no answer may break; `None` when it is refused.
    pub(super) fn command(&self, i: usize, command: &Command) -> Option<Self> {
        let answer = step(Some(&self.entries[i]), command, NOW, &options()).ok()?;
        let mut next = self.clone();
        next.entries[i] = without_time(answer.entry?);
        let permit = answer.actions.iter().find_map(|action| match action {
            Action::Send(permit) => Some(permit),
            _ => None,
        });
        assert!(permit.is_none() || matches!(command, Command::StartSend { .. }), "only a start allows a send");
        if let Some(permit) = permit {
            assert!(permit.token > next.last_token[i], "a permission is given once");
            (next.last_token[i], next.allowed[i]) = (permit.token, next.allowed[i] + 1);
            let head = &self.entries[0];
            let free = i == 0 || !Index::of(head).blocks || head.passed || self.decided[0];
            assert!(free, "the follower must not overtake its head");
        }
        match command {
            Command::Retry {} => (next.decided[i], next.allowed[i]) = (true, 0),
            Command::Reconcile { verdict: Verdict::NotSent, .. } => next.decided[i] = true,
            Command::Result { outcome: Outcome::NotConnected, .. } => next.allowed[i] -= 1,
            _ => {}
        }
        next.check(i);
        Some(next)
    }

    fn check(&self, i: usize) {
        let entry = &self.entries[i];
        assert!(entry.attempt_count <= entry.max_attempts && self.allowed[i] <= ATTEMPTS, "within the budget");
        assert!(entry.state != State::Dead || entry.dead_reason.is_some(), "dead with a reason");
        assert!(entry.state != State::Sent || self.taken[i] > 0, "sent means taken");
        assert!(self.taken[i] < 2 || self.decided[i], "twice only after somebody decided so");
    }

    fn fault(&self) -> Option<Self> {
        Some(Self { faults: self.faults.checked_sub(1)?, ..self.clone() })
    }

    fn worker(mut self, w: usize, worker: Worker) -> Self {
        self.workers[w] = worker;
        self
    }

    fn took(mut self, i: usize) -> Self {
        self.taken[i] += 1;
        self.check(i);
        self
    }

    /// Everything that worker `w` can do next.
    fn worker_moves(&self, w: usize, out: &mut Vec<Self>) {
        let name = ["w1", "w2"][w];
        // A command that is refused, or ends the entry, tells the worker that it has nothing to do with it any more.
        let go = |i: usize, command: &Command, then: Worker| {
            let done = self.command(i, command);
            let holds = |next: &Self| matches!(next.entries[i].state, State::Claimed | State::Sending);
            let then = if done.as_ref().is_some_and(holds) { then } else { Worker::Idle };
            done.unwrap_or_else(|| self.clone()).worker(w, then)
        };
        match self.workers[w] {
            Worker::Idle => {
                let next = next_in_lane(&self.entries, NOW).sendable;
                if let Some(i) = next.and_then(|id| self.entries.iter().position(|entry| entry.id == id)) {
                    let token = self.entries[i].fence + 1;
                    out.push(go(i, &Command::Claim { owner: name.to_owned() }, Worker::Claimed(i, token)));
                }
            }
            Worker::Claimed(i, token) => {
                out.push(go(i, &reserve(name, token), Worker::Reserved(i, token)));
                let release = Command::Release { owner: name.to_owned(), token, not_connected: true };
                out.extend(
                    self.fault().and_then(|world| world.command(i, &release)).map(|next| next.worker(w, Worker::Idle)),
                );
            }
            Worker::Reserved(i, token) => out.push(go(i, &start(name, token), Worker::Permitted(i, token))),
            Worker::Permitted(i, token) => self.network(w, i, token, out),
            Worker::Answered(i, token, report) => {
                out.push(go(i, &result(token, report.outcome()), Worker::Idle));
            }
        }
        if self.workers[w] != Worker::Idle {
            out.extend(self.fault().map(|next| next.worker(w, Worker::Idle)));
        }
    }

    /// What the network and the receiver can make of a send.
    fn network(&self, w: usize, i: usize, token: u64, out: &mut Vec<Self>) {
        let answered = |world: Self, report| world.worker(w, Worker::Answered(i, token, report));
        out.push(answered(self.clone().took(i), Report::Sent));
        out.push(answered(self.clone().took(i), Report::Ambiguous));
        for report in [Report::Transient, Report::Permanent, Report::NotConnected] {
            out.extend(self.fault().map(|next| answered(next, report)));
        }
        out.extend(self.fault().map(|mut next| {
            next.flying[i] += 1;
            answered(next, Report::Ambiguous)
        }));
    }

    /// What happens around the workers to message `i`.
    fn other_moves(&self, i: usize, out: &mut Vec<Self>) {
        if self.flying[i] > 0 {
            let mut next = self.clone();
            next.flying[i] -= 1;
            out.push(next.took(i));
        }
        out.extend(self.command(i, &Command::Recover { place: 0 }));
        out.extend(self.command(i, &Command::Ask {}));
        let Some(fault) = self.fault() else { return };
        if let Some(token) = self.entries[i].evidence.as_ref().map(|started| started.token) {
            out.extend(self.command(i, &reconcile(token, self.honest(i))));
            out.extend(fault.command(i, &reconcile(token, Verdict::Unknown)));
        }
        for command in [Command::LetPass {}, Command::Retry {}, Command::Dead { detail: None }] {
            out.extend(fault.command(i, &command));
        }
        out.push(fault.clone().lease_ends(i));
        let mut aged = fault;
        aged.entries[i].enqueued_at = Millis(1);
        out.push(aged);
    }

    /// What the receiver says when it is asked now.
    pub(super) fn honest(&self, i: usize) -> Verdict {
        if self.taken[i] > 0 { Verdict::Sent } else { Verdict::NotSent }
    }

    pub(super) fn lease_ends(mut self, i: usize) -> Self {
        if let Some(claim) = &mut self.entries[i].claim {
            claim.until = NOW;
        }
        self
    }

    fn moves(&self) -> Vec<Self> {
        let mut out = Vec::new();
        for n in 0..2 {
            self.worker_moves(n, &mut out);
            self.other_moves(n, &mut out);
        }
        out
    }

    /// O-2: whatever happened, the machine comes to an end with everything sent, or dead with a reason.
    fn ends(&self) {
        let mut world = Self { workers: [Worker::Idle; 2], flying: [0; 2], ..self.clone() };
        let over = |world: &Self| world.entries.iter().all(|entry| matches!(entry.state, State::Sent | State::Dead));
        for _ in 0..16 {
            if over(&world) {
                return;
            }
            world = world.lease_ends(0).drained(0).lease_ends(1).drained(1);
        }
        assert!(over(&world), "nothing is stuck");
    }

    /// One message pushed as far as an able worker and an honest receiver can.
    fn drained(self, i: usize) -> Self {
        let mut world = self;
        let token = world.entries[i].fence + 1;
        let started = world.entries[i].evidence.as_ref().map_or(0, |started| started.token);
        let claim = Command::Claim { owner: "w".to_owned() };
        let claimable = next_in_lane(&world.entries, NOW).sendable.as_ref() == Some(&world.entries[i].id);
        let common = [Command::Recover { place: 0 }, reconcile(started, world.honest(i)), Command::LetPass {}];
        let send = [claim, reserve("w", token), start("w", token)];
        let commands = if claimable { send.to_vec() } else { common.to_vec() };
        for command in &commands {
            world = world.command(i, command).unwrap_or(world);
        }
        if world.entries[i].state == State::Sending {
            world = world.took(i);
            world = world.command(i, &result(token, Outcome::Sent)).unwrap_or(world);
        }
        world
    }
}

impl Report {
    const fn outcome(self) -> Outcome {
        match self {
            Self::Sent => Outcome::Sent,
            Self::Transient => Outcome::Transient,
            Self::Permanent => Outcome::Permanent,
            Self::NotConnected => Outcome::NotConnected,
            Self::Ambiguous => Outcome::Ambiguous,
        }
    }
}

/// No waiting, and leases of which one step of time remains.
fn options() -> OutboxOptions {
    OutboxOptions {
        lease_ms: Span(2),
        renew_ms: Span(1),
        backoff_ms: vec![Span(0)],
        spacing_ms: Span(0),
        pass_dead: false,
    }
}

/// Counters that only lengthen waits would make the number of states infinite.
fn without_time(mut entry: Entry) -> Entry {
    (entry.available_at, entry.asked) = (None, 0);
    entry
}

fn mark(world: &World) -> u64 {
    let mut hasher = DefaultHasher::new();
    world.hash(&mut hasher);
    hasher.finish()
}

/// O-2, O-3, O-4, O-5, O-6: sent at most once per permission, no attempt above the budget, nothing lost, order kept, and
/// late results authorise nothing, in every state that can be reached.
#[test]
fn o2_no_meeting_of_two_workers_breaks_a_promise() {
    let mut seen = BTreeSet::new();
    let mut open = vec![World::new()];
    let (mut states, mut steps) = (0_u64, 0_u64);
    seen.insert(mark(&open[0]));
    while let Some(world) = open.pop() {
        states += 1;
        world.ends();
        for next in world.moves() {
            steps += 1;
            if seen.insert(mark(&next)) {
                open.push(next);
            }
        }
    }
    println!("{states} states, {steps} steps");
    assert!(states > 10_000, "{states}");
}
