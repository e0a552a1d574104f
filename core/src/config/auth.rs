//! `auth.{profiles,order,cooldowns}` (P-4).

use super::at::At;
use super::walk;
use crate::error::Problem;
use crate::policy::{ConfiguredProfile, Policy};
use crate::profile::{MAX_PROFILES, ProfileType, provider_of};
use crate::refs::normalise_provider;
use std::collections::BTreeMap;

const MODES: [(&str, ProfileType); 4] = [
    ("oauth", ProfileType::Oauth),
    ("token", ProfileType::Token),
    ("api_key", ProfileType::ApiKey),
    ("aws-sdk", ProfileType::Token),
];

pub(super) fn read(at: &mut At<'_, '_>, policy: &mut Policy) {
    let Some(keys) = at.object() else { return };
    at.check_keys(keys, &["cooldowns", "order", "profiles"], false);
    at.within("cooldowns", |at| walk::options(at, policy));
    at.within("profiles", |at| profiles(at, policy));
    at.within("order", |at| order(at, policy));
}

fn profiles(at: &mut At<'_, '_>, policy: &mut Policy) {
    let mut list = Vec::new();
    at.each(|id, at| list.extend(profile(at, policy, id)));
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for profile in &list {
        let count = counts.entry(profile.provider.as_str()).or_default();
        *count = count.saturating_add(1);
    }
    for (provider, count) in counts.into_iter().filter(|(_, count)| *count > MAX_PROFILES) {
        too_many(at, provider, count);
    }
    policy.auth.profiles = list;
}

fn too_many(at: &mut At<'_, '_>, provider: &str, count: usize) {
    let expected = format!("at most {MAX_PROFILES} profiles of a provider");
    let message = format!("found {count} profiles of `{provider}`, but {expected} are read");
    at.found.error(Problem::new("too_many_profiles", at.path.clone(), message).with(count.to_string(), expected));
}

/// The provider may be left to the id; the mode must be there.
fn profile(at: &mut At<'_, '_>, policy: &Policy, id: &str) -> Option<ConfiguredProfile> {
    let keys = at.object()?;
    at.check_keys(keys, &["email", "mode", "provider"], true);
    let own = at.within("provider", |at| at.text().map(normalise_provider)).flatten();
    let email = at.within("email", |at| at.text().map(str::to_owned)).flatten();
    let provider = own.or_else(|| provider_of(policy, id));
    if provider.is_none() {
        at.wrong("missing", "an object with `provider`, or an id of the form `provider:name`");
    }
    let mut mode = ProfileType::ApiKey;
    if at.within("mode", |at| at.word(&MODES, &mut mode)).is_none() {
        at.wrong("missing", "an object with `mode`: one of oauth, token, api_key, aws-sdk");
    }
    Some(ConfiguredProfile { id: id.trim().to_owned(), provider: provider?, mode, email })
}

fn order(at: &mut At<'_, '_>, policy: &mut Policy) {
    at.each(|provider, at| {
        let Some(ids) = at.texts() else { return };
        if ids.len() > MAX_PROFILES {
            too_many(at, provider, ids.len());
        }
        let ids = ids.into_iter().map(str::to_owned).collect();
        policy.auth.order.insert(normalise_provider(provider), ids);
    });
}
