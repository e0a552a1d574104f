//! Read-only views: the order of profiles now, and why (M-10, `engine.order`).

use crate::classify::Reason;
use crate::engine::Engine;
use crate::error::StateError;
use crate::profile::{Eligibility, OrderInput, order as order_profiles};
use crate::session::SessionEntry;
use crate::time::Millis;
use crate::turn::{Candidate, Pick, Selection, Snapshot, Turn, max_attempts};
use serde::Serialize;

/// One profile of a provider as `engine.order` shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OrderedProfile {
    /// Profile id.
    pub profile_id: String,
    /// Whether it may be used at all (P-3).
    pub eligible: Eligibility,
    /// No window keeps it from this model now.
    pub usable_now: bool,
    /// Until when a window does.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
}

/// The profiles of a provider in the order in which they would be tried for a model now (P-3 to P-6, P-9 to P-11);
/// those that may not be used stand last, with their code.
///
/// # Errors
///
/// A snapshot that cannot be read at all.
pub fn order(
    engine: &Engine,
    provider: &str,
    model: &str,
    agent: &str,
    entry: Option<&SessionEntry>,
    snapshot: &Snapshot,
    now: Millis,
) -> Result<Vec<OrderedProfile>, StateError> {
    let pin = entry.and_then(|entry| entry.auth_profile_override.clone());
    let view = engine.view(snapshot, agent, None, now)?;
    let policy = engine.policy();
    let blocked = |profile: &_| view.unusable(policy, profile, model, now, None).map(|window| window.until);
    let mut ordered = order_profiles(&OrderInput {
        policy,
        provider,
        model,
        stored: view.profiles(),
        stored_order: view.order(),
        now,
        unusable_until: &blocked,
        last_used: &|profile| view.last_used(profile),
    });
    if let Some(place) = ordered.profiles.iter().position(|profile| Some(&profile.id) == pin.as_ref()) {
        let pinned = ordered.profiles.remove(place);
        ordered.profiles.insert(0, pinned);
    }
    let usable = ordered.profiles.iter().map(|profile| {
        let until = blocked(profile);
        OrderedProfile { profile_id: profile.id.clone(), eligible: Eligibility::Ok, usable_now: until.is_none(), until }
    });
    let refused = ordered.ineligible.iter().map(|profile| OrderedProfile {
        profile_id: profile.profile_id.clone(),
        eligible: profile.code,
        usable_now: false,
        until: None,
    });
    Ok(usable.chain(refused).collect())
}

/// What would happen to each candidate now (M-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    /// Which model is asked for, and where that comes from.
    pub selection: Selection,
    /// The chain, in order.
    pub candidates: Vec<ExplainedCandidate>,
    /// The largest number of calls that the turn can make (T-35).
    pub max_attempts: u64,
}

/// What would happen to one candidate now, as if those before it had failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedCandidate {
    /// The candidate.
    pub candidate: Candidate,
    /// Called, probed or skipped.
    pub verdict: ExplainVerdict,
    /// With which profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile_id: Option<String>,
    /// The rule that says so.
    pub rule: String,
    /// In words.
    pub why: String,
    /// Until when, for a skip.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
    /// Its profiles in order, then those that may not be used.
    pub profiles: Vec<ExplainedProfile>,
}

/// What would happen to a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ExplainVerdict {
    /// It would be called.
    Call,
    /// It would be called to learn whether its cooldown is over.
    Probe,
    /// It would be left out.
    Skip,
}

/// One profile of a candidate, and what stands against it now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ExplainedProfile {
    /// Profile id.
    pub profile_id: String,
    /// Whether it may be used at all (P-3).
    pub eligible: Eligibility,
    /// No window keeps it from this model now.
    pub usable_now: bool,
    /// Why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Until when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Millis>,
}

pub(crate) fn explain(turn: &Turn) -> Explanation {
    let policy = &turn.engine.policy;
    Explanation {
        selection: turn.data.selection.clone(),
        candidates: (0..turn.data.chain.len()).filter_map(|index| explain_candidate(turn, index)).collect(),
        max_attempts: max_attempts(policy, &turn.profiles_by_candidate(), turn.max_retries()),
    }
}

fn explain_candidate(turn: &Turn, index: usize) -> Option<ExplainedCandidate> {
    let candidate = turn.data.chain.get(index)?.clone();
    let profiles = explain_profiles(turn, index, &candidate.model);
    let (verdict, profile_id, rule, why, until) = match turn.pick(index) {
        Pick::Call { profile, rule, forced } => {
            let why = if forced { "it would be called although a window is open" } else { "it would be called" };
            (ExplainVerdict::Call, profile, rule, why.to_owned(), None)
        }
        Pick::Probe { profile, rule } => {
            let why = "it would be called once, to learn whether its cooldown is over";
            (ExplainVerdict::Probe, profile, rule, why.to_owned(), None)
        }
        Pick::Skip(skip) => (ExplainVerdict::Skip, None, skip.rule, skip.why, skip.until),
    };
    Some(ExplainedCandidate { candidate, verdict, profile_id, rule: rule.to_owned(), why, until, profiles })
}

fn explain_profiles(turn: &Turn, index: usize, model: &str) -> Vec<ExplainedProfile> {
    let lineup = turn.lineup(index);
    let usable = lineup.profiles.iter().map(|profile| {
        let window = turn.unusable(profile, model);
        ExplainedProfile {
            profile_id: profile.id.clone(),
            eligible: Eligibility::Ok,
            usable_now: window.is_none(),
            reason: window.as_ref().map(|window| window.reason),
            until: window.map(|window| window.until),
        }
    });
    let refused = lineup.ineligible.iter().map(|profile| ExplainedProfile {
        profile_id: profile.profile_id.clone(),
        eligible: profile.code,
        usable_now: false,
        reason: None,
        until: None,
    });
    usable.chain(refused).collect()
}
