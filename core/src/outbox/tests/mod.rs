//! Tests of the outbox, rule by rule.

mod explore;
mod lanes;
mod random;
mod results;
mod table;
mod world;
