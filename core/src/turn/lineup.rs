//! The profiles of one candidate in the order in which they would be tried, and what stands against each now
//! (P-9 to P-12, T-5).

use super::machine::Turn;
use super::report::IneligibleProfile;
use crate::classify::Reason;
use crate::policy::UserPin;
use crate::profile::{AuthProfile, OrderInput, Ordered, ProfileType, order, provider_of};
use crate::session::{FieldChange, PinSource};
use crate::state::{Unusable, WindowKind};
use crate::time::Millis;
use serde_json::Value;
use std::collections::BTreeMap;

/// The profiles of a candidate.
pub(crate) struct Lineup {
    /// In order; the pin first.
    pub(crate) profiles: Vec<AuthProfile>,
    /// Only the first may be used: a strict user pin (P-11).
    pub(crate) strict: bool,
    /// The provider has no profile and none is implied: call without (P-12).
    pub(crate) bare: bool,
    /// Why others may not be used (P-3).
    pub(crate) ineligible: Vec<IneligibleProfile>,
}

/// A pin that applies to a candidate.
struct Pin {
    profile: String,
    strict: bool,
    /// A user pin goes first also while it cools down.
    user: bool,
}

impl Turn {
    pub(crate) fn lineup(&self, index: usize) -> Lineup {
        let Some(candidate) = self.data.chain.get(index) else {
            return Lineup { profiles: Vec::new(), strict: false, bare: true, ineligible: Vec::new() };
        };
        let (provider, model) = (candidate.provider.as_str(), candidate.model.as_str());
        let ordered = self.ordered(provider, model, true);
        if ordered.none {
            return self.implied(provider, ordered);
        }
        let Ordered { mut profiles, ineligible, .. } = ordered;
        let mut strict = false;
        if let Some(pin) = self.pin(provider) {
            strict = self.put_first(&pin, model, &mut profiles);
        }
        Lineup { profiles, strict, bare: false, ineligible }
    }

    /// P-12: a provider without a profile has an implicit one with health, unless the policy says otherwise.
    fn implied(&self, provider: &str, ordered: Ordered) -> Lineup {
        let id = format!("{provider}:default");
        let implicit = self.engine.policy.implicit_profiles;
        let profiles = if implicit { vec![AuthProfile::bare(&id, provider, ProfileType::ApiKey)] } else { Vec::new() };
        Lineup { profiles, strict: false, bare: !implicit, ineligible: ordered.ineligible }
    }

    pub(crate) fn ordered(&self, provider: &str, model: &str, with_windows: bool) -> Ordered {
        let unusable = |profile: &AuthProfile| {
            if with_windows { self.unusable(profile, model).map(|window| window.until) } else { None }
        };
        order(&OrderInput {
            policy: &self.engine.policy,
            provider,
            model,
            stored: self.view.profiles(),
            stored_order: self.view.order(),
            now: self.data.now,
            unusable_until: &unusable,
            last_used: &|profile| self.view.last_used(profile),
        })
    }

    /// Moves the pin to the front. Answers whether it is the only one that may be used.
    fn put_first(&self, pin: &Pin, model: &str, profiles: &mut Vec<AuthProfile>) -> bool {
        let place = profiles.iter().position(|profile| profile.id == pin.profile);
        let found = match place {
            Some(place) => Some(profiles.remove(place)),
            None if pin.user => self.view.profile(&pin.profile).cloned(),
            None => None,
        };
        let Some(profile) = found else { return false };
        let cooling = self.unusable(&profile, model).is_some();
        if pin.strict {
            *profiles = vec![profile];
            return true;
        }
        // P-10: a pin that only cools down is passed over while that lasts.
        let place = if cooling && !pin.user { place.unwrap_or(0).min(profiles.len()) } else { 0 };
        profiles.insert(place, profile);
        false
    }

    /// The pin that applies to a provider: of a live switch, of the request, or of the session (P-9 to P-11).
    fn pin(&self, provider: &str) -> Option<Pin> {
        let strict = self.engine.policy.user_pin == UserPin::Strict;
        if let Some(profile) = &self.data.switch_pin {
            return self.belongs(profile, provider).then(|| Pin { profile: profile.clone(), strict, user: true });
        }
        if provider != self.data.selection.provider {
            return None;
        }
        let profile = self.data.selection.profile.clone()?;
        if !self.belongs(&profile, provider) {
            return None;
        }
        match self.data.selection.profile_source {
            Some(PinSource::User) => Some(Pin { profile, strict, user: true }),
            _ if self.auto_pin_ended(&profile) => None,
            _ => Some(Pin { profile, strict: false, user: false }),
        }
    }

    /// The profile is of this provider: as it is known, else as its id says (a profile may live in the config alone, P-4).
    fn belongs(&self, id: &str, provider: &str) -> bool {
        match self.view.profile(id) {
            Some(profile) => profile.provider == provider,
            None => provider_of(&self.engine.policy, id).as_deref() == Some(provider),
        }
    }

