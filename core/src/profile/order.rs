//! The order in which the profiles of a provider are tried (P-4 to P-6).

use super::eligibility::{belongs, eligibility};
use super::{AuthProfile, Credential, Eligibility, ProfileType};
use crate::error::Problem;
use crate::policy::{ConfiguredProfile, Policy};
use crate::refs::normalise_provider;
use crate::time::Millis;
use crate::turn::IneligibleProfile;
use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

/// The most profiles of one provider in a chain (M-9).
pub const MAX_PROFILES: usize = 256;

/// What the order is made from.
pub struct OrderInput<'a> {
    /// The policy.
    pub policy: &'a Policy,
    /// Provider of the candidate.
    pub provider: &'a str,
    /// Model of the candidate; windows may hold for one model only.
    pub model: &'a str,
    /// All profiles that the host gave or the store knows, merged by id.
    pub stored: &'a [AuthProfile],
    /// The stored order of this agent, by provider.
    pub stored_order: Option<&'a BTreeMap<String, Vec<String>>>,
    /// The time of the decision.
    pub now: Millis,
    /// Until when a profile cannot be used for the model; `None` when it is free now.
    pub unusable_until: &'a dyn Fn(&AuthProfile) -> Option<Millis>,
    /// When a call with the profile started last (P-7); zero is never.
    pub last_used: &'a dyn Fn(&AuthProfile) -> Millis,
}

/// Where the list came from (P-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OrderSource {
    /// The stored order of the agent.
    StoredOrder,
    /// `auth.order`.
    ConfigOrder,
    /// `auth.profiles`.
    ConfigProfiles,
    /// The stored profiles.
    Stored,
}

/// The profiles of a provider, in the order in which they are tried.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    /// Eligible profiles, those that cannot be used now at the end.
    pub profiles: Vec<AuthProfile>,
    /// What was left out, with its code (P-3).
    pub ineligible: Vec<IneligibleProfile>,
    /// Where the list came from.
    pub source: OrderSource,
    /// One warning for each id that was left out.
    pub warnings: Vec<Problem>,
    /// The provider has no profile at all, so that P-12 applies. False for an explicit empty order.
    pub none: bool,
}

/// Orders the profiles of a provider (P-3 to P-6). Pins are applied by the caller (P-9 to P-11).
#[must_use]
pub fn order(input: &OrderInput<'_>) -> Ordered {
    let provider = normalise_provider(input.provider);
    let plan = Plan::new(input, &provider);
    let mut eligible = Vec::new();
    let mut ineligible = Vec::new();
    for (id, profile) in &plan.entries {
        match (eligibility(input.policy, &provider, profile.as_deref(), input.now), profile) {
            (Eligibility::Ok, Some(profile)) => eligible.push(profile.as_ref()),
            (code, _) => ineligible.push(IneligibleProfile { profile_id: (*id).to_owned(), code }),
        }
    }
    let mut warnings: Vec<Problem> = ineligible.iter().map(|left_out| plan.warning(&provider, left_out)).collect();
    if plan.repaired {
        let message = "none of these profiles exists, so the stored profiles of the provider are used";
        warnings.push(Problem::new("order_repaired", plan.path(&provider), message));
    }
    if eligible.len() > MAX_PROFILES {
        let message = format!("{} profiles; only the first {MAX_PROFILES} are used", eligible.len());
        warnings.push(Problem::new("too_many_profiles", plan.path(&provider), message));
    }
    let profiles = sorted(input, eligible, plan.source);
    Ordered { profiles, ineligible, source: plan.source, warnings, none: plan.none }
}

/// An id that takes part, with its profile when there is one.
type Entry<'a> = (&'a str, Option<Cow<'a, AuthProfile>>);

/// The ids that take part, each with its profile when there is one (P-4).
struct Plan<'a> {
    entries: Vec<Entry<'a>>,
    source: OrderSource,
    repaired: bool,
    none: bool,
}

impl<'a> Plan<'a> {
    fn new(input: &'a OrderInput<'_>, provider: &str) -> Self {
        let Some((source, ids)) = configured(input, provider) else {
            return Self::stored(input, provider, Vec::new());
        };
        let entries = looked_up(input, ids);
        if entries.is_empty() || entries.iter().any(|(_, profile)| profile.is_some()) {
            return Self { entries, source, repaired: false, none: false };
        }
        Self::stored(input, provider, entries)
    }

    /// The stored profiles of the provider, after the configured ids, all of which are missing.
    fn stored(input: &'a OrderInput<'_>, provider: &str, missing: Vec<Entry<'a>>) -> Self {
        let own = input.stored.iter().filter(|profile| belongs(input.policy, profile, provider));
        let mut seen = BTreeSet::new();
        let own = own.filter(|profile| seen.insert(profile.id.as_str()));
        let own: Vec<Entry<'_>> = own.map(|profile| (profile.id.as_str(), Some(Cow::Borrowed(profile)))).collect();
        let (repaired, none) = (!missing.is_empty() && !own.is_empty(), own.is_empty());
        let entries = missing.into_iter().chain(own).collect();
        Self { entries, source: OrderSource::Stored, repaired, none }
    }

