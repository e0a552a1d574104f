//! The status of a session and of the providers that it may use (S-10).

use crate::classify::Reason;
use crate::profile::AuthProfile;
use crate::session::{LastDecision, PinSource};
use crate::state::Window;
use crate::time::{Millis, Span};
use crate::turn::Turn;
use serde::Serialize;
use std::collections::BTreeSet;

/// What a status line or card shows (S-10).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Status {
    /// The selected model, as `provider/model`.
    pub selected: String,
    /// The model that answered last, when it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<String>,
    /// Why another one answered, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The pinned profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned_profile: Option<String>,
    /// Who pinned it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pinned_by: Option<PinSource>,
    /// Each provider of the chain, in order.
    pub providers: Vec<ProviderStatus>,
    /// The last turn that did not succeed at its first call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_decision: Option<LastDecision>,
    /// When the origin of a stored fallback may be probed next (S-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_primary_probe: Option<Millis>,
}

/// One provider of the chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProviderStatus {
    /// Provider id.
    pub provider: String,
    /// Its profiles, by id.
    pub profiles: Vec<ProfileStatus>,
    /// When the standing probe mark ends (T-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe_mark_until: Option<Millis>,
}

/// One profile and the windows that are open now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfileStatus {
    /// Profile id.
    pub profile_id: String,
    /// Start of its last call.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used: Option<Millis>,
    /// Windows that are open now.
    pub windows: Vec<Window>,
    /// The reason that stands for them (K-13).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

pub(crate) fn status(turn: &Turn) -> Status {
    let entry = turn.view.session();
    let notice = entry.and_then(|entry| entry.fallback_notice.clone());
    let selected = turn.selected_name();
    let notice = notice.filter(|notice| notice.selected_model == selected && notice.active_model != selected);
    Status {
        selected,
        active: notice.as_ref().map(|notice| notice.active_model.clone()),
        reason: notice.map(|notice| notice.reason),
        pinned_profile: entry.and_then(|entry| entry.auth_profile_override.clone()),
        pinned_by: entry.and_then(|entry| entry.auth_profile_override_source),
        providers: providers(turn),
        last_decision: entry.and_then(|entry| entry.last_decision.clone()),
        next_primary_probe: next_primary_probe(turn),
    }
}

fn next_primary_probe(turn: &Turn) -> Option<Millis> {
    let entry = turn.view.session()?;
    let interval = turn.engine.policy.probe.primary_interval;
    entry.override_origin.as_ref().filter(|_| interval > Span::ZERO)?;
    Some(entry.primary_probe.as_ref().map_or(turn.data.now, |probe| probe.at + interval))
}

fn providers(turn: &Turn) -> Vec<ProviderStatus> {
    let mut seen = BTreeSet::new();
    let fresh = turn.data.chain.iter().filter(|candidate| seen.insert(candidate.provider.clone()));
    fresh.map(|candidate| provider(turn, &candidate.provider)).collect()
}

fn provider(turn: &Turn, provider: &str) -> ProviderStatus {
    let mark = turn.view.provider(provider).and_then(|record| record.probe.as_ref());
    let mut profiles: Vec<AuthProfile> =
        turn.view.profiles().iter().filter(|profile| profile.provider == provider).cloned().collect();
    profiles.sort_by(|a, b| a.id.cmp(&b.id));
    ProviderStatus {
        provider: provider.to_owned(),
        profiles: profiles.iter().map(|profile| profile_status(turn, profile)).collect(),
        probe_mark_until: mark.map(|mark| mark.until).filter(|until| *until > turn.data.now),
    }
}

fn profile_status(turn: &Turn, profile: &AuthProfile) -> ProfileStatus {
    let windows = turn.view.windows(&turn.engine.policy, profile, turn.data.now, None);
    let last_used = turn.view.last_used(profile);
    ProfileStatus {
        profile_id: profile.id.clone(),
        last_used: (last_used > Millis(0)).then_some(last_used),
        reason: crate::state::unavailable_reason(&windows.iter().collect::<Vec<_>>()),
        windows,
    }
}
