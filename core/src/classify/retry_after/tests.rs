//! Forms of waits.
