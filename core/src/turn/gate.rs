//! What must be settled before a call goes out: consent, a stored fallback, a fresh credential, the retry budget
//! (M-12, S-3, P-8, T-30). Each gate asks at most once and lets the call pass when it is answered.

use super::data::{AskThen, PendingCall};
use super::effect::{AskKind, CallMode};
use super::machine::Turn;
use super::request::Offer;
use super::walk::Skip;
use crate::classify::Reason;
use crate::state::Fact;
use crate::time::Span;
use serde_json::json;

impl Turn {
    pub(crate) fn call(&mut self, mode: CallMode, waited: Span, rule: &str) {
        self.pass_gates(PendingCall { mode, waited, rule: rule.to_owned() });
    }

    /// Asks the first open question, or sends the call.
    pub(crate) fn pass_gates(&mut self, pending: PendingCall) {
        if self.out_of_time() || self.out_of_share() {
            return;
        }
        let asked = self.ask_consent(&pending)
            || self.ask_stored(&pending)
            || self.ask_lease(&pending, 0)
            || self.ask_draw(&pending);
        if !asked {
            self.send(pending.mode, pending.waited, &pending.rule);
        }
    }

    /// T-20: the candidate's share went by before its call could be made; the next one has its turn.
    fn out_of_share(&mut self) -> bool {
        let over = self.data.pass.share_until.is_some_and(|until| until <= self.data.now);
        let Some(visit) = self.data.visit.clone().filter(|_| over && self.share_binds()) else { return false };
        self.tell_failure(&visit);
        self.roll_back();
        let why = "its share of the turn's deadline went by before it could be called";
        self.record_skip(visit.index, &Skip::new(Reason::Timeout, "T-20", why));
        self.walk_from(visit.index + 1);
        true
    }

    pub(crate) fn price_class(&self, index: usize) -> Option<i64> {
        let candidate = self.data.chain.get(index)?;
        let provider = self.engine.policy.models.providers.get(&candidate.provider)?;
        provider.models.get(&candidate.model)?.price_class
    }

    /// M-12: a dearer class needs a yes, once a turn.
    fn ask_consent(&mut self, pending: &PendingCall) -> bool {
        let (Some(limit), Some(index)) = (self.engine.policy.consent_above, self.current_index()) else { return false };
        let Some(class) = self.price_class(index).filter(|class| *class > limit) else { return false };
        if self.data.consented.is_some_and(|given| class <= given) || !self.offers(Offer::Consent) {
            return false;
        }
        let params = json!({ "priceClass": class, "candidate": self.current_candidate() });
        self.ask(AskKind::Consent, params, AskThen::Consent { class, pending: pending.clone() }, "M-12");
        true
    }

    pub(crate) fn consent_given(&mut self, class: i64, pending: PendingCall) {
        self.data.consented = Some(self.data.consented.map_or(class, |given| given.max(class)));
        self.pass_gates(pending);
    }

    /// Refused, or no answer: the class is out of reach for this turn.
    pub(crate) fn consent_refused(&mut self, class: i64) {
        self.data.refused = Some(self.data.refused.map_or(class, |refused| refused.min(class)));
        let Some(index) = self.current_index() else { return };
        self.record_skip(index, &Skip::new(Reason::Unknown, "M-12", "unsuited: its price was not agreed to"));
        self.walk_from(index + 1);
    }

    /// M-12: why a candidate costs too much, if it does.
    pub(crate) fn too_dear(&self, index: usize) -> Option<String> {
        let class = self.price_class(index)?;
        let policy = &self.engine.policy;
        if let Some(max) = policy.max_price_class.filter(|max| class > *max) {
            return Some(format!("unsuited: its price class {class} is above {max}"));
        }
        let needs_consent = policy.consent_above.is_some_and(|limit| class > limit);
        let refused = self.data.refused.is_some_and(|refused| class >= refused);
        let unasked = needs_consent && !self.offers(Offer::Consent);
        (needs_consent && (refused || unasked)).then(|| format!("unsuited: price class {class} was not agreed to"))
    }

    /// T-30: the first attempt at a provider feeds its budget, every other one draws from it.
    fn ask_draw(&mut self, pending: &PendingCall) -> bool {
        let Some(candidate) = self.current_candidate().cloned() else { return false };
        if self.engine.policy.retry_budget.is_none() || self.data.drawn_for > self.data.calls {
            return false;
        }
        self.data.drawn_for = self.data.calls + 1;
        let key = self.keys().provider(&candidate.provider);
        let attempt_id = format!("{}.{}", self.data.request.turn_id, self.data.drawn_for);
        let (at, n) = (self.data.now, 1);
        if self.data.fed.insert(candidate.provider) {
            self.persist(vec![Fact::BudgetFed { key, at, attempt_id, n }], None);
            return false;
        }
        let fact = Fact::BudgetDrawn { key, at, attempt_id, n };
        self.ask_persist(vec![fact], None, AskThen::Draw { pending: pending.clone() }, "T-30");
        true
    }

    /// T-30: an empty budget never means a retry: the next candidate, or the end.
    pub(crate) fn budget_empty(&mut self) {
        let Some(visit) = self.data.visit.clone() else { return };
        self.tell_failure(&visit);
        let reason = visit.failure.as_ref().map_or(Reason::Unknown, |(verdict, ..)| verdict.reason);
        self.record_skip(visit.index, &Skip::new(reason, "T-30", "the fleet's retry budget for its provider is empty"));
        self.walk_from(visit.index + 1);
    }
}
