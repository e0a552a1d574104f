//! The outbox: outbound messages that survive a crash, sent at most once for each permission (O-1 to O-6).
//!
//! [`step`] takes an entry and a command and answers the entry as it is to be stored, what to do once it is stored, and
//! the columns that a store indexes. What is legal stands in one table, [`TRANSITIONS`]; everything else is an error that
//! changes nothing. The core never sees a payload, only its reference.
//!
//! A store keeps the order: [`next_in_lane`] says which entry of a destination may be claimed, and [`Index`] has the
//! fields with which SQL says the same.

mod action;
mod check;
mod command;
mod entry;
mod guard;
mod index;
mod options;
mod step;
mod table;
#[cfg(test)]
mod tests;
mod transition;
mod work;

pub use action::{Action, Permit};
pub use command::{Command, Outcome, Verdict};
pub use entry::{Claim, DeadReason, ENTRY_VERSION, Entry, Evidence, State};
pub use guard::Guard;
pub use index::{Index, Lane, lane, next_in_lane};
pub use options::OutboxOptions;
pub use step::{OutboxAnswer, step};
pub use table::TRANSITIONS;
pub use transition::{Change, On, Then, Transition};
