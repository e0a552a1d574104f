//! Skip or probe: what to do with a candidate of which every profile is unusable now (T-23 to T-25, T-27).

use super::data::{AskThen, Resort, State, Then};
use super::effect::{AskKind, WaitWhy};
use super::machine::Turn;
use super::report::Decision;
use super::walk::{Pick, Skip};
use crate::classify::Reason;
use crate::policy::ProbeWhen;
use crate::profile::AuthProfile;
use crate::state::{Fact, LeaseFact, Unusable};
use crate::time::{Millis, Span};

impl Turn {
    /// T-23: the reason of the profile with the soonest expiry decides.
    pub(crate) fn skip_or_probe(&self, index: usize, profiles: &[AuthProfile]) -> Pick {
        let Some(candidate) = self.data.chain.get(index) else {
            return Pick::Skip(Skip::new(Reason::Unknown, "T-23", "no such candidate"));
        };
        let blocked = profiles.iter().filter_map(|p| Some((p, self.unusable(p, &candidate.model)?)));
        let Some((profile, window)) = blocked.min_by_key(|(_, window)| window.until) else {
            return Pick::Skip(Skip::new(Reason::Unknown, "T-23", "no profile"));
        };
        if self.data.pass.number > 1 && self.stated_wait(profile, &candidate.model).is_some() {
            let skip = Skip::new(window.reason, "T-28", "the provider asked to wait longer");
            return Pick::Skip(skip.until(Some(window.until)));
        }
        match window.reason {
            Reason::Auth | Reason::AuthPermanent => {
                let why = "the credential that is free soonest was refused; all models of the provider are left out";
                self.cooling(index, profile, &window, "T-23", why)
            }
            Reason::Billing => self.billing(index, profile, &window),
            _ if index == 0 => self.primary(index, profile, &window),
            _ => self.sibling(index, profile, &window),
        }
    }

    /// A top-up is noticed by probing the primary now and then.
    fn billing(&self, index: usize, profile: &AuthProfile, window: &Unusable) -> Pick {
        if index != 0 {
            return self.cooling(index, profile, window, "T-23", "the account has no credit");
        }
        self.probe_or_held(index, profile, window)
    }

    fn primary(&self, index: usize, profile: &AuthProfile, window: &Unusable) -> Pick {
        let probe = &self.engine.policy.probe;
        let near = self.data.now + probe.margin >= window.until;
        let throttled = probe.when == ProbeWhen::Throttled && window.reason == Reason::RateLimit && !window.stated;
        if self.data.chain.len() == 1 || near || throttled {
            return self.probe_or_held(index, profile, window);
        }
        self.cooling(index, profile, window, "T-23", "it cools down, and its end is not near")
    }

    fn sibling(&self, index: usize, profile: &AuthProfile, window: &Unusable) -> Pick {
        let passing =
            matches!(window.reason, Reason::RateLimit | Reason::Overloaded | Reason::Timeout | Reason::Unknown);
        if !passing || window.model_scoped {
            return self.cooling(index, profile, window, "T-23", "this very model cools down");
        }
        self.probe_or_held(index, profile, window)
    }

    /// T-24 and T-25: one probe a provider and pass, one prober in the fleet.
    fn probe_or_held(&self, index: usize, profile: &AuthProfile, window: &Unusable) -> Pick {
        let provider = self.data.chain.get(index).map_or("", |c| c.provider.as_str());
        if self.data.pass.probe_spent.contains(provider) {
            return self.cooling(index, profile, window, "T-24", "a probe of its provider failed in this pass");
        }
        if let Some(until) = self.mark_held(index, provider) {
            let skip = Skip::new(window.reason, "T-25", "another probe of its provider is under way or was just made");
            return Pick::Skip(skip.until(Some(until)));
        }
        Pick::Probe { profile: Some(profile.id.clone()), rule: "T-23" }
    }

    /// The end of a standing probe mark. The turn's own mark lets siblings of the primary through, where a failed probe
    /// left them the slot (T-24); the primary itself is probed once an interval, whoever did it (T-23).
    fn mark_held(&self, index: usize, provider: &str) -> Option<Millis> {
        let mark = self.view.provider(provider)?.probe.as_ref()?;
        let ours = index != 0 && mark.owner == self.data.request.turn_id;
        (mark.until > self.data.now && !ours).then_some(mark.until)
    }

    fn cooling(&self, index: usize, profile: &AuthProfile, window: &Unusable, rule: &'static str, why: &str) -> Pick {
        let mut skip = Skip::new(window.reason, rule, why).until(Some(window.until));
        let profile = Some(profile.id.clone());
        skip.resort = Some(Resort { index, profile, until: window.until, reason: window.reason });
        Pick::Skip(skip)
    }

