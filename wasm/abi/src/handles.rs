//! Integer handles for engines and turns. A number is used once, so a stale handle is always found out.

use std::collections::BTreeMap;
use switchover_core::Engine;
use switchover_core::turn::Turn;

/// What a handle stands for.
pub(crate) enum Held {
    /// An engine.
    Engine(Engine),
    /// A turn.
    Turn(Box<Turn>),
}

/// Everything that the host holds.
#[derive(Default)]
pub(crate) struct Handles {
    last: u32,
    held: BTreeMap<u32, Held>,
}

impl Handles {
    /// Keeps it and answers its handle, from 1 on. `None` after four thousand million handles.
    pub(crate) fn keep(&mut self, held: Held) -> Option<u32> {
        self.last = self.last.checked_add(1)?;
        self.held.insert(self.last, held);
        Some(self.last)
    }

    /// The engine behind a handle.
    pub(crate) fn engine(&self, handle: u32) -> Option<&Engine> {
        match self.held.get(&handle) {
            Some(Held::Engine(engine)) => Some(engine),
            _ => None,
        }
    }

    /// The turn behind a handle.
    pub(crate) fn turn(&mut self, handle: u32) -> Option<&mut Turn> {
        match self.held.get_mut(&handle) {
            Some(Held::Turn(turn)) => Some(turn),
            _ => None,
        }
    }

    /// Forgets it; false when there was nothing.
    pub(crate) fn drop(&mut self, handle: u32) -> bool {
        self.held.remove(&handle).is_some()
    }
}
