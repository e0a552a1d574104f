//! What Discord answers (R-3, O-5), and how its gateway closes.

use crate::retry::row::End::{Done, Permanent, Refused, Transient};
use crate::retry::row::Proof::{self, Ambiguous, NotStarted};
use crate::retry::row::{Row, row};

/// Before the general rows. The codes are those of the JSON error body.
pub(crate) const ROWS: &[Row] = &[
    row("discord.gone_already", "R-3", Proof::Done, Done)
        .ops(&["DELETE", "delete*"])
        .status(&[(404, 404)])
        .codes(&["10008", "10014"]),
    row("discord.bad_recipient", "O-5", NotStarted, Permanent)
        .status(&[(400, 404)])
        .codes(&["10003", "10004", "10013", "10015", "50001", "50007", "50008", "50013", "50278"]),
    // The library's own limiter: nothing was sent.
    row("discord.rate_limit_error", "R-3", NotStarted, Transient).codes(&["ratelimiterror"]),
];

/// Close codes after which another connection would be closed in the same way.
pub(crate) const GATEWAY: &[Row] = &[
    row("gateway.fatal", "R-2", NotStarted, Refused).codes(&[
        "4004",
        "4010",
        "4011",
        "4012",
        "4013",
        "4014",
        "disallowedintents",
        "invalidintents",
        "shardingrequired",
        "tokeninvalid",
        "token_invalid",
        "authenticationfailed",
    ]),
    row("gateway.unauthorized", "R-2", NotStarted, Refused).status(&[(401, 401)]),
    row("gateway.closed", "R-2", Ambiguous, Transient),
];
