//! The rule table: rows only, one file per family. The order here is the precedence of C-5.

mod abort;
mod auth;
mod billing;
mod codes;
mod format;
mod limits;
mod model;
mod overflow;
mod overloaded;
mod refusal;
mod sdk;
mod server;
mod session;
mod special;
pub(crate) mod status;
mod transport;

use super::rule::Row;

/// Every family in order of precedence.
pub(crate) const FAMILIES: &[(&str, &[Row])] = &[
    ("special", special::ROWS),
    ("codes", codes::ROWS),
    ("format", format::ROWS),
    ("overflow", overflow::ROWS),
    ("refusal", refusal::ROWS),
    ("session", session::ROWS),
    ("model", model::ROWS),
    ("gateways", special::GATEWAYS),
    ("spend_windows", limits::SPEND),
    ("billing", billing::ROWS),
    ("auth_permanent", auth::PERMANENT),
    ("conflict", format::CONFLICT),
    ("limits", limits::ROWS),
    ("overloaded", overloaded::ROWS),
    ("billing_weak", billing::WEAK),
    ("limits_by_code", limits::CODES),
    ("tls", transport::TLS),
    ("garbled", transport::GARBLED),
    ("auth", auth::ROWS),
    ("finish", server::FINISH),
    ("transport", transport::ROWS),
    ("abort", abort::ROWS),
    ("transport_weak", transport::WEAK),
    ("server", server::ROWS),
    ("abort_weak", abort::WEAK),
    ("sdk", sdk::ROWS),
    ("format_weak", format::WEAK),
    ("format_words", format::WORDS),
    ("empty_payload", server::EMPTY),
    ("envelope", server::ENVELOPE),
];

/// Every row, best first.
pub(crate) fn rows() -> impl Iterator<Item = &'static Row> {
    FAMILIES.iter().flat_map(|(_, rows)| rows.iter())
}
