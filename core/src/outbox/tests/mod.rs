//! Tests of the outbox, rule by rule.

mod lanes;
mod results;
mod table;
mod world;
