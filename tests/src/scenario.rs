//! Scenario files: read strictly, an unknown key is refused with its path.

use crate::script::Script;
use crate::times::{START, resolve};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::Path;

/// One behaviour: what is configured, stored and asked for, what the world does, and what must come of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scenario {
    /// Rule ids that this file proves.
    pub rules: Vec<String>,
    /// One sentence.
    pub about: String,
    /// The config, as a user writes it.
    pub config: Value,
    /// What is stored before the first turn.
    #[serde(default)]
    pub snapshot: Stored,
    /// The request; `turnId` (`t1`, `t2`, ...) and `seed` (7) are filled in.
    #[serde(default)]
    pub request: Map<String, Value>,
    /// What the world does.
    #[serde(default)]
    pub script: Script,
    /// What must come of it, written from the specification.
    pub expect: Expect,
    /// Further turns over the same store.
    #[serde(default)]
    pub turns: Vec<NextTurn>,
    /// How many events must be ignored in all turns together.
    #[serde(default)]
    pub ignored: usize,
}

/// What is stored before the first turn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Stored {
    /// Profiles of the host: an id, or an object in which `provider` and `type` may be left out.
    #[serde(default)]
    pub profiles: Vec<Value>,
    /// A stored order by provider.
    #[serde(default)]
    pub order: Option<Value>,
    /// Records as they stand.
    #[serde(default)]
    pub records: Vec<Value>,
    /// Facts that are applied to them first; `profile` may stand for `key`, and `attemptId` may be left out.
    #[serde(default)]
    pub facts: Vec<Value>,
    /// The entry of session `s`.
    #[serde(default)]
    pub session: Option<Value>,
    /// Skip marks of the host process.
    #[serde(default)]
    pub skip_marks: Vec<Value>,
    /// What the host knows of the conversation.
    #[serde(default)]
    pub runtime: Option<Value>,
}

/// What must come of a turn.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Expect {
    /// The outcome in words, e.g. `completed`, `completed fell_back`, `surfaced format`, `exhausted rate_limit`.
    pub outcome: String,
    /// Each call: `provider/model profile`, then `probe` or `continue`.
    pub calls: Vec<String>,
    /// The waits that were begun: `2500ms replay`, or the reason alone.
    #[serde(default)]
    pub waits: Option<Vec<String>>,
    /// Kinds of the notices, in order; `retrying` is left out.
    #[serde(default)]
    pub notices: Option<Vec<String>>,
    /// Kinds of the asks, in order.
    #[serde(default)]
    pub asks: Option<Vec<String>>,
    /// Facts that were emitted: kind, then the profile or provider; `profile_used` is left out.
    #[serde(default)]
    pub facts: Option<Vec<String>>,
    /// Skips of the last pass: `provider/model rule`.
    #[serde(default)]
    pub skips: Option<Vec<String>>,
}

/// A further turn.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NextTurn {
    /// Time since the turn before ended.
    #[serde(default)]
    pub after: Option<String>,
    /// What happens before it: operations of the engine by name, with their arguments.
    #[serde(default, rename = "do")]
    pub before: Vec<Map<String, Value>>,
    /// Replaces the request of the turn before, field by field; `null` removes.
    #[serde(default)]
    pub request: Map<String, Value>,
    /// Replaces what the host knows of the conversation.
    #[serde(default)]
    pub runtime: Option<Value>,
    /// What the world does.
    #[serde(default)]
    pub script: Script,
    /// What must come of it.
    pub expect: Expect,
}

