//! What a place in the config has to complain about: unknown keys, values that do not fit.

use super::at::At;
use super::walk::nearest;
use crate::error::Problem;
use serde_json::{Map, Value};

/// Longer strings are described by their length: they may be secrets in the wrong place.
const MAX_SHOWN: usize = 24;

impl At<'_, '_> {
    /// Warns about keys that are not known. In a `mixed` section, which OpenClaw fills with keys of its own, only those
    /// that look like a slip are named; the others are counted.
    pub(super) fn check_keys(&mut self, keys: &Map<String, Value>, known: &[&str], mixed: bool) {
        for key in keys.keys().filter(|key| !known.contains(&key.as_str())) {
            self.unknown(key, known, mixed);
        }
    }

    pub(super) fn unknown(&mut self, key: &str, known: &[&str], mixed: bool) {
        let path = self.join(key);
        let near = if self.found.lists_warnings() { nearest(key, known, mixed) } else { None };
        match near {
            None if mixed => self.found.unread(path),
            None => self.found.warn(Problem::new("unknown_key", path, "this key is not known and is ignored")),
            Some(near) => {
                let message = format!("this key is not known and is ignored; the nearest known key is `{near}`");
                self.found.warn(Problem::new("unknown_key", path, message).with(shortened(key), near));
            }
        }
    }

    /// The value stands under a key that is not known.
    pub(super) fn unknown_here(&mut self, known: &[&str]) {
        let (parent, key) = self.path.rsplit_once('.').unwrap_or(("", &self.path));
        let (parent, key) = (parent.to_owned(), key.to_owned());
        At::place(&parent, self.value, self.found).unknown(&key, known, false);
    }

    /// Reports that the value is not what is allowed here.
    pub(super) fn wrong(&mut self, code: &str, expected: &str) {
        let found = self.describe();
        let message = format!("found {found}, but {expected} is needed");
        self.found.error(Problem::new(code, self.path.clone(), message).with(found, expected));
    }

    fn describe(&self) -> String {
        match self.value {
            Value::Null => "null".to_owned(),
            Value::Bool(flag) => flag.to_string(),
            Value::Number(number) => number.to_string(),
            Value::String(text) if text.is_empty() => "an empty string".to_owned(),
            Value::String(text) if text.len() <= MAX_SHOWN && !self.path.starts_with("failover.secrets") => {
                format!("\"{text}\"")
            }
            Value::String(text) => format!("a string of {} characters", text.chars().count()),
            Value::Array(list) => format!("a list of {}", list.len()),
            Value::Object(map) => format!("an object with {} keys", map.len()),
        }
    }
}

/// A key or value for a message, cut to a readable length.
fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}
