//! What every turn must hold, whatever happens (Q-5, T-35). Written from the specification, apart from the engine.

use crate::trace::{Trace, attempts};
use serde_json::Value;
use std::collections::BTreeSet;
use switchover_core::Engine;
use switchover_core::classify::{ErrorSignal, Phase, Reason, Scope};
use switchover_core::policy::UserPin;
use switchover_core::state::Fact;
use switchover_core::time::Millis;
use switchover_core::turn::{
    AttemptOutcome, CallMode, Candidate, Decision, Effect, Event, IncompleteWhy, Next, Outcome, ProgressLevel,
};

/// Checks one turn; answers every property that does not hold.
#[must_use]
pub fn check(engine: &Engine, trace: &Trace) -> Vec<String> {
    let mut watch = Watch { engine: Some(engine), ..Watch::default() };
    for moment in &trace.moments {
        if let Some(event) = &moment.event {
            watch.event(event, moment.now);
        }
        for effect in &moment.step.effects {
            watch.effect(effect);
        }
        watch.step_shape(&moment.step.effects, &moment.step.next);
        watch.deadline(&moment.step.next, trace.request.get("deadlineAt").and_then(Value::as_u64));
        watch.secrets(&moment.text);
    }
    watch.end(trace);
    watch.pins(engine, trace);
    watch.wrong
}

/// What a strict observer keeps of a turn.
#[derive(Default)]
struct Watch<'a> {
    engine: Option<&'a Engine>,
    wrong: Vec<String>,
    live: Option<(String, Candidate, Option<String>)>,
    calls: Vec<(String, Option<String>)>,
    finishes: usize,
    aborted: bool,
    touched: bool,
    progressed: bool,
    running: u32,
    unsettled: bool,
    terminating: bool,
    dead_profiles: BTreeSet<String>,
    dead_models: BTreeSet<String>,
    answered: bool,
    switched: bool,
    skips_logged: usize,
    told: BTreeSet<String>,
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

