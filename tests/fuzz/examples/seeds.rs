//! Writes the rows of the error corpus as first inputs: `corpus/<target>/<row id>`.
//!
//! `cargo run --example seeds`

use serde_json::{Map, Value};
use std::error::Error;
use std::fs;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut rows = 0;
    for name in ["first-party", "gateways", "local-and-transport"] {
        let text = fs::read_to_string(here.join("../corpus").join(format!("{name}.jsonl")))?;
        for line in text.lines() {
            write(here, &serde_json::from_str(line)?)?;
            rows += 1;
        }
    }
    println!("{rows} rows written below {}", here.join("corpus").display());
    Ok(())
}

/// The row in the form of each target.
fn write(here: &Path, row: &Value) -> Result<(), Box<dyn Error>> {
    let body = match row.get("body") {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Null) | None => String::new(),
        Some(value) => value.to_string(),
    };
    let headers = row.get("headers").and_then(Value::as_object).into_iter().flatten();
    let head: String =
        headers.map(|(name, value)| format!("{name}: {}\n", value.as_str().unwrap_or_default())).collect();
    let fields = ["provider", "status", "code", "headers", "body"].into_iter();
    let signal: Map<String, Value> =
        fields.filter_map(|name| Some((name.to_owned(), row.get(name).filter(|v| !v.is_null())?.clone()))).collect();
    let inputs =
        [("text", body.clone()), ("json", Value::Object(signal).to_string()), ("headers", format!("{head}\n{body}"))];
    for (target, input) in inputs {
        let folder = here.join("corpus").join(target);
        fs::create_dir_all(&folder)?;
        fs::write(folder.join(row["id"].as_str().ok_or("a row without an id")?), input)?;
    }
    Ok(())
}
