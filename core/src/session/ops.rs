//! What people do to a session: choose a model, start anew, compact (S-5, S-6).

use super::{FieldChange, LiveSwitch, OverrideSource, PinSource, SessionEntry, SessionPatch};
use crate::error::Problem;
use crate::policy::{Policy, UserPin};
use crate::profile::provider_of;
use crate::refs::ModelRef;
use crate::select::{self, SelectRequest};
use crate::state::Key;
use crate::turn::MarkOp;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The ways in which a person chooses (S-6).
const WAYS: [&str; 4] = ["/model", "picker", "session_status", "sessions.patch"];

/// A patch to store, and skip marks to change in the host's memory.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionChange {
    /// What to store.
    pub patch: SessionPatch,
    /// What to change in memory (T-26).
    pub marks: Vec<SessionMark>,
    /// What a running turn should be told (S-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live_switch: Option<LiveSwitch>,
    /// Why a pin was dropped, for the log (P-11).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin_cleared: Option<String>,
}

/// A skip mark to set or clear; without a provider, all of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct SessionMark {
    /// Set or clear.
    pub op: MarkOp,
    /// Provider id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider: Option<String>,
    /// Model id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
}

/// A choice by hand.
pub struct ModelSelection<'a> {
    /// The session.
    pub session_id: &'a str,
    /// The agent whose default is meant by `default`.
    pub agent_id: &'a str,
    /// `provider/model`, an alias, either with `@profile`, or `default`.
    pub reference: &'a str,
    /// By which way: `/model`, `picker`, `session_status` or `sessions.patch`.
    pub via: &'a str,
    /// Whether a profile id is known.
    pub known: &'a dyn Fn(&str) -> bool,
}

type Fields = BTreeMap<String, FieldChange>;

/// S-6: one operation for every way of choosing. The choice is exact and strict; it may be tried once at once, whatever
/// its cooldown.
///
/// # Errors
///
/// A way that does not exist, or a ref that cannot be resolved.
pub fn select_model(
    policy: &Policy,
    entry: Option<&SessionEntry>,
    choice: &ModelSelection<'_>,
) -> Result<SessionChange, Problem> {
    if !WAYS.contains(&choice.via) {
        let message = format!("`{}` is no way to choose a model", choice.via);
        return Err(Problem::new("unknown_value", "via", message).with(choice.via, WAYS.join(", ")));
    }
    let mut set = Fields::new();
    let (model, profile) = if choice.reference.trim().eq_ignore_ascii_case("default") {
        choose_default(policy, choice.agent_id, &mut set)?
    } else {
        let (model, profile) = select::parse_ref(policy, choice.reference, choice.known)?;
        put(&mut set, "providerOverride", &model.provider);
        put(&mut set, "modelOverride", &model.model);
        put(&mut set, "modelOverrideSource", &OverrideSource::User);
        (model, profile)
    };
    put(&mut set, "overrideOrigin", &Value::Null);
    let pin_cleared = pin(policy, entry, &model, profile.as_deref(), &mut set);
    let target = LiveSwitch { provider: model.provider.clone(), model: model.model.clone(), profile };
    put(&mut set, "liveSwitchPending", &target);
    put(&mut set, "forceProbe", &target);
    let mark = SessionMark { op: MarkOp::Clear, provider: Some(model.provider), model: Some(model.model) };
    let patch = patch(choice.session_id, entry, set);
    Ok(SessionChange { patch, marks: vec![mark], live_switch: Some(target), pin_cleared })
}

/// The agent's own primary, else the configured one: what runs without an override.
fn choose_default(policy: &Policy, agent: &str, set: &mut Fields) -> Result<(ModelRef, Option<String>), Problem> {
    let request = SelectRequest { agent_id: agent.to_owned(), ..SelectRequest::default() };
    let default = select::select(policy, &request).map_err(|problems| no_default(&problems))?;
    put(set, "providerOverride", &Value::Null);
    put(set, "modelOverride", &Value::Null);
    put(set, "modelOverrideSource", &OverrideSource::Default);
    Ok((default.model_ref(), None))
}

fn no_default(problems: &[Problem]) -> Problem {
    let message = problems.first().map_or_else(String::new, |problem| problem.message.clone());
    Problem::new("no_model", "ref", message)
}

/// A named profile is pinned; a pin of another provider, or an automatic one, is dropped.
fn pin(
    policy: &Policy,
    entry: Option<&SessionEntry>,
    model: &ModelRef,
    profile: Option<&str>,
    set: &mut Fields,
) -> Option<String> {
    if let Some(profile) = profile {
        put(set, "authProfileOverride", &profile);
        put(set, "authProfileOverrideSource", &PinSource::User);
        put(set, "authProfileOverrideCompactionCount", &Value::Null);
        return None;
    }
    let pinned = entry.and_then(|entry| entry.auth_profile_override.as_deref())?;
    if provider_of(policy, pinned).is_none_or(|provider| provider == model.provider) {
        return None;
    }
    drop_pin(set);
    Some(format!("the pinned profile {pinned} does not belong to {}", model.provider))
}

fn drop_pin(set: &mut Fields) {
    for field in ["authProfileOverride", "authProfileOverrideSource", "authProfileOverrideCompactionCount"] {
        put(set, field, &Value::Null);
    }
}

/// S-5: a new session. A user's model stays, and a user's pin where it is only a preference; everything else goes.
#[must_use]
pub fn reset(policy: &Policy, session_id: &str, entry: Option<&SessionEntry>) -> SessionChange {
    let mut set = Fields::new();
    for field in [
        "overrideOrigin",
        "fallbackNotice",
        "primaryProbe",
        "liveSwitchPending",
        "forceProbe",
        "historyFrom",
        "lastDecision",
    ] {
        put(&mut set, field, &Value::Null);
    }
    let by_user = entry.is_some_and(|entry| entry.auth_profile_override_source == Some(PinSource::User));
    if policy.user_pin == UserPin::Strict || !by_user {
        drop_pin(&mut set);
    }
    if entry.is_some_and(|entry| entry.model_override_source == Some(OverrideSource::Auto)) {
        for field in ["providerOverride", "modelOverride", "modelOverrideSource"] {
            put(&mut set, field, &Value::Null);
        }
    }
    let marks = vec![SessionMark { op: MarkOp::Clear, provider: None, model: None }];
    SessionChange { patch: patch(session_id, entry, set), marks, live_switch: None, pin_cleared: None }
}

/// A compaction outside a turn: the count grows, which ends the auto pin (P-9).
#[must_use]
pub fn compacted(session_id: &str, entry: Option<&SessionEntry>) -> SessionChange {
    let count = entry.map_or(0, |entry| entry.compaction_count).saturating_add(1);
    let mut set = Fields::new();
    // Two that compact at once count once: either way the pin has ended.
    let from = entry.map(|entry| entry.compaction_count.into());
    set.insert("compactionCount".to_owned(), FieldChange { from, to: count.into() });
    SessionChange { patch: patch(session_id, entry, set), marks: Vec::new(), live_switch: None, pin_cleared: None }
}

fn patch(session_id: &str, entry: Option<&SessionEntry>, set: Fields) -> SessionPatch {
    SessionPatch { key: Key::session(session_id), revision: entry.map_or(0, |entry| entry.revision), set }
}

fn put(set: &mut Fields, field: &str, value: &impl Serialize) {
    let to = serde_json::to_value(value).unwrap_or_default();
    set.insert(field.to_owned(), FieldChange { from: None, to });
}
