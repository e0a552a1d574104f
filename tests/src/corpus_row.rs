//! Corpus rows as classification inputs: the same signal as the JS `corpus` command builds.

use serde_json::Value;
use switchover_core::classify::ErrorSignal;
use switchover_core::time::Millis;

/// The instant at which corpus rows are classified.
pub const NOW: Millis = Millis(1_782_864_000_000);

/// The signal of one corpus row: provider, status, code, headers and body, as far as they are there.
///
/// # Errors
///
/// A row that is not JSON, or fields that no signal has.
pub fn signal(line: &str) -> Result<ErrorSignal, String> {
    let row: Value = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
    let fields = ["provider", "status", "code", "headers", "body"].into_iter().filter_map(|key| {
        let value = row.get(key).filter(|value| !value.is_null())?;
        Some((key.to_owned(), value.clone()))
    });
    serde_json::from_value(Value::Object(fields.collect())).map_err(|error| format!("not a signal: {error}"))
}