    /// P-11: a person's pin to a profile that is gone, or that is not of the selected provider, is cleared.
    pub(crate) fn clear_lost_pin(&mut self) {
        let Some(entry) = self.view.session().filter(|_| self.sessions_own()) else { return };
        let user = entry.auth_profile_override_source == Some(PinSource::User);
        let Some(pin) = entry.auth_profile_override.clone().filter(|_| user) else { return };
        let provider = self.view.profile(&pin).map(|profile| profile.provider.clone());
        let implied =
            pin == format!("{}:default", self.data.selection.provider) && self.engine.policy.implicit_profiles;
        let why = match provider {
            Some(provider) if provider == self.data.selection.provider => return,
            None if implied => return,
            Some(_) => "is not of the selected provider",
            None => "is not there any more",
        };
        self.log_warning("P-11", &format!("the pinned profile {pin} {why}; the pin is cleared"));
        let cleared = |field: &str, from: Option<Value>| (field.to_owned(), FieldChange { from, to: Value::Null });
        let set = BTreeMap::from([
            cleared("authProfileOverride", Some(Value::String(pin))),
            cleared("authProfileOverrideSource", None),
            cleared("authProfileOverrideCompactionCount", None),
        ]);
        let patch = self.patch(set);
        self.persist(Vec::new(), patch);
        self.data.selection.profile = None;
        self.data.selection.profile_source = None;
    }

    /// P-9: an auto pin ends when a compaction finished since, or when its profile is disabled.
    fn auto_pin_ended(&self, profile: &str) -> bool {
        let Some(entry) = self.view.session() else { return false };
        let compacted = self.view.compaction_count();
        let then = entry.auth_profile_override_compaction_count.unwrap_or(compacted);
        if self.engine.policy.reset_on_compaction && compacted > then {
            return true;
        }
        self.view.profile(profile).is_some_and(|p| self.windows_of(p).any(|w| w.kind == WindowKind::Disabled))
    }

    pub(crate) fn windows_of(&self, profile: &AuthProfile) -> impl Iterator<Item = crate::state::Window> {
        let ignore = Some(self.data.request.turn_id.as_str());
        self.view.windows(&self.engine.policy, profile, self.data.now, ignore).into_iter()
    }

    /// What keeps a profile from being used for a model now: a stored window that this turn did not cause, or a wait
    /// that a provider stated to this turn (K-2, T-28).
    pub(crate) fn unusable(&self, profile: &AuthProfile, model: &str) -> Option<Unusable> {
        let ignore = Some(self.data.request.turn_id.as_str());
        let stored = self.view.unusable(&self.engine.policy, profile, model, self.data.now, ignore);
        let stated = self.stated_wait(profile, model);
        match (stored, stated) {
            (Some(a), Some(b)) => Some(if b.until > a.until { b } else { a }),
            (a, b) => a.or(b),
        }
    }

    pub(crate) fn stated_wait(&self, profile: &AuthProfile, model: &str) -> Option<Unusable> {
        let hit = self.data.stated.iter().filter(|wait| {
            let same =
                wait.profile == profile.id || (wait.account.is_some() && wait.account == self.keys().account(profile));
            same && wait.until > self.data.now && wait.model.as_deref().is_none_or(|m| m == model)
        });
        hit.max_by_key(|wait| wait.until).map(|wait| Unusable {
            until: wait.until,
            reason: wait.reason,
            model_scoped: wait.model.is_some(),
            stated: true,
        })
    }

    /// T-5: it failed for good in this turn; so did a profile of the same account that is billed together.
    pub(crate) fn dead(&self, profile: &AuthProfile) -> Option<Reason> {
        let account = self.keys().account(profile);
        let own = self.data.dead_profiles.get(&profile.id);
        own.or_else(|| account.and_then(|key| self.data.dead_profiles.get(&key))).copied()
    }

    /// The profiles of candidate `index` that may be called now in this pass, best first.
    pub(crate) fn callable(&self, index: usize) -> Vec<AuthProfile> {
        let Some(candidate) = self.data.chain.get(index) else { return Vec::new() };
        let lineup = self.lineup(index);
        if lineup.strict {
            return Vec::new();
        }
        let free = |profile: &AuthProfile| {
            self.dead(profile).is_none()
                && !(self.current_index() == Some(index) && self.data.pass.visited.contains(&profile.id))
                && self.unusable(profile, &candidate.model).is_none()
        };
        lineup.profiles.into_iter().filter(free).collect()
    }

    /// How many profiles each candidate has (T-35).
    pub(crate) fn profiles_by_candidate(&self) -> Vec<u32> {
        let count = |index| u32::try_from(self.lineup(index).profiles.len()).unwrap_or(u32::MAX);
        (0..self.data.chain.len()).map(count).collect()
    }

    /// The soonest end of what blocks any profile of a candidate, own facts included (K-14).
    pub(crate) fn soonest_expiry(&self, index: usize) -> Option<Millis> {
        let candidate = self.data.chain.get(index)?;
        let policy = &self.engine.policy;
        let until = |profile: &AuthProfile| {
            self.view.unusable(policy, profile, &candidate.model, self.data.now, None).map(|window| window.until)
        };
        self.lineup(index).profiles.iter().filter_map(until).min()
    }
}
