//! Texts that are no failure of a provider, or say nothing at all (C-5.7, C-13).

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason};

/// A gateway that lists the failures of its own upstream accounts: the caller's credential is not at fault.
pub(super) const GATEWAYS: &[Row] = &[row("gateway.all_failed", Reason::ServerError).text(&[
    "all (?:variants|model providers|providers|fallbacks|upstreams|channels|deployments|backends) failed",
    "failed to infer with errors",
])];

pub(super) const ROWS: &[Row] = &[
    row("special.allowed_warning", Reason::Unclassified)
        .text(&["allowed warning"])
        .confidence(Confidence::Guess)
        .stays(),
    row("special.own_generic_text", Reason::Unclassified)
        .text(&["llm request failed with an unknown error"])
        .confidence(Confidence::Guess)
        .stays(),
    row("special.no_error_details", Reason::NoErrorDetails)
        .text(&["no error details in response"])
        .confidence(Confidence::Certain),
];
