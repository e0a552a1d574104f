//! Model refs as people write them (M-2).

use crate::error::Problem;
use crate::policy::Policy;
use crate::profile::provider_of;
use crate::refs::{ModelRef, normalise_provider};

/// The longest ref that is read, in bytes.
const MAX_REF: usize = 1_024;

/// Reads `provider/model`, an alias or a bare model of the default provider, each with `@<profile>` or without (M-2).
/// The profile is the longest suffix after an `@` that `known_profiles` knows or that has the form
/// `<known provider>:...`; any other `@` belongs to the model.
///
/// # Errors
///
/// An empty or overlong ref, an empty side of the slash, or a bare model where no default provider is known.
pub fn parse_ref(
    policy: &Policy,
    text: &str,
    known_profiles: &dyn Fn(&str) -> bool,
) -> Result<(ModelRef, Option<String>), Problem> {
    let text = text.trim();
    if text.len() > MAX_REF {
        return Err(bad_ref(text, &format!("is longer than {MAX_REF} bytes")));
    }
    if let Some(model) = alias(policy, text) {
        return Ok((model.clone(), None));
    }
    let cuts = text.match_indices('@').filter_map(|(at, _)| text.split_at_checked(at));
    let parts = cuts.filter_map(|(base, suffix)| Some((base.trim(), suffix.strip_prefix('@')?.trim())));
    let known = |id: &str| known_profiles(id) || policy.auth.profiles.iter().any(|profile| profile.id == id);
    let with_profile = parts
        .filter(|(base, _)| !base.is_empty() && !base.ends_with('/'))
        .find(|(base, suffix)| known(suffix) || looks_like_profile(policy, base, suffix));
    match with_profile {
        Some((base, profile)) => Ok((model(policy, base)?, Some(profile.to_owned()))),
        None => Ok((model(policy, text)?, None)),
    }
}

fn alias<'a>(policy: &'a Policy, text: &str) -> Option<&'a ModelRef> {
    policy.models.aliases.get(&text.to_lowercase())
}

fn model(policy: &Policy, text: &str) -> Result<ModelRef, Problem> {
    if let Some(model) = alias(policy, text) {
        return Ok(model.clone());
    }
    if text.contains('/') {
        return ModelRef::split(text).ok_or_else(|| bad_ref(text, "has an empty side"));
    }
    if text.is_empty() {
        return Err(bad_ref(text, "is empty"));
    }
    let Some(provider) = &policy.models.default_provider else {
        return Err(bad_ref(text, "is no alias, and there is no default provider"));
    };
    Ok(ModelRef::new(provider, text))
}

fn bad_ref(text: &str, why: &str) -> Problem {
    let shown: String = text.chars().take(60).collect();
    Problem::new("bad_ref", "", format!("the model ref `{shown}` {why}; write `provider/model` or an alias"))
        .with(format!("`{shown}`"), "`provider/model` or an alias")
}

/// `<known provider>:<something>`; the provider of the ref itself is known.
fn looks_like_profile(policy: &Policy, base: &str, suffix: &str) -> bool {
    let Some((prefix, rest)) = suffix.split_once(':') else { return false };
    let prefix = normalise_provider(prefix);
    let own = base.split_once('/').map(|(provider, _)| normalise_provider(provider));
    !rest.trim().is_empty() && (own.as_ref() == Some(&prefix) || provider_known(policy, &prefix))
}

/// The config speaks of this provider: as a model, a provider, a profile, an order or a prefix of profile ids.
fn provider_known(policy: &Policy, provider: &str) -> bool {
    let models = &policy.models;
    let choices = [&models.default, &models.image].into_iter().chain(models.agents.values().map(|agent| &agent.model));
    let in_choice = |choice: &crate::policy::ModelChoice| {
        choice.primary.iter().chain(choice.fallbacks.iter().flatten()).any(|model| model.provider == provider)
    };
    let is_default = models.default_provider.as_deref() == Some(provider);
    is_default
        || models.providers.contains_key(provider)
        || policy.auth.order.contains_key(provider)
        || policy.profile_id_prefixes.iter().any(|(prefix, target)| prefix == provider || target == provider)
        || policy.auth.profiles.iter().any(|profile| profile.provider == provider)
        || policy.secrets.keys().any(|id| provider_of(policy, id).as_deref() == Some(provider))
        || models.aliases.values().any(|model| model.provider == provider)
        || choices.into_iter().any(in_choice)
}
