//! The walk along the chain: which candidate is called next, and why the others are not (T-5, T-10, T-23 to T-26).

use super::data::{Pass, Resort};
use super::machine::Turn;
use super::report::{IneligibleProfile, Skipped};
use crate::classify::Reason;
use crate::profile::AuthProfile;
use crate::time::Millis;

/// What to do with a candidate now.
pub(crate) enum Pick {
    /// Call it.
    Call { profile: Option<String>, forced: bool, rule: &'static str },
    /// Call it once the probe mark is ours (T-25).
    Probe { profile: Option<String>, rule: &'static str },
    /// Leave it out.
    Skip(Skip),
}

/// A candidate that is left out of this pass.
pub(crate) struct Skip {
    pub(crate) reason: Reason,
    pub(crate) rule: &'static str,
    pub(crate) why: String,
    pub(crate) until: Option<Millis>,
    pub(crate) ineligible: Vec<IneligibleProfile>,
    /// A last resort may still probe this profile (T-27).
    pub(crate) resort: Option<Resort>,
}

impl Skip {
    pub(crate) fn new(reason: Reason, rule: &'static str, why: impl Into<String>) -> Self {
        Self { reason, rule, why: why.into(), until: None, ineligible: Vec::new(), resort: None }
    }

    pub(crate) fn until(mut self, until: Option<Millis>) -> Self {
        self.until = until;
        self
    }

    pub(crate) fn record(&self) -> Skipped {
        Skipped {
            rule: self.rule.to_owned(),
            why: self.why.clone(),
            until: self.until,
            ineligible: self.ineligible.clone(),
        }
    }
}

impl Turn {
    /// Starts a walk from the head of the chain (T-28: a replay is a new pass).
    pub(crate) fn new_pass(&mut self) {
        let number = self.data.pass.number.saturating_add(1);
        self.data.pass = Pass { number, first_record: self.data.attempts.len(), ..Pass::default() };
        self.data.visit = None;
        self.walk_from(0);
    }

    /// Calls the first candidate at or after `index` that may be called; ends the pass when there is none.
    pub(crate) fn walk_from(&mut self, index: usize) {
        if self.data.pass.resorted {
            return self.finish_pass();
        }
        for at in index..self.data.chain.len() {
            self.leave_candidate();
            match self.pick(at) {
                Pick::Call { profile, forced, rule } => return self.visit_with(at, profile, false, forced, rule),
                Pick::Probe { profile, rule } => return self.ask_probe(at, profile, rule),
                Pick::Skip(skip) => self.skip(at, &skip),
            }
        }
        self.end_pass();
    }

    /// Rotation counts and visited profiles are the candidate's own.
    fn leave_candidate(&mut self) {
        self.data.visit = None;
        self.data.pass.visited.clear();
        self.data.pass.rotations.clear();
        self.data.pass.share_until = None;
    }

    fn skip(&mut self, index: usize, skip: &Skip) {
        self.data.pass.resort.extend(skip.resort.clone());
        self.record_skip(index, skip);
    }

    /// Decides on one candidate, without changing anything (M-10 reads it too).
    pub(crate) fn pick(&self, index: usize) -> Pick {
        if let Some(skip) = self.ruled_out(index) {
            return Pick::Skip(skip);
        }
        if let Some(pick) = self.forced(index) {
            return pick;
        }
        let lineup = self.lineup(index);
        if lineup.bare {
            return Pick::Call { profile: None, forced: false, rule: "P-12" };
        }
        if lineup.profiles.is_empty() {
            let mut skip = Skip::new(Reason::Auth, "P-12", "none of its profiles may be used");
            skip.ineligible = lineup.ineligible;
            return Pick::Skip(skip);
        }
        if lineup.strict {
            return self.pick_pinned(index, lineup.profiles.first());
        }
        let alive: Vec<AuthProfile> = lineup.profiles.iter().filter(|p| self.dead(p).is_none()).cloned().collect();
        if alive.is_empty() {
            let reason = lineup.profiles.iter().find_map(|p| self.dead(p)).unwrap_or(Reason::Auth);
            return Pick::Skip(Skip::new(reason, "T-5", "each of its profiles failed for good in this turn"));
        }
        let model = self.data.chain.get(index).map_or("", |c| c.model.as_str());
        match alive.iter().find(|p| self.unusable(p, model).is_none()) {
            Some(profile) => Pick::Call { profile: Some(profile.id.clone()), forced: false, rule: "P-4" },
            None => self.skip_or_probe(index, &alive),
        }
    }

    /// What leaves a candidate out whatever its profiles say.
    fn ruled_out(&self, index: usize) -> Option<Skip> {
        let candidate = self.data.chain.get(index)?;
        if self.data.dead_candidates.contains(&index) {
            return Some(Skip::new(Reason::ModelNotFound, "T-5", "the model was not found earlier in this turn"));
        }
        if self.data.tls_providers.contains(&candidate.provider) {
            let why = "its provider's certificate was not accepted in this turn";
            return Some(Skip::new(Reason::TlsCertificate, "T-10", why));
        }
        if let Some(until) = self.data.pass.auth_skipped.get(&candidate.provider) {
            let why = "the provider's credentials were refused; all its models are left out";
            return Some(Skip::new(Reason::Auth, "T-23", why).until(*until));
        }
        if let Some(why) = self.unsuited(index) {
            return Some(Skip::new(Reason::Unknown, "M-11", why));
        }
        if let Some(why) = self.too_dear(index) {
            return Some(Skip::new(Reason::Unknown, "M-12", why));
        }
        self.skip_marked(index)
    }

    /// T-26: a mark of an earlier turn of this session. The primary is never skipped by one.
    fn skip_marked(&self, index: usize) -> Option<Skip> {
        let candidate = self.data.chain.get(index)?;
        if index == 0 || self.engine.policy.skip_cache_ttl.is_none() || self.data.request.session_id.is_none() {
            return None;
        }
        let pinned = self.pinned_for(&candidate.provider);
        let mark = self.view.skip_marks().iter().find(|mark| {
            mark.provider == candidate.provider
                && mark.model == candidate.model
                && mark.profile_id == pinned
                && mark.until > self.data.now
        })?;
        let why = "it failed for its credentials earlier in this session; log in again";
        Some(Skip::new(Reason::Auth, "T-26", why).until(Some(mark.until)))
    }

    /// S-6: a choice by hand is tried once, whatever its windows say.
    fn forced(&self, index: usize) -> Option<Pick> {
        if self.data.force_used {
            return None;
        }
        let force = self.view.session()?.force_probe.as_ref()?;
        let candidate = self.data.chain.get(index)?;
        if (force.provider.as_str(), force.model.as_str()) != (candidate.provider.as_str(), candidate.model.as_str()) {
            return None;
        }
        let lineup = self.lineup(index);
        let named = force.profile.as_ref();
        let profile = lineup.profiles.iter().find(|p| named.is_none_or(|id| *id == p.id) && self.dead(p).is_none())?;
        let forced = self.unusable(profile, &candidate.model).is_some();
        Some(Pick::Call { profile: Some(profile.id.clone()), forced, rule: "S-6" })
    }

    /// P-11: the pin alone, as if it were free; in a replay only if its failure was transient.
    fn pick_pinned(&self, index: usize, profile: Option<&AuthProfile>) -> Pick {
        let model = self.data.chain.get(index).map_or("", |c| c.model.as_str());
        let Some(profile) = profile else {
            return Pick::Skip(Skip::new(Reason::Auth, "P-11", "the pinned profile is missing"));
        };
        if let Some(reason) = self.dead(profile) {
            return Pick::Skip(Skip::new(reason, "T-5", "the pinned profile failed for good in this turn"));
        }
        if let Some(reason) = self.data.pinned_failures.get(&index).filter(|reason| !transient(**reason)) {
            return Pick::Skip(Skip::new(*reason, "P-11", "the pinned profile failed, and not for a passing reason"));
        }
        if let Some(wait) = self.stated_wait(profile, model) {
            let skip = Skip::new(wait.reason, "T-28", "the provider asked to wait longer");
            return Pick::Skip(skip.until(Some(wait.until)));
        }
        let forced = self.unusable(profile, model).is_some();
        Pick::Call { profile: Some(profile.id.clone()), forced, rule: "P-11" }
    }

    /// M-11: what the candidate is known not to be able to do.
    fn unsuited(&self, index: usize) -> Option<String> {
        let needs = self.data.request.needs.as_ref()?;
        let candidate = self.data.chain.get(index)?;
        let known = self.engine.policy.models.providers.get(&candidate.provider)?.models.get(&candidate.model)?;
        if needs.tools && known.tools == Some(false) {
            return Some("unsuited: it cannot call tools".to_owned());
        }
        if needs.images && known.images == Some(false) {
            return Some("unsuited: it does not accept images".to_owned());
        }
        let (least, has) = (needs.min_context?, known.context_window?);
        (has < least).then(|| format!("unsuited: {least} tokens are needed, its context holds {has}"))
    }

    /// The user's pinned profile for a provider, if any: part of the skip cache's key (T-26).
    pub(crate) fn pinned_for(&self, provider: &str) -> Option<String> {
        let selection = &self.data.selection;
        let user = selection.profile_source == Some(crate::session::PinSource::User);
        (user && selection.provider == provider).then(|| selection.profile.clone()).flatten()
    }
}

/// Reasons that pass by themselves.
pub(crate) const fn transient(reason: Reason) -> bool {
    matches!(reason, Reason::RateLimit | Reason::Overloaded | Reason::Timeout | Reason::ServerError | Reason::Unknown)
}
