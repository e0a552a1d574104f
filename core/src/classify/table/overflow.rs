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
    "per minute",
    "rate limit",
    "rate limit error",
    "quota exceeded for metric",
    "array too long",
    "\\.id': string too long",
    "\\.name': string too long",
];

pub(super) const ROWS: &[Row] = &[
    row("overflow.more_than_the_limit", Reason::ContextOverflow)
        .text(&["limit.{0,40}requested"])
        .ceiling(),
    row("overflow.window", Reason::ContextOverflow)
        .text(&[
            "context length exceeded",
            "contextlengthexceeded",
            "contextwindowexceeded",
            "tokenlimitexceeded",
            "context window exceeded",
            "exceed context size",
            "maximum context length",
            "max context length",
            "maximum context window",
            "(?:exceed|exceeds|exceeded|exceeding|larger than|longer than|beyond|too large for|fit in|fit within|ran out of room in).{0,60}(?:context window|context length|context size|context limit|available context|maximum context)",
            "(?:context window|context length|context size|context limit).{0,30}(?:exceeded|overflow|is full)",
            "exceed.{0,12}n ctx",
            "context overflow",
            "(?:输入|上下文|长度|内容|文本|提示词|消息).{0,30}(?:过长|超长|太长|超过|超出|上限)",
            "(?:超过|超出).{0,24}(?:长度|上下文|模型)",
            "超出最大",
        ])
        .unless(&["must be less than or equal to", "less than the 'context window", "1m context", "usage is required"]),
    row("overflow.tokens", Reason::ContextOverflow)
        .text(&[
            "(?:input|prompt|request|inputs|messages|conversation|message).{0,40}(?:too long|too large|is too big)",
            "(?:token count|tokens|token).{0,60}(?:exceeds the|exceeds max|exceed the|exceeded the|exceeds model|exceed max|exceeds its).{0,40}(?:limit|maximum|max|length)",
            "(?:input|prompt|request|messages|tokens).{0,40}(?:exceeds|exceed|exceeded|over|above).{0,40}(?:maximum number of tokens|maximum number of input tokens|token limit|max input tokens|maximum input|max input|maximum prompt|input limit|model limit|maximum allowed|max tokens|maximum tokens|input token|input length)",
            "exceeded model token limit",
            "exceeds the model limit",
            "maximum prompt length",
            "longer than the maximum model length",
            "greater than the context length",
            "loaded with context length of only",
            "range of input length should be",
            "(?:inputs|input|prompt).{0,20}must have less than.{0,12}tokens",
            "`inputs` tokens \\+ `max new tokens` must be",
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
            "request too large",
            "payloadtoolarge",
        ])
        .unless(PER_TIME),
];
