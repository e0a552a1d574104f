//! `agents` and `heartbeat`: models, fallbacks and aliases (M-1).

use super::at::At;
use super::{local, providers};
use crate::error::Problem;
use crate::policy::{AgentModels, ConfiguredProvider, ModelChoice, Policy};
use crate::refs::ModelRef;
use crate::select::{MAX_CANDIDATES, parse_ref};
use serde_json::Value;
use std::collections::BTreeSet;

const DEFAULTS_KEYS: [&str; 4] = ["heartbeat", "imageModel", "model", "models"];
const AGENT_KEYS: [&str; 3] = ["heartbeat", "id", "model"];

/// Reads `agents`, and `heartbeat` where it stands at the top.
pub(super) fn read(root: &mut At<'_, '_>, policy: &mut Policy) {
    root.within("agents", |at| {
        let Some(keys) = at.object() else { return };
        at.check_keys(keys, &["defaults", "entries", "list"], true);
        at.within("defaults", |at| defaults(at, policy));
        at.within("entries", |at| at.each(|id, at| entry(at, policy, id.trim())));
        at.within("list", |at| listed(at, policy));
    });
    let outer = root.within("heartbeat", |at| heartbeat(at, policy)).flatten();
    policy.models.heartbeat = policy.models.heartbeat.take().or(outer);
}

fn defaults(at: &mut At<'_, '_>, policy: &mut Policy) {
    let Some(keys) = at.object() else { return };
    at.check_keys(keys, &DEFAULTS_KEYS, true);
    // Refs with a slash first: the primary may be one of their aliases, and the default provider is the primary's.
    at.within("models", |at| aliases(at, policy, true));
    policy.models.default_provider = default_provider(keys.get("model"), policy);
    at.within("models", |at| aliases(at, policy, false));
    policy.models.default = at.within("model", |at| choice(at, policy, None)).unwrap_or_default();
    policy.models.image = at.within("imageModel", |at| choice(at, policy, None)).unwrap_or_default();
    policy.models.heartbeat = at.within("heartbeat", |at| heartbeat(at, policy)).flatten();
}

/// The provider of a model without one: that of the primary model, else the only configured provider (M-2).
fn default_provider(model: Option<&Value>, policy: &Policy) -> Option<String> {
    let primary = model.and_then(|model| model.as_str().or_else(|| model.get("primary")?.as_str()));
    let of_primary = primary.and_then(|text| parse_ref(policy, text, &|_| false).ok()).map(|(model, _)| model.provider);
    let mut configured = policy.models.providers.keys();
    let only = configured.next().filter(|_| configured.next().is_none()).cloned();
    of_primary.or(only)
}

/// `agents.defaults.models`: aliases and harnesses by ref.
fn aliases(at: &mut At<'_, '_>, policy: &mut Policy, with_slash: bool) {
    at.each(|text, at| {
        if text.contains('/') != with_slash {
            return;
        }
        let Some(keys) = at.object() else { return };
        at.check_keys(keys, &["agentRuntime", "alias", "runtime"], true);
        let alias = at.within("alias", |at| at.text().map(str::to_lowercase)).flatten();
        let runtime = providers::runtime(at);
        if alias.is_none() && runtime.is_none() {
            return;
        }
        match parse_ref(policy, text, &|_| false) {
            Ok((model, _)) => known_model(at, policy, model, alias, runtime),
            Err(problem) => at.found.error(Problem { path: at.path.clone(), ..problem }),
        }
    });
}

fn known_model(
    at: &mut At<'_, '_>,
    policy: &mut Policy,
    model: ModelRef,
    alias: Option<String>,
    runtime: Option<String>,
) {
    if let Some(runtime) = runtime {
        let local = local::is_local(&model.provider);
        let unknown = || ConfiguredProvider { local, ..ConfiguredProvider::default() };
        let provider = policy.models.providers.entry(model.provider.clone()).or_insert_with(unknown);
        provider.models.entry(model.model.clone()).or_default().runtime = Some(runtime);
    }
    let Some(alias) = alias else { return };
    match policy.models.aliases.get(&alias) {
        Some(other) if *other != model => {
            let message = format!("the alias `{alias}` already stands for `{other}` and keeps that meaning");
            at.found.warn(Problem::new("duplicate_alias", at.join("alias"), message));
        }
        _ => {
            policy.models.aliases.insert(alias, model);
        }
    }
}

