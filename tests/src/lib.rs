//! Test support: scenario reader, scripted world, virtual time.
