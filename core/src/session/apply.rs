//! Merging a patch into an entry, field by field (S-11).

use super::{OverrideSource, PinSource, SessionEntry, SessionPatch};
use crate::error::{Problem, StateError};
use crate::state::{Applied, RECORD_VERSION, malformed};
use crate::wire::decode;
use serde_json::{Map, Value};

/// Every field that a patch may set.
const FIELDS: [&str; 14] = [
    "providerOverride",
    "modelOverride",
    "modelOverrideSource",
    "overrideOrigin",
    "authProfileOverride",
    "authProfileOverrideSource",
    "authProfileOverrideCompactionCount",
    "compactionCount",
    "fallbackNotice",
    "primaryProbe",
    "liveSwitchPending",
    "forceProbe",
    "historyFrom",
    "lastDecision",
];

/// The fields of a user's choice: a patch that touches one of these meets a newer choice as a conflict.
const SELECTION: [&str; 7] = [
    "providerOverride",
    "modelOverride",
    "modelOverrideSource",
    "overrideOrigin",
    "authProfileOverride",
    "authProfileOverrideSource",
    "authProfileOverrideCompactionCount",
];

/// Applies a patch. A field whose `from` no longer holds is left as it is; only a user selection that the patch did not
/// know is a conflict, and then nothing is written.
///
/// # Errors
///
/// `malformed` for a field that an entry does not have, or a value that does not fit it.
pub fn apply_patch(entry: SessionEntry, patch: &SessionPatch) -> Result<Applied, StateError> {
    let problems = unknown_fields(patch);
    if !problems.is_empty() {
        let message = problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ");
        return Err(StateError { problems, ..StateError::new("malformed", message) });
    }
    if conflicts(&entry, patch) {
        return Ok(Applied::Conflict { entry: Box::new(entry) });
    }
    let mut fields = fields_of(&entry);
    for (field, change) in &patch.set {
        let now = fields.get(field).cloned().unwrap_or_default();
        if change.from.as_ref().is_none_or(|from| *from == now) {
            put(&mut fields, field, &change.to);
        }
    }
    let revision = entry.revision.saturating_add(1);
    fields.insert("revision".to_owned(), revision.into());
    fields.insert("v".to_owned(), RECORD_VERSION.into());
    if chooses(patch) {
        fields.insert("selectionRevision".to_owned(), revision.into());
    }
    let changed: SessionEntry = decode(&Value::Object(fields), "set")
        .map_err(|problem| malformed(format!("the patch of `{}` does not fit", patch.key), problem))?;
    Ok(Applied::Record { record: serde_json::to_value(changed).unwrap_or_default() })
}

fn fields_of(entry: &SessionEntry) -> Map<String, Value> {
    match serde_json::to_value(entry) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

fn put(fields: &mut Map<String, Value>, field: &str, to: &Value) {
    if to.is_null() {
        fields.remove(field);
    } else {
        fields.insert(field.to_owned(), to.clone());
    }
}

fn unknown_fields(patch: &SessionPatch) -> Vec<Problem> {
    let unknown = patch.set.keys().filter(|field| !FIELDS.contains(&field.as_str()));
    unknown
        .map(|field| {
            let message = format!("unknown field `{field}`, expected one of {}", FIELDS.join(", "));
            Problem::new("unknown_field", format!("set.{field}"), message).with(field, FIELDS.join(", "))
        })
        .collect()
}

/// The patch is itself a choice by a person.
fn chooses(patch: &SessionPatch) -> bool {
    let sets = |field: &str, values: &[&str]| {
        patch.set.get(field).and_then(|change| change.to.as_str()).is_some_and(|to| values.contains(&to))
    };
    sets("modelOverrideSource", &["user", "default"]) || sets("authProfileOverrideSource", &["user"])
}

/// A person chose after the patch was computed, and the patch would write over it.
fn conflicts(entry: &SessionEntry, patch: &SessionPatch) -> bool {
    let user_model = matches!(entry.model_override_source, Some(OverrideSource::User | OverrideSource::Default));
    let user_pin = entry.auth_profile_override_source == Some(PinSource::User);
    let newer = entry.selection_revision.unwrap_or(0) > patch.revision;
    let touches = patch.set.keys().any(|field| SELECTION.contains(&field.as_str()));
    newer && touches && (user_model || user_pin) && !chooses(patch)
}