/// One agent of `agents.entries`, or of the older list.
fn entry(at: &mut At<'_, '_>, policy: &mut Policy, id: &str) {
    let Some(keys) = at.object() else { return };
    at.check_keys(keys, &AGENT_KEYS, true);
    let default = policy.models.default.primary.clone();
    let model = at.within("model", |at| choice(at, policy, default.as_ref())).unwrap_or_default();
    let heartbeat = at.within("heartbeat", |at| heartbeat(at, policy)).flatten();
    policy.models.agents.insert(id.to_owned(), AgentModels { model, heartbeat });
}

/// The older `agents.list`: an agent that also stands in `agents.entries` is read from there.
fn listed(at: &mut At<'_, '_>, policy: &mut Policy) {
    for (index, value) in at.list().into_iter().flatten().enumerate() {
        let mut at = at.element(index, value);
        if at.object().is_none() {
            continue;
        }
        match at.within("id", |at| at.text()) {
            None => at.wrong("missing", "an object with an `id`"),
            Some(None) => {}
            Some(Some(id)) if policy.models.agents.contains_key(id) => {
                let message = format!("the agent `{id}` is already configured; this entry of the list is ignored");
                at.found.warn(Problem::new("duplicate_agent", at.path.clone(), message));
            }
            Some(Some(id)) => entry(&mut at, policy, id),
        }
    }
}

fn heartbeat(at: &mut At<'_, '_>, policy: &Policy) -> Option<ModelRef> {
    let keys = at.object()?;
    at.check_keys(keys, &["model"], true);
    at.within("model", |at| model(at, policy)).flatten()
}

/// A model with its fallbacks: a bare ref, or `{ primary, fallbacks }`. `primary` stands in for one that is left out.
fn choice(at: &mut At<'_, '_>, policy: &Policy, primary: Option<&ModelRef>) -> ModelChoice {
    if at.value.is_string() {
        return ModelChoice { primary: model(at, policy), fallbacks: None };
    }
    let Some(keys) = at.value.as_object() else {
        at.wrong("wrong_type", "`provider/model`, an alias, or an object with `primary` and `fallbacks`");
        return ModelChoice::default();
    };
    at.check_keys(keys, &["fallbacks", "primary"], false);
    let own = at.within("primary", |at| model(at, policy)).flatten();
    let fallbacks = at.within("fallbacks", |at| fallbacks(at, policy)).flatten();
    let first = own.as_ref().or(primary);
    let all: BTreeSet<&ModelRef> = first.into_iter().chain(fallbacks.iter().flatten()).collect();
    if all.len() > MAX_CANDIDATES {
        let expected = format!("at most {MAX_CANDIDATES} candidates");
        let message = format!("found {} models with the primary, but {expected} make a chain", all.len());
        let problem = Problem::new("too_many_candidates", at.join("fallbacks"), message);
        at.found.error(problem.with(all.len().to_string(), expected));
    }
    ModelChoice { primary: own, fallbacks }
}

/// A model that must resolve.
fn model(at: &mut At<'_, '_>, policy: &Policy) -> Option<ModelRef> {
    let text = at.text()?;
    match parse_ref(policy, text, &|_| false) {
        Ok((model, profile)) => {
            no_profile(at, profile.as_deref());
            Some(model)
        }
        Err(problem) => {
            at.found.error(Problem { path: at.path.clone(), ..problem });
            None
        }
    }
}

/// Fallbacks: one that does not resolve is dropped with a warning that names it (M-9).
fn fallbacks(at: &mut At<'_, '_>, policy: &Policy) -> Option<Vec<ModelRef>> {
    let list = at.list()?;
    let mut models = Vec::new();
    for (index, value) in list.iter().enumerate() {
        let mut at = at.element(index, value);
        let Some(text) = value.as_str() else {
            at.wrong("wrong_type", "`provider/model` or an alias");
            continue;
        };
        match parse_ref(policy, text, &|_| false) {
            Ok((model, profile)) => {
                no_profile(&mut at, profile.as_deref());
                models.push(model);
            }
            Err(problem) => {
                let message = format!("this fallback is dropped: {}", problem.message);
                let path = at.path.clone();
                at.found.warn(Problem { code: "dropped_fallback".to_owned(), path, message, ..problem });
            }
        }
    }
    Some(models)
}

/// A profile has no place in a configured ref.
fn no_profile(at: &mut At<'_, '_>, profile: Option<&str>) {
    if let Some(profile) = profile {
        let message = format!("the profile `{profile}` is ignored here; `auth.order` says which profile is used");
        at.found.warn(Problem::new("ignored_profile", at.path.clone(), message));
    }
}
