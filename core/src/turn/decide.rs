//! What a failure leads to: pure decisions over what the turn knows (T-6, T-8 to T-12, T-16 to T-18, T-22).

use super::data::Visit;
use super::machine::Turn;
use super::request::Offer;
use crate::classify::{Classification, Reason, Scope};
use crate::policy::{FloorEscape, RecoveryMode, Surface};
use crate::time::Span;

/// What comes next after a failure, with the rule that says so.
pub(crate) enum Reaction {
    /// The caller gave up.
    Aborted,
    /// The failure is shown as it was.
    Surface(&'static str),
    /// The same model and profile may be tried again after a wait (T-6).
    Recover,
    /// The same model and profile is tried again at once (T-22).
    Repeat,
    /// The host compacts, then the same candidate is called (T-16).
    Compact,
    /// The host repairs the transcript (T-17).
    Repair,
    /// The host starts a new server-side session (T-18).
    ResetSession,
    /// Another profile, else another candidate (T-9, T-10).
    Leave,
    /// A candidate of another provider, or with a larger context (T-16).
    Elsewhere(usize),
    /// No candidate can take it (T-16).
    TooLong,
}

impl Turn {
    pub(crate) fn decide(&self, verdict: &Classification) -> Reaction {
        if verdict.reason == Reason::Abort {
            return Reaction::Aborted;
        }
        if let Some(special) = self.decide_special(verdict) {
            return special;
        }
        if !verdict.failover && !self.moves_on(verdict) {
            return Reaction::Surface("T-11");
        }
        if verdict.scope == Scope::Caller && verdict.reason == Reason::Timeout && verdict.rule != "T-20" {
            return Reaction::Surface("T-11");
        }
        if !self.replay_safe() {
            return Reaction::Surface("T-12");
        }
        if self.may_recover(verdict) {
            return Reaction::Recover;
        }
        if verdict.reason == Reason::EmptyResponse && self.may_repeat() {
            return Reaction::Repeat;
        }
        Reaction::Leave
    }

    /// Reasons with a way of their own.
    fn decide_special(&self, verdict: &Classification) -> Option<Reaction> {
        match verdict.reason {
            Reason::ContextOverflow => Some(self.decide_overflow(verdict)),
            Reason::Format if verdict.repair.is_some() && self.may_repair() => Some(Reaction::Repair),
            Reason::SessionExpired if self.may_reset() => Some(Reaction::ResetSession),
            _ => None,
        }
    }

    fn may_repair(&self) -> bool {
        self.offers(Offer::Repair)
            && self.engine.policy.allow_format_retry
            && !self.data.budget.repaired
            && self.replay_safe()
    }

    fn may_reset(&self) -> bool {
        let index = self.current_index().unwrap_or(0);
        self.offers(Offer::ResetSession) && !self.data.budget.resets.contains(&index) && self.replay_safe()
    }

    /// T-16: another provider for a request-size ceiling, else compaction, else a larger context.
    fn decide_overflow(&self, verdict: &Classification) -> Reaction {
        if !self.replay_safe() {
            return Reaction::Surface("T-12");
        }
        let index = self.current_index().unwrap_or(0);
        if verdict.request_size_ceiling
            && let Some(other) = self.of_another_provider(index)
        {
            return Reaction::Elsewhere(other);
        }
        if self.offers(Offer::Compact) && self.data.budget.compactions < 2 {
            return Reaction::Compact;
        }
        self.after_overflow()
    }

    /// T-16, when compaction is not offered, failed or used up.
    pub(crate) fn after_overflow(&self) -> Reaction {
        let index = self.current_index().unwrap_or(0);
        self.with_larger_context(index).map_or(Reaction::TooLong, Reaction::Elsewhere)
    }

    fn of_another_provider(&self, index: usize) -> Option<usize> {
        let provider = &self.data.chain.get(index)?.provider;
        let later = self.data.chain.iter().enumerate().skip(index + 1);
        later.filter(|(_, candidate)| candidate.provider != *provider).map(|(at, _)| at).next()
    }

    fn with_larger_context(&self, index: usize) -> Option<usize> {
        let window = |at: usize| {
            let candidate = self.data.chain.get(at)?;
            let provider = self.engine.policy.models.providers.get(&candidate.provider)?;
            provider.models.get(&candidate.model)?.context_window
        };
        let failed = window(index)?;
        (index + 1..self.data.chain.len()).find(|at| window(*at).is_some_and(|size| size > failed))
    }

    /// Options that let a request-scoped failure advance (T-11, C-16).
    fn moves_on(&self, verdict: &Classification) -> bool {
        let policy = &self.engine.policy;
        match verdict.reason {
            Reason::Format => policy.format_errors == Surface::Fallback,
            Reason::Refusal => policy.refusals == Surface::Fallback,
            _ => false,
        }
    }

    pub(crate) fn offers(&self, offer: Offer) -> bool {
        self.data.request.offers.contains(&offer)
    }

