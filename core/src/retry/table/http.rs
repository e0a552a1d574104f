//! What any HTTP exchange can end in: the caller, the status, the network.

use crate::classify::Phase;
use crate::retry::row::End::{Aborted, NotConnected, Refused, Transient};
use crate::retry::row::Proof::{Ambiguous, NotStarted};
use crate::retry::row::{Row, row};

/// Before everything else.
pub(crate) const CALLER: &[Row] = &[
    row("caller.before_connect", "R-1", NotStarted, Aborted).phases(&[Phase::Connect]).aborted(),
    row("caller.aborted", "R-1", Ambiguous, Aborted).aborted(),
    row("channel.not_connected", "O-5", NotStarted, NotConnected)
        .codes(&["not_connected", "channel_not_connected"])
        .text(&["channel is not connected", "outbound not configured"]),
];

/// By status. A refusal proves that nothing was done.
pub(crate) const STATUS: &[Row] = &[
    row("status.429", "R-3", NotStarted, Transient).status(&[(429, 429)]),
    // Nobody took the request: wrong host on a shared connection, too early, or an origin that could not be reached.
    row("status.not_taken", "R-3", NotStarted, Transient).status(&[(421, 421), (425, 425), (521, 521), (523, 523)]),
    row("status.408", "R-3", Ambiguous, Transient).status(&[(408, 408)]),
    row("status.5xx", "R-3", Ambiguous, Transient).status(&[(500, 599)]),
    row("status.4xx", "R-2", NotStarted, Refused).status(&[(400, 499)]),
];

/// By what the runtime says of the connection. What proves that nothing was sent stands first.
pub(crate) const NETWORK: &[Row] = &[
    row("network.tls", "R-4", NotStarted, Refused)
        .codes(&[
            "cert_has_expired",
            "depth_zero_self_signed_cert",
            "self_signed_cert_in_chain",
            "unable_to_verify_leaf_signature",
            "unable_to_get_issuer_cert_locally",
            "err_tls_cert_altname_invalid",
        ])
        .text(&["self-signed certificate", "self signed certificate", "certificate has expired"]),
    row("network.no_connection", "R-4", NotStarted, Transient)
        .codes(&[
            "econnrefused",
            "enotfound",
            "eai_again",
            "enetunreach",
            "ehostunreach",
            "enetdown",
            "und_err_connect_timeout",
            "connecttimeouterror",
            "err_socket_connection_timeout",
        ])
        .text(&[
            "connect etimedout",
            "connect econnrefused",
            "getaddrinfo",
            "connect timeout error",
            "before secure tls connection was established",
        ]),
    row("network.before_connect", "R-4", NotStarted, Transient).phases(&[Phase::Connect]),
    row("network.lost", "R-4", Ambiguous, Transient)
        .codes(&[
            "econnreset",
            "econnaborted",
            "epipe",
            "etimedout",
            "esockettimedout",
            "und_err_socket",
            "und_err_headers_timeout",
            "und_err_body_timeout",
            "und_err_aborted",
            "err_stream_premature_close",
            "socketerror",
            "timeouterror",
            "aborterror",
            "headerstimeouterror",
            "bodytimeouterror",
        ])
        .text(&[
            "socket hang up",
            "other side closed",
            "fetch failed",
            "premature close",
            "network request for",
            "network error",
            "timed out",
            "request aborted",
            "the user aborted a request",
            "this operation was aborted",
            "econnreset",
            "terminated",
        ]),
];

/// An exchange that began and of which nothing else is known.
pub(crate) const REST: &[Row] =
    &[row("exchange.broken", "R-1", Ambiguous, Transient).phases(&[Phase::Request, Phase::Headers, Phase::Stream])];
