//! The core for JavaScript: classes `Engine` and `Turn` over `switchover_core::wire`. No decision is made here (H-1).
//!
//! JSON text crosses in both directions. What is thrown is a string too, JSON `{ code, message, problems }`. The npm package
//! parses it and throws an error of its own, so no caller meets a bare string.

use switchover_core::turn::Turn as CoreTurn;
use switchover_core::wire;
use wasm_bindgen::prelude::wasm_bindgen;

/// Decides for one policy. Build it once; it never changes.
#[wasm_bindgen]
pub struct Engine(switchover_core::Engine);

#[wasm_bindgen]
impl Engine {
    /// An engine for a policy (the config of M-1 as JSON). Throws all problems together.
    #[wasm_bindgen(constructor)]
    pub fn new(policy: &str) -> Result<Engine, String> {
        wire::engine_new(policy).map(Self)
    }

    /// Any operation by name: `keys`, `select`, `order`, `apply`, `explain`, `status`, ... `args` is one JSON object.
    pub fn call(&self, op: &str, args: &str) -> Result<String, String> {
        wire::call(&self.0, op, args)
    }

    /// The verdict on an error signal: the same as `call('classify', ...)` without building the object of arguments.
    /// `now` is in milliseconds since the epoch; a fraction is dropped.
    pub fn classify(&self, signal: &str, now: f64, explain: bool) -> Result<String, String> {
        wire::classify(&self.0, signal, now as u64, explain)
    }

    /// Begins a turn. `args` is `{ request, snapshot, now }`; the first step is `firstStep` of the result.
    pub fn begin(&self, args: &str) -> Result<Turn, String> {
        wire::begin(&self.0, args).map(|(turn, first)| Turn { turn, first })
    }

    /// Goes on with a saved turn; ask it for `nextDeadline`.
    pub fn load(&self, saved: &str) -> Result<Turn, String> {
        wire::load(&self.0, saved).map(|turn| Turn { turn, first: String::new() })
    }
}

/// One user request through to an answer or a final failure.
#[wasm_bindgen]
pub struct Turn {
    turn: CoreTurn,
    first: String,
}

#[wasm_bindgen]
impl Turn {
    /// The step of `begin`; given once, then empty. A loaded turn has none.
    #[wasm_bindgen(js_name = firstStep)]
    pub fn first_step(&mut self) -> String {
        std::mem::take(&mut self.first)
    }

    /// Takes one event. `args` is `{ event, now }`; answers the next step.
    pub fn handle(&mut self, args: &str) -> Result<String, String> {
        wire::handle(&mut self.turn, args)
    }

    /// The whole turn as JSON text, for `Engine.load`.
    pub fn save(&self) -> String {
        wire::save(&self.turn)
    }

    /// What the turn waits for: the `next` of its last step.
    #[wasm_bindgen(js_name = nextDeadline)]
    pub fn next_deadline(&self) -> String {
        wire::next_deadline(&self.turn)
    }
}
