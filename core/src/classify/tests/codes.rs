//! Payloads that hold a code and nothing else (C-3, C-5).

use super::body;

/// C-5: the codes of each provider decide without any text, wherever the payload has them.
#[test]
fn c5_a_code_alone_decides() {
    for (provider, payload, reason, window) in [
        ("zai", r#"{"error":{"code":"1113"}}"#, "billing", false),
        ("zhipu", r#"{"error":{"code":"1302"}}"#, "rate_limit", false),
        ("zai", r#"{"error":{"code":1305}}"#, "overloaded", false),
        ("zhipu", r#"{"error":{"code":"1308"}}"#, "rate_limit", true),
        ("zai", r#"{"error":{"code":"1310"}}"#, "rate_limit", true),
        ("bigmodel", r#"{"error":{"code":"1311"}}"#, "model_not_found", false),
        ("minimax", r#"{"base_resp":{"status_code":1002}}"#, "rate_limit", false),
        ("minimax", r#"{"base_resp":{"status_code":1004,"status_msg":""}}"#, "auth", false),
        ("minimax", r#"{"base_resp":{"status_code":1008}}"#, "billing", false),
        ("minimax", r#"{"base_resp":{"status_code":1026}}"#, "refusal", false),
        ("minimax", r#"{"base_resp":{"status_code":2013}}"#, "format", false),
        ("minimax", r#"{"base_resp":{"status_code":2056}}"#, "rate_limit", true),
        ("baidu", r#"{"error_code":17}"#, "rate_limit", true),
        ("baidu", r#"{"error_code":18}"#, "rate_limit", false),
        ("qianfan", r#"{"error_code":110}"#, "auth", false),
        ("baidu", r#"{"error_code":336007}"#, "context_overflow", false),
        ("baidu", r#"{"error_code":336100}"#, "overloaded", false),
        ("volcengine", r#"{"error":{"code":"AccountOverdueError"}}"#, "billing", false),
        ("volcengine", r#"{"error":{"code":"RateLimitExceeded.EndpointRPMExceeded"}}"#, "rate_limit", false),
        ("volcengine", r#"{"error":{"code":"ModelAccountTpmRateLimitExceeded"}}"#, "rate_limit", false),
        ("volcengine", r#"{"error":{"code":"InvalidEndpointOrModel.NotFound"}}"#, "model_not_found", false),
        ("volcengine", r#"{"error":{"code":"SensitiveContentDetected"}}"#, "refusal", false),
        ("bedrock", r#"{"__type":"ThrottlingException"}"#, "rate_limit", false),
        ("bedrock", r#"{"__type":"com.amazon.coral.service#ModelNotReadyException"}"#, "overloaded", false),
        ("bedrock", r#"{"__type":"AccessDeniedException"}"#, "auth", false),
        ("bedrock", r#"{"__type":"ResourceNotFoundException"}"#, "model_not_found", false),
        ("bedrock", r#"{"__type":"ModelTimeoutException"}"#, "timeout", false),
        ("bedrock", r#"{"__type":"ValidationException"}"#, "format", false),
        ("google", r#"{"error":{"details":[{"reason":"API_KEY_INVALID"}]}}"#, "auth", false),
        ("google", r#"{"error":{"details":[{"reason":"BILLING_DISABLED"}]}}"#, "billing", false),
        ("google", r#"{"error":{"details":[{"reason":"RATE_LIMIT_EXCEEDED"}]}}"#, "rate_limit", false),
        ("google", r#"{"error":{"details":[{"reason":"CONSUMER_SUSPENDED"}]}}"#, "auth_permanent", false),
        ("google", r#"{"error":{"details":[{"reason":"MODEL_CAPACITY_EXHAUSTED"}]}}"#, "overloaded", false),
    ] {
        let got = body(provider, 0, payload);
        assert_eq!((got.reason.as_str(), got.usage_window), (reason, window), "{provider} {payload}: {}", got.rule);
    }
}

/// C-4: a usage window whose text names a model is that model's alone (K-6); any other is the account's.
#[test]
fn c4_a_window_that_names_a_model_is_the_models() {
    for (provider, text, scope) in [
        ("claude-cli", "Opus weekly limit reached ∙ resets Oct 31, 9am", "model"),
        ("claude-cli", "You've reached your weekly Opus limit", "model"),
        ("claude-cli", "You've reached your Opus limit", "model"),
        ("claude-cli", "Weekly limit reached · resets Dec 2, 7pm", "account"),
        ("claude-cli", "5-hour limit reached ∙ resets 3am", "account"),
        ("google", "quotaId: GenerateRequestsPerDayPerProjectPerModel-FreeTier", "model"),
        (
            "groq",
            "Rate limit reached for model `llama-3.3-70b` on tokens per day (TPD): Limit 100000, Used 97050",
            "model",
        ),
        ("openai", "Rate limit reached for gpt-4o on requests per day (RPD): Limit 200, Used 200", "model"),
        ("zai", "Usage limit reached for 5 hour", "account"),
    ] {
        let got = body(provider, 429, text);
        let found = serde_json::to_value(got.scope).unwrap();
        assert!(got.usage_window, "{text} by {}", got.rule);
        assert_eq!(found, scope, "{text} by {}", got.rule);
    }
}
