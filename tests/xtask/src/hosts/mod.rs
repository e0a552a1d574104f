//! The same inputs through every host, and their logs compared byte for byte (H-13).

mod logs;
mod plant;
mod run;
mod table;

pub(crate) use run::{Report, Stage, run};
pub(crate) use table::{HOSTS, Host, Wasm};
