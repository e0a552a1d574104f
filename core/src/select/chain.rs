//! The candidate chain (M-4 to M-9).

use super::refs::parse_ref;
use crate::error::{Problem, Problems};
use crate::policy::Policy;
use crate::refs::ModelRef;
use crate::turn::{Candidate, ChainPolicy, Origin, RequestKind, Selection, SelectionSource, TurnRequest};
use std::collections::BTreeSet;

/// The most candidates in a chain (M-9).
pub const MAX_CANDIDATES: usize = 32;

/// The candidates of a turn, with a warning for each fallback that was dropped (M-4 to M-9).
///
/// # Errors
///
/// A requested model that cannot be resolved, an empty `chain`, or more than 32 candidates.
pub fn chain(
    policy: &Policy,
    request: &TurnRequest,
    selection: &Selection,
) -> Result<(Vec<Candidate>, Vec<Problem>), Problems> {
    let mut warnings = Vec::new();
    let list = match own_chain(request, selection) {
        Some(refs) => from_refs(policy, refs, &mut warnings)?,
        None => from_selection(policy, request, selection, &mut warnings)?,
    };
    let mut seen = BTreeSet::new();
    let unique: Vec<Candidate> = list
        .into_iter()
        .filter(|(model, _)| seen.insert(model.clone()))
        .map(|(model, origin)| Candidate { provider: model.provider, model: model.model, origin })
        .collect();
    if unique.len() > MAX_CANDIDATES {
        let message = format!("the chain has {} candidates; leave out some fallbacks", unique.len());
        let problem = Problem::new("too_many_candidates", list_path(request), message);
        return Err(vec![problem.with(unique.len().to_string(), format!("at most {MAX_CANDIDATES} candidates"))]);
    }
    Ok((unique, warnings))
}

type Entry = (ModelRef, Origin);

/// The request's chain; a selection that was given beside it wins.
fn own_chain<'a>(request: &'a TurnRequest, selection: &Selection) -> Option<&'a [String]> {
    let applies = request.selection.is_none() || selection.source == SelectionSource::Chain;
    request.chain.as_deref().filter(|_| applies)
}

fn list_path(request: &TurnRequest) -> &'static str {
    match (&request.chain, &request.fallbacks_override) {
        (Some(_), _) => "request.chain",
        (None, Some(_)) => "request.fallbacksOverride",
        (None, None) => "agents.defaults.model.fallbacks",
    }
}

/// The first ref is requested, the others follow it; nothing is appended.
fn from_refs(policy: &Policy, refs: &[String], warnings: &mut Problems) -> Result<Vec<Entry>, Problems> {
    let Some((first, rest)) = refs.split_first() else {
        let message = "an empty chain has nothing to call: name at least one model";
        return Err(vec![Problem::new("empty", "request.chain", message).with("[]", "a list of `provider/model`")]);
    };
    let (requested, _) = parse_ref(policy, first, &|_| false)
        .map_err(|problem| vec![Problem { path: "request.chain[0]".to_owned(), ..problem }])?;
    let followers = follow(policy, rest, "request.chain", 1, warnings);
    Ok(std::iter::once((requested, Origin::Requested)).chain(followers).collect())
}

fn from_selection(
    policy: &Policy,
    request: &TurnRequest,
    selection: &Selection,
    warnings: &mut Problems,
) -> Result<Vec<Entry>, Problems> {
    let requested = selection.model_ref();
    if requested.provider.is_empty() || requested.model.is_empty() {
        let problem = Problem::new("bad_ref", "request.selection", "the selection needs a provider and a model");
        return Err(vec![problem.with(format!("`{requested}`"), "both, not empty")]);
    }
    let followers = match &request.fallbacks_override {
        Some(list) => follow(policy, list, "request.fallbacksOverride", 0, warnings),
        None => {
            if selection.source == SelectionSource::Cron {
                let cron = request.cron.as_ref().and_then(|cron| cron.fallbacks.as_deref()).unwrap_or_default();
                // The list was resolved when the model was selected; this names what was dropped then.
                follow(policy, cron, "cron.fallbacks", 0, warnings);
            }
            by_policy(policy, request, &selection.chain_policy)
        }
    };
    Ok(std::iter::once((requested, Origin::Requested)).chain(followers).collect())
}

/// What the source's own policy lets follow (M-4, M-8).
fn by_policy(policy: &Policy, request: &TurnRequest, chain: &ChainPolicy) -> Vec<Entry> {
    let fallbacks = |list: &[ModelRef]| list.iter().map(|model| (model.clone(), Origin::ConfiguredFallback)).collect();
    match chain {
        ChainPolicy::Strict => Vec::new(),
        ChainPolicy::List { fallbacks: list } => fallbacks(list),
        ChainPolicy::Default if request.kind == RequestKind::Image => {
            fallbacks(policy.models.image.fallbacks.as_deref().unwrap_or_default())
        }
        ChainPolicy::Default => {
            let mut list: Vec<Entry> = fallbacks(policy.models.default.fallbacks.as_deref().unwrap_or_default());
            list.extend(policy.models.default.primary.clone().map(|model| (model, Origin::ConfiguredPrimary)));
            list
        }
    }
}

/// Fallbacks as text: one that cannot be resolved is dropped with a warning that names it (M-9).
fn follow(policy: &Policy, list: &[String], path: &str, from: usize, warnings: &mut Problems) -> Vec<Entry> {
    let mut followers = Vec::new();
    for (index, text) in list.iter().enumerate() {
        let place = format!("{path}[{}]", index.saturating_add(from));
        match parse_ref(policy, text, &|_| false) {
            Ok((model, profile)) => {
                warnings.extend(profile.map(|profile| ignored_profile(&place, &profile)));
                followers.push((model, Origin::ConfiguredFallback));
            }
            Err(problem) => {
                let message = format!("this fallback is dropped: {}", problem.message);
                warnings.push(Problem { code: "dropped_fallback".to_owned(), path: place, message, ..problem });
            }
        }
    }
    followers
}

fn ignored_profile(place: &str, profile: &str) -> Problem {
    let message = format!("the profile `{profile}` of a fallback is ignored; `auth.order` says which profile is used");
    Problem::new("ignored_profile", place, message)
}
