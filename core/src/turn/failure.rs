//! A failed attempt, from its verdict to the next effect.

use super::backoff;
use super::data::{AskThen, State, StatedWait, Then, Visit, mode};
use super::decide::Reaction;
use super::effect::{AskKind, CallMode, Effect, WaitWhy};
use super::machine::Turn;
use super::outcome::Outcome;
use super::report::AttemptOutcome;
use super::walk::Skip;
use crate::classify::{Classification, ErrorSignal, Reason, Scope};
use crate::time::{Millis, Span};
use serde_json::json;

impl Turn {
    /// The live attempt failed with this verdict.
    pub(crate) fn fail_with(&mut self, verdict: Classification) {
        let outcome = if verdict.reason == Reason::Abort { AttemptOutcome::Cancelled } else { AttemptOutcome::Failed };
        self.note_failure(&verdict);
        self.close_attempt(outcome, Some(&verdict));
        self.keep_specific(&verdict);
        self.data.last = Some(verdict.clone());
        let decided = self.decide(&verdict);
        if !matches!(decided, Reaction::Aborted) && self.honour_switch() {
            return;
        }
        self.carry_out(decided, &verdict);
    }

    fn carry_out(&mut self, decided: Reaction, verdict: &Classification) {
        match decided {
            Reaction::Aborted => self.finish_aborted(),
            Reaction::Surface(rule) => self.surface(verdict.clone(), rule),
            Reaction::Recover => self.recover(verdict),
            Reaction::Repeat => self.repeat(),
            Reaction::Compact => self.ask_compact(),
            Reaction::Repair => self.ask_repair(verdict),
            Reaction::ResetSession => self.ask_reset(),
            Reaction::Leave => self.leave(verdict),
            Reaction::Elsewhere(index) => self.go_to(index, "T-16"),
            Reaction::TooLong => self.needs_compaction(),
        }
    }

    /// What the visit and the budgets learn from a failure.
    fn note_failure(&mut self, verdict: &Classification) {
        let now = self.data.now;
        self.data.budget.rate_limited |= verdict.reason == Reason::RateLimit;
        self.data.budget.overflowed |= verdict.reason == Reason::ContextOverflow;
        if window_binds(verdict.reason) && self.data.budget.window_from.is_none() {
            self.data.budget.window_from = Some(now);
        }
        let attempt = self.data.attempts.last().map(|record| record.attempt_id.clone()).unwrap_or_default();
        let stated = stated_until(verdict, now);
        if let Some(visit) = &mut self.data.visit {
            visit.failure = Some((verdict.clone(), now, attempt));
            if let Some((until, absolute)) = stated
                && visit.stated.is_none_or(|(old, _)| until > old)
            {
                visit.stated = Some((until, absolute));
            }
        }
        if let Some((until, _)) = stated {
            self.note_stated(verdict, until);
        }
        self.note_death(verdict);
        self.spend_probe(verdict.reason);
    }

    fn note_stated(&mut self, verdict: &Classification, until: Millis) {
        let Some(visit) = &self.data.visit else { return };
        let (Some(id), Some(candidate)) = (visit.profile.clone(), self.data.chain.get(visit.index)) else { return };
        let scoped = self.engine.policy.cooldowns.model_scoped_reasons.contains(&verdict.reason);
        let whole = verdict.scope == Scope::Account || (verdict.usage_window && verdict.scope != Scope::Model);
        let account = self.view.profile(&id).and_then(|profile| self.keys().account(profile));
        self.data.stated.push(StatedWait {
            profile: id,
            account: account.filter(|_| verdict.scope == Scope::Account),
            model: (scoped && !whole).then(|| candidate.model.clone()),
            until,
            reason: verdict.reason,
        });
    }

    /// T-5: what failed for good in this turn. A refusal by something on the way (scope transport) does not count.
    fn note_death(&mut self, verdict: &Classification) {
        let Some(visit) = &self.data.visit else { return };
        match verdict.reason {
            Reason::ModelNotFound => {
                self.data.dead_candidates.insert(visit.index);
            }
            Reason::TlsCertificate => {
                let provider = self.data.chain.get(visit.index).map(|c| c.provider.clone());
                self.data.tls_providers.extend(provider);
            }
            Reason::Auth | Reason::AuthPermanent | Reason::Billing if verdict.scope != Scope::Transport => {
                let Some(id) = visit.profile.clone() else { return };
                let account = self.view.profile(&id).and_then(|profile| self.keys().account(profile));
                let whole = account.filter(|_| verdict.scope == Scope::Account);
                self.data.dead_profiles.extend(whole.map(|key| (key, verdict.reason)));
                self.data.dead_profiles.insert(id, verdict.reason);
            }
            _ => {}
        }
    }

