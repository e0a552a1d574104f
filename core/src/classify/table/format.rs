//! Requests that would fail again as they are (C-11).

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason, Repair};

/// Texts that name what is wrong with the request.
pub(super) const ROWS: &[Row] = &[
    row("format.tool_call_ids", Reason::Format)
        .text(&[
            "(?:tool use|tool call|tool use id|tool call id|tool result).{0,60}string should match pattern",
            "(?:tool use\\.id|tool use id|tool call id).{0,60}(?:should match|must match|must be|was |invalid|does not match)",
            "string should match pattern",
        ])
        .repair(Repair::ToolCallIds),
    row("format.history", Reason::Format).text(&[
        "tool use.{0,60}(?:without|must have a corresponding)",
        "tool result.{0,80}(?:without|corresponding|must be)",
        "tool result's tool id",
        "tool id.{0,60}not found",
        "tool call ids did not have response",
        "must be followed by tool messages",
        "must be a response to a preceeding message with 'tool calls'",
        "(?:tool call|function call).{0,40}(?:missing|mismatch|is not valid)",
        "function response parts",
        "no tool output found for function call",
        "no tool call found for function call output",
        "thought signature",
        "invalid `signature`",
        "expected `thinking` or",
        "reasoning content.{0,30}(?:missing|must be)",
        "thinking blocks.{0,60}cannot be modified",
        "roles must alternate",
        "role must be",
        "invalid message role",
        "conversation must end with a user",
        "assistant message prefill",
        "must not contain trailing",
        "incorrect role information",
        "last message must be",
        "first message must",
        "must end with a user message",
        "unexpected role",
    ]),
    row("format.parameters", Reason::Format)
        .text(&[
            "unsupported parameter",
            "unknown parameter",
            "unrecognized request argument",
            "extra inputs are not permitted",
            "extra fields not permitted",
            "unknown name.{0,80}cannot find field",
            "unexpected keyword argument",
            "missing required parameter",
            "maximum tokens you requested",
            "max tokens is too large",
            "maximum allowed number of output tokens",
            "must be at least",
            "must be non empty",
            "cannot be empty",
            "must be less than or equal to",
            "must be greater than",
            "must be between",
            "invalid schema for",
            "invalid json payload",
            "failed to parse json\\b",
            "error parsing the body",
            "malformed input request",
            "could not parse the json body",
            "cannot be used with --",
            "cannot both be specified",
            "unsupported value",
            "invalid value for",
            "invalid type for",
            "input should be",
            "field required",
            "invalid parameter",
            "参数非法",
            "参数有误",
            "参数错误",
            "messages parameter is illegal",
            "不支持的参数",
        ])
        .unless(&[
            "input should be 'stop'",
            "`inputs`",
            "max new tokens",
            "maximum context",
            "rate limit",
            "range of input length",
            "malformed function call",
            "prompt is too long",
            "api key",
            "authorization",
            "token expired",
            "input token",
        ]),
    row("format.features", Reason::Format).text(&[
        "does not support tools",
        "does not support image",
        "does not support function calling",
        "does not support vision",
        "does not support thinking",
        "tools are not supported",
        "image input is not supported",
        "no endpoints found that support",
        "not a multimodal model",
        "could not process image",
        "image.{0,40}(?:could not be|cannot be|can't be|failed to be|too large|too big)",
        "image dimensions exceed",
        "image format is not supported",
        "image exceeds",
        "unsupported image",
        "invalid image",
        "unable to download",
        "does not support provider",
    ]),
];

/// A conflict that passes by itself (C-6).
pub(super) const CONFLICT: &[Row] = &[row("status.409_lock", Reason::Timeout)
    .text(&["\\block\\b", "locked", "concurrent", "in progress", "already running", "another request"])
    .status(&[409])];

/// Generic words that count only when nothing else was found.
pub(super) const WEAK: &[Row] = &[row("format.generic", Reason::Format)
    .codes(&[
        "invalid_request_error",
        "bad_request_error",
        "bad_request",
        "invalid_argument",
        "validationexception",
        "validation_error",
        "badrequesterror",
        "invalidparameter",
        "invalid_request",
        "unprocessableentityerror",
        "400",
        "422",
    ])
    .no_status()
    .confidence(Confidence::Likely)];

/// Words that say only that the request was wrong.
pub(super) const WORDS: &[Row] = &[row("format.words", Reason::Format)
    .text(&[
        "(?:invalid|illegal|unsupported|unknown|unexpected|unrecognized|incorrect|missing|wrong).{0,24}(?:argument|field|flag|value|property|schema|header|option|parameter)",
        "(?:invalid|unsupported|unknown) (?:request|param|input|role|type|content|format|body)",
        "(?:parameter|argument|field|flag|property|schema|header|option).{0,40}(?:is required|is invalid|not valid|not allowed|not supported|not permitted|unsupported|must be|cannot be|should be)",
        "bad request",
        "(?:rejected|refused).{0,20}(?:request|schema|payload)",
        "must be one of",
        "is not a valid",
        "failed to deserialize",
        "expected.{0,40}but got",
        "improperly formed",
        "malformed",
        "validation error",
        "validation failed",
        "请求参数",
        "无效的请求",
        "参数",
    ])
    .no_status()
    .confidence(Confidence::Guess)];
