//! Events: which one fits which state, and what it changes (T-2, T-3).

use super::data::{AskThen, Call, State};
use super::effect::{AskKind, Effect, WaitWhy};
use super::event::{AbortBy, Answer, Event, IncompleteWhy, ProgressLevel};
use super::machine::Turn;
use super::outcome::Outcome;
use super::report::AttemptOutcome;
use super::verdicts;
use crate::classify::{ErrorSignal, Phase};
use crate::time::Millis;
use serde_json::Value;

impl Call {
    /// T-21: the first content ends the first-token clock, and each sign of life restarts the idle clock. While the
    /// first token is awaited only its own clock runs; between two responses it waits for the tools.
    fn run_clocks(&mut self, level: ProgressLevel, now: Millis) {
        let awaiting = self.first_token_from.is_some();
        match level {
            ProgressLevel::Lifecycle if awaiting => {}
            ProgressLevel::ToolStarted | ProgressLevel::ToolSettled if awaiting && self.between => {
                self.first_token_from = Some(now);
            }
            _ => {
                self.between = false;
                self.first_token_from = None;
                self.idle_from = Some(now);
            }
        }
    }
}

impl Turn {
    pub(crate) fn dispatch(&mut self, event: Event) {
        match event {
            Event::Tick {} => {}
            Event::Abort { by } => self.abort(by),
            Event::SnapshotChanged { snapshot } => self.adopt(*snapshot),
            Event::LiveSwitch { provider, model, profile, user_pending } => {
                self.live_switch(crate::session::LiveSwitch { provider, model, profile }, user_pending);
            }
            Event::HostError { attempt_id, message } => self.host_error(attempt_id.as_deref(), &message),
            Event::Answered { ask_id, result } => self.answered(&ask_id, result),
            other => self.attempt_event(other),
        }
    }

    /// An event of the live attempt; of any other it is ignored (T-3).
    fn attempt_event(&mut self, event: Event) {
        let live = match &self.data.state {
            State::Calling { call } => attempt_of(&event) == Some(call.attempt_id.as_str()),
            _ => false,
        };
        if !live {
            let cause = name(&event);
            return self.ignore(state_name(&self.data.state), cause);
        }
        match event {
            Event::CallStarted { .. } => self.call_started(),
            Event::Progress { level, pending_approval, async_work, terminating_tool, .. } => {
                self.progress(level, pending_approval, async_work, terminating_tool);
            }
            Event::ResponseCompleted { .. } => self.response_completed(),
            Event::ResponseIncomplete { why, during_tool_call, .. } => self.response_incomplete(why, during_tool_call),
            Event::Succeeded { empty, payload_signal, usage: _, .. } => {
                self.succeeded(empty, payload_signal.as_deref())
            }
            Event::Failed { signal, .. } => self.failed(&signal),
            _ => {}
        }
    }

    fn with_call(&mut self, change: impl FnOnce(&mut Call)) {
        if let State::Calling { call } = &mut self.data.state {
            change(call);
        }
    }

    fn call_started(&mut self) {
        let now = self.data.now;
        self.with_call(|call| {
            if !call.started {
                call.started = true;
                call.first_token_from = Some(now);
            }
        });
    }

    fn progress(&mut self, level: ProgressLevel, pending: bool, async_work: bool, terminating: bool) {
        let now = self.data.now;
        let tools = &mut self.data.tools;
        tools.pending_approval = pending;
        tools.async_work = async_work;
        tools.terminating |= terminating;
        match level {
            ProgressLevel::ToolStarted => tools.running = tools.running.saturating_add(1),
            ProgressLevel::ToolSettled => tools.running = tools.running.saturating_sub(1),
            ProgressLevel::Lifecycle | ProgressLevel::Text => {}
        }
        let content = level != ProgressLevel::Lifecycle;
        self.data.touched |= content;
        self.with_call(|call| {
            call.started = true;
            call.progressed = true;
            call.shown |= level == ProgressLevel::Text;
            call.run_clocks(level, now);
        });
    }

    fn response_completed(&mut self) {
        let now = self.data.now;
        self.data.touched = true;
        self.data.budget.window_from = None;
        if let Some(visit) = &mut self.data.visit {
            visit.step = 0;
        }
        if let Some(record) = self.data.attempts.last_mut() {
            record.responses = record.responses.saturating_add(1);
        }
        self.with_call(|call| {
            call.started = true;
            call.progressed = true;
            call.shown = false;
            call.between = true;
            call.first_token_from = Some(now);
            call.idle_from = None;
        });
    }

    /// T-13: the output limit outside a tool call is no error; anything else ends the attempt.
    fn response_incomplete(&mut self, why: IncompleteWhy, during_tool_call: bool) {
        if why == IncompleteWhy::MaxOutputTokens && !during_tool_call {
            return self.with_call(|call| call.progressed = true);
        }
        if why == IncompleteWhy::MaxOutputTokens {
            return self.output_limit();
        }
        self.fail_with(verdicts::incomplete(why));
    }

    fn succeeded(&mut self, empty: bool, payload: Option<&ErrorSignal>) {
        if let Some(signal) = payload {
            let verdict = self.engine.classifier.classify(&self.filled(signal), self.data.now, false);
            return self.fail_with(verdict);
        }
        if empty {
            return self.fail_with(verdicts::empty());
        }
        self.complete();
    }