    /// T-24: a failed probe spends its provider's slot, unless it failed for something that says nothing of the wait.
    fn spend_probe(&mut self, reason: Reason) {
        let Some(visit) = &self.data.visit else { return };
        let keeps = matches!(
            reason,
            Reason::ModelNotFound
                | Reason::Format
                | Reason::Auth
                | Reason::AuthPermanent
                | Reason::SessionExpired
                | Reason::TlsCertificate
        );
        if visit.probe && !keeps {
            let provider = self.data.chain.get(visit.index).map(|c| c.provider.clone());
            self.data.pass.probe_spent.extend(provider);
        }
    }

    /// T-31: a later vague failure of the visit does not hide an earlier specific one.
    fn keep_specific(&mut self, verdict: &Classification) {
        let Some(visit) = &mut self.data.visit else { return };
        if !vague(verdict.reason) {
            visit.specific = Some((verdict.reason, verdict.rule.clone()));
            return;
        }
        let Some((reason, rule)) = visit.specific.clone() else { return };
        if let Some(record) = self.data.attempts.last_mut() {
            record.reason = Some(reason);
            record.rule = Some(rule);
        }
    }

    /// T-6 and T-7: waits, then calls the same model and profile again, unless the wait does not fit (T-8).
    fn recover(&mut self, verdict: &Classification) {
        let Some(mut visit) = self.data.visit.clone() else { return };
        let recovery = &self.engine.policy.recovery;
        let wait =
            backoff::wait(&mut self.data.rng, recovery.base, recovery.cap, visit.step + 1, verdict.retry_after_ms);
        let until = self.data.now + wait;
        if !self.wait_fits(until) || !self.window_fits(verdict.reason, until) || !self.fast_wait_allows(&visit, wait) {
            return self.leave(verdict);
        }
        visit.retries += 1;
        visit.step += 1;
        visit.waited = visit.waited + wait;
        self.data.budget.retries += 1;
        self.pause(&visit, verdict);
        self.data.visit = Some(visit);
        self.discard_shown();
        self.log_retry(verdict, until);
        self.notice_retrying(verdict, until);
        self.data.state = State::Waiting { until, why: WaitWhy::BackOff, then: Then::Again };
    }

    /// T-6: a wait may not pass the outage window, which binds every recoverable reason but rate limits.
    fn window_fits(&self, reason: Reason, until: Millis) -> bool {
        let Some(from) = self.data.budget.window_from.filter(|_| window_binds(reason)) else { return true };
        until <= from + self.engine.policy.recovery.window
    }

    /// T-22: once more at once.
    fn repeat(&mut self) {
        self.data.budget.retries += 1;
        if let Some(visit) = &mut self.data.visit {
            visit.empty_retry = true;
        }
        self.discard_shown();
        self.call_again(mode(self.data.touched), "T-22");
    }

    /// T-13: the output limit while a tool call was written; continue with the same model and profile, without a wait.
    pub(crate) fn output_limit(&mut self) {
        let visit_allows = self.data.visit.as_ref().is_some_and(|visit| !visit.probe);
        let enabled = self.engine.policy.recovery.mode == crate::policy::RecoveryMode::First;
        let verdict = super::verdicts::incomplete(super::event::IncompleteWhy::MaxOutputTokens);
        let continues = self.offers(super::request::Offer::Continue) && self.data.tools.settled();
        self.data.touched = true;
        if !(visit_allows && enabled && continues && self.data.budget.retries < self.retry_bound(verdict.reason)) {
            return self.fail_with(verdict);
        }
        self.close_attempt(AttemptOutcome::Failed, Some(&verdict));
        self.data.budget.retries += 1;
        self.cancel_live();
        self.discard_shown();
        self.call_again(CallMode::Continue, "T-13");
    }

    /// T-12: what the cut response showed is taken back before the next call.
    pub(crate) fn discard_shown(&mut self) {
        if let State::Calling { call } = &mut self.data.state
            && call.shown
        {
            call.shown = false;
            self.out.push(Effect::DiscardOutput { attempt_id: call.attempt_id.clone() });
        }
    }

    fn ask_compact(&mut self) {
        self.data.budget.compactions += 1;
        self.discard_shown();
        self.ask(AskKind::Compact, json!({}), AskThen::Again, "T-16");
    }

    fn ask_repair(&mut self, verdict: &Classification) {
        self.data.budget.repaired = true;
        self.discard_shown();
        self.ask(AskKind::Repair, json!({ "repair": verdict.repair }), AskThen::Again, "T-17");
    }

    fn ask_reset(&mut self) {
        self.data.budget.resets.extend(self.current_index());
        self.discard_shown();
        self.ask(AskKind::ResetSession, json!({}), AskThen::Again, "T-18");
    }

    /// The host could not do what was asked, or did not answer in time (T-1).
    pub(crate) fn ask_failed(&mut self, ask: AskKind, then: AskThen, signal: Option<&ErrorSignal>) {
        if ask == AskKind::Persist {
            self.log_warning("store_gone", "the store did not answer; the turn goes on from memory");
            return self.store_gone(then);
        }
        match then {
            AskThen::Consent { class, .. } => self.consent_refused(class),
            AskThen::Refresh { .. } => self.refresh_failed(signal),
            _ => self.after_failed_ask(),
        }
    }

