//! Facts about profiles: what the turn tells the store, and when (K-2, K-12, D-2).

use super::data::Visit;
use super::machine::Turn;
use crate::classify::{Classification, Reason, Scope};
use crate::profile::{AuthProfile, ProfileType};
use crate::session::PinSource;
use crate::state::{Fact, FactFailed, WindowKind};

impl Turn {
    /// K-2: told when the turn leaves a profile, once for each profile and model.
    pub(crate) fn tell_failure(&mut self, visit: &Visit) {
        if visit.forced || self.lineup(visit.index).strict {
            self.data.pinned_failures.extend(visit.failure.as_ref().map(|(verdict, ..)| (visit.index, verdict.reason)));
        }
        let Some(fact) = self.failed_fact(visit) else { return };
        self.persist(vec![Fact::ProfileFailed(fact)], None);
        self.mark_skip(visit);
    }

    fn failed_fact(&mut self, visit: &Visit) -> Option<FactFailed> {
        let (verdict, at, attempt_id) = visit.failure.clone()?;
        let id = visit.profile.clone()?;
        let model = self.data.chain.get(visit.index)?.model.clone();
        if !touches_health(&verdict) || !self.data.told.insert(format!("{id} {model}")) {
            return None;
        }
        let profile = self.profile(&id, visit.index);
        let account = self.keys().account(&profile).filter(|_| verdict.scope == Scope::Account);
        // K-6: a temporary spend window behind a 402 takes the short path unless the provider named its end.
        let spend = verdict.status == Some(402) && verdict.reset_at.is_none();
        Some(FactFailed {
            key: account.unwrap_or_else(|| self.keys().profile(&id)),
            at,
            attempt_id,
            credential_version: profile.credential_version,
            reason: verdict.reason,
            scope: verdict.scope,
            model: Some(model),
            stated_until: visit.stated.map(|(until, _)| until),
            absolute_reset: visit.stated.is_some_and(|(_, absolute)| absolute),
            usage_window: verdict.usage_window && !spend,
            probe: visit.probe,
        })
    }

    /// K-2: a stated wait that the turn itself waits out is told to everybody else at once.
    pub(crate) fn pause(&mut self, visit: &Visit, verdict: &Classification) {
        let Some((until, _)) = super::failure::stated_until(verdict, self.data.now) else { return };
        let (Some(id), Some((_, at, attempt_id))) = (visit.profile.clone(), visit.failure.clone()) else { return };
        let Some(candidate) = self.data.chain.get(visit.index).cloned() else { return };
        let cooldowns = &self.engine.policy.cooldowns;
        if !touches_health(verdict)
            || disables(verdict.reason)
            || cooldowns.exempt_providers.contains(&candidate.provider)
        {
            return;
        }
        let model = cooldowns.model_scoped_reasons.contains(&verdict.reason).then_some(candidate.model);
        let fact = Fact::ProfilePaused {
            key: self.keys().profile(&id),
            at,
            attempt_id,
            credential_version: self.version_of(&id),
            reason: verdict.reason,
            model,
            until,
        };
        self.persist(vec![fact], None);
    }

    /// K-12 and D-5: a success is told only where there is something to clear.
    pub(crate) fn success_facts(&self, visit: &Visit, attempt_id: &str) -> Vec<Fact> {
        let (Some(id), Some(candidate)) = (&visit.profile, self.data.chain.get(visit.index)) else { return Vec::new() };
        let profile = self.profile(id, visit.index);
        let keys = [Some(self.keys().profile(id)), self.keys().account(&profile)];
        let dirty = keys
            .into_iter()
            .flatten()
            .filter(|key| self.view.success_clears(&self.engine.policy, key, &candidate.model, self.data.now));
        let mut facts: Vec<Fact> = dirty
            .map(|key| Fact::ProfileSucceeded {
                key,
                at: self.data.now,
                attempt_id: attempt_id.to_owned(),
                credential_version: profile.credential_version.clone(),
                model: candidate.model.clone(),
            })
            .collect();
        if visit.probe {
            facts.push(self.probe_fact(&candidate.provider, self.data.now, false));
        }
        facts
    }

    /// A known profile, or the implicit one (P-12).
    pub(crate) fn profile(&self, id: &str, index: usize) -> AuthProfile {
        let Some(candidate) = self.data.chain.get(index) else { return AuthProfile::bare(id, "", ProfileType::ApiKey) };
        let listed = || {
            let ordered = self.ordered(&candidate.provider, &candidate.model, false);
            ordered.profiles.into_iter().find(|profile| profile.id == id)
        };
        let known = self.view.profile(id).cloned().or_else(listed);
        known.unwrap_or_else(|| AuthProfile::bare(id, &candidate.provider, ProfileType::ApiKey))
    }

    /// P-9: the profile that this success pins; `None` when the pin stays as it is.
    pub(crate) fn new_pin(&self, visit: &Visit) -> Option<String> {
        let id = visit.profile.clone()?;
        let candidate = self.data.chain.get(visit.index)?;
        let user = self.data.selection.profile_source == Some(PinSource::User) || self.data.switch_pin.is_some();
        if user || !self.sessions_own() || candidate.provider != self.data.selection.provider {
            return None;
        }
        let pinned = self.view.session().and_then(|entry| entry.auth_profile_override.clone());
        if pinned.as_ref() == Some(&id) && !self.pin_is_old() {
            return None;
        }
        let natural = self.ordered(&candidate.provider, &candidate.model, false);
        let before = natural.profiles.iter().take_while(|profile| profile.id != id).map(|profile| profile.id.clone());
        let passed_over = before.chain(pinned).any(|other| other != id && self.only_resting(&other, visit.index));
        (!passed_over).then_some(id)
    }

    /// The stored pin was made before the last compaction of an earlier turn: this turn began without it. What this turn
    /// compacts ends the pin with the next one (T-16).
    fn pin_is_old(&self) -> bool {
        let entry = self.view.session();
        let then = entry.and_then(|entry| entry.auth_profile_override_compaction_count);
        self.engine.policy.reset_on_compaction && then.is_some_and(|count| count < self.view.compaction_count())
    }

    /// Compactions of the session, those of this turn included.
    pub(crate) fn compactions(&self) -> u64 {
        self.view.compaction_count() + u64::from(self.data.budget.compacted)
    }

    /// The profile was passed over, or failed in this turn, only for a cooldown or a block: it will be used again.
    fn only_resting(&self, id: &str, index: usize) -> bool {
        let profile = self.profile(id, index);
        if self.dead(&profile).is_some() {
            return false;
        }
        let windows = self.view.windows(&self.engine.policy, &profile, self.data.now, None);
        let disabled = windows.iter().any(|window| window.kind == WindowKind::Disabled);
        !disabled && !windows.is_empty()
    }
}

/// K-2: which failures touch health at all.
pub(crate) fn touches_health(verdict: &Classification) -> bool {
    let at_fault = matches!(verdict.scope, Scope::Credential | Scope::Account | Scope::Model | Scope::Provider);
    let cools = matches!(
        verdict.reason,
        Reason::Auth | Reason::RateLimit | Reason::Overloaded | Reason::Timeout | Reason::ModelNotFound
    );
    verdict.failover && at_fault && (cools || disables(verdict.reason))
}

/// K-2: reasons that disable a profile.
const fn disables(reason: Reason) -> bool {
    matches!(reason, Reason::Billing | Reason::AuthPermanent)
}
