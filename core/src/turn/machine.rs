//! The turn itself: one event in, one step out.

use super::data::{AskThen, Data, State, Then};
use super::effect::{Effect, Next, Step};
use super::event::Event;
use super::request::{Snapshot, TurnRequest};
use crate::classify::Reason;
use crate::engine::Inner;
use crate::error::{Misuse, Problem, Problems, StateError};
use crate::select;
use crate::state::StateView;
use crate::time::Millis;
use serde_json::Value;
use std::sync::Arc;

/// One user request through to an answer or a final failure: a state machine without I/O (T).
///
/// Two kinds of call: [`Turn::handle`] takes one event and answers with a [`Step`]; [`Turn::save`] and
/// [`Turn::next_deadline`] only read. The simplest correct driver:
///
/// 1. `engine.begin(request, snapshot, now)` gives the turn and its first step.
/// 2. Carry the step's effects out in list order.
/// 3. If `next` is [`Next::Done`], stop. Otherwise wait for something to report, or until `at`.
/// 4. Report it with `handle(event, now)`; when only time passed, report [`Event::Tick`]. Go to 2.
///
/// Time must not be guessed: pass the clock's `now` with each event. Early, late and repeated ticks do nothing wrong,
/// and a clock that jumps back changes no deadline.
pub struct Turn {
    pub(crate) engine: Arc<Inner>,
    pub(crate) data: Data,
    pub(crate) view: StateView,
    pub(crate) out: Vec<Effect>,
}

impl Turn {
    pub(crate) fn begin(
        engine: Arc<Inner>,
        request: TurnRequest,
        snapshot: Snapshot,
        now: Millis,
    ) -> Result<(Self, Step), Problems> {
        let (mut turn, warnings) = Self::prepare(engine, request, snapshot, now)?;
        for warning in warnings {
            turn.log_warning(&warning.code, &warning.to_string());
        }
        turn.clear_lost_pin();
        if !turn.ask_origin_probe() {
            turn.new_pass();
        }
        turn.fire_deadlines();
        let step = turn.step();
        Ok((turn, step))
    }

    /// A turn before its first decision: what `explain` looks at.
    pub(crate) fn prepare(
        engine: Arc<Inner>,
        request: TurnRequest,
        snapshot: Snapshot,
        now: Millis,
    ) -> Result<(Self, Problems), Problems> {
        check(&request)?;
        let read = StateView::read(&engine.policy, &snapshot, &request.agent_id, request.session_id.as_deref(), now);
        let (view, mut warnings) = read.map_err(|error| vec![unreadable(&error)])?;
        let selection = super::plan::selection(&engine.policy, &request, &view)?;
        let (chain, more) = select::chain(&engine.policy, &request, &selection)?;
        warnings.extend(more);
        let data = Data::new(engine.hash.clone(), request, snapshot, selection, chain, now);
        Ok((Self { engine, data, view, out: Vec::new() }, warnings))
    }

    /// Takes one event and answers what to do next (T-2). An event that does not fit is ignored and logged; nothing
    /// panics and nothing else changes (T-3).
    ///
    /// # Errors
    ///
    /// [`Misuse`] is kept for hosts whose events cannot be read at all; a typed event never gives one.
    pub fn handle(&mut self, event: Event, now: Millis) -> Result<Step, Misuse> {
        self.data.now = self.data.now.max(now);
        if self.is_done() {
            self.ignore("finished", super::events::name(&event));
        } else {
            self.dispatch(event);
            self.fire_deadlines();
        }
        Ok(self.step())
    }

    /// The soonest deadline, as the last step gave it; for a turn that was just loaded.
    #[must_use]
    pub fn next_deadline(&self) -> Next {
        self.next()
    }

    /// The turn as JSON, to be taken after the effects of the last step were carried out.
    #[must_use]
    pub fn save(&self) -> String {
        serde_json::to_string(&self.data).unwrap_or_default()
    }

    pub(crate) fn load(engine: Arc<Inner>, data: Data) -> Result<Self, StateError> {
        if data.policy_hash != engine.hash {
            let message = format!(
                "the turn was saved under policy {}, this engine has {}: load it with an engine of the same config",
                data.policy_hash, engine.hash
            );
            return Err(StateError::new("policy_mismatch", message));
        }
        let session = data.request.session_id.as_deref();
        let (view, _) = StateView::read(&engine.policy, &data.snapshot, &data.request.agent_id, session, data.now)?;
        let mut turn = Self { engine, data, view, out: Vec::new() };
        turn.fold_own_facts();
        Ok(turn)
    }

