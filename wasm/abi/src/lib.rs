//! The core behind three functions: `alloc`, `free` and `call(op, handle, ptr, len)`. JSON bytes go in and come out,
//! engines and turns are integer handles. `docs/abi.md` describes it with an example in bytes.

mod handles;
pub mod memory;
mod ops;

use handles::Handles;
use std::cell::RefCell;

thread_local! {
    /// All engines and turns of this instance. A wasm instance has one thread.
    static HANDLES: RefCell<Handles> = RefCell::default();
}

/// Carries out operation `op` on `handle` with the JSON text in `input`.
fn answer(op: u32, handle: u32, input: &[u8]) -> String {
    HANDLES.with_borrow_mut(|handles| ops::answer(handles, op, handle, input))
}
