//! Names of error classes in SDKs, when neither status nor text said more.

use crate::classify::Reason;
use crate::classify::rule::{Row, row};

pub(super) const ROWS: &[Row] = &[
    row("sdk.rate_limit", Reason::RateLimit).text(&["ratelimiterror"]).no_status(),
    row("sdk.auth", Reason::Auth).text(&["authenticationerror", "permissiondeniederror", "autherror"]).no_status(),
    row("sdk.model", Reason::ModelNotFound).text(&["notfounderror", "resourcenotfoundexception"]).no_status(),
    row("sdk.timeout", Reason::Timeout)
        .text(&["apitimeouterror", "apiconnectionerror", "timeoutexception", "connecterror", "readerror"])
        .no_status(),
    row("sdk.server", Reason::ServerError)
        .text(&[
            "internalservererror",
            "serviceunavailableerror",
            "internalserverexception",
            "serviceunavailableexception",
            "unable to process your request",
        ])
        .no_status(),
    row("sdk.format", Reason::Format)
        .text(&["badrequesterror", "unprocessableentityerror", "validationexception", "invalidrequesterror"])
        .no_status(),
];
