//! Named provider errors for scenario scripts: `tests/errors.json5`.

use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::sync::OnceLock;
use switchover_core::classify::ErrorSignal;

const FILE: &str = include_str!("../errors.json5");

fn table() -> &'static BTreeMap<String, Value> {
    static TABLE: OnceLock<BTreeMap<String, Value>> = OnceLock::new();
    TABLE.get_or_init(|| json5::from_str(FILE).expect("tests/errors.json5 is JSON5"))
}

/// Builds a signal: a number is a status, a text names an error of `tests/errors.json5`, an object is a signal whose
/// `use` may name an error that it changes.
///
/// # Errors
///
/// What cannot be read, in one sentence.
pub fn signal(value: &Value) -> Result<ErrorSignal, String> {
    let mut value = match value {
        Value::Number(status) => json!({ "status": status }),
        Value::String(name) => named(name)?,
        Value::Object(fields) => merged(fields)?,
        other => return Err(format!("an error is a status, a name or an object, not {other}")),
    };
    crate::times::resolve(&mut value);
    serde_json::from_value(value).map_err(|error| format!("not an error signal: {error}"))
}

fn named(name: &str) -> Result<Value, String> {
    table().get(name).cloned().ok_or_else(|| format!("tests/errors.json5 has no error `{name}`"))
}

fn merged(fields: &Map<String, Value>) -> Result<Value, String> {
    let mut out = match fields.get("use").and_then(Value::as_str) {
        Some(name) => named(name)?,
        None => json!({}),
    };
    if let Some(out) = out.as_object_mut() {
        out.extend(fields.iter().filter(|(key, _)| *key != "use").map(|(key, value)| (key.clone(), value.clone())));
    }
    Ok(out)
}
