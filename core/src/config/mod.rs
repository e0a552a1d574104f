//! The config: OpenClaw's shape in, a checked policy out (M-1, 09-options).
//!
//! Every option stands in one table (`table`): it drives the reading, the warnings about unknown keys and the
//! generated reference.

mod agents;
mod at;
mod auth;
mod blank;
mod found;
mod local;
mod option;
mod providers;
mod report;
mod table;
mod walk;

pub use option::{OptionInfo, PresetDefaults};

use crate::error::Problems;
use crate::policy::{Policy, Preset};
use at::At;
use found::Found;
use option::Row;
use serde_json::Value;

/// The top-level sections that are read; `heartbeat` is an older place of `agents.defaults.heartbeat`.
const SECTIONS: [&str; 5] = ["agents", "auth", "failover", "heartbeat", "models"];

/// Reads a config in OpenClaw's shape (M-1): the defaults of its preset first, then its own values. Answers the policy
/// and the warnings: unknown keys, dropped fallbacks, and one line about what is not read.
///
/// # Errors
///
/// All errors at once: wrong types, values out of range, refs that cannot be resolved. Each names its path, what was
/// found and what is allowed.
pub fn read(config: &Value) -> Result<(Policy, Problems), Problems> {
    let mut found = Found::default();
    let mut policy = blank::policy();
    let mut root = At::new(config, &mut found);
    if let Some(keys) = root.object() {
        root.check_keys(keys, &SECTIONS, true);
        root.within("models", |at| providers::read(at, &mut policy));
        defaults(&mut policy, preset(config));
        root.within("failover", |at| walk::options(at, &mut policy));
        root.within("auth", |at| auth::read(at, &mut policy));
        agents::read(&mut root, &mut policy);
    }
    if policy.cooldowns.usage_window_ladder.is_empty() {
        policy.cooldowns.usage_window_ladder.clone_from(&policy.cooldowns.ladder);
    }
    found.finish().map(|warnings| (policy, warnings))
}

/// Every option with its unit, defaults, rule and meaning, in the order of 09-options.
#[must_use]
pub fn options() -> Vec<OptionInfo> {
    table::rows().map(Row::info).collect()
}

/// The preset that the config names; a bad name is reported where the option itself is read.
fn preset(config: &Value) -> Preset {
    let name = config.get("failover").and_then(|failover| failover.get("preset")).and_then(Value::as_str);
    let known = table::PRESETS.iter().find(|(known, _)| Some(*known) == name);
    known.map_or(Preset::Latest, |(_, preset)| *preset)
}

/// Sends the defaults of a preset through the same setters as the values of a config. A map of the config is merged
/// into its default key by key; everything else replaces it.
fn defaults(policy: &mut Policy, preset: Preset) {
    let mut found = Found::default();
    let locals = local::servers(policy);
    for row in table::rows() {
        if let Some(value) = row.default(preset).json(&locals) {
            (row.set)(policy, &mut At::place(row.path, &value, &mut found));
        }
    }
}

#[cfg(test)]
mod tests;
