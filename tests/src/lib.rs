//! Test support: a strict reader for scenario files, virtual time, a scripted provider world, readable logs, and the
//! properties that every turn must have.
//!
//! A scenario stands in `tests/scenarios/<name>.json5`, its readable log beside it in `<name>.log`. [`suite`] runs one;
//! `tests/scenarios.rs` runs them all. See `tests/scenarios/README.md` for the format.

pub mod corpus_row;
pub mod errors;
pub mod host;
pub mod invariants;
pub mod pages;
pub mod random;
pub mod recording;
pub mod rules;
mod running;
pub mod scenario;
pub mod script;
pub mod store;
pub mod suite;
pub mod times;
pub mod trace;
pub mod words;
pub mod world;
