//! Tests of ids, eligibility and order (P-2 to P-6, P-12).

mod eligibility;
mod ids;

mod sorting;
mod sources;

use super::{AuthProfile, OrderInput, Ordered, ProfileType, order};
use crate::policy::Policy;
use crate::time::Millis;
use serde_json::Value;
use std::collections::BTreeMap;

const NOW: Millis = Millis(1_000_000);

fn policy(config: &Value) -> Policy {
    crate::config::read(config).expect("a config without errors").0
}

/// A profile whose provider is the part before the colon.
fn profile(id: &str, kind: ProfileType) -> AuthProfile {
    AuthProfile::bare(id, id.split(':').next().unwrap(), kind)
}

fn keys(ids: &[&str]) -> Vec<AuthProfile> {
    ids.iter().map(|id| profile(id, ProfileType::ApiKey)).collect()
}

/// What `order` is asked in a test; the rest is as usual.
#[derive(Default)]
struct Ask<'a> {
    /// `P` where it is not given.
    provider: Option<&'a str>,
    config: Value,
    stored: Vec<AuthProfile>,
    stored_order: Option<BTreeMap<String, Vec<String>>>,
    unusable: &'a [(&'a str, u64)],
    last_used: &'a [(&'a str, u64)],
}

impl Ask<'_> {
    fn order(&self) -> Ordered {
        let config = if self.config.is_null() { serde_json::json!({}) } else { self.config.clone() };
        let at = |list: &[(&str, u64)], profile: &AuthProfile| {
            list.iter().find(|(id, _)| *id == profile.id).map(|(_, at)| Millis(*at))
        };
        order(&OrderInput {
            policy: &policy(&config),
            provider: self.provider.unwrap_or("P"),
            model: "m",
            stored: &self.stored,
            stored_order: self.stored_order.as_ref(),
            now: NOW,
            unusable_until: &|profile| at(self.unusable, profile),
            last_used: &|profile| at(self.last_used, profile).unwrap_or_default(),
        })
    }

    fn ids(&self) -> Vec<String> {
        ids(&self.order())
    }
}

fn ids(ordered: &Ordered) -> Vec<String> {
    ordered.profiles.iter().map(|profile| profile.id.clone()).collect()
}