    fn failed(&mut self, signal: &ErrorSignal) {
        if signal.name.as_deref() == Some("LiveSessionModelSwitchError") {
            return self.switch_failed();
        }
        let verdict = self.engine.classifier.classify(&self.filled(signal), self.data.now, false);
        self.fail_with(verdict);
    }

    /// The signal with what the turn knows and the host left out.
    pub(crate) fn filled(&self, signal: &ErrorSignal) -> ErrorSignal {
        let mut signal = signal.clone();
        if let Some(candidate) = self.current_candidate() {
            signal.provider.get_or_insert_with(|| candidate.provider.clone());
            signal.model.get_or_insert_with(|| candidate.model.clone());
        }
        if let State::Calling { call } = &self.data.state {
            let phase = if call.progressed { Some(Phase::Stream) } else { None };
            signal.phase = signal.phase.or(phase);
        }
        signal
    }

    fn host_error(&mut self, attempt_id: Option<&str>, message: &str) {
        let live = match &self.data.state {
            State::Calling { call } => Some(call.attempt_id.clone()),
            _ => None,
        };
        if attempt_id.is_some() && attempt_id != live.as_deref() {
            return self.ignore(state_name(&self.data.state), "host_error");
        }
        // An error of no attempt leaves a call running that nobody would hear of again.
        if attempt_id.is_none() {
            self.cancel_live();
        }
        self.close_attempt(AttemptOutcome::Cancelled, None);
        let verdict = verdicts::host_error(message);
        let partial = self.data.touched;
        let attempts = self.data.attempts.clone();
        self.finish(Outcome::Surfaced { classification: Box::new(verdict), partial, attempts }, "T-2");
    }

    fn abort(&mut self, by: AbortBy) {
        self.cancel_live();
        self.close_attempt(AttemptOutcome::Cancelled, None);
        match by {
            AbortBy::Caller => self.finish_aborted(),
            AbortBy::Deadline => self.finish_deadline(),
        }
    }

    pub(crate) fn cancel_live(&mut self) {
        if let State::Calling { call } = &self.data.state {
            self.out.push(Effect::CancelCall { attempt_id: call.attempt_id.clone() });
        }
    }

    fn answered(&mut self, id: &str, result: Answer) {
        let State::Asking { ask_id, ask, then, .. } = &self.data.state else {
            return self.ignore(state_name(&self.data.state), "answered");
        };
        if ask_id != id {
            return self.ignore("asking", "answered");
        }
        let (ask, then) = (*ask, then.clone());
        match result {
            Answer::Ok { data } => self.ask_ok(ask, then, data.as_ref()),
            Answer::Denied { held_until } => self.ask_denied(then, held_until),
            Answer::Conflict { entry } => self.ask_conflict(&entry, then),
            Answer::Failed { signal } => self.ask_failed(ask, then, signal.as_deref()),
        }
    }

    /// What a deadline does (T-1, T-20, T-21).
    pub(crate) fn fire(&mut self, why: WaitWhy) {
        match why {
            WaitWhy::TurnDeadline => self.abort(AbortBy::Deadline),
            WaitWhy::Notice => self.overload_notice(),
            WaitWhy::HostReply => {
                if let State::Asking { ask, then, .. } = self.data.state.clone() {
                    self.ask_failed(ask, then, None);
                }
            }
            WaitWhy::BackOff | WaitWhy::Replay | WaitWhy::Cooldown | WaitWhy::Lease => {
                if let State::Waiting { then, .. } = self.data.state.clone() {
                    self.perform(then);
                }
            }
            WaitWhy::CandidateDeadline => {
                self.cancel_live();
                self.fail_with(verdicts::share_over());
            }
            other => {
                self.cancel_live();
                self.fail_with(verdicts::timed_out(other));
            }
        }
    }

    /// An answer that does what was asked for.
    fn ask_ok(&mut self, ask: AskKind, then: AskThen, data: Option<&Value>) {
        if ask == AskKind::Compact {
            self.data.budget.compacted = self.data.budget.compacted.saturating_add(1);
        }
        self.perform_ask(then, data);
    }
}

/// The wire name of an event, for the log.
pub(crate) const fn name(event: &Event) -> &'static str {
    match event {
        Event::CallStarted { .. } => "call_started",
        Event::Progress { .. } => "progress",
        Event::ResponseCompleted { .. } => "response_completed",
        Event::ResponseIncomplete { .. } => "response_incomplete",
        Event::Succeeded { .. } => "succeeded",
        Event::Failed { .. } => "failed",
        Event::HostError { .. } => "host_error",
        Event::Tick {} => "tick",
        Event::Answered { .. } => "answered",
        Event::LiveSwitch { .. } => "live_switch",
        Event::SnapshotChanged { .. } => "snapshot_changed",
        Event::Abort { .. } => "abort",
    }
}

pub(crate) const fn state_name(state: &State) -> &'static str {
    match state {
        State::Calling { .. } => "calling",
        State::Waiting { .. } => "waiting",
        State::Asking { .. } => "asking",
        State::Finished => "finished",
    }
}

fn attempt_of(event: &Event) -> Option<&str> {
    match event {
        Event::CallStarted { attempt_id, .. }
        | Event::Progress { attempt_id, .. }
        | Event::ResponseCompleted { attempt_id }
        | Event::ResponseIncomplete { attempt_id, .. }
        | Event::Succeeded { attempt_id, .. }
        | Event::Failed { attempt_id, .. } => Some(attempt_id),
        _ => None,
    }
}