    pub(crate) const fn is_done(&self) -> bool {
        matches!(self.data.state, State::Finished)
    }

    /// Adopts fresh records; the turn's own facts are folded over them.
    pub(crate) fn adopt(&mut self, snapshot: Snapshot) {
        let session = self.data.request.session_id.as_deref();
        match StateView::read(&self.engine.policy, &snapshot, &self.data.request.agent_id, session, self.data.now) {
            Ok((view, warnings)) => {
                self.view = view;
                self.data.snapshot = snapshot;
                self.fold_own_facts();
                self.end_lease_wait();
                for warning in warnings {
                    self.log_warning(&warning.code, &warning.to_string());
                }
            }
            Err(error) => self.log_warning(&error.code, &error.message),
        }
    }

    fn fold_own_facts(&mut self) {
        for fact in &self.data.own_facts {
            self.view.apply_own(&self.engine.policy, fact);
        }
    }

    /// Fires every deadline that has passed. Each firing spends a budget or ends the turn, so the loop is bounded.
    pub(crate) fn fire_deadlines(&mut self) {
        while let Some((at, why)) = self.soonest() {
            if at > self.data.now || self.is_done() {
                return;
            }
            self.fire(why);
        }
    }

    fn step(&mut self) -> Step {
        Step { effects: std::mem::take(&mut self.out), next: self.next() }
    }

    fn next(&self) -> Next {
        if self.is_done() {
            return Next::Done;
        }
        let soonest = self.soonest();
        Next::Wait { at: soonest.map(|(at, _)| at), why: soonest.map(|(_, why)| why) }
    }

    /// What a wait or an answer leads to.
    pub(crate) fn perform(&mut self, then: Then) {
        match then {
            Then::Again => self.call_again(super::data::mode(self.data.touched), "T-6"),
            Then::Rotate { profile } => self.call_rotated(profile),
            Then::NewPass => self.new_pass(),
            Then::Lease { pending, tries } => self.lease_wait_over(pending, tries),
        }
    }

    /// The rule under which the host was asked to mend what the last call failed for.
    fn asked_rule(&self) -> &'static str {
        match self.data.last.as_ref().map(|verdict| verdict.reason) {
            Some(Reason::Format) => "T-17",
            Some(Reason::SessionExpired) => "T-18",
            _ => "T-16",
        }
    }

    /// What an answer leads to; `data` came with it.
    pub(crate) fn perform_ask(&mut self, then: AskThen, data: Option<&Value>) {
        match then {
            AskThen::Consent { class, pending } => self.consent_given(class, pending),
            AskThen::Stored { pending, before, written } => self.stored(pending, before, written),
            AskThen::Lease { pending, .. } => self.lease_taken(pending),
            AskThen::Refresh { pending } => self.refreshed(data, pending),
            AskThen::Draw { pending } => self.pass_gates(pending),
            AskThen::OriginProbe => self.origin_probe_granted(),
            AskThen::Again => self.call_again(super::data::mode(self.data.touched), self.asked_rule()),
            AskThen::Probe { index, profile, rule, until } => self.probe_granted(index, profile, &rule, until),
        }
    }
}

/// What can be wrong with a request beyond its shape: all of it at once.
fn check(request: &TurnRequest) -> Result<(), Problems> {
    let mut problems = Problems::new();
    if request.turn_id.trim().is_empty() {
        problems
            .push(Problem::new("missing", "request.turnId", "a turn needs an id of its own").with("nothing", "text"));
    }
    if request.seed > crate::time::MAX_SAFE {
        let message = "a seed above 2^53 - 1 is not the same number on every host";
        problems
            .push(Problem::new("out_of_range", "request.seed", message).with(request.seed.to_string(), "0..2^53-1"));
    }
    let ways =
        [request.selection.is_some(), request.chain.is_some(), request.one_off.is_some() || request.cron.is_some()];
    if ways.iter().filter(|given| **given).count() > 1 {
        let message = "give at most one of `selection`, `chain`, and `override` or `cron`";
        problems.push(Problem::new("conflict", "request", message));
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn unreadable(error: &StateError) -> Problem {
    Problem::new(&error.code, "snapshot", error.message.clone())
}
