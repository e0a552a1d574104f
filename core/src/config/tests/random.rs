//! Reading any JSON value answers with a policy or with errors, and never panics.

use crate::config::{options, read};
use crate::error::Problem;
use serde_json::{Map, Value, json};

/// A small deterministic generator (xorshift).
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % u64::try_from(n).unwrap()).unwrap()
    }

    fn key(&mut self) -> String {
        const KEYS: [&str; 22] = [
            "agents",
            "defaults",
            "model",
            "primary",
            "fallbacks",
            "entries",
            "list",
            "models",
            "providers",
            "baseUrl",
            "auth",
            "profiles",
            "order",
            "cooldowns",
            "failover",
            "timeouts",
            "default",
            "alias",
            "heartbeat",
            "id",
            "",
            "ü@:/.",
        ];
        KEYS[self.below(KEYS.len())].to_owned()
    }

    fn value(&mut self, depth: usize) -> Value {
        const TEXTS: [&str; 14] = [
            "",
            " ",
            "/",
            "@",
            "a/b",
            "a/b@a:c",
            "@@::",
            "é@é:é",
            "http://[::1",
            "://@:",
            "latest",
            "swift",
            "x/@@a:",
            "\u{0}",
        ];
        match self.below(if depth == 0 { 6 } else { 9 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(self.0),
            3 => json!(-i64::try_from(self.below(1 << 40)).unwrap()),
            4 => json!(1.5e300),
            5 => json!(TEXTS[self.below(TEXTS.len())]),
            6 => (0..self.below(4)).map(|_| self.value(depth - 1)).collect(),
            _ => Value::Object((0..self.below(5)).map(|_| (self.key(), self.value(depth - 1))).collect::<Map<_, _>>()),
        }
    }
}

/// An object in which a value stands at a dotted path.
fn nested(path: &str, value: Value) -> Value {
    path.rsplit('.').fold(value, |inner, key| json!({ key: inner }))
}

fn check(config: &Value) {
    match read(config) {
        Ok((policy, warnings)) => {
            assert!(!policy.cooldowns.ladder.is_empty() && !policy.cooldowns.usage_window_ladder.is_empty());
            assert!(serde_json::to_string(&policy).is_ok());
            complete(&warnings);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            complete(&errors);
        }
    }
}

fn complete(problems: &[Problem]) {
    assert!(problems.iter().all(|problem| !problem.code.is_empty() && !problem.message.is_empty()), "{problems:?}");
}

#[test]
fn m1_reading_any_value_never_panics() {
    let mut draw = Draw(0x5DEE_CE66);
    for _ in 0..4_000 {
        check(&draw.value(7));
    }
}

#[test]
fn m1_any_value_in_the_place_of_any_option_never_panics() {
    let mut draw = Draw(0x2545_F491);
    let places = ["agents.defaults.models", "agents.list", "agents.entries.x", "models.providers.x", "auth.profiles.x"];
    let options: Vec<String> = options().into_iter().map(|option| option.path).collect();
    for path in options.iter().map(String::as_str).chain(places) {
        for _ in 0..40 {
            check(&nested(path, draw.value(3)));
        }
    }
}