    /// T-12: nothing was shown or begun, or the transcript can be continued.
    pub(crate) fn replay_safe(&self) -> bool {
        !self.data.touched || (self.offers(Offer::Continue) && self.data.tools.settled())
    }

    /// T-6 and T-8, all but the wait itself.
    fn may_recover(&self, verdict: &Classification) -> bool {
        let Some(visit) = &self.data.visit else { return false };
        let reason = verdict.reason;
        let recoverable =
            matches!(reason, Reason::RateLimit | Reason::Overloaded | Reason::ServerError | Reason::Timeout);
        recoverable
            && self.engine.policy.recovery.mode == RecoveryMode::First
            && verdict.scope != Scope::Caller
            && !visit.probe
            && !visit.forced
            && !verdict.usage_window
            && self.data.budget.retries < self.retry_bound(reason)
            && !self.escapes_floor(verdict)
            && self.fast_allows(visit)
    }

    /// How many retries a turn may have made before this one (T-6).
    pub(crate) fn retry_bound(&self, reason: Reason) -> u32 {
        const RATE_LIMIT_CEILING: u32 = 9;
        let recovery = &self.engine.policy.recovery;
        let limited = reason == Reason::RateLimit || self.data.budget.rate_limited;
        match (self.max_retries(), limited) {
            (Some(max), true) => max.min(RATE_LIMIT_CEILING),
            (Some(max), false) => max,
            (None, true) => recovery.rate_limit_retries,
            (None, false) => recovery.transient_retries,
        }
    }

    pub(crate) fn max_retries(&self) -> Option<u32> {
        let session = self.data.request.retry.as_ref().and_then(|retry| retry.provider.as_ref());
        session.and_then(|provider| provider.max_retries).or(self.engine.policy.recovery.max_retries)
    }

    /// T-8: a stated rate-limit wait above the cap is not waited out while there is somewhere else to go.
    fn escapes_floor(&self, verdict: &Classification) -> bool {
        let Some(floor) = verdict.retry_after_ms.filter(|_| verdict.reason == Reason::RateLimit) else { return false };
        let session = self.data.request.retry.as_ref().and_then(|retry| retry.provider.as_ref());
        let cap = session
            .and_then(|provider| provider.max_retry_delay_ms)
            .unwrap_or(self.engine.policy.recovery.max_retry_delay);
        let elsewhere = self.data.chain.len() > 1
            || (self.engine.policy.recovery.floor_escape == FloorEscape::Any && self.has_other_profile());
        cap > Span::ZERO && floor > cap && elsewhere
    }

    fn has_other_profile(&self) -> bool {
        self.current_index().is_some_and(|index| !self.callable(index).is_empty())
    }

    /// T-6, `fastRetries`: while another healthy profile or candidate exists, a visit gets only so many retries.
    fn fast_allows(&self, visit: &Visit) -> bool {
        let Some(fast) = self.engine.policy.recovery.fast_retries else { return true };
        visit.retries < fast || !self.healthy_elsewhere()
    }

    /// The wait of a retry also counts, once it is known (`fastWaitMs`).
    pub(crate) fn fast_wait_allows(&self, visit: &Visit, wait: Span) -> bool {
        let Some(fast) = self.engine.policy.recovery.fast_wait else { return true };
        visit.waited + wait <= fast || !self.healthy_elsewhere()
    }

    fn healthy_elsewhere(&self) -> bool {
        let index = self.current_index().unwrap_or(0);
        if !self.callable(index).is_empty() {
            return true;
        }
        (index + 1..self.data.chain.len()).any(|at| matches!(self.pick(at), super::walk::Pick::Call { .. }))
    }

    /// T-22: one repeat a visit, if the counter allows it.
    fn may_repeat(&self) -> bool {
        let Some(visit) = &self.data.visit else { return false };
        // `maxRetries: 0` disables recovery, not the repair of an empty answer.
        let bound = match self.retry_bound(Reason::EmptyResponse) {
            0 => self.engine.policy.recovery.transient_retries,
            bound => bound,
        };
        !visit.empty_retry && !visit.probe && self.data.budget.retries < bound
    }

    /// Whether the failure lets another profile of the same candidate be tried (T-9).
    pub(crate) fn may_rotate(&self, verdict: &Classification) -> bool {
        let Some(visit) = &self.data.visit else { return false };
        let at_fault = matches!(verdict.scope, Scope::Credential | Scope::Account | Scope::Model | Scope::Provider);
        if visit.probe || !at_fault {
            return false;
        }
        let policy = &self.engine.policy;
        let cap = match verdict.reason {
            Reason::Auth | Reason::AuthPermanent | Reason::Billing | Reason::Timeout => return true,
            Reason::RateLimit => policy.rate_limited_rotations,
            Reason::Overloaded => policy.overloaded_rotations,
            Reason::ServerError => policy.server_error_rotations,
            _ => return false,
        };
        let further = visit.index + 1 < self.data.chain.len();
        !further || self.data.pass.rotations.get(&verdict.reason).copied().unwrap_or(0) < cap
    }
}
