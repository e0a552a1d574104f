//! An in-memory store that changes records by `engine.apply` only, as every host does (D-3).

use serde_json::{Value, json};
use std::collections::BTreeMap;
use switchover_core::time::Millis;
use switchover_core::{Engine, wire};

/// Records with the version of the compare-and-set.
#[derive(Clone, Debug, Default)]
pub struct Store {
    records: BTreeMap<String, (Value, u64)>,
}

/// What `apply` answered.
pub enum Applied {
    /// Stored.
    Done,
    /// Denied until then, or a conflict: the answer to the ask, as on the wire.
    Refused(Value),
}

impl Store {
    /// Sets a record as it stands.
    pub fn set(&mut self, key: &str, value: Value) {
        let version = self.records.get(key).map_or(1, |(_, version)| version + 1);
        self.records.insert(key.to_owned(), (value, version));
    }

    /// A record's value.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Value> {
        self.records.get(key).map(|(value, _)| value)
    }

    /// All records with their keys.
    #[must_use]
    pub fn all(&self) -> BTreeMap<String, Value> {
        self.records.iter().map(|(key, (value, _))| (key.clone(), value.clone())).collect()
    }

    /// All records as a snapshot has them.
    #[must_use]
    pub fn as_records(&self) -> Vec<Value> {
        let record = |(key, (value, version)): (&String, &(Value, u64))| json!({ "key": key, "value": value, "version": version });
        self.records.iter().map(record).collect()
    }

    /// Applies facts and a patch together: all of them or none.
    ///
    /// # Errors
    ///
    /// A change that the engine refuses as wrong.
    pub fn apply_all(&mut self, engine: &Engine, changes: &[Value], now: Millis) -> Result<Applied, String> {
        let before = self.records.clone();
        for change in changes {
            match self.apply(engine, change, now)? {
                Applied::Done => {}
                refused @ Applied::Refused(_) => {
                    self.records = before;
                    return Ok(refused);
                }
            }
        }
        Ok(Applied::Done)
    }

    fn apply(&mut self, engine: &Engine, change: &Value, now: Millis) -> Result<Applied, String> {
        let key =
            change.get("key").and_then(Value::as_str).ok_or_else(|| format!("a change without a key: {change}"))?;
        let args = json!({ "key": key, "record": self.get(key), "change": change, "now": now });
        let answer = wire::call(engine, "apply", &args.to_string())?;
        let answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        Ok(match answer.get("kind").and_then(Value::as_str) {
            Some("record") => {
                self.set(key, answer.get("record").cloned().unwrap_or_default());
                Applied::Done
            }
            Some("denied") => Applied::Refused(json!({ "status": "denied", "heldUntil": answer.get("heldUntil") })),
            Some("conflict") => Applied::Refused(json!({ "status": "conflict", "entry": answer.get("entry") })),
            other => return Err(format!("`apply` answered {other:?}")),
        })
    }
}
