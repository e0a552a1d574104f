//! Makes a component out of the core module of `wasm/component`, and shows what it takes and gives.
//!
//! Usage: `xtask-component MODULE.wasm OUT.component.wasm`. Any import is an error (H-12).

use anyhow::{Context, Result, bail};
use std::path::Path;
use std::process::ExitCode;
use wit_component::{ComponentEncoder, DecodedWasm};
use wit_parser::{Resolve, World, WorldItem, WorldKey};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.as_slice() {
        [module, out] => encode(Path::new(module), Path::new(out)),
        _ => Err(anyhow::anyhow!("usage: xtask-component MODULE.wasm OUT.component.wasm")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn encode(module: &Path, out: &Path) -> Result<()> {
    let bytes = std::fs::read(module).with_context(|| format!("cannot read {}", module.display()))?;
    let component = ComponentEncoder::default().validate(true).module(&bytes)?.encode()?;
    std::fs::write(out, &component).with_context(|| format!("cannot write {}", out.display()))?;
    println!("wasm/component: {} bytes in {}", component.len(), out.display());
    show(&component)
}

/// Prints exports and imports as the finished file has them.
fn show(component: &[u8]) -> Result<()> {
    let DecodedWasm::Component(resolve, world) = wit_component::decode(component)? else {
        bail!("the result is not a component");
    };
    let world: &World = resolve.worlds.get(world).context("the component has no world")?;
    println!("exports: {}", names(&resolve, world.exports.iter()).join(", "));
    let imports = names(&resolve, world.imports.iter());
    println!("imports: {}", if imports.is_empty() { "none".to_owned() } else { imports.join(", ") });
    if !imports.is_empty() {
        bail!("the component must import nothing (H-12)");
    }
    Ok(())
}

fn names<'a>(resolve: &Resolve, items: impl Iterator<Item = (&'a WorldKey, &'a WorldItem)>) -> Vec<String> {
    items.map(|(key, _)| resolve.name_world_key(key)).collect()
}
