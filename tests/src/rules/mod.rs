//! Checks of the rule table from outside: its list, ablation, mutation and its page.

pub mod ablate;
pub mod cases;
pub mod list;
pub mod mutate;
pub mod page;
