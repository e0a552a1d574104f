//! Setters that more than one option, or one with parts of its own, needs.

use crate::classify::{HostRule, Reason};
use crate::config::at::At;
use crate::policy::{Policy, RetryBudget, SecretRef, Surface, Timeouts};
use crate::refs::normalise_provider;
use crate::time::{MAX_SAFE, Span};
use serde::Deserialize;
use std::collections::BTreeSet;

/// No turn rotates through more profiles than a chain may hold (M-9).
pub(super) const MAX_ROTATIONS: u32 = 256;

/// The most retries or replays of one kind.
pub(super) const MAX_RETRIES: u32 = 1_000;

/// What `retryBudget` has where it is switched on without a value (T-30).
const BUDGET: RetryBudget = RetryBudget { ratio_permille: 200, min_per_second: 10, window: Span::secs(10) };

/// `formatErrors` and `refusals`.
pub(super) const SURFACE: [(&str, Surface); 2] = [("surface", Surface::Surface), ("fallback", Surface::Fallback)];

/// The reasons that can be one model's alone (K-7).
const MODEL_REASONS: [(&str, Reason); 4] = [
    ("rate_limit", Reason::RateLimit),
    ("overloaded", Reason::Overloaded),
    ("timeout", Reason::Timeout),
    ("model_not_found", Reason::ModelNotFound),
];

pub(super) fn span(target: &mut Span, value: Option<Span>) {
    *target = value.unwrap_or(*target);
}

/// A map by provider; its values are read under the normalised id.
pub(super) fn by_provider<'v>(at: &mut At<'v, '_>, mut read: impl FnMut(String, &mut At<'v, '_>)) {
    at.each(|key, at| {
        let provider = normalise_provider(key);
        if provider.is_empty() {
            at.wrong("bad_key", "a provider id as the key");
        } else {
            read(provider, at);
        }
    });
}

pub(super) fn ladders(policy: &mut Policy, at: &mut At<'_, '_>) {
    by_provider(at, |provider, at| {
        policy.cooldowns.ladder_by_provider.extend(at.ladder().map(|ladder| (provider, ladder)));
    });
}

pub(super) fn model_reasons(policy: &mut Policy, at: &mut At<'_, '_>) {
    let mut reasons = BTreeSet::new();
    for (index, value) in at.list().into_iter().flatten().enumerate() {
        let mut reason = Reason::RateLimit;
        at.element(index, value).word(&MODEL_REASONS, &mut reason);
        reasons.insert(reason);
    }
    policy.cooldowns.model_scoped_reasons = reasons;
}

pub(super) fn providers(at: &mut At<'_, '_>, target: &mut BTreeSet<String>) {
    if let Some(ids) = at.texts() {
        *target = ids.into_iter().map(normalise_provider).collect();
    }
}

pub(super) fn prefixes(policy: &mut Policy, at: &mut At<'_, '_>) {
    by_provider(at, |prefix, at| {
        policy.profile_id_prefixes.extend(at.text().map(|provider| (prefix, normalise_provider(provider))));
    });
}

/// `skipCache.ttlMs`: 0 is off, anything else is held between one second and ten minutes (T-26).
pub(super) fn skip_cache(policy: &mut Policy, at: &mut At<'_, '_>) {
    if let Some(ms) = at.number(0..=MAX_SAFE) {
        policy.skip_cache_ttl = (ms > 0).then(|| Span(ms.clamp(1_000, 600_000)));
    }
}

/// A price class: a whole number of either sign, or `null` for none (M-12).
pub(in crate::config) fn price_class(at: &mut At<'_, '_>, target: &mut Option<i64>) {
    if at.value.is_null() {
        *target = None;
        return;
    }
    match at.value.as_i64().filter(|class| class.unsigned_abs() <= MAX_SAFE) {
        Some(class) => *target = Some(class),
        None => at.wrong("wrong_type", "a whole number within 2^53"),
    }
}

