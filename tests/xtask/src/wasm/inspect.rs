//! What a module takes from its host and gives to it.

use anyhow::Result;
use walrus::Module;

/// Names of imports and exports.
pub(crate) struct Interface {
    /// `module.name` of each import.
    pub(crate) imports: Vec<String>,
    /// Name of each export.
    pub(crate) exports: Vec<String>,
}

impl Interface {
    /// Reads a core module.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self> {
        let module = Module::from_buffer(bytes)?;
        Ok(Self {
            imports: module.imports.iter().map(|import| format!("{}.{}", import.module, import.name)).collect(),
            exports: module.exports.iter().map(|export| export.name.clone()).collect(),
        })
    }
}
