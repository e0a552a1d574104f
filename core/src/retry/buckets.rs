//! Discord's rate limit buckets as plain state.

use crate::classify::{Heard, stated_header};
use crate::time::Millis;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// At most so many routes and buckets are kept; the ones that are free soonest go first.
const MOST: usize = 256;

/// What is left in one bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RateBucket"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Bucket {
    /// Requests that may still start before `resetAt`.
    pub remaining: u64,
    /// When it is full again.
    pub reset_at: Millis,
}

/// Buckets of one bot. A host keeps them for all its requests; each answer has them as they are then.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "RateBuckets"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Buckets {
    /// Nothing starts before this instant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub global_until: Option<Millis>,
    /// Which bucket a route has, as the API said.
    #[serde(default)]
    pub routes: BTreeMap<String, String>,
    /// Buckets by their id; a route without one has its own.
    #[serde(default)]
    pub buckets: BTreeMap<String, Bucket>,
}

type Headers = BTreeMap<String, String>;

fn header<'h>(headers: &'h Headers, name: &str) -> Option<&'h str> {
    headers.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

impl Buckets {
    fn id(&self, route: &str) -> String {
        self.routes.get(route).cloned().unwrap_or_else(|| route.to_owned())
    }

    /// When a request on this route may start, not before `now`; it takes its place.
    pub(crate) fn take(&mut self, route: Option<&str>, now: Millis) -> Millis {
        let global = self.global_until.unwrap_or(now).max(now);
        let id = route.map(|route| self.id(route));
        let bucket = id.and_then(|id| self.buckets.get_mut(&id)).filter(|bucket| bucket.reset_at > now);
        match bucket {
            Some(bucket) if bucket.remaining == 0 => global.max(bucket.reset_at),
            Some(bucket) => {
                bucket.remaining -= 1;
                global
            }
            None => global,
        }
    }

    /// Reads what a response says about its bucket. Of several responses the one with the least left counts.
    pub(crate) fn learn(&mut self, route: Option<&str>, headers: &Headers, now: Millis) {
        let Some(route) = route else { return };
        if let Some(id) = header(headers, "x-ratelimit-bucket") {
            self.routes.insert(route.to_owned(), id.to_owned());
        }
        let remaining = header(headers, "x-ratelimit-remaining").and_then(|text| text.parse().ok());
        let reset = header(headers, "x-ratelimit-reset-after").and_then(|text| stated_header("retry-after", text, now));
        if let (Some(remaining), Some(wait)) = (remaining, reset) {
            let fresh = Bucket { remaining, reset_at: now + wait };
            let id = self.id(route);
            let known = self.buckets.get(&id).filter(|known| known.reset_at > now);
            let kept = known.map_or(fresh, |known| Bucket { remaining: known.remaining.min(remaining), ..fresh });
            self.buckets.insert(id, kept);
        }
        self.prune(now);
    }

    /// A 429 closes the route's bucket until `until`, or everything.
    pub(crate) fn close(&mut self, route: Option<&str>, heard: &Heard, headers: Option<&Headers>, until: Millis) {
        let told = headers.and_then(|headers| header(headers, "x-ratelimit-global"));
        let scope = headers.and_then(|headers| header(headers, "x-ratelimit-scope"));
        let global = told.is_some_and(|told| told.eq_ignore_ascii_case("true"))
            || scope.is_some_and(|scope| scope.eq_ignore_ascii_case("global"))
            || ["\"global\":true", "\"global\": true", "global: true"].iter().any(|part| heard.text.contains(part));
        match route {
            Some(route) if !global => {
                let id = self.id(route);
                self.buckets.insert(id, Bucket { remaining: 0, reset_at: until });
            }
            _ => self.global_until = self.global_until.max(Some(until)),
        }
    }

    fn prune(&mut self, now: Millis) {
        self.global_until = self.global_until.filter(|until| *until > now);
        self.buckets.retain(|_, bucket| bucket.reset_at > now);
        while self.buckets.len() > MOST {
            let soonest = self.buckets.iter().min_by_key(|(_, bucket)| bucket.reset_at).map(|(id, _)| id.clone());
            self.buckets.retain(|id, _| Some(id) != soonest.as_ref());
        }
        while self.routes.len() > MOST {
            self.routes.pop_first();
        }
    }
}
