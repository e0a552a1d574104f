//! Prints one JSON Schema document with every wire type of the core (H-2).

use std::process::ExitCode;

fn main() -> ExitCode {
    match serde_json::to_string_pretty(&switchover_core::schema::all()) {
        Ok(text) => {
            println!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
