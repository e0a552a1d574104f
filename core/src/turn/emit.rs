//! From decisions to effects: calls, asks, records and log lines (T-1, T-31, T-32).

use super::data::{AskThen, Call, State, Visit, mode};
use super::effect::{AskKind, CallMode, Candidate, Crossing, Effect, Instruction};
use super::machine::Turn;
use super::report::{AttemptOutcome, AttemptRecord};
use super::walk::Skip;
use crate::classify::Classification;
use crate::session::{FieldChange, SessionPatch};
use crate::state::{Fact, Key};
use crate::time::Span;
use serde_json::Value;
use std::collections::BTreeMap;

impl Turn {
    pub(crate) fn keys(&self) -> Key {
        Key::new(self.engine.policy.state_scope, &self.data.request.agent_id)
    }

    pub(crate) fn current_index(&self) -> Option<usize> {
        self.data.visit.as_ref().map(|visit| visit.index)
    }

    pub(crate) fn current_candidate(&self) -> Option<&Candidate> {
        self.data.chain.get(self.current_index()?)
    }

    /// Begins a visit: the first call of a candidate with a profile.
    pub(crate) fn visit_with(&mut self, index: usize, profile: Option<String>, probe: bool, forced: bool, rule: &str) {
        if let Some(id) = &profile {
            self.data.pass.visited.insert(id.clone());
        }
        if self.data.pass.share_until.is_none() {
            self.data.pass.share_until = self.share(index);
        }
        self.data.visit = Some(Visit::new(index, profile, probe, forced));
        self.call(mode(self.data.touched), Span::ZERO, rule);
    }

    /// Calls the same candidate with the same profile again.
    pub(crate) fn call_again(&mut self, mode: CallMode, rule: &str) {
        let waited = self.waited_since_failure();
        self.call(mode, waited, rule);
    }

    /// Calls the next profile of the same candidate (T-9).
    pub(crate) fn call_rotated(&mut self, profile: Option<String>) {
        let Some(index) = self.current_index() else { return };
        self.visit_with(index, profile, false, false, "T-9");
    }

    fn waited_since_failure(&self) -> Span {
        let failure = self.data.visit.as_ref().and_then(|visit| visit.failure.as_ref());
        failure.map_or(Span::ZERO, |(_, at, _)| self.data.now - *at)
    }

    /// Sends the call: every gate let it pass.
    pub(crate) fn send(&mut self, mode: CallMode, waited: Span, rule: &str) {
        let Some((visit, candidate)) = self.data.visit.clone().zip(self.current_candidate().cloned()) else { return };
        self.data.calls = self.data.calls.saturating_add(1);
        self.data.pass.calls = self.data.pass.calls.saturating_add(1);
        let attempt_id = format!("{}.{}", self.data.request.turn_id, self.data.calls);
        self.persist_use(&visit, &attempt_id, rule);
        let last = visit.index + 1 >= self.data.chain.len() && self.callable(visit.index).is_empty();
        let continued = mode == CallMode::Continue;
        self.out.push(Effect::Call {
            attempt_id: attempt_id.clone(),
            crossing: self.crossing(&candidate),
            profile_id: visit.profile.clone(),
            runtime: self.runtime(&candidate),
            mode,
            instruction: continued.then_some(Instruction::ContinueAfterInterruption),
            probe: visit.probe,
            last,
            rule: rule.to_owned(),
            candidate: candidate.clone(),
        });
        self.data.attempts.push(self.attempt_record(&attempt_id, &candidate, &visit, mode, waited));
        self.data.tools = super::data::Tools::default();
        self.data.state = State::Calling {
            call: Box::new(Call {
                attempt_id,
                at: self.data.now,
                started: false,
                first_token_from: None,
                idle_from: None,
                between: false,
                shown: false,
                progressed: false,
            }),
        };
    }

    pub(crate) fn attempt_record(
        &self,
        attempt_id: &str,
        candidate: &Candidate,
        visit: &Visit,
        mode: CallMode,
        waited_ms: Span,
    ) -> AttemptRecord {
        AttemptRecord {
            attempt_id: attempt_id.to_owned(),
            provider: candidate.provider.clone(),
            model: candidate.model.clone(),
            profile_id: visit.profile.clone(),
            origin: candidate.origin,
            started_at: self.data.now,
            ended_at: None,
            outcome: None,
            reason: None,
            rule: None,
            status: None,
            code: None,
            error: None,
            fingerprint: None,
            retry_after_ms: None,
            waited_ms,
            mode,
            probe: visit.probe,
            responses: 0,
            maybe_billed: false,
            cost: None,
            skipped: None,
        }
    }

    /// P-7: `lastUsed` goes beside the call. The forced probe of S-6 is cleared beside its first call.
    fn persist_use(&mut self, visit: &Visit, attempt_id: &str, rule: &str) {
        let mut facts = Vec::new();
        if let Some(profile) = &visit.profile {
            facts.push(Fact::ProfileUsed {
                key: self.keys().profile(profile),
                at: self.data.now,
                attempt_id: attempt_id.to_owned(),
                credential_version: self.version_of(profile),
            });
        }
        let mut patch = None;
        if rule == "S-6" {
            self.data.force_used = true;
            patch =
                self.patch(BTreeMap::from([("forceProbe".to_owned(), FieldChange { from: None, to: Value::Null })]));
        }
        self.persist(facts, patch);
    }

