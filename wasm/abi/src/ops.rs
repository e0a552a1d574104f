//! The operations by number. Numbers never change their meaning; new operations go to the end.

use crate::handles::{Handles, Held};
use serde_json::json;
use switchover_core::error::Misuse;
use switchover_core::wire;

/// Version of this interface; `describe` tells it.
const VERSION: u32 = 1;

/// What an operation does: its own name, the handle and the JSON text go in; `Err` is JSON too.
type Run = fn(&mut Handles, &str, u32, &str) -> Result<String, String>;

/// Name and function of each operation; its number is its place.
const OPS: [(&str, Run); 26] = [
    ("describe", |_, _, _, _| Ok(describe())),
    ("engine", |handles, _, _, policy| keep(handles, Held::Engine(wire::engine_new(policy)?))),
    (
        "drop",
        |handles, _, handle, _| if handles.drop(handle) { Ok("null".to_owned()) } else { Err(unknown_handle(handle)) },
    ),
    ("begin", begin),
    ("load", |handles, _, handle, saved| {
        let turn = wire::load(engine(handles, handle)?, saved)?;
        keep(handles, Held::Turn(Box::new(turn)))
    }),
    ("handle", |handles, _, handle, args| wire::handle(turn(handles, handle)?, args)),
    ("save", |handles, _, handle, _| Ok(wire::save(turn(handles, handle)?))),
    ("nextDeadline", |handles, _, handle, _| Ok(wire::next_deadline(turn(handles, handle)?))),
    ("classify", of_engine),
    ("keys", of_engine),
    ("select", of_engine),
    ("order", of_engine),
    ("apply", of_engine),
    ("selectModel", of_engine),
    ("resetSession", of_engine),
    ("compacted", of_engine),
    ("clear", of_engine),
    ("policy", of_engine),
    ("maxAttempts", of_engine),
    ("redact", of_engine),
    ("explain", of_engine),
    ("status", of_engine),
    ("retry", of_engine),
    ("outbox", of_engine),
    ("outboxNext", of_engine),
    ("sdkCap", of_engine),
];

