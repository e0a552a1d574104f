//! Decides what an LLM client does when a model call fails.

pub mod classify;
pub mod error;
pub mod time;
