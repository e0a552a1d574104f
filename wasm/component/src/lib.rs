//! Placeholder until the bindings are written.
