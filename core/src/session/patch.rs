//! Patches: changes of a session entry, field by field (S-11).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// A change of one session entry, computed from `revision` (S-11).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SessionPatch {
    /// Record key, `session/<sessionId>`.
    pub key: String,
    /// The revision that was read.
    pub revision: u64,
    /// Field name to change.
    pub set: BTreeMap<String, FieldChange>,
}

/// A change of one field: with `from`, only if the field still has that value; `null` stands for absent (S-11).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FieldChange {
    /// The value that the field must still have. A missing `from` is no condition; `null` demands absence.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    pub from: Option<Value>,
    /// The new value; `null` removes the field.
    pub to: Value,
}

/// Keeps `null` apart from a missing field.
fn present<'de, D: Deserializer<'de>>(d: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(d).map(Some)
}
