//! Tests of the config (M-1, 09-options).

mod models;
mod options;
mod random;
mod spec_table;

use super::read;
use crate::error::Problem;
use crate::policy::Policy;
use serde_json::Value;

/// The policy of a config that has no error.
fn policy(config: &Value) -> Policy {
    read(config).expect("no error").0
}

/// The warnings of a config that has no error.
fn warnings(config: &Value) -> Vec<Problem> {
    read(config).expect("no error").1
}

/// The errors of a config that has some.
fn errors(config: &Value) -> Vec<Problem> {
    read(config).expect_err("errors")
}

fn paths(problems: &[Problem]) -> Vec<&str> {
    problems.iter().map(|problem| problem.path.as_str()).collect()
}
