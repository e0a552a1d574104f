//! The families that the seeds name (C-6 to C-17).

use super::{all, body, json};
use serde_json::json as value;

/// C-20: further texts of many providers.
#[test]
fn c20_texts_of_many_providers() {
    for line in include_str!("texts.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [provider, status, text, reasons] = fields[..] else { panic!("{line}") };
        let got = body(provider, status.parse().unwrap_or(0), text);
        assert!(
            reasons.split('|').any(|reason| reason == got.reason.as_str()),
            "{provider} {status} {text}: {} by {}",
            got.reason.as_str(),
            got.rule
        );
    }
}

/// C-6: the status defaults.
#[test]
fn c6_status_defaults() {
    for (statuses, reason) in [
        (&[400, 405, 406, 411, 412, 415, 418, 422, 431][..], "format"),
        (&[401, 403], "auth"),
        (&[402], "billing"),
        (&[404], "model_not_found"),
        (&[407, 408, 410, 499, 504, 522, 524, 598, 599], "timeout"),
        (&[409], "format"),
        (&[413], "context_overflow"),
        (&[425, 429], "rate_limit"),
        (&[451], "refusal"),
        (&[500, 501, 502, 503, 505, 520, 521, 523, 527, 530], "server_error"),
        (&[525, 526], "tls_certificate"),
        (&[529], "overloaded"),
        (&[302, 100], "unclassified"),
    ] {
        for status in statuses {
            assert_eq!(json(value!({ "status": status })).reason.as_str(), reason, "{status}");
        }
    }
}

/// C-6: statuses that the text refines.
#[test]
fn c6_statuses_that_the_text_refines() {
    all(&[
        ("x", 409, "a concurrent run is active", "timeout"),
        ("x", 409, "name taken", "format"),
        ("x", 410, "this model has been retired", "model_not_found"),
        ("x", 413, "request entity too large", "context_overflow"),
        ("x", 413, "file upload of wrong kind", "format"),
        ("x", 503, "no capacity left", "overloaded"),
        ("x", 503, "down", "server_error"),
        ("x", 200, "{\"error\":{\"type\":\"overloaded_error\"}}", "overloaded"),
    ]);
}

/// C-6: pages for people.
#[test]
fn c6_pages_are_classified_by_their_status() {
    let page = "<!DOCTYPE html><html><title>rate limit, billing, insufficient credits</title></html>";
    all(&[
        ("x", 502, page, "server_error"),
        ("x", 504, page, "timeout"),
        ("x", 499, page, "timeout"),
        ("x", 403, page, "auth"),
    ]);
    assert_eq!(value!(body("x", 403, page).scope), "transport");
}

/// C-7: rates, concurrency and windows.
#[test]
fn c7_rate_limits_and_windows() {
    for (text, window) in [
        ("Too many concurrent requests", false),
        ("ThrottlingException", false),
        ("concurrency limit reached", false),
        ("concurrency limit breached", false),
        ("workers_ai: account quota limit exceeded", false),
        ("request was throttled", false),
        ("resource exhausted", false),
        ("RESOURCE_EXHAUSTED", false),
        ("limit of 20 requests per minute", false),
        ("weekly limit reached", true),
        ("monthly limit exhausted", true),
        ("5-hour limit", true),
        ("tokens per day exceeded", true),
        ("rate limited, try again in 2 hours", true),
        ("rate limited, try again in 2 minutes", false),
    ] {
        let got = body("x", 429, text);
        assert_eq!((got.reason.as_str(), got.usage_window), ("rate_limit", window), "{text} by {}", got.rule);
    }
}

/// C-7: a retry-after header alone never makes a window.
#[test]
fn c7_a_header_alone_is_no_window() {
    let got = json(value!({ "status": 429, "headers": { "retry-after": "86400" } }));
    assert!(!got.usage_window);
    assert_eq!(got.retry_after_ms.map(|span| span.0), Some(86_400_000));
}

/// C-8: money, whatever the status.
#[test]
fn c8_billing_whatever_the_status() {
    for status in [0, 400, 401, 402, 403, 429] {
        for text in [
            "insufficient credits",
            "Your credit balance is too low",
            "payment required",
            "Insufficient Balance",
            "You are out of credits",
            "AccountOverdueError",
            "Arrearage",
            "账户余额不足",
            "您的账户已欠费",
        ] {
            let got = body("x", status, text);
            assert_eq!(got.reason.as_str(), "billing", "{status} {text} by {}", got.rule);
        }
    }
}