/// `{ "ok": ... }` or `{ "err": ... }`, never anything else.
pub(crate) fn answer(handles: &mut Handles, op: u32, handle: u32, input: &[u8]) -> String {
    match run(handles, op, handle, input) {
        Ok(value) => format!(r#"{{"ok":{value}}}"#),
        Err(error) => format!(r#"{{"err":{error}}}"#),
    }
}

fn run(handles: &mut Handles, op: u32, handle: u32, input: &[u8]) -> Result<String, String> {
    let text = std::str::from_utf8(input)
        .map_err(|error| misuse("not_utf8", format!("the input is not UTF-8 from byte {} on", error.valid_up_to())))?;
    let place = usize::try_from(op).unwrap_or(usize::MAX);
    match OPS.get(place) {
        Some((name, run)) => run(handles, name, handle, text),
        None => {
            Err(misuse("unknown_op", format!("operation {op} is unknown; operations go from 0 to {}", OPS.len() - 1)))
        }
    }
}

fn describe() -> String {
    let names: Vec<&str> = OPS.iter().map(|(name, _)| *name).collect();
    json!({ "abi": VERSION, "version": env!("CARGO_PKG_VERSION"), "ops": names }).to_string()
}

/// An operation that the wire knows by the same name.
fn of_engine(handles: &mut Handles, name: &str, handle: u32, args: &str) -> Result<String, String> {
    wire::call(engine(handles, handle)?, name, args)
}

fn begin(handles: &mut Handles, _: &str, handle: u32, args: &str) -> Result<String, String> {
    let (turn, step) = wire::begin(engine(handles, handle)?, args)?;
    let turn = keep(handles, Held::Turn(Box::new(turn)))?;
    Ok(format!(r#"{{"turn":{turn},"step":{step}}}"#))
}

fn keep(handles: &mut Handles, held: Held) -> Result<String, String> {
    let handle =
        handles.keep(held).ok_or_else(|| misuse("no_handles", "all handles are used up; make a new instance"))?;
    Ok(handle.to_string())
}

fn engine(handles: &Handles, handle: u32) -> Result<&switchover_core::Engine, String> {
    handles.engine(handle).ok_or_else(|| unknown_handle(handle))
}

fn turn(handles: &mut Handles, handle: u32) -> Result<&mut switchover_core::turn::Turn, String> {
    handles.turn(handle).ok_or_else(|| unknown_handle(handle))
}

fn unknown_handle(handle: u32) -> String {
    misuse("unknown_handle", format!("handle {handle} does not stand for what this operation works on"))
}

fn misuse(code: &str, message: impl Into<String>) -> String {
    json!(Misuse::new(code, message)).to_string()
}

#[cfg(test)]
mod tests {
    use super::{OPS, answer};
    use crate::handles::Handles;
    use serde_json::Value;
    use switchover_core::wire;

    fn number(name: &str) -> u32 {
        OPS.iter().position(|(op, _)| *op == name).unwrap().try_into().unwrap()
    }

    fn ask(handles: &mut Handles, op: &str, handle: u32, input: &str) -> Value {
        serde_json::from_str(&answer(handles, number(op), handle, input.as_bytes())).unwrap()
    }

    const POLICY: &str = r#"{"agents":{"defaults":{"model":"openai/gpt-5"}}}"#;

    #[test]
    fn h1_an_engine_classifies_through_its_handle() {
        let mut handles = Handles::default();
        assert_eq!(ask(&mut handles, "engine", 0, POLICY)["ok"], 1);
        let verdict = ask(&mut handles, "classify", 1, r#"{"signal":{"status":429},"now":0}"#);
        assert_eq!(verdict["ok"]["reason"], "rate_limit");
    }

    #[test]
    fn h1_an_unknown_or_dropped_handle_is_a_misuse() {
        let mut handles = Handles::default();
        ask(&mut handles, "engine", 0, POLICY);
        assert_eq!(ask(&mut handles, "classify", 7, "{}")["err"]["code"], "unknown_handle");
        assert_eq!(ask(&mut handles, "handle", 1, "{}")["err"]["code"], "unknown_handle", "an engine is no turn");
        assert_eq!(ask(&mut handles, "drop", 1, "")["ok"], Value::Null);
        assert_eq!(ask(&mut handles, "drop", 1, "")["err"]["code"], "unknown_handle");
        assert_eq!(ask(&mut handles, "engine", 0, POLICY)["ok"], 2, "numbers are used once");
    }

    #[test]
    fn h1_a_turn_is_begun_saved_and_loaded() {
        let mut handles = Handles::default();
        ask(&mut handles, "engine", 0, POLICY);
        let args = r#"{"request":{"turnId":"t","seed":1},"snapshot":{},"now":0}"#;
        let begun = ask(&mut handles, "begin", 1, args);
        assert_eq!(begun["ok"]["turn"], 2, "{begun}");
        let saved = ask(&mut handles, "save", 2, "")["ok"].to_string();
        assert_eq!(ask(&mut handles, "load", 1, &saved)["ok"], 3);
        assert_eq!(ask(&mut handles, "nextDeadline", 3, ""), ask(&mut handles, "nextDeadline", 2, ""));
    }

    #[test]
    fn q9_input_that_is_no_text_and_numbers_without_operation_are_told() {
        let mut handles = Handles::default();
        let broken = answer(&mut handles, number("engine"), 0, b"{\"a\":\xff");
        assert!(broken.contains(r#""code":"not_utf8""#), "{broken}");
        assert!(answer(&mut handles, 999, 0, b"").contains(r#""code":"unknown_op""#));
    }

    #[test]
    fn h1_describe_names_every_operation_in_order() {
        let told = ask(&mut Handles::default(), "describe", 0, "");
        let names: Vec<&str> = OPS.iter().map(|(name, _)| *name).collect();
        assert_eq!(told["ok"]["ops"], serde_json::json!(names));
    }

    #[test]
    fn h1_the_operations_of_an_engine_are_those_of_the_wire() {
        let mut handles = Handles::default();
        ask(&mut handles, "engine", 0, POLICY);
        let refused = wire::call(handles.engine(1).unwrap(), "?", "{}").unwrap_err();
        let known = refused.split("there are: ").nth(1).unwrap().split('"').next().unwrap();
        let here: Vec<&str> = OPS.iter().skip(number("classify") as usize).map(|(name, _)| *name).collect();
        assert_eq!(known, here.join(", "));
    }
}
