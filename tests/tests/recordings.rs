//! A recording replays over the JSON wire byte for byte: what other hosts are compared with is what they get (H-2).

use serde_json::{Value, json};
use switchover_core::wire;
use switchover_tests::world::Interruption;
use switchover_tests::{recording, scenario, suite};

/// Replays one turn of a recording; answers the first step that differs.
fn compare(engine: &switchover_core::Engine, turn: &Value) -> Result<(), String> {
    let steps: Vec<&str> = turn["steps"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let got = recording::replay(engine, turn)?;
    match got.iter().zip(&steps).position(|(got, want)| got != want) {
        Some(at) => Err(format!("step {at}:\n  {}\n  {}", got[at], steps[at])),
        None if got.len() == steps.len() => Ok(()),
        None => Err(format!("{} steps, recorded {}", got.len(), steps.len())),
    }
}

/// H-2: events and steps cross the wire and give the recorded bytes.
#[test]
fn h2_every_scenario_replays_over_the_wire_byte_for_byte() {
    let files = suite::files();
    assert!(files.len() > 100, "only {} scenarios", files.len());
    for path in files {
        let scenario = scenario::read(&path).unwrap();
        let turns = suite::play(&scenario, Interruption::None).unwrap();
        let recorded = recording::of("x", &scenario.config, &turns);
        let engine = wire::engine_new(&scenario.config.to_string()).unwrap();
        for turn in recorded["turns"].as_array().unwrap() {
            compare(&engine, turn).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// H-2: a planted difference is found.
#[test]
fn h2_a_changed_step_is_noticed() {
    let path = suite::files().into_iter().find(|path| path.ends_with("happy-turn.json5")).unwrap();
    let scenario = scenario::read(&path).unwrap();
    let turns = suite::play(&scenario, Interruption::None).unwrap();
    let mut recorded = recording::of("x", &scenario.config, &turns);
    recorded["turns"][0]["steps"][1] = json!("{}");
    let engine = wire::engine_new(&scenario.config.to_string()).unwrap();
    assert!(compare(&engine, &recorded["turns"][0]).unwrap_err().starts_with("step 1"));
}
