//! Read-only views: the order of profiles now, and why (M-10, `engine.order`).

use crate::engine::Engine;
use crate::error::StateError;
use crate::profile::{Eligibility, OrderInput, order as order_profiles};
use crate::session::SessionEntry;
use crate::time::Millis;
use crate::turn::Snapshot;
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
