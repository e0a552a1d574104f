//! Failures inside the provider, and finish reasons that say so (C-12).

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason};

pub(super) const FINISH: &[Row] = &[
    row("finish.error_code", Reason::ServerError).codes(&["finish:error"]),
    row("finish.error", Reason::ServerError).text(&["stop reason: error", "^reason: error$", "finish reason: error"]),
    row("finish.empty", Reason::EmptyResponse).codes(&[
        "finish:malformed_function_call",
        "finish:unexpected_tool_call",
        "malformed_function_call",
    ]),
    row("empty.by_text", Reason::EmptyResponse)
        .text(&[
            "no response received",
            "(?:returned|received|got|produced) (?:no|an empty|empty) (?:response|content|output|message|body)",
            "(?:no|empty) (?:response|content|output|message|candidates) (?:returned|received|generated|produced|was)",
            "no response from",
            "did not return any",
            "returned no response",
            "response contained no",
            "without any content",
            "no text in response",
            "empty response",
            "response was empty",
            "returned no content",
            "returned an empty",
            "no content in response",
            "no choices",
            "null value for `choices`",
            "empty content",
            "no output generated",
            "malformed function call",
            "^\\(empty\\)$",
            "finishreason\": \"max tokens",
        ])
        .unless(&["timeout", "timed out", "connection"]),
];

pub(super) const ROWS: &[Row] = &[
    row("server.api_error", Reason::Timeout)
        .codes(&["api_error"])
        .text(&[
            "internal server error",
            "unknown error",
            "upstream error",
            "backend error",
            "service unavailable",
            "bad gateway",
            "server error",
            "unexpected error",
            "try again later",
        ])
        .no_status(),
    row("server.by_code", Reason::ServerError)
        .codes(&[
            "server_error",
            "internal_server_error",
            "internalservererror",
            "internal_error",
            "internal",
            "internalservererrorexception",
            "internalserverexception",
            "serviceunavailableexception",
            "service_unavailable",
            "modelerrorexception",
            "modelstreamerrorexception",
            "unavailable",
            "internalfailure",
            "internalserviceerror",
            "gatewayinternalservererror",
        ])
        .no_status(),
    row("server.runner", Reason::ServerError).text(&[
        "requires more system memory",
        "model.{0,16}(?:unloaded|not loaded)",
        "model has crashed",
        "runner crashed",
        "process crashed",
        "illegal memory access",
        "runner has unexpectedly stopped",
        "runner process has terminated",
        "server process has terminated",
        "out of memory",
        "cuda error",
        "could not load model",
        "failed to load model",
        "error loading model",
        "model failed to load",
        "insufficient memory",
    ]),
    row("server.by_text", Reason::ServerError)
        .text(&[
            "internal server error",
            "internalservererror",
            "internal error",
            "server error",
            "server had an error",
            "error while processing your request",
            "error occurred while processing",
            "upstream provider returned",
            "bad gateway",
            "service unavailable",
            "service is unavailable",
            "temporarily unavailable",
            "currently unavailable",
            "provider failed",
            "response failed",
            "internal proxy error",
            "unexpected server error",
            "system error",
            "service has been suspended",
            "try your request again later",
            "please try again later",
            "(?:服务|系统|服务器|内部|上游|接口).{0,18}(?:错误|异常|故障|不可用)",
            "网络错误",
            "erro interno",
            "error interno",
            "lỗi máy chủ",
        ])
        .no_status()
        .confidence(Confidence::Likely),
    row("server.failed_dependency", Reason::ServerError).status(&[424]).confidence(Confidence::Guess),
];

/// What relays write around the errors of others: it decides only when the text inside says nothing.
pub(super) const ENVELOPE: &[Row] = &[
    row("server.envelope_words", Reason::ServerError)
        .text(&[
            "(?:upstream|proxy|gateway|provider|relay|backend) (?:error|request failed|failed)",
            "bad response",
            "do request failed",
        ])
        .no_status()
        .confidence(Confidence::Guess),
    row("server.envelope", Reason::ServerError)
        .codes(&[
            "upstream_error",
            "new_api_error",
            "one_api_error",
            "proxy_error",
            "gateway_error",
            "provider_error",
            "provider_response_error",
            "bad_response",
            "bad_response_body",
            "bad_response_status_code",
            "do_request_failed",
            "api_error",
            "apierror",
        ])
        .no_status()
        .confidence(Confidence::Guess),
];

/// Payloads of an answer that hold none; they count when nothing in them speaks of an error.
pub(super) const EMPTY: &[Row] = &[row("empty.payload", Reason::EmptyResponse)
    .text(&[
        "\"choices\":\\[\\]",
        "\"choices\": \\[\\]",
        "\"content\":null",
        "\"content\": null",
        "\"content\":\"\"",
        "\"content\": \"\"",
        "\"content\":\\[\\]",
        "\"content\": \\[\\]",
        "\"text\": \"\"",
        "\"text\":\"\"",
        "\"parts\":\\[\\]",
        "\"candidates\":\\[\\]",
    ])
    .no_status()];