/// C-8: a 402 that comes back by itself is a usage window.
#[test]
fn c8_402_windows_are_rate_limits() {
    for text in [
        "weekly usage limit exhausted",
        "daily limit reached, resets tomorrow",
        "organization spending limit exceeded",
        "workspace spend limit reached",
        "monthly spend limit exceeded, try again later",
    ] {
        let got = body("x", 402, text);
        assert_eq!((got.reason.as_str(), got.usage_window), ("rate_limit", true), "{text} by {}", got.rule);
    }
    all(&[("x", 402, "", "billing"), ("x", 402, "odd", "billing")]);
}

/// C-8: texts that count only for their provider.
#[test]
fn c8_provider_scoped_texts() {
    all(&[
        ("openrouter", 403, "Key limit exceeded", "billing"),
        ("other", 403, "Key limit exceeded", "auth"),
        ("dashscope", 429, "{\"code\":\"insufficient_quota\"}", "rate_limit"),
        ("openai", 429, "{\"code\":\"insufficient_quota\"}", "billing"),
        ("google", 429, "You exceeded your current quota, please check your plan and billing details.", "rate_limit"),
        ("openai", 429, "You exceeded your current quota, please check your plan and billing details.", "billing"),
    ]);
}

/// C-9: only what is dead for good.
#[test]
fn c9_auth_permanent_needs_plain_words() {
    for text in [
        "API key revoked",
        "Your API key has been deactivated",
        "this key has been deleted",
        "The API key is disabled",
        "account has been deactivated",
        "Organization has been disabled",
        "workspace suspended: your workspace has been suspended",
        "your account was banned: account has been banned",
        "refresh token was revoked",
        "invalid_grant",
    ] {
        let got = body("x", 401, text);
        assert_eq!(got.reason.as_str(), "auth_permanent", "{text} by {}", got.rule);
    }
    all(&[
        ("x", 401, "invalid api key", "auth"),
        ("x", 403, "forbidden", "auth"),
        ("x", 401, "token expired", "auth"),
        ("x", 403, "account temporarily suspended", "auth"),
    ]);
}

/// C-10: full, busy or loading.
#[test]
fn c10_overloaded() {
    for text in [
        "Overloaded",
        "experiencing high demand",
        "model is at capacity",
        "ModelNotReadyException",
        "Model x is currently loading",
        "model is warming up",
        "engine is currently overloaded",
        "当前访问量过大",
        "服务过载",
    ] {
        for status in [0, 429, 503] {
            assert_eq!(body("x", status, text).reason.as_str(), "overloaded", "{status} {text}");
        }
    }
    all(&[("x", 529, "", "overloaded")]);
}

/// C-11: the repair of tool-call ids.
#[test]
fn c11_tool_call_ids_offer_a_repair() {
    for text in [
        "messages.2.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'",
        "tool_use_id: String should match pattern",
        "Invalid tool_call_id: must match ^[a-zA-Z0-9]{9}$",
    ] {
        let got = body("anthropic", 400, text);
        assert_eq!(
            (got.reason.as_str(), value!(got.repair)),
            ("format", value!("tool_call_ids")),
            "{text} by {}",
            got.rule
        );
    }
    assert_eq!(body("x", 400, "unsupported parameter: x").repair, None);
}

/// C-13: codes and texts of the way to the provider.
#[test]
#[expect(clippy::too_many_lines, reason = "one table of codes and texts")]
fn c13_transport_codes_and_texts() {
    for code in [
        "ECONNRESET",
        "ECONNREFUSED",
        "ECONNABORTED",
        "ETIMEDOUT",
        "ESOCKETTIMEDOUT",
        "EPIPE",
        "ENOTFOUND",
        "EAI_AGAIN",
        "ENETUNREACH",
        "EHOSTUNREACH",
        "EHOSTDOWN",
        "ENETRESET",
        "UND_ERR_CONNECT_TIMEOUT",
        "UND_ERR_HEADERS_TIMEOUT",
        "UND_ERR_BODY_TIMEOUT",
        "UND_ERR_SOCKET",
        "ERR_STREAM_PREMATURE_CLOSE",
    ] {
        assert_eq!(json(value!({ "code": code })).reason.as_str(), "timeout", "{code}");
        assert_eq!(
            json(value!({ "message": format!("Error: {code} 10.0.0.1:443") })).reason.as_str(),
            "timeout",
            "{code} in text"
        );
    }
    for text in [
        "fetch failed",
        "terminated",
        "socket hang up",
        "other side closed",
        "Premature close",
        "stream ended before its terminal event",
        "context deadline exceeded",
        "DNS lookup failed",
        "idle timeout",
        "An unknown error occurred",
        "LLM request failed.",
    ] {
        assert_eq!(body("x", 0, text).reason.as_str(), "timeout", "{text}");
    }
}