    /// Nobody can be asked: the turn goes on from memory. Only what exists in the store alone is given up.
    fn store_gone(&mut self, then: AskThen) {
        match then {
            AskThen::Stored { pending, .. } => self.pass_unstored(pending),
            AskThen::OriginProbe => self.new_pass(),
            then => self.perform_ask(then, None),
        }
    }

    /// The failure that led to the question decides again, without it.
    pub(crate) fn after_failed_ask(&mut self) {
        let Some(verdict) = self.data.last.clone() else { return self.end_pass() };
        match verdict.reason {
            Reason::ContextOverflow => {
                let decided = self.after_overflow();
                self.carry_out(decided, &verdict);
            }
            Reason::Format => self.surface(verdict, "T-17"),
            _ => self.leave(&verdict),
        }
    }

    /// Rotates to the next profile, else advances to the next candidate (T-9, T-10).
    pub(crate) fn leave(&mut self, verdict: &Classification) {
        let Some(visit) = self.data.visit.clone() else { return self.end_pass() };
        self.discard_shown();
        self.tell_failure(&visit);
        self.roll_back();
        let next = if self.may_rotate(verdict) { self.callable(visit.index).into_iter().next() } else { None };
        if let Some(profile) = next {
            return self.rotate(&visit, verdict, profile.id);
        }
        let next = Some(visit.index + 1).filter(|next| *next < self.data.chain.len());
        self.log_failure(&visit, verdict, next, "T-10");
        self.walk_from(visit.index + 1);
    }

    fn rotate(&mut self, visit: &Visit, verdict: &Classification, profile: String) {
        *self.data.pass.rotations.entry(verdict.reason).or_insert(0) += 1;
        self.log_rotation(visit, verdict, &profile);
        let backoff = self.engine.policy.overloaded_backoff;
        let until = self.data.now + backoff;
        if verdict.reason == Reason::Overloaded && backoff > Span::ZERO && self.wait_fits(until) {
            let then = Then::Rotate { profile: Some(profile) };
            self.data.state = State::Waiting { until, why: WaitWhy::BackOff, then };
            return;
        }
        self.call_rotated(Some(profile));
    }

    /// Leaves the candidate for a later one that was chosen by name.
    pub(crate) fn go_to(&mut self, index: usize, rule: &'static str) {
        self.discard_shown();
        if let Some(visit) = self.data.visit.clone()
            && let Some((verdict, ..)) = visit.failure.clone()
        {
            self.tell_failure(&visit);
            self.log_failure(&visit, &verdict, Some(index), rule);
            self.skip_to(&visit, index, rule);
        }
        self.walk_from(index);
    }

    /// T-16: what stands between cannot take the request either, as far as anybody knows. A switch by hand (T-15)
    /// passes nothing over: it is a choice.
    fn skip_to(&mut self, visit: &Visit, index: usize, rule: &'static str) {
        for at in visit.index + 1..index {
            if rule == "T-16" {
                let why = "the request is too large, and this candidate is not known to take it";
                self.record_skip(at, &Skip::new(Reason::ContextOverflow, rule, why));
            }
        }
    }

    fn surface(&mut self, verdict: Classification, rule: &'static str) {
        if let Some(visit) = self.data.visit.clone() {
            self.log_stopped(&visit, &verdict, rule);
        }
        let (partial, attempts) = (self.data.touched, self.data.attempts.clone());
        self.finish(Outcome::Surfaced { classification: Box::new(verdict), partial, attempts }, rule);
    }

    fn needs_compaction(&mut self) {
        let Some(verdict) = self.data.last.clone() else { return };
        if let Some(visit) = self.data.visit.clone() {
            self.log_stopped(&visit, &verdict, "T-16");
        }
        let attempts = self.data.attempts.clone();
        self.finish(Outcome::NeedsCompaction { classification: Box::new(verdict), attempts }, "T-16");
    }
}

/// The end of a stated wait, and whether it was stated as a time of day (K-2).
pub(crate) fn stated_until(verdict: &Classification, now: Millis) -> Option<(Millis, bool)> {
    match (verdict.reset_at, verdict.retry_after_ms) {
        (Some(at), _) => Some((at, true)),
        (None, Some(wait)) => Some((now + wait, false)),
        (None, None) => None,
    }
}

/// Reasons that the outage window binds (T-6).
const fn window_binds(reason: Reason) -> bool {
    matches!(reason, Reason::Overloaded | Reason::ServerError | Reason::Timeout)
}

/// Reasons that say little (T-31).
const fn vague(reason: Reason) -> bool {
    matches!(reason, Reason::Unclassified | Reason::Unknown | Reason::NoErrorDetails | Reason::EmptyResponse)
}
