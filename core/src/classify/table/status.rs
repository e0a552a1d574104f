//! What a status means when nothing more specific was found (C-6).

use crate::classify::{Confidence, Reason, Scope};

/// One line of the table: the statuses, the reason, and the scope where it is not the reason's own.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StatusRow {
    pub(crate) id: &'static str,
    pub(crate) first: u16,
    pub(crate) last: u16,
    pub(crate) reason: Reason,
    pub(crate) scope: Option<Scope>,
    pub(crate) confidence: Confidence,
}

const fn line(id: &'static str, first: u16, last: u16, reason: Reason) -> StatusRow {
    StatusRow { id, first, last, reason, scope: None, confidence: Confidence::Likely }
}

const fn at(mut row: StatusRow, scope: Scope) -> StatusRow {
    row.scope = Some(scope);
    row
}

/// First match wins; single statuses stand before ranges.
pub(crate) const STATUSES: &[StatusRow] = &[
    line("status.401", 401, 401, Reason::Auth),
    line("status.402", 402, 402, Reason::Billing),
    line("status.403", 403, 403, Reason::Auth),
    line("status.404", 404, 404, Reason::ModelNotFound),
    at(line("status.407", 407, 407, Reason::Timeout), Scope::Transport),
    line("status.408", 408, 408, Reason::Timeout),
    line("status.410", 410, 410, Reason::Timeout),
    line("status.425", 425, 425, Reason::RateLimit),
    line("status.429", 429, 429, Reason::RateLimit),
    line("status.451", 451, 451, Reason::Refusal),
    line("status.499", 499, 499, Reason::Timeout),
    line("status.4xx", 400, 498, Reason::Format),
    line("status.504", 504, 504, Reason::Timeout),
    line("status.522", 522, 522, Reason::Timeout),
    line("status.524", 524, 524, Reason::Timeout),
    line("status.525", 525, 526, Reason::TlsCertificate),
    line("status.529", 529, 529, Reason::Overloaded),
    line("status.598", 598, 599, Reason::Timeout),
    line("status.5xx", 500, 599, Reason::ServerError),
];
