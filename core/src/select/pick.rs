//! Which model is asked for, and where that comes from (M-3).

use super::pin::{pin, runtime};
use super::refs::parse_ref;
use crate::error::{Problem, Problems};
use crate::policy::{ModelChoice, Policy};
use crate::refs::ModelRef;
use crate::session::{OverrideSource, PinSource, SessionEntry};
use crate::turn::{ChainPolicy, CronRequest, OverrideRequest, RequestKind, Selection, SelectionSource, Trigger};
use serde::{Deserialize, Serialize};

/// What a selection is made from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SelectRequest {
    /// Whose turn it is; default `main`.
    #[serde(default = "main_agent")]
    pub agent_id: String,
    /// What starts the turn.
    #[serde(default)]
    pub trigger: Trigger,
    /// Text or image (M-8).
    #[serde(default)]
    pub kind: RequestKind,
    /// The session's entry.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<SessionEntry>,
    /// A model for this turn alone.
    #[serde(rename = "override", skip_serializing_if = "Option::is_none")]
    pub one_off: Option<OverrideRequest>,
    /// A cron job's payload.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cron: Option<CronRequest>,
}

fn main_agent() -> String {
    "main".to_owned()
}

/// What one source says, before pins and runtime are added.
struct Pick {
    model: ModelRef,
    source: SelectionSource,
    chain: ChainPolicy,
    /// A profile that the ref or the request named.
    profile: Option<String>,
}

impl Pick {
    fn new(model: ModelRef, source: SelectionSource, chain: ChainPolicy) -> Self {
        Self { model, source, chain, profile: None }
    }
}

/// One row of M-3: `None` when it does not apply.
type Source = fn(&Policy, &SelectRequest) -> Result<Option<Pick>, Problem>;

/// The rows of M-3; the first that applies wins.
const SOURCES: [Source; 5] = [one_off, cron, heartbeat, entry, configured];

/// The rows for image models (M-8).
const IMAGE_SOURCES: [Source; 2] = [image_override, image];

/// Which model is asked for, where that comes from and which fallbacks follow (M-3, M-8).
///
/// # Errors
///
/// A ref that cannot be resolved, or no model at all.
pub fn select(policy: &Policy, request: &SelectRequest) -> Result<Selection, Problems> {
    let sources: &[Source] = match request.kind {
        RequestKind::Text => &SOURCES,
        RequestKind::Image => &IMAGE_SOURCES,
    };
    for source in sources {
        if let Some(pick) = source(policy, request).map_err(|problem| vec![problem])? {
            return Ok(finished(policy, request, pick));
        }
    }
    let (path, what) = match request.kind {
        RequestKind::Text => ("agents.defaults.model", "no model is configured"),
        RequestKind::Image => ("agents.defaults.imageModel", "no image model is configured"),
    };
    let message = format!("{what}: set `{path}.primary`, or name a model in the request");
    Err(vec![Problem::new("no_model", path, message).with("nothing", "`provider/model`")])
}

/// `override`: strict, for this turn alone.
fn one_off(_: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let Some(asked) = &request.one_off else { return Ok(None) };
    let model = ModelRef::new(&asked.provider, &asked.model);
    if model.provider.is_empty() || model.model.is_empty() {
        let message = "the override needs a provider and a model";
        return Err(Problem::new("bad_ref", "override", message).with(format!("`{model}`"), "both, not empty"));
    }
    let pick = Pick::new(model, SelectionSource::OneOff, ChainPolicy::Strict);
    Ok(Some(Pick { profile: asked.profile.clone(), ..pick }))
}

/// A cron job: its own model, else the agent's or the default; its own fallbacks, else the agent's or the default list.
fn cron(policy: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let payload = match (&request.cron, request.trigger) {
        (Some(payload), _) => payload.clone(),
        (None, Trigger::Cron) => CronRequest::default(),
        (None, _) => return Ok(None),
    };
    let (model, profile) = match &payload.model {
        Some(text) => at("cron.model", parse_ref(policy, text, &|_| false))?,
        None => match configured(policy, request)? {
            Some(pick) => (pick.model, None),
            None => return Ok(None),
        },
    };
    let chain = match &payload.fallbacks {
        Some(list) => explicit(&resolved(policy, list)),
        None => inherited(policy, request),
    };
    Ok(Some(Pick { profile, ..Pick::new(model, SelectionSource::Cron, chain) }))
}

/// A heartbeat with a model of its own: never stored in the session.
fn heartbeat(policy: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let model = heartbeat_model(policy, request).cloned();
    Ok(model.map(|model| Pick::new(model, SelectionSource::Heartbeat, ChainPolicy::Default)))
}

fn heartbeat_model<'a>(policy: &'a Policy, request: &SelectRequest) -> Option<&'a ModelRef> {
    let own = policy.models.agents.get(&request.agent_id).and_then(|agent| agent.heartbeat.as_ref());
    own.or(policy.models.heartbeat.as_ref()).filter(|_| request.trigger == Trigger::Heartbeat)
}