    /// Asks for the probe mark; the call follows when it is ours (T-25).
    pub(crate) fn ask_probe(&mut self, index: usize, profile: Option<String>, rule: &str) {
        let Some(candidate) = self.data.chain.get(index) else { return };
        let billing = self.window_reason(index, profile.as_deref()) == Some(Reason::Billing);
        let probe = &self.engine.policy.probe;
        let interval = if billing { probe.billing_interval } else { probe.min_interval };
        let until = self.data.now + interval;
        let fact = self.probe_fact(&candidate.provider.clone(), until, true);
        self.log_candidate(Decision::ProbeCooldownCandidate, index, profile.as_deref(), rule, None);
        let then = AskThen::Probe { index, profile, rule: rule.to_owned(), until };
        self.ask_persist(vec![fact], None, then, "T-25");
    }

    /// The mark is ours, or the store is gone and nobody can be asked: the probe goes out.
    pub(crate) fn probe_granted(&mut self, index: usize, profile: Option<String>, rule: &str, until: Millis) {
        let provider = self.data.chain.get(index).map(|c| c.provider.clone()).unwrap_or_default();
        let fact = self.probe_fact(&provider, until, true);
        self.view.apply_own(&self.engine.policy, &fact);
        self.data.own_facts.push(fact);
        self.visit_with(index, profile, true, false, rule);
    }

    fn window_reason(&self, index: usize, profile: Option<&str>) -> Option<Reason> {
        let candidate = self.data.chain.get(index)?;
        let lineup = self.lineup(index);
        let profile = lineup.profiles.iter().find(|p| Some(p.id.as_str()) == profile)?;
        self.unusable(profile, &candidate.model).map(|window| window.reason)
    }

    pub(crate) fn probe_fact(&self, provider: &str, until: Millis, take: bool) -> Fact {
        let body = LeaseFact {
            key: self.keys().provider(provider),
            at: self.data.now,
            owner: self.data.request.turn_id.clone(),
            until,
        };
        if take { Fact::ProbeTaken(body) } else { Fact::ProbeReleased(body) }
    }

    /// Another prober was first: the candidate is skipped, and the walk goes on (T-25).
    pub(crate) fn ask_denied(&mut self, then: AskThen, held_until: Option<Millis>) {
        match then {
            AskThen::Probe { index, profile, .. } => {
                let reason = self.window_reason(index, profile.as_deref()).unwrap_or(Reason::Unknown);
                let skip = Skip::new(reason, "T-25", "another turn probes its provider now").until(held_until);
                self.record_skip(index, &skip);
                self.walk_from(index + 1);
            }
            AskThen::Again => self.after_failed_ask(),
            AskThen::Consent { class, .. } => self.consent_refused(class),
            AskThen::Lease { pending, tries } => self.lease_denied(pending, tries, held_until),
            AskThen::Refresh { .. } => self.refresh_failed(None),
            AskThen::Draw { .. } => self.budget_empty(),
            AskThen::Stored { pending, .. } => self.pass_unstored(pending),
            AskThen::OriginProbe => self.new_pass(),
        }
    }

    /// T-27: a pass without a call gets one: a wait for the soonest expiry, or one probe of it.
    pub(crate) fn last_resort(&mut self) -> bool {
        let policy = &self.engine.policy;
        if !policy.last_resort_probe && policy.wait_for_cooldown == Span::ZERO {
            return false;
        }
        let pass = &self.data.pass;
        if pass.calls > 0 || pass.resorted || self.data.budget.cooldown_wait {
            return false;
        }
        let hopeless = |r: &Resort| matches!(r.reason, Reason::AuthPermanent | Reason::Billing);
        let Some(best) = pass.resort.iter().min_by_key(|r| r.until).cloned() else { return false };
        if pass.resort.iter().all(hopeless) {
            return false;
        }
        if best.until <= self.data.now + policy.wait_for_cooldown && self.wait_within_deadline(best.until) {
            self.data.budget.cooldown_wait = true;
            self.log_new_pass("T-27", best.until);
            self.data.state = State::Waiting { until: best.until, why: WaitWhy::Cooldown, then: Then::NewPass };
            return true;
        }
        if !policy.last_resort_probe {
            return false;
        }
        let provider = self.data.chain.get(best.index).map(|c| c.provider.clone()).unwrap_or_default();
        if self.mark_held(best.index, &provider).is_some() {
            return false;
        }
        self.data.pass.resorted = true;
        self.ask_probe(best.index, best.profile, "T-27");
        true
    }

    pub(crate) fn wait_within_deadline(&self, at: Millis) -> bool {
        self.data.request.deadline_at.is_none_or(|deadline| at < deadline)
    }

    pub(crate) fn ask_persist(
        &mut self,
        facts: Vec<Fact>,
        patch: Option<crate::session::SessionPatch>,
        then: AskThen,
        rule: &str,
    ) {
        let mut params = serde_json::Map::new();
        params.insert("facts".to_owned(), serde_json::to_value(facts).unwrap_or_default());
        if let Some(patch) = patch {
            params.insert("sessionPatch".to_owned(), serde_json::to_value(patch).unwrap_or_default());
        }
        self.ask(AskKind::Persist, params.into(), then, rule);
    }
}
