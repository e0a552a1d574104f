//! Tests of selection and chain (M-2 to M-9).

mod chain;
mod pick;
mod refs;

use crate::policy::Policy;
use serde_json::Value;

fn policy(config: &Value) -> Policy {
    crate::config::read(config).expect("a config without errors").0
}

/// Primary `p/main` with the fallbacks `f/one` and `f/two`.
fn usual() -> Value {
    serde_json::json!({ "agents": { "defaults": {
        "model": { "primary": "p/main", "fallbacks": ["f/one", "f/two"] },
        "models": { "p/main": { "alias": "boss" } },
    } } })
}
