//! A signal as other tables of rows read it: the same status, codes and text that the classifier sees.

use super::read::read;
use super::signal::{ErrorSignal, Phase};

/// What a failure says, in lower case.
#[derive(Debug, Default)]
pub(crate) struct Heard {
    pub(crate) status: Option<u16>,
    /// Codes, types and names of the signal, its causes and its payload.
    pub(crate) codes: Vec<String>,
    pub(crate) text: String,
    pub(crate) phase: Option<Phase>,
    /// The caller's own abort or time-out had fired.
    pub(crate) aborted: bool,
}

/// Reads a signal, its text and its causes.
pub(crate) fn hear(signal: &ErrorSignal) -> Heard {
    let reading = read(signal);
    Heard {
        status: reading.status,
        codes: reading.codes,
        text: String::from_utf8_lossy(&reading.low).into_owned(),
        phase: signal.phase,
        aborted: signal.caller_aborted == Some(true) || signal.caller_timed_out == Some(true),
    }
}