/// `timeouts`: what `default` says holds for every provider that says nothing itself; only the longer first token of a
/// local server stays (T-21).
pub(super) fn timeouts(policy: &mut Policy, at: &mut At<'_, '_>) {
    at.within("default", |at| {
        timeout_fields(at, &mut policy.timeouts);
        for own in policy.timeouts_by_provider.values_mut() {
            *own = Timeouts { first_token: own.first_token, ..policy.timeouts.clone() };
        }
    });
    by_provider(at, |provider, at| {
        if provider != "default" {
            let base = policy.timeouts.clone();
            timeout_fields(at, policy.timeouts_by_provider.entry(provider).or_insert(base));
        }
    });
}

fn timeout_fields(at: &mut At<'_, '_>, timeouts: &mut Timeouts) {
    at.each(|key, at| match key {
        "connectMs" => at.ms_or_unset(1, &mut timeouts.connect),
        "firstTokenMs" => at.ms_or_unset(1, &mut timeouts.first_token),
        "idleMs" => at.ms_or_unset(1, &mut timeouts.idle),
        "totalMs" => at.ms_or_unset(1, &mut timeouts.total),
        _ => at.unknown_here(&["connectMs", "firstTokenMs", "idleMs", "totalMs"]),
    });
}

/// `retryBudget`: `null` is off; an object without some of its parts has their usual values (T-30).
pub(super) fn retry_budget(policy: &mut Policy, at: &mut At<'_, '_>) {
    if at.value.is_null() {
        policy.retry_budget = None;
        return;
    }
    if at.object().is_none() {
        return;
    }
    let mut budget = BUDGET;
    at.each(|key, at| match key {
        "ratioPermille" => budget.ratio_permille = at.number(0..=1_000).unwrap_or(BUDGET.ratio_permille),
        "minPerSecond" => budget.min_per_second = at.number(0..=1_000_000).unwrap_or(BUDGET.min_per_second),
        "windowMs" => at.ms(1_000, &mut budget.window),
        _ => at.unknown_here(&["ratioPermille", "minPerSecond", "windowMs"]),
    });
    policy.retry_budget = Some(budget);
}

/// `classify.extraRules`: each with an id of its own (C-20).
pub(super) fn extra_rules(policy: &mut Policy, at: &mut At<'_, '_>) {
    let mut rules: Vec<HostRule> = Vec::new();
    for (index, value) in at.list().into_iter().flatten().enumerate() {
        let mut at = at.element(index, value);
        match HostRule::deserialize(value) {
            Err(error) => at.wrong("bad_rule", &format!("a rule ({error})")),
            Ok(rule) if rule.id.trim().is_empty() || rules.iter().any(|other| other.id == rule.id) => {
                at.wrong("bad_rule", "an `id` that is not empty and that no other rule has");
            }
            Ok(rule) => {
                let provider = rule.provider.as_deref().map(normalise_provider);
                rules.push(HostRule { provider, ..rule });
            }
        }
    }
    policy.classify.extra_rules = rules;
}

/// `secrets`: where each profile's secret is. What stands there is never repeated in a message.
pub(super) fn secrets(policy: &mut Policy, at: &mut At<'_, '_>) {
    at.each(|id, at| {
        let place = |key: &str| at.value.get(key).and_then(|name| name.as_str()).map(str::trim);
        let only = at.value.as_object().is_some_and(|map| map.len() == 1);
        let secret = match (place("env"), place("file")) {
            (Some(name), None) if only && !name.is_empty() => SecretRef::Env(name.to_owned()),
            (None, Some(path)) if only && !path.is_empty() => SecretRef::File(path.to_owned()),
            _ => {
                at.wrong("wrong_type", "an object with `env` or `file`, which names where the secret is");
                return;
            }
        };
        policy.secrets.insert(id.trim().to_owned(), secret);
    });
}
