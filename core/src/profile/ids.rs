//! Ids of profiles (P-2).

use crate::policy::Policy;
use crate::refs::normalise_provider;

/// A new profile id: `provider:<email>`, else `provider:<label>`, else `provider:default`. When `taken` knows the id, a
/// number from 2 on is appended (P-2).
#[must_use]
pub fn profile_id(provider: &str, email: Option<&str>, label: Option<&str>, taken: &dyn Fn(&str) -> bool) -> String {
    let named = |text: Option<&str>| text.map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
    let name = named(email).or_else(|| named(label)).unwrap_or_else(|| "default".to_owned());
    let base = format!("{}:{name}", normalise_provider(provider));
    if !taken(&base) {
        return base;
    }
    let mut numbered = (2_u32..).map(|n| format!("{base}-{n}"));
    numbered.find(|id| !taken(id)).unwrap_or(base)
}

/// The provider that a profile id belongs to: that of the configured profile, else the part before the first colon,
/// through `failover.profileIdPrefixes` (P-2). `None` for an id without a colon that is not configured.
#[must_use]
pub fn provider_of(policy: &Policy, id: &str) -> Option<String> {
    if let Some(profile) = policy.auth.profiles.iter().find(|profile| profile.id == id) {
        return Some(profile.provider.clone());
    }
    let (prefix, _) = id.split_once(':')?;
    let prefix = normalise_provider(prefix);
    (!prefix.is_empty()).then(|| mapped(policy, &prefix).to_owned())
}

/// The provider behind a prefix: what `failover.profileIdPrefixes` says, else the prefix itself.
pub(crate) fn mapped<'a>(policy: &'a Policy, prefix: &'a str) -> &'a str {
    policy.profile_id_prefixes.get(prefix).map_or(prefix, String::as_str)
}
