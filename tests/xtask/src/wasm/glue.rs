//! wasm-bindgen's glue for `wasm/js`, and the module that carries the bytes as text (H-3).

use super::optimize;
use crate::project::{Project, read, write};
use anyhow::{Context, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::fs;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

/// Part of the stamp: other options make other glue from the same module.
const RECIPE: &[u8] = include_bytes!("glue.rs");

/// Files of `js/dist/wasm`.
const FILES: [&str; 5] = ["glue.js", "glue.d.ts", "inline.js", "inline.d.ts", "switchover.wasm"];

/// Makes `js/dist/wasm` from the compiled module, or leaves it when it was made from the same bytes. Answers what was
/// done.
pub(crate) fn generate(project: &Project, compiled: &[u8]) -> Result<String> {
    let out = project.js_wasm();
    let stamp = project.wasm_target().join("glued.stamp");
    let made_from = [RECIPE, compiled].concat();
    let complete = FILES.iter().all(|file| out.join(file).is_file());
    if complete && fs::read(&stamp).is_ok_and(|last| last == made_from) {
        return Ok("js/dist/wasm is up to date".to_owned());
    }
    let draft = project.wasm_target().join("glue");
    bind(compiled, &draft)?;
    for (from, to) in [("glue.js", "glue.js"), ("glue.d.ts", "glue.d.ts")] {
        write(&out.join(to), &read(&draft.join(from))?)?;
    }
    let wasm = optimize::cached(project, "js", &read(&draft.join("glue_bg.wasm"))?)?;
    write(&out.join("switchover.wasm"), &wasm)?;
    write(&out.join("inline.js"), inline(&wasm).as_bytes())?;
    write(&out.join("inline.d.ts"), INLINE_TYPES.as_bytes())?;
    write(&stamp, &made_from)?;
    Ok(format!("{} bytes in js/dist/wasm", wasm.len()))
}

/// Glue for hosts that bring the module themselves: no path to a file is baked in, and `initSync` takes the bytes.
fn bind(compiled: &[u8], out: &Path) -> Result<()> {
    Bindgen::new()
        .input_bytes("glue", compiled.to_vec())
        .web(true)?
        .omit_default_module_path(true)
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        .reset_state_function(true)
        .generate(out)
        .context("wasm-bindgen could not make the glue")
}

const INLINE_TYPES: &str = "/** The wasm module, decoded from the text that this file carries. */
export declare function wasmBytes(): Uint8Array<ArrayBuffer>;
";

fn inline(wasm: &[u8]) -> String {
    format!(
        "const text = '{}';

export function wasmBytes() {{
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}}
",
        STANDARD.encode(wasm)
    )
}