/// C-13: certificates.
#[test]
fn c13_certificates() {
    for text in [
        "certificate has expired",
        "self-signed certificate in certificate chain",
        "Hostname/IP does not match certificate's altnames",
        "unable to verify the first certificate",
    ] {
        assert_eq!(body("x", 0, text).reason.as_str(), "tls_certificate", "{text}");
    }
    assert_eq!(json(value!({ "code": "DEPTH_ZERO_SELF_SIGNED_CERT" })).reason.as_str(), "tls_certificate");
}

/// C-13: generic texts count where they mean something.
#[test]
fn c13_generic_texts() {
    let api_error = |message: &str| {
        format!("{{\"type\":\"error\",\"error\":{{\"type\":\"api_error\",\"message\":\"{message}\"}}}}")
    };
    all(&[
        ("openrouter", 0, "Provider returned error", "timeout"),
        ("other", 0, "Provider returned error", "unclassified"),
        ("x", 0, &api_error("Internal server error"), "timeout"),
        ("x", 500, &api_error("Internal server error"), "server_error"),
        ("x", 0, &api_error("unknown error, 520"), "timeout"),
        ("x", 0, &api_error("upstream error"), "timeout"),
        ("x", 0, "LLM request failed with an unknown error.", "unclassified"),
    ]);
    let own = body("x", 0, "LLM request failed with an unknown error.");
    assert!(!own.failover);
    assert_eq!(value!(own.confidence), "guess");
}

/// C-14: the prompt does not fit.
#[test]
fn c14_context_overflow() {
    for text in [
        "request_too_large",
        "input token count exceeds the maximum number of input tokens",
        "input exceeds the maximum number of tokens",
        "input too long for the model",
        "input is too long for this model",
        "prompt is too long",
        "This model's maximum context length is 4096 tokens",
        "context_length_exceeded",
        "ollama error: context length exceeded",
        "exceeds the available context size",
    ] {
        for status in [0, 400, 413, 500] {
            assert_eq!(body("x", status, text).reason.as_str(), "context_overflow", "{status} {text}");
        }
    }
}

/// C-14: a rate is a rate, unless one request is larger than the whole limit.
#[test]
fn c14_tokens_per_minute() {
    let over = body("groq", 413, "Request too large on tokens per minute (TPM): Limit 8000, Requested 8098");
    assert_eq!((over.reason.as_str(), over.request_size_ceiling, over.failover), ("context_overflow", true, true));
    let under = body("groq", 429, "tokens per minute (TPM): Limit 8000, Requested 7000");
    assert_eq!((under.reason.as_str(), under.request_size_ceiling), ("rate_limit", false));
    let used = body("groq", 429, "tokens per minute (TPM): Limit 8000, Used 7000, Requested 2000");
    assert_eq!(used.reason.as_str(), "rate_limit");
    let alone = body("groq", 429, "tokens per minute (TPM): Limit 7000, Used 0, Requested ~12903");
    assert_eq!((alone.reason.as_str(), alone.request_size_ceiling), ("context_overflow", true));
    let commas = body("x", 429, "tokens per minute: limit 30,000, requested 31,000");
    assert_eq!(commas.reason.as_str(), "context_overflow");
}

/// C-15, C-16, C-17: models, refusals, sessions.
#[test]
fn c15_c16_c17_models_refusals_sessions() {
    all(&[
        ("x", 400, "Unknown model: foo", "model_not_found"),
        ("x", 400, "The model foo has been deprecated", "model_not_found"),
        ("x", 403, "model foo is not supported in your region", "model_not_found"),
        ("x", 404, "No endpoints found for foo/bar", "model_not_found"),
        ("x", 400, "Your request violates our content policy", "refusal"),
        ("x", 400, "blocked by safety filters: the safety system refused", "refusal"),
        ("x", 403, "cyber_policy: not allowed", "refusal"),
        ("x", 400, "Previous response with id 'resp_1' not found.", "session_expired"),
        ("x", 404, "thread thread_1 not found", "session_expired"),
        ("x", 403, "CachedContent not found (or permission denied)", "session_expired"),
    ]);
}
