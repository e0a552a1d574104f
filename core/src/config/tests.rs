//! Tests of the config.
