//! The decision log: one record for each decision (T-32).

use super::data::Visit;
use super::effect::Effect;
use super::machine::Turn;
use super::report::{Decision, DecisionRecord, FallbackStep, StepOutcome};
use super::walk::Skip;
use crate::classify::{Classification, Reason};
use crate::time::Millis;

impl Turn {
    /// A record with what every record has.
    fn record(&self, decision: Decision, index: Option<usize>, rule: &str) -> DecisionRecord {
        let candidate = index.and_then(|index| self.data.chain.get(index));
        DecisionRecord {
            event: "model_fallback_decision".to_owned(),
            decision,
            turn_id: self.data.request.turn_id.clone(),
            at: self.data.now,
            session_id: self.data.request.session_id.clone(),
            requested_provider: self.data.selection.provider.clone(),
            requested_model: self.data.selection.model.clone(),
            candidate_provider: candidate.map(|c| c.provider.clone()),
            candidate_model: candidate.map(|c| c.model.clone()),
            profile_id: None,
            attempt: index.map(|index| count(index + 1)),
            total: count(self.data.chain.len()),
            is_primary: index == Some(0),
            fallback_configured: self.data.chain.len() > 1,
            profile_count: index.map_or(0, |index| count(self.lineup(index).profiles.len())),
            reason: None,
            rule: rule.to_owned(),
            detail: None,
            status: None,
            code: None,
            error_preview: None,
            error_fingerprint: None,
            next_candidate_provider: None,
            next_candidate_model: None,
            until: None,
            previous_attempts: count(self.data.attempts.len().saturating_sub(1)),
            step: None,
        }
    }

    fn emit(&mut self, record: DecisionRecord) {
        self.out.push(Effect::Log { record: Box::new(record) });
    }

    /// Adds what the verdict says.
    fn with_verdict(&self, mut record: DecisionRecord, visit: &Visit, verdict: &Classification) -> DecisionRecord {
        record.profile_id.clone_from(&visit.profile);
        // T-31: a vague failure does not hide what the visit failed for before.
        record.reason = self.data.attempts.last().and_then(|last| last.reason).or(Some(verdict.reason));
        record.status = verdict.status;
        record.code.clone_from(&verdict.code);
        record.error_preview.clone_from(&verdict.preview);
        record.error_fingerprint = Some(verdict.fingerprint.clone());
        record
    }

    /// A candidate is left after a failure; `next` is the one that the walk looks at then.
    pub(crate) fn log_failure(&mut self, visit: &Visit, verdict: &Classification, next: Option<usize>, rule: &str) {
        let record = self.record(Decision::CandidateFailed, Some(visit.index), rule);
        let mut record = self.with_verdict(record, visit, verdict);
        record.detail = Some(format!("classified by {}", verdict.rule));
        let candidate = next.and_then(|next| self.data.chain.get(next));
        record.next_candidate_provider = candidate.map(|c| c.provider.clone());
        record.next_candidate_model = candidate.map(|c| c.model.clone());
        let outcome = if next.is_some() { StepOutcome::NextFallback } else { StepOutcome::ChainExhausted };
        record.step = self.step_to(visit.index, next, record.reason, verdict.preview.clone(), outcome);
        self.emit(record);
    }

    pub(crate) fn log_stopped(&mut self, visit: &Visit, verdict: &Classification, rule: &str) {
        let mut record =
            self.with_verdict(self.record(Decision::ChainStopped, Some(visit.index), rule), visit, verdict);
        record.detail = Some(format!("shown as it was; classified by {}", verdict.rule));
        self.emit(record);
    }

    pub(crate) fn log_rotation(&mut self, visit: &Visit, verdict: &Classification, to: &str) {
        let record = self.record(Decision::ProfileRotated, Some(visit.index), "T-9");
        let mut record = self.with_verdict(record, visit, verdict);
        record.detail = Some(format!("next profile {to}; classified by {}", verdict.rule));
        self.emit(record);
    }

