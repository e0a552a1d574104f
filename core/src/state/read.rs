//! Reading a stored record (D-1, D-4).

use super::record::{ProfileRecord, ProviderRecord, RECORD_VERSION};
use super::{AnyRecord, Fact};
use crate::error::{Problem, StateError};
use crate::session::SessionEntry;
use crate::wire::decode;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

/// Reads a record by its key. Unknown fields are dropped: a whole foreign record leaks nothing.
///
/// # Errors
///
/// `newer_version` for a version that this engine does not know; `malformed` for what is no record, with the path of
/// what is wrong. No value of the record stands in the error: it may be a foreign one with secrets.
pub fn read_record(key: &str, value: &Value) -> Result<AnyRecord, StateError> {
    let version = value.get("v").and_then(Value::as_u64).unwrap_or(0);
    if version > u64::from(RECORD_VERSION) {
        let message = format!(
            "the record `{key}` has version {version}, this engine knows {RECORD_VERSION}: it is left as it is; use a newer engine"
        );
        return Err(StateError::new("newer_version", message));
    }
    match key.split('/').next() {
        Some("profile" | "account") => typed(key, value).map(|record| AnyRecord::Profile(Box::new(record))),
        Some("session") => typed(key, value).map(|entry| AnyRecord::Session(Box::new(entry))),
        Some("provider") => typed(key, value).map(|record| AnyRecord::Provider(Box::new(record))),
        _ => {
            let message =
                format!("`{key}` is no key of a record; keys begin with profile/, account/, session/ or provider/");
            Err(StateError::new("malformed", message))
        }
    }
}

fn typed<T: DeserializeOwned>(key: &str, value: &Value) -> Result<T, StateError> {
    decode(value, "").map_err(|problem| malformed(format!("the record `{key}` cannot be read"), problem))
}

/// A `malformed` error without any value of the input.
pub(crate) fn malformed(what: String, mut problem: Problem) -> StateError {
    problem.message = without_values(&problem.message);
    let message = format!("{what}: {problem}");
    StateError { problems: vec![problem], ..StateError::new("malformed", message) }
}

/// Keeps what kind of error it is and what was expected, and drops what was found between the two.
fn without_values(message: &str) -> String {
    let head = message.split([':', '`', '"']).next().unwrap_or_default().trim_end();
    match message.rsplit_once(", expected ") {
        Some((_, expected)) => format!("{head}, expected {expected}"),
        None if message.starts_with("missing field") => message.to_owned(),
        None => head.to_owned(),
    }
}

/// What an engine knows of a record: its fields without foreign ones. Of a record that cannot be read only its version
/// is kept, so that it is refused for the same cause when it is read again.
pub(crate) fn known_part(key: &str, value: &Value) -> Value {
    let known = read_record(key, value).ok().and_then(|record| serde_json::to_value(record).ok());
    known.unwrap_or_else(|| {
        let version = value.get("v").filter(|v| v.is_u64()).cloned();
        version.map_or(Value::Null, |v| Value::Object(Map::from_iter([("v".to_owned(), v)])))
    })
}

/// An empty record for this key.
pub(crate) fn empty(key: &str) -> Result<AnyRecord, StateError> {
    read_record(key, &Value::Object(Map::from_iter([("v".to_owned(), RECORD_VERSION.into())])))
}

/// The facts that enter `recent` (D-2).
pub(crate) const fn enters_recent(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::ProfileFailed(_)
            | Fact::ProfilePaused { .. }
            | Fact::ProfileSucceeded { .. }
            | Fact::ProfileCleared { .. }
    )
}

impl AnyRecord {
    /// The profile or account record in it.
    #[must_use]
    pub fn into_profile(self) -> Option<ProfileRecord> {
        if let Self::Profile(record) = self { Some(*record) } else { None }
    }

    /// The provider record in it.
    #[must_use]
    pub fn into_provider(self) -> Option<ProviderRecord> {
        if let Self::Provider(record) = self { Some(*record) } else { None }
    }

    /// The session entry in it.
    #[must_use]
    pub fn into_session(self) -> Option<SessionEntry> {
        if let Self::Session(entry) = self { Some(*entry) } else { None }
    }
}