/// What the session stores: an override of a person, an old one, a stored fallback, or the choice of the default.
fn entry(policy: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let Some(entry) = &request.entry else { return Ok(None) };
    let strict = |source| stored(policy, entry).map(|model| Pick::new(model, source, ChainPolicy::Strict));
    match entry.model_override_source {
        Some(OverrideSource::User) => Ok(strict(SelectionSource::UserOverride)),
        None => Ok(strict(SelectionSource::LegacyOverride)),
        Some(OverrideSource::Auto) => stored_fallback(policy, request, entry),
        Some(OverrideSource::Default) => {
            let pick = configured(policy, request)?;
            Ok(pick.map(|pick| Pick { source: SelectionSource::ExplicitDefault, ..pick }))
        }
    }
}

/// The stored override; older entries have the whole ref in the model field.
fn stored(policy: &Policy, entry: &SessionEntry) -> Option<ModelRef> {
    let whole = || parse_ref(policy, entry.model_override.as_ref()?, &|_| false).ok().map(|(model, _)| model);
    let both = entry.override_ref().filter(|model| !model.provider.is_empty() && !model.model.is_empty());
    both.or_else(|| entry.provider_override.is_none().then(whole).flatten())
}

/// A stored fallback needs its origin (S-4); a heartbeat drops one whose origin is no longer what is configured.
fn stored_fallback(policy: &Policy, request: &SelectRequest, entry: &SessionEntry) -> Result<Option<Pick>, Problem> {
    let (Some(model), Some(origin)) = (stored(policy, entry), &entry.override_origin) else { return Ok(None) };
    if request.trigger == Trigger::Heartbeat {
        let now = configured(policy, request)?.map(|pick| pick.model);
        if now.is_some_and(|now| now != ModelRef::new(&origin.provider, &origin.model)) {
            return Ok(None);
        }
    }
    Ok(Some(Pick::new(model, SelectionSource::AutoOverride, inherited(policy, request))))
}

/// The agent's model, else the default.
fn configured(policy: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let default = policy.models.default.primary.clone();
    let Some(agent) = policy.models.agents.get(&request.agent_id).map(|agent| &agent.model) else {
        return Ok(default.map(|model| Pick::new(model, SelectionSource::ConfiguredDefault, ChainPolicy::Default)));
    };
    let row = match agent {
        ModelChoice { primary: Some(own), fallbacks: None } => {
            Some((own.clone(), SelectionSource::AgentPrimary, ChainPolicy::Strict))
        }
        ModelChoice { primary: Some(own), fallbacks: Some(list) } => {
            Some((own.clone(), SelectionSource::AgentPrimary, explicit(list)))
        }
        ModelChoice { primary: None, fallbacks: Some(list) } => {
            default.map(|model| (model, SelectionSource::AgentFallbacks, explicit(list)))
        }
        ModelChoice { primary: None, fallbacks: None } => {
            default.map(|model| (model, SelectionSource::ConfiguredDefault, ChainPolicy::Default))
        }
    };
    Ok(row.map(|(model, source, chain)| Pick::new(model, source, chain)))
}

/// An override for an image keeps the image fallbacks (M-8).
fn image_override(policy: &Policy, request: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let fallbacks = image_fallbacks(policy);
    Ok(one_off(policy, request)?.map(|pick| Pick { chain: explicit(&fallbacks), ..pick }))
}

fn image(policy: &Policy, _: &SelectRequest) -> Result<Option<Pick>, Problem> {
    let chain = explicit(&image_fallbacks(policy));
    let primary = policy.models.image.primary.clone();
    Ok(primary.map(|model| Pick::new(model, SelectionSource::ConfiguredDefault, chain)))
}

fn image_fallbacks(policy: &Policy) -> Vec<ModelRef> {
    policy.models.image.fallbacks.clone().unwrap_or_default()
}

/// An explicit list; an empty one is strict.
fn explicit(list: &[ModelRef]) -> ChainPolicy {
    if list.is_empty() { ChainPolicy::Strict } else { ChainPolicy::List { fallbacks: list.to_vec() } }
}

/// The agent's own list when it has one, else the default list.
fn inherited(policy: &Policy, request: &SelectRequest) -> ChainPolicy {
    let agent = policy.models.agents.get(&request.agent_id);
    let own = agent.and_then(|agent| agent.model.fallbacks.as_ref());
    own.map_or(ChainPolicy::Default, |list| explicit(list))
}

/// The refs that can be resolved; `chain` names those that cannot (M-9).
fn resolved(policy: &Policy, list: &[String]) -> Vec<ModelRef> {
    list.iter().filter_map(|text| parse_ref(policy, text, &|_| false).ok()).map(|(model, _)| model).collect()
}

/// Gives a problem its place.
fn at<T>(path: &str, result: Result<T, Problem>) -> Result<T, Problem> {
    result.map_err(|problem| Problem { path: path.to_owned(), ..problem })
}

/// Adds the pin and the runtime.
fn finished(policy: &Policy, request: &SelectRequest, pick: Pick) -> Selection {
    let Pick { model, source, chain, profile } = pick;
    let pin = match profile {
        Some(profile) => Some((profile, PinSource::User)),
        None => request.entry.as_ref().and_then(|entry| pin(policy, entry, &model.provider)),
    };
    let (profile, profile_source) = pin.unzip();
    let runtime = runtime(policy, &model);
    let ModelRef { provider, model } = model;
    Selection { provider, model, source, chain_policy: chain, profile, profile_source, runtime }
}
