//! The commands, one file each.

pub(crate) mod abi;
pub(crate) mod bench;
pub(crate) mod build;
pub(crate) mod component;
pub(crate) mod conformance;
pub(crate) mod demo;
pub(crate) mod pages;
pub(crate) mod rules;
pub(crate) mod setup;
pub(crate) mod size;
pub(crate) mod spec;
pub(crate) mod test;
pub(crate) mod types;