    fn path(&self, provider: &str) -> String {
        match self.source {
            OrderSource::StoredOrder => format!("snapshot.order.{provider}"),
            OrderSource::ConfigOrder => format!("auth.order.{provider}"),
            OrderSource::ConfigProfiles => "auth.profiles".to_owned(),
            OrderSource::Stored => "snapshot.profiles".to_owned(),
        }
    }

    fn warning(&self, provider: &str, left_out: &IneligibleProfile) -> Problem {
        let (id, code) = (&left_out.profile_id, left_out.code);
        let why = match code {
            Eligibility::ProfileMissing => "there is no such profile".to_owned(),
            code => format!("it may not be used: {}", code.as_str()),
        };
        Problem::new(code.as_str(), self.path(provider), format!("`{id}` is left out; {why}"))
    }
}

/// The first explicit list: the agent's stored order, `auth.order`, or the configured profiles (P-4).
fn configured<'a>(input: &'a OrderInput<'_>, provider: &str) -> Option<(OrderSource, Vec<&'a str>)> {
    let listed = |list: &'a Vec<String>| list.iter().map(String::as_str).collect();
    if let Some(list) = input.stored_order.and_then(|orders| of_provider(orders, provider)) {
        return Some((OrderSource::StoredOrder, listed(list)));
    }
    if let Some(list) = of_provider(&input.policy.auth.order, provider) {
        return Some((OrderSource::ConfigOrder, listed(list)));
    }
    let own = input.policy.auth.profiles.iter().filter(|profile| profile.provider == provider);
    let ids: Vec<&str> = own.map(|profile| profile.id.as_str()).collect();
    (!ids.is_empty()).then_some((OrderSource::ConfigProfiles, ids))
}

fn of_provider<'a>(orders: &'a BTreeMap<String, Vec<String>>, provider: &str) -> Option<&'a Vec<String>> {
    orders.get(provider).or_else(|| orders.iter().find(|(key, _)| normalise_provider(key) == provider).map(|(_, v)| v))
}

/// Finds the profile of each id, once each. The store is walked once, however large it is.
fn looked_up<'a>(input: &'a OrderInput<'_>, ids: Vec<&'a str>) -> Vec<Entry<'a>> {
    let mut seen = BTreeSet::new();
    let ids: Vec<&str> = ids.into_iter().map(str::trim).filter(|id| seen.insert(*id)).collect();
    let wanted = input.stored.iter().filter(|profile| seen.contains(profile.id.as_str()));
    let known: BTreeMap<&str, &AuthProfile> = wanted.map(|profile| (profile.id.as_str(), profile)).collect();
    let stored = |id: &str| known.get(id).map(|profile| Cow::Borrowed(*profile));
    ids.into_iter().map(|id| (id, stored(id).or_else(|| from_config(input.policy, id).map(Cow::Owned)))).collect()
}

/// A configured profile that nobody stored is one itself when a host can find its secret (P-4).
fn from_config(policy: &Policy, id: &str) -> Option<AuthProfile> {
    let configured = policy.auth.profiles.iter().find(|profile| profile.id == id)?;
    policy.secrets.contains_key(id).then(|| as_profile(configured))
}

fn as_profile(configured: &ConfiguredProfile) -> AuthProfile {
    let mut profile = AuthProfile::bare(&configured.id, &configured.provider, configured.mode);
    profile.email.clone_from(&configured.email);
    profile
}

/// Free profiles first: an explicit order as written (P-5), else round robin (P-6). The rest by soonest expiry. Only
/// what is used is copied, however many there are.
fn sorted(input: &OrderInput<'_>, profiles: Vec<&AuthProfile>, source: OrderSource) -> Vec<AuthProfile> {
    let by_turn = matches!(source, OrderSource::ConfigProfiles | OrderSource::Stored);
    let key = |profile: &AuthProfile| {
        let until = (input.unusable_until)(profile).filter(|until| *until > input.now);
        (until, by_turn.then(|| turn_of(input, profile)))
    };
    let mut keyed: Vec<_> = profiles.into_iter().map(|profile| (key(profile), profile)).collect();
    keyed.sort_by(|(a, left), (b, right)| {
        a.cmp(b).then_with(|| if by_turn { left.id.cmp(&right.id) } else { Ordering::Equal })
    });
    keyed.into_iter().take(MAX_PROFILES).map(|(_, profile)| profile.clone()).collect()
}

/// The sort key of round robin before the id: type, usable logins first, longest unused (P-6).
fn turn_of(input: &OrderInput<'_>, profile: &AuthProfile) -> (ProfileType, bool, Millis) {
    let needs_refresh = profile.expired(input.now) || profile.credential == Credential::Refreshable;
    let late = input.policy.prefer_usable_oauth && profile.kind == ProfileType::Oauth && needs_refresh;
    (profile.kind, late, (input.last_used)(profile))
}
