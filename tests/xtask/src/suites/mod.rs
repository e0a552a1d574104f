//! The test suites: the table, running one, counting its cases.

mod count;
mod run;
mod table;

pub(crate) use count::Counts;
pub(crate) use run::{Result as SuiteResult, run};
pub(crate) use table::{SUITES, Suite, Tier, bless};