impl Watch<'_> {
    fn fault(&mut self, text: impl Into<String>) {
        self.wrong.push(text.into());
    }

    fn event(&mut self, event: &Event, now: Millis) {
        self.answered = false;
        if self.finishes > 0 {
            return;
        }
        match event {
            Event::Abort { .. } => self.aborted = true,
            Event::LiveSwitch { .. } => self.switched = true,
            Event::HostError { attempt_id, .. } => {
                let live = self.live.as_ref().map(|(id, ..)| id);
                if attempt_id.is_none() || attempt_id.as_ref() == live {
                    self.live = None;
                }
            }
            _ => {}
        }
        if attempt_of(event).is_some() && attempt_of(event) == self.live.as_ref().map(|(id, ..)| id.as_str()) {
            self.live_event(event, now);
        }
    }

    fn live_event(&mut self, event: &Event, now: Millis) {
        match event {
            Event::Progress { level, pending_approval, async_work, terminating_tool, .. } => {
                self.progressed = true;
                self.touched |= *level != ProgressLevel::Lifecycle;
                self.unsettled = *pending_approval || *async_work;
                self.terminating |= *terminating_tool;
                match level {
                    ProgressLevel::ToolStarted => self.running += 1,
                    ProgressLevel::ToolSettled => self.running = self.running.saturating_sub(1),
                    _ => {}
                }
            }
            Event::ResponseCompleted { .. } => {
                self.touched = true;
                self.progressed = true;
            }
            Event::ResponseIncomplete { why, during_tool_call, .. } => {
                self.touched |= *during_tool_call && *why == IncompleteWhy::MaxOutputTokens;
                if *during_tool_call || *why != IncompleteWhy::MaxOutputTokens {
                    self.live = None;
                }
            }
            Event::Succeeded { empty, payload_signal, .. } => {
                self.answered = !empty && payload_signal.is_none();
                if let Some(signal) = payload_signal {
                    self.failed(signal, now);
                }
                self.live = None;
            }
            Event::Failed { signal, .. } => {
                self.failed(signal, now);
                self.live = None;
            }
            _ => {}
        }
    }

    /// T-5: what failed for good may not be called again.
    fn failed(&mut self, signal: &ErrorSignal, now: Millis) {
        let (Some(engine), Some((_, candidate, profile))) = (self.engine, &self.live) else { return };
        let mut signal = signal.clone();
        signal.provider.get_or_insert_with(|| candidate.provider.clone());
        signal.model.get_or_insert_with(|| candidate.model.clone());
        signal.phase = signal.phase.or(self.progressed.then_some(Phase::Stream));
        let verdict = engine.classify(&signal, now, false);
        match verdict.reason {
            Reason::Auth | Reason::AuthPermanent | Reason::Billing if verdict.scope != Scope::Transport => {
                self.dead_profiles.extend(profile.clone());
            }
            Reason::ModelNotFound => {
                self.dead_models.insert(format!("{}/{}", candidate.provider, candidate.model));
            }
            _ => {}
        }
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Call { attempt_id, candidate, profile_id, mode, .. } => {
                self.call(attempt_id, candidate, profile_id.as_ref(), *mode);
            }
            Effect::CancelCall { attempt_id } => {
                if self.live.as_ref().map(|(id, ..)| id) != Some(attempt_id) && !self.ended_now(attempt_id) {
                    self.fault(format!("{attempt_id} was cancelled and is not live"));
                }
                self.live = None;
            }
            Effect::Finish { outcome, rule } => {
                self.finishes += 1;
                let completed = matches!(outcome.as_ref(), Outcome::Completed { .. });
                if completed != self.answered {
                    self.fault(format!("the live attempt answered: {}; completed: {completed}", self.answered));
                }
                if rule.is_empty() {
                    self.fault("the end names no rule");
                }
            }
            Effect::Log { record } if record.decision == Decision::SkipCandidate => self.skips_logged += 1,
            Effect::Persist { facts, .. } => facts.iter().for_each(|fact| self.fact(fact)),
            _ => {}
        }
    }

    /// K-2: a failure of a profile is told once a turn for each model.
    fn fact(&mut self, fact: &Fact) {
        let Fact::ProfileFailed(failed) = fact else { return };
        let model = failed.model.as_deref().unwrap_or_default();
        if failed.key.starts_with("profile/") && !self.told.insert(format!("{} {model}", failed.key)) {
            self.fault(format!("a failure of {} with {model} was told twice (K-2)", failed.key));
        }
    }

    /// The attempt is the last one that was called: a host may be told to cancel what just ended.
    fn ended_now(&self, attempt_id: &str) -> bool {
        self.calls.len().to_string() == attempt_id.rsplit('.').next().unwrap_or_default()
    }

    fn call(&mut self, id: &str, candidate: &Candidate, profile: Option<&String>, mode: CallMode) {
        let name = format!("{}/{}", candidate.provider, candidate.model);
        if let Some((live, ..)) = &self.live {
            self.fault(format!("{id} is called while {live} is live"));
        }
        if self.finishes > 0 || self.aborted {
            self.fault(format!("{id} is called after the end or an abort"));
        }
        if self.touched && mode == CallMode::Fresh {
            self.fault(format!("{id} is fresh although output was shown or a tool began (T-12)"));
        }
        if mode == CallMode::Continue && (self.running > 0 || self.unsettled || self.terminating) {
            self.fault(format!("{id} continues although a tool is not settled (T-12)"));
        }
        if profile.is_some_and(|id| self.dead_profiles.contains(id)) || self.dead_models.contains(&name) {
            self.fault(format!("{id} calls {name} with {profile:?}, which failed for good (T-5)"));
        }
        self.calls.push((name, profile.cloned()));
        if id.rsplit('.').next() != Some(self.calls.len().to_string().as_str()) {
            self.fault(format!("{id} is not the next attempt id"));
        }
        self.live = Some((id.to_owned(), candidate.clone(), profile.cloned()));
        self.progressed = false;
        (self.running, self.unsettled, self.terminating) = (0, false, false);
    }

    fn step_shape(&mut self, effects: &[Effect], next: &Next) {
        let last = |effect: &Effect| matches!(effect, Effect::Finish { .. } | Effect::Ask { .. });
        if effects.iter().rev().skip(1).any(last) {
            self.fault("`finish` or `ask` is not the last effect of its step (T-1)");
        }
        if (self.finishes > 0) != (*next == Next::Done) {
            self.fault("`next` is `done` if and only if the turn has finished (T-1)");
        }
        if effects.iter().filter(|effect| matches!(effect, Effect::Call { .. })).count() > 1 {
            self.fault("one step calls twice");
        }
    }

    fn deadline(&mut self, next: &Next, deadline: Option<u64>) {
        if let (Next::Wait { at, .. }, Some(deadline)) = (next, deadline)
            && at.is_none_or(|at| at.0 > deadline)
        {
            self.fault("the turn waits beyond its deadline (T-20)");
        }
    }

    fn secrets(&mut self, text: &str) {
        const MARKS: [(&str, usize); 5] = [("sk-", 16), ("AIza", 20), ("Bearer ", 16), ("eyJ", 24), ("AKIA", 16)];
        for (mark, length) in MARKS {
            let long = |rest: &str| {
                rest.chars().take_while(|c| c.is_ascii_alphanumeric() || "-_.".contains(*c)).count() >= length
            };
            if text.match_indices(mark).any(|(at, _)| text.get(at + mark.len()..).is_some_and(long)) {
                self.fault(format!("something that looks like a secret (`{mark}...`) left the core"));
            }
        }
    }

    fn end(&mut self, trace: &Trace) {
        if self.finishes != 1 {
            self.fault(format!("the turn ended {} times", self.finishes));
        }
        if self.calls.len() as u64 > trace.bound {
            self.fault(format!("{} calls, the bound is {} (T-35)", self.calls.len(), trace.bound));
        }
        let Some(outcome) = trace.outcome() else { return };
        let records = attempts(outcome);
        let skipped: Vec<_> = records.iter().filter(|r| r.outcome == Some(AttemptOutcome::Skipped)).collect();
        let unexplained = |r: &&&_| {
            let record: &switchover_core::turn::AttemptRecord = r;
            record.skipped.as_ref().is_none_or(|s| s.why.is_empty() || s.rule.is_empty()) || record.reason.is_none()
        };
        if skipped.iter().any(|record| unexplained(&record)) || skipped.len() != self.skips_logged {
            self.fault("a skip is not explained in the records and the log (T-31, T-32)");
        }
        let ids: Vec<&str> =
            records.iter().map(|r| r.attempt_id.as_str()).filter(|id| !id.is_empty() && !id.contains(".a")).collect();
        if ids.len() != self.calls.len() {
            self.fault(format!("{} calls, but {} attempt records", self.calls.len(), ids.len()));
        }
        if records.iter().any(|record| record.outcome.is_none()) {
            self.fault("an attempt record has no outcome at the end (T-31)");
        }
    }

    /// P-11 and M-3: a strict pin never another profile of its provider, a strict selection never another model.
    fn pins(&mut self, engine: &Engine, trace: &Trace) {
        let session = trace.request.get("sessionId").and_then(Value::as_str).map(|id| format!("session/{id}"));
        let Some(entry) = session.and_then(|key| trace.before.get(&key)) else { return };
        let ways = ["selection", "chain", "override", "cron", "fallbacksOverride"];
        if self.switched || ways.iter().any(|key| trace.request.get(key).is_some()) {
            return;
        }
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let user_model = text("modelOverride")
            .zip(text("providerOverride"))
            .filter(|_| !matches!(text("modelOverrideSource"), Some("auto" | "default")));
        let heartbeat = trace.request.get("trigger").is_some_and(|trigger| trigger == "heartbeat");
        if let Some((model, provider)) = user_model.filter(|_| !heartbeat) {
            let wanted = format!("{provider}/{model}");
            if self.calls.iter().any(|(name, _)| *name != wanted) {
                self.fault(format!("a strict selection of {wanted}, and another model was called (M-3)"));
            }
        }
        let pin = text("authProfileOverride").filter(|_| text("authProfileOverrideSource") == Some("user"));
        let Some(pin) = pin.filter(|_| engine.policy().user_pin == UserPin::Strict) else { return };
        let profiles = trace.snapshot.get("profiles").and_then(Value::as_array).cloned().unwrap_or_default();
        let provider = profiles.iter().find(|p| p["id"] == pin).and_then(|p| p["provider"].as_str().map(str::to_owned));
        let Some(provider) = provider else { return };
        let other = |(name, profile): &&(String, Option<String>)| {
            name.split('/').next() == Some(provider.as_str()) && profile.as_deref() != Some(pin)
        };
        if let Some((name, profile)) = self.calls.iter().find(other).cloned() {
            self.fault(format!("the strict pin {pin}, and {name} was called with {profile:?} (P-11)"));
        }
    }
}
