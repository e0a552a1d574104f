//! WebSocket transports of model providers.

use crate::classify::Phase;
use crate::retry::row::End::{Never, Transient};
use crate::retry::row::Proof::{Ambiguous, NotStarted};
use crate::retry::row::{Row, row};

const LIMIT: &[&str] = &["websocket_connection_limit_reached"];

/// One code is answered by a new connection, and only before output; the rest is the recovery's.
pub(crate) const ROWS: &[Row] = &[
    row("socket.limit_while_streaming", "R-7", Ambiguous, Never)
        .codes(LIMIT)
        .phases(&[Phase::Stream, Phase::Completed]),
    row("socket.limit", "R-7", NotStarted, Transient).codes(LIMIT),
    row("socket.rest", "R-7", Ambiguous, Never),
];
