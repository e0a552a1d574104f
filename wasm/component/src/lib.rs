//! The core as a component: the interfaces of `wit/` over `switchover_core::wire`. No decision is made here (H-1).

mod bindings {
    #![allow(missing_docs, reason = "generated; the documentation is in the .wit files")]
    wit_bindgen::generate!({ path: "../../wit", world: "switchover" });
    pub(crate) use exports::switchover::failover::*;
    export!(Component);
    use super::Component;
}
mod convert;
mod engine;
mod outbox;
mod retry;
mod turn;

use bindings::engine::EngineBorrow;
use bindings::types::Error;
use bindings::{engine as engine_wit, session, turn as turn_wit};

/// What the world exports.
struct Component;

impl engine_wit::Guest for Component {
    type Engine = engine::Engine;
}

impl turn_wit::Guest for Component {
    type Turn = turn::Turn;
}

impl session::Guest for Component {
    fn select_model(engine: EngineBorrow<'_>, args: String) -> Result<String, Error> {
        engine.get::<engine::Engine>().call("selectModel", &args)
    }

    fn reset(engine: EngineBorrow<'_>, args: String) -> Result<String, Error> {
        engine.get::<engine::Engine>().call("resetSession", &args)
    }

    fn compacted(engine: EngineBorrow<'_>, args: String) -> Result<String, Error> {
        engine.get::<engine::Engine>().call("compacted", &args)
    }
}