    pub(crate) fn version_of(&self, profile: &str) -> Option<String> {
        self.view.profile(profile).and_then(|p| p.credential_version.clone())
    }

    /// Emits facts and a patch, and lets the rest of the turn see them.
    pub(crate) fn persist(&mut self, facts: Vec<Fact>, session_patch: Option<SessionPatch>) {
        if facts.is_empty() && session_patch.is_none() {
            return;
        }
        for fact in &facts {
            self.view.apply_own(&self.engine.policy, fact);
        }
        self.data.own_facts.extend(facts.iter().cloned());
        self.out.push(Effect::Persist { facts, session_patch });
    }

    /// A patch of this session; `None` without a session or a change.
    pub(crate) fn patch(&self, set: BTreeMap<String, FieldChange>) -> Option<SessionPatch> {
        let session = self.data.request.session_id.as_ref()?;
        let revision = self.view.session().map_or(0, |entry| entry.revision);
        (!set.is_empty()).then(|| SessionPatch { key: Key::session(session), revision, set })
    }

    /// T-3 of M: the opaque harness of a model, repeated with each call.
    fn runtime(&self, candidate: &Candidate) -> Option<String> {
        let selection = &self.data.selection;
        if selection.provider == candidate.provider && selection.model == candidate.model && selection.runtime.is_some()
        {
            return selection.runtime.clone();
        }
        let provider = self.engine.policy.models.providers.get(&candidate.provider)?;
        let own = provider.models.get(&candidate.model).and_then(|model| model.runtime.clone());
        own.or_else(|| provider.runtime.clone())
    }

    /// The API family of a candidate, when known.
    pub(crate) fn api_of(&self, candidate: &Candidate) -> Option<String> {
        let provider = self.engine.policy.models.providers.get(&candidate.provider)?;
        let own = provider.models.get(&candidate.model).and_then(|model| model.api.clone());
        own.or_else(|| provider.api.clone())
    }

    /// T-19: what a history of another provider or API family needs.
    fn crossing(&self, candidate: &Candidate) -> Vec<Crossing> {
        let Some(from) = self.history_from() else { return Vec::new() };
        let same_api = from.1 == self.api_of(candidate);
        if from.0 == candidate.provider && same_api {
            return Vec::new();
        }
        vec![Crossing::ToolCallIds, Crossing::ThinkingSignatures, Crossing::CachedContentIds, Crossing::ResponseIds]
    }

    /// Who produced the history: an attempt of this turn that completed a response, else the session's.
    fn history_from(&self) -> Option<(String, Option<String>)> {
        let own = self.data.attempts.iter().rev().find(|record| record.responses > 0);
        if let Some(record) = own {
            let candidate =
                self.data.chain.iter().find(|c| c.provider == record.provider && c.model == record.model)?;
            return Some((record.provider.clone(), self.api_of(candidate)));
        }
        let from = self.view.session()?.history_from.as_ref()?;
        Some((from.provider.clone(), from.api.clone()))
    }

    pub(crate) fn ask(&mut self, kind: AskKind, params: Value, then: AskThen, rule: &str) {
        if self.out_of_time() {
            return;
        }
        self.data.asks = self.data.asks.saturating_add(1);
        let ask_id = format!("{}.a{}", self.data.request.turn_id, self.data.asks);
        let policy = &self.engine.policy;
        let patience = if kind == AskKind::Compact { policy.compaction_reply } else { policy.host_reply };
        let until = self.data.now + patience;
        self.out.push(Effect::Ask { ask_id: ask_id.clone(), kind, params, rule: rule.to_owned() });
        self.data.state = State::Asking { ask_id, ask: kind, until, then };
    }

    /// Closes the record of the live attempt.
    pub(crate) fn close_attempt(&mut self, outcome: AttemptOutcome, verdict: Option<&Classification>) {
        let now = self.data.now;
        let Some(record) = self.data.attempts.last_mut().filter(|record| record.outcome.is_none()) else { return };
        record.outcome = Some(outcome);
        record.ended_at = Some(now);
        let Some(verdict) = verdict else { return };
        record.reason = Some(verdict.reason);
        record.rule = Some(verdict.rule.clone());
        record.status = verdict.status;
        record.code.clone_from(&verdict.code);
        record.error.clone_from(&verdict.preview);
        record.fingerprint = Some(verdict.fingerprint.clone());
        record.retry_after_ms = verdict.retry_after_ms;
        record.maybe_billed = verdict.reason == crate::classify::Reason::Timeout;
    }

    /// Records a candidate that is left out.
    pub(crate) fn record_skip(&mut self, index: usize, skip: &Skip) {
        let Some(candidate) = self.data.chain.get(index).cloned() else { return };
        let visit = Visit::new(index, None, false, false);
        let mut record = self.attempt_record("", &candidate, &visit, mode(self.data.touched), Span::ZERO);
        record.outcome = Some(AttemptOutcome::Skipped);
        record.ended_at = Some(self.data.now);
        record.reason = Some(skip.reason);
        record.rule = Some(skip.rule.to_owned());
        record.skipped = Some(skip.record());
        self.data.attempts.push(record);
        if skip.rule == "T-23"
            && matches!(skip.reason, crate::classify::Reason::Auth | crate::classify::Reason::AuthPermanent)
        {
            self.data.pass.auth_skipped.entry(candidate.provider).or_insert(skip.until);
        }
        self.log_skip(index, skip);
    }
}
