//! Last words: names of error classes in SDKs, and single words that lean one way, when neither status nor text said
//! more. They stand in the order of C-5.

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason};

pub(super) const ROWS: &[Row] = &[
    row("sdk.billing", Reason::Billing)
        .text(&["\\bbilling\\b", "\\bpayment\\b", "\\bcredits\\b", "\\bbalance\\b", "not subscribed", "余额", "付费"])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.rate_limit", Reason::RateLimit)
        .text(&[
            "ratelimiterror",
            "\\bquota\\b",
            "\\bquotas\\b",
            "\\blimit.{0,16}(?:exceeded|reached|hit)",
            "(?:exceeded|reached|hit).{0,24}\\blimit",
            "too many",
            "配额",
            "限制",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.auth", Reason::Auth)
        .text(&[
            "authenticationerror",
            "permissiondeniederror",
            "autherror",
            "\\bforbidden\\b",
            "\\bpermission\\b",
            "api key",
            "apikey",
            "\\boauth\\b",
            "credential",
            "authenticat",
            "authoriz",
            "log in",
            "logged in",
            "sign in",
            "权限",
            "密钥",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.timeout", Reason::Timeout)
        .text(&[
            "apitimeouterror",
            "apiconnectionerror",
            "timeoutexception",
            "connecterror",
            "readerror",
            "\\btimeout\\b",
            "\\btimeouts\\b",
            "\\bstalled\\b",
            "\\bconnection\\b",
            "\\bnetwork\\b",
            "\\bdisconnected\\b",
            "\\bunreachable\\b",
            "\\boffline\\b",
            "\\bsocket\\b",
            "\\bstream\\b",
            "网络",
            "连接",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.model", Reason::ModelNotFound)
        .text(&[
            "notfounderror",
            "resourcenotfoundexception",
            "not found",
            "does not exist",
            "doesn't exist",
            "no longer available",
            "不存在",
            "not be found",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.server", Reason::ServerError)
        .text(&[
            "internalservererror",
            "serviceunavailableerror",
            "internalserverexception",
            "serviceunavailableexception",
            "unable to process your request",
            "something went wrong",
            "\\bcrashed\\b",
            "\\bpanic\\b",
            "\\bunavailable\\b",
            "unexpected error",
            "failed to generate",
            "failed to process",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("sdk.format", Reason::Format)
        .text(&["badrequesterror", "unprocessableentityerror", "validationexception", "invalidrequesterror"])
        .no_status()
        .confidence(Confidence::Guess),
];
