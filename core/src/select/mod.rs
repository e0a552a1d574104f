//! Which model is asked for and what follows it (M).

mod chain;
mod pick;
mod pin;
mod refs;

pub use chain::{MAX_CANDIDATES, chain};
pub use pick::{SelectRequest, select};
pub use refs::parse_ref;

#[cfg(test)]
mod tests;
