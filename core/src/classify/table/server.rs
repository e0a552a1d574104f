//! Failures inside the provider, and finish reasons that say so (C-12).

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason};

pub(super) const FINISH: &[Row] = &[
    row("finish.error_code", Reason::ServerError).codes(&["finish:error"]),
    row("finish.error", Reason::ServerError).text(&[
        "stop reason: error",
        "^reason: error$",
        "finish_reason: error",
        "finish reason: error",
    ]),
    row("finish.empty", Reason::EmptyResponse).codes(&[
        "finish:malformed_function_call",
        "finish:unexpected_tool_call",
        "malformed_function_call",
    ]),
    row("empty.by_text", Reason::EmptyResponse)
        .text(&[
            "no response received",
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
            "malformed_function_call",
            "^\\(empty\\)$",
            "finishreason\": \"max_tokens",
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
            "upstream_error",
            "modelerrorexception",
            "modelstreamerrorexception",
            "unavailable",
            "internalfailure",
            "apierror",
        ])
        .no_status(),
    row("server.runner", Reason::ServerError).text(&[
        "requires more system memory",
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
            "upstream error",
            "upstream request failed",
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
            "内部错误",
            "服务器错误",
            "系统错误",
            "系统异常",
            "服务暂时不可用",
            "网络错误",
            "erro interno",
            "error interno",
            "lỗi máy chủ",
        ])
        .no_status()
        .confidence(Confidence::Likely),
    row("server.failed_dependency", Reason::ServerError).status(&[424]).confidence(Confidence::Guess),
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