    pub(crate) fn log_retry(&mut self, verdict: &Classification, until: Millis) {
        let Some(visit) = self.data.visit.clone() else { return };
        let record = self.record(Decision::RetryScheduled, Some(visit.index), "T-6");
        let mut record = self.with_verdict(record, &visit, verdict);
        record.until = Some(until);
        record.detail =
            Some(format!("retry {} of this turn; classified by {}", self.data.budget.retries, verdict.rule));
        self.emit(record);
    }

    /// The whole chain is walked again at `until` (T-27 to T-29).
    pub(crate) fn log_new_pass(&mut self, rule: &str, until: Millis) {
        let mut record = self.record(Decision::RetryScheduled, None, rule);
        record.reason = self.data.attempts.last().and_then(|last| last.reason);
        record.until = Some(until);
        record.detail = Some(format!("the chain is walked again, pass {}", self.data.pass.number.saturating_add(1)));
        self.emit(record);
    }

    pub(crate) fn log_skip(&mut self, index: usize, skip: &Skip) {
        let mut record = self.record(Decision::SkipCandidate, Some(index), skip.rule);
        record.reason = Some(skip.reason);
        record.detail = Some(skip.why.clone());
        record.until = skip.until;
        record.step = self.fallback_step(index, Some(skip.reason), Some(skip.why.clone()));
        self.emit(record);
    }

    pub(crate) fn log_candidate(
        &mut self,
        decision: Decision,
        index: usize,
        profile: Option<&str>,
        rule: &str,
        until: Option<Millis>,
    ) {
        let mut record = self.record(decision, Some(index), rule);
        record.profile_id = profile.map(str::to_owned);
        record.until = until;
        self.emit(record);
    }

    /// Only where something came before: a turn that simply works logs nothing.
    pub(crate) fn log_succeeded(&mut self, visit: &Visit) {
        let Some(before) = self.data.attempts.len().checked_sub(2).and_then(|at| self.data.attempts.get(at)) else {
            return;
        };
        let from = self.data.chain.iter().position(|c| c.provider == before.provider && c.model == before.model);
        let (reason, detail) = (before.reason, before.error.clone());
        let mut record = self.record(Decision::CandidateSucceeded, Some(visit.index), "T-33");
        record.profile_id.clone_from(&visit.profile);
        if let Some(from) = from.filter(|from| *from != visit.index) {
            record.step = self.step_to(from, Some(visit.index), reason, detail, StepOutcome::Succeeded);
        }
        self.emit(record);
    }

    fn fallback_step(&self, from: usize, reason: Option<Reason>, detail: Option<String>) -> Option<FallbackStep> {
        let to = (from + 1 < self.data.chain.len()).then_some(from + 1);
        let outcome = if to.is_some() { StepOutcome::NextFallback } else { StepOutcome::ChainExhausted };
        self.step_to(from, to, reason, detail, outcome)
    }

    fn step_to(
        &self,
        from: usize,
        to: Option<usize>,
        reason: Option<Reason>,
        detail: Option<String>,
        outcome: StepOutcome,
    ) -> Option<FallbackStep> {
        let name = |index: usize| self.data.chain.get(index).map(|c| format!("{}/{}", c.provider, c.model));
        Some(FallbackStep {
            fallback_step_type: "fallback_step".to_owned(),
            fallback_step_from_model: name(from)?,
            fallback_step_to_model: to.and_then(name),
            fallback_step_from_failure_reason: reason,
            fallback_step_from_failure_detail: detail,
            fallback_step_chain_position: count(from + 1),
            fallback_step_final_outcome: outcome,
        })
    }

    /// An event that does not fit the state: nothing changes (T-3).
    pub(crate) fn ignore(&mut self, state: &str, event: &str) {
        let mut record = self.record(Decision::IgnoredEvent, self.current_index(), "T-3");
        record.detail = Some(format!("`{event}` does not fit while {state}"));
        self.emit(record);
    }

    pub(crate) fn log_warning(&mut self, code: &str, text: &str) {
        let mut record = self.record(Decision::Warning, None, code);
        record.detail = Some(text.to_owned());
        self.emit(record);
    }
}

fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}