/// Reads one file.
///
/// # Errors
///
/// The file, the path inside it, and what is wrong.
pub fn read(path: &Path) -> Result<Scenario, String> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    parse(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Reads the text of one file.
///
/// # Errors
///
/// The path inside it, and what is wrong.
pub fn parse(text: &str) -> Result<Scenario, String> {
    let value: Value = json5::from_str(text).map_err(|error| format!("not JSON5: {error}"))?;
    let mut scenario: Scenario =
        serde_path_to_error::deserialize(value).map_err(|error| format!("{}: {}", error.path(), error.inner()))?;
    if scenario.rules.is_empty() || scenario.about.len() < 10 {
        return Err("`rules` and `about` say what the file proves".to_owned());
    }
    scenario.fill();
    Ok(scenario)
}

impl Scenario {
    /// Fills in what may be left out and turns relative times into instants.
    fn fill(&mut self) {
        let stored = &mut self.snapshot;
        stored.profiles.iter_mut().for_each(fill_profile);
        stored.facts.iter_mut().enumerate().for_each(|(n, fact)| fill_fact(fact, n));
        for value in stored.records.iter_mut().chain(&mut stored.skip_marks).chain(&mut stored.session) {
            resolve(value);
        }
        fill_request(&mut self.request, 1);
        let mut last = self.request.clone();
        for (n, turn) in self.turns.iter_mut().enumerate() {
            let changes = std::mem::take(&mut turn.request);
            last.remove("turnId");
            for (key, value) in changes {
                if value.is_null() {
                    last.remove(&key)
                } else {
                    last.insert(key, value)
                };
            }
            fill_request(&mut last, n + 2);
            turn.request = last.clone();
        }
    }
}

fn fill_request(request: &mut Map<String, Value>, number: usize) {
    request.entry("turnId").or_insert_with(|| format!("t{number}").into());
    request.entry("seed").or_insert_with(|| 7.into());
    request.values_mut().for_each(resolve);
}

/// Fills a profile in: the provider out of its id, type `api_key`.
pub fn fill_profile(profile: &mut Value) {
    if let Some(id) = profile.as_str() {
        *profile = json!({ "id": id });
    }
    resolve(profile);
    let Some(fields) = profile.as_object_mut() else { return };
    let id = fields.get("id").and_then(Value::as_str).unwrap_or_default();
    let provider = id.split(':').next().unwrap_or_default().to_owned();
    fields.entry("provider").or_insert_with(|| provider.into());
    fields.entry("type").or_insert_with(|| "api_key".into());
}

/// Fills a fact in: its key out of `profile` or `provider`, an attempt id of an older turn, scope and time.
pub fn fill_fact(fact: &mut Value, number: usize) {
    resolve(fact);
    let Some(fields) = fact.as_object_mut() else { return };
    if let Some(id) = fields.get("profile").and_then(Value::as_str).map(str::to_owned) {
        fields.remove("profile");
        fields.insert("key".to_owned(), format!("profile/shared/{id}").into());
    }
    if let Some(id) = fields.get("provider").and_then(Value::as_str).map(str::to_owned) {
        fields.remove("provider");
        fields.insert("key".to_owned(), format!("provider/shared/{id}").into());
    }
    let kind = fields.get("kind").and_then(Value::as_str).unwrap_or_default().to_owned();
    fields.entry("at").or_insert_with(|| (START.0 - 1_000).into());
    if kind == "profile_failed" {
        fields.entry("scope").or_insert_with(|| "credential".into());
    }
    let leases = kind.starts_with("probe_") || kind.starts_with("refresh_lease_");
    if !leases && !matches!(kind.as_str(), "profile_cleared" | "profile_stored" | "profile_removed") {
        fields.entry("attemptId").or_insert_with(|| format!("before.{}", number + 1).into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_key_is_refused_with_its_path() {
        let text = "{ rules: ['T-1'], about: 'a sentence', config: {}, expect: { outcome: 'x', calls: [] }, script: { calls: [], asks: {} } }";
        let error = parse(text).unwrap_err();
        assert!(error.starts_with("script") && error.contains("asks"), "{error}");
    }

    #[test]
    fn what_may_be_left_out_is_filled_in() {
        let text = "{ rules: ['T-1'], about: 'a sentence', config: {}, snapshot: { profiles: ['openai:a'] }, \
                    expect: { outcome: 'x', calls: [] }, turns: [{ expect: { outcome: 'x', calls: [] } }] }";
        let scenario = parse(text).unwrap();
        assert_eq!(scenario.snapshot.profiles[0]["provider"], "openai");
        assert_eq!(scenario.turns[0].request["turnId"], "t2");
    }
}
