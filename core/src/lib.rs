//! Decides what an LLM client does when a model call fails.

pub mod classify;
pub mod config;
pub mod error;
pub mod policy;
pub mod profile;
pub mod refs;
pub mod redact;
pub mod rng;
pub mod select;
pub mod session;
pub mod state;
pub mod time;
pub mod turn;
