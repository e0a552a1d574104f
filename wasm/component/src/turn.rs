//! The resource `turn`.

use crate::bindings::turn::{GuestTurn, Next, Step};
use crate::bindings::types::Error;
use crate::convert;
use std::cell::RefCell;
use switchover_core::wire;

/// A turn that a host holds. Methods of a resource get a shared reference, hence the cell; calls never overlap.
pub(crate) struct Turn(RefCell<switchover_core::turn::Turn>);

impl Turn {
    /// A turn of the core.
    pub(crate) fn new(turn: switchover_core::turn::Turn) -> Self {
        Self(RefCell::new(turn))
    }
}

impl GuestTurn for Turn {
    fn handle(&self, event: String, now: u64) -> Result<Step, Error> {
        let args = format!(r#"{{"event":{event},"now":{now}}}"#);
        let step = wire::handle(&mut self.0.borrow_mut(), &args).map_err(convert::error)?;
        convert::step(&step)
    }

    fn save(&self) -> String {
        wire::save(&self.0.borrow())
    }

    fn next_deadline(&self) -> Next {
        convert::next(self.0.borrow().next_deadline())
    }
}
