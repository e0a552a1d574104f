//! More tokens or bytes than the model takes (C-14).

use crate::classify::Reason;
use crate::classify::rule::{Row, row};

/// A quota per time, not the window of the model.
const PER_TIME: &[&str] = &[
    "tokens per min",
    "tokens per day",
    "tokens per minute",
    "token per minute",
    "\\btpm\\b",
    "\\btpd\\b",
    "per-minute",
    "rate limit",
    "rate_limit_error",
    "per minute",
    "rate-limit",
    "quota exceeded for metric",
    "array too long",
    "\\.id': string too long",
    "\\.name': string too long",
];

pub(super) const ROWS: &[Row] = &[
    row("overflow.more_than_the_limit", Reason::ContextOverflow)
        .text(&["limit.{0,14}requested"])
        .ceiling(),
    row("overflow.window", Reason::ContextOverflow)
        .text(&[
            "context_length_exceeded",
            "context_window_exceeded",
            "exceed_context_size",
            "context length exceeded",
            "context window exceeded",
            "maximum context length",
            "max context length",
            "maximum context window",
            "(?:exceed|exceeds|exceeded|exceeding|larger than|longer than|beyond|too large for|fit in|fit within|ran out of room in).{0,60}(?:context window|context length|context size|context limit|available context|context_length|maximum context|context_window)",
            "(?:context window|context length|context size|context limit).{0,30}(?:exceeded|overflow|is full)",
            "context overflow",
            "内容过长",
            "超过最大长度",
            "超出最大",
            "长度超过",
            "长度超出",
            "超过模型",
            "上下文过长",
            "上下文长度",
            "超过最大上下文",
            "超出最大长度",
            "超过了模型的最大",
            "超出模型",
            "输入过长",
            "输入长度超",
        ])
        .unless(&["must be less than or equal to", "less than the 'context_window", "1m context", "usage is required"]),
    row("overflow.tokens", Reason::ContextOverflow)
        .text(&[
            "(?:input|prompt|request|inputs|messages|conversation|message).{0,40}(?:too long|too large|is too big)",
            "(?:token count|tokens|token).{0,60}(?:exceeds the|exceeds max|exceed the|exceeded the|exceeds model|exceed max|exceeds its).{0,40}(?:limit|maximum|max|length)",
            "(?:input|prompt|request|messages|tokens).{0,40}(?:exceeds|exceed|exceeded|over|above).{0,40}(?:maximum number of tokens|maximum number of input tokens|token limit|max input tokens|maximum input|max_input|maximum prompt|input limit|model limit|maximum allowed|max tokens|maximum tokens|input token|input length)",
            "exceeded model token limit",
            "exceeds the model limit",
            "maximum prompt length",
            "longer than the maximum model length",
            "greater than the context length",
            "loaded with context length of only",
            "range of input length should be",
            "(?:inputs|input|prompt).{0,20}must have less than.{0,12}tokens",
            "`inputs` tokens \\+ `max_new_tokens` must be",
            "too many tokens in the",
            "too many total text bytes",
            "too many input tokens",
            "(?:reduce|shorten|decrease).{0,20}(?:the length of the messages|input length|your prompt|length of your|the prompt|the input|your input)",
            "request size exceeds",
            "string too long\\. expected a string with maximum length",
            "token limit exceeded",
            "number of tokens.{0,40}exceed",
        ])
        .unless(PER_TIME),
    row("overflow.bytes", Reason::ContextOverflow)
        .text(&[
            "(?:request entity|payload|request body|body|entity|content).{0,6}too large",
            "message larger than max",
            "maximum request body size",
            "request exceeds the maximum size",
            "request_too_large",
            "payloadtoolarge",
        ])
        .unless(PER_TIME),
];
