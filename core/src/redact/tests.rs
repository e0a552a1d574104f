//! Secret shapes.

use super::{fingerprint, preview, redact, redact_signal};
use crate::classify::ErrorSignal;

/// A name of the shape, and the secret itself: made up, in the form of the real thing.
const SECRETS: &[(&str, &str)] = &[
    ("openai", "sk-abcdEFGH1234abcdEFGH1234abcdEFGH1234abcdEFGH1234"),
    ("openai project", "sk-proj-Ab12_Cd34-Ef56Gh78Ij90Kl12Mn34Op56Qr78St90Uv12Wx34"),
    ("openai service", "sk-svcacct-Zz91kQpR7tLmN3vBx5cD8eFgH2jK4sT6uVwXyA1b"),
    ("openai session", "sess-Ab12Cd34Ef56Gh78Ij90Kl12Mn34"),
    ("anthropic", "sk-ant-api03-Q1w2E3r4T5y6U7i8O9p0AsDfGhJkLzXcVbNm-AA"),
    ("anthropic oauth", "sk-ant-oat01-Q1w2E3r4T5y6U7i8O9p0AsDfGhJkLz"),
    ("openrouter", "sk-or-v1-0123456789abcdef0123456789abcdef0123456789abcdef"),
    ("deepseek", "sk-0123456789abcdef0123456789abcdef"),
    ("moonshot", "sk-Kd83jfLs02mQp47vBx19cZr65tYu"),
    ("google api", "AIzaSyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"),
    ("google oauth", "ya29.a0AfH6SMBx1y2z3A4B5C6D7E8F9G0"),
    ("google refresh", "1//0gAbCdEfGh12IjKlMnOp34QrStUv"),
    ("google express", "AQ.Ab8RN6K1xY2zW3vU4tS5rQ6pO7nM8"),
    ("groq", "gsk_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56"),
    ("xai", "xai-Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56"),
    ("huggingface", "hf_AbCdEfGhIjKlMnOpQrStUvWx12"),
    ("replicate", "r8_Ab12Cd34Ef56Gh78Ij90Kl12Mn34"),
    ("perplexity", "pplx-0123456789abcdef0123456789abcdef"),
    ("nvidia", "nvapi-Ab12Cd34Ef56Gh78Ij90Kl12Mn34"),
    ("fireworks", "fw_3ZAb12Cd34Ef56Gh78Ij90Kl"),
    ("together", "tgp_v1_Ab12Cd34Ef56Gh78Ij90Kl12"),
    ("cerebras", "csk-ab12cd34ef56gh78ij90kl12mn34"),
    ("zhipu", "0123456789abcdef0123456789abcdef.AbCdEfGh12345678"),
    ("azure openai", "0123456789abcdef0123456789abcdef"),
    ("azure long", "9Kx7PqRsT2uVwXyZ3aBcDeFgHiJkLmN4oPqRsTuVwXyZ5aBcDeFgJQQJ99BAACYeBjFXJ3w3AAABACOG"),
    ("aws access key", "AKIAIOSFODNN7EXAMPLE"),
    ("aws temporary key", "ASIAIOSFODNN7EXAMPLE"),
    ("aws secret", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    ("bedrock key", "ABSKQmVkcm9ja0FQSUtleS1leGFtcGxlMTIzNDU2Nzg5MA"),
    ("jwt", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
    ("github", "ghp_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78"),
    ("github fine", "github_pat_11ABCDEFG0abcdefghijkl_Ab12Cd34Ef56Gh78Ij90"),
    ("copilot", "ghu_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78"),
    ("gitlab", "glpat-Ab12Cd34Ef56Gh78Ij90"),
    ("slack", "xoxb-123456789012-Ab12Cd34Ef56"),
    ("npm", "npm_Ab12Cd34Ef56Gh78Ij90Kl12Mn34Op56Qr78"),
    ("pypi", "pypi-AgEIcHlwaS5vcmcCJDAwMDAwMDAw"),
    ("sendgrid", "SG.Ab12Cd34Ef56Gh78.Ij90Kl12Mn34Op56Qr78St90"),
    ("vercel", "vck_Ab12Cd34Ef56Gh78Ij90Kl12"),
    ("langfuse", "pk-lf-12345678-1234-1234-1234-123456789012"),
    ("mail", "jane.doe+llm@example.co.uk"),
    ("sha256", "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    ("random base64", "Zm9vYmFyQmF6MTIzNDU2Nzg5MFF1eFF1dXhDb3JnZTEyMw"),
];

/// Secrets that only their name gives away: the text, and what must go.
const NAMED: &[(&str, &str)] = &[
    ("GET https://x.example/v1?key=abcdefghij&alt=json failed", "abcdefghij"),
    ("GET https://x.example/v1?alt=json&token=qwertyuiop failed", "qwertyuiop"),
    ("blob?sv=2022-11-02&sig=aB3dE5gH7%2FjK9mN1pQ%3D&se=2026 denied", "aB3dE5gH7%2FjK9mN1pQ%3D"),
    ("s3?X-Amz-Credential=AKIDEXAMPLE1%2F2026&X-Amz-Signature=0a1b2c3d4e5f failed", "0a1b2c3d4e5f"),
    ("storage?X-Goog-Signature=0a1b2c3d4e5f67 failed", "0a1b2c3d4e5f67"),
    ("Authorization: Bearer 12345-abcdefgh failed", "12345-abcdefgh"),
    ("Authorization: Basic dXNlcjpwYXNzd29yZDEyMw== failed", "dXNlcjpwYXNzd29yZDEyMw"),
    ("{\"Authorization\":\"Bearer abc123def456\"}", "abc123def456"),
    ("{\\\"x-api-key\\\":\\\"abc123def456\\\"}", "abc123def456"),
    ("'api_key': 'abc123def456'", "abc123def456"),
    ("Ocp-Apim-Subscription-Key: abc123def456", "abc123def456"),
    ("cookie: session=abcdef; theme=dark", "abcdef"),
    ("Set-Cookie: __cf_bm=xyz.123-abc; path=/", "xyz.123-abc"),
    ("postgres://admin:hunter2@db.example/x refused", "hunter2"),
    ("password=hunter2 rejected", "hunter2"),
    ("client_secret=GOCSPX-abcdefghijk", "GOCSPX-abcdefghijk"),
    ("AccountKey=abc/def+ghi==;EndpointSuffix=core", "abc/def+ghi"),
    ("-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----", "MIIEow"),
];

fn contexts(secret: &str) -> [String; 6] {
    [
        format!("Incorrect API key provided: {secret}. You can find your key in the console."),
        format!("{{\"error\":{{\"message\":\"invalid key {secret}\",\"code\":\"invalid_api_key\"}}}}"),
        format!("request to https://api.example.com/v1/chat?x={secret}&y=1 failed, reason: refused"),
        format!("headers={{'Authorization': 'Bearer {secret}', 'accept': '*/*'}} status=401"),
        format!("{{\\\"error\\\":\\\"key={secret}\\\"}} at line 3"),
        format!("密钥 {secret} 无效"),
    ]
}

/// C-19: no secret of any shape survives, and the words around it do.
#[test]
fn c19_no_secret_survives_in_any_context() {
    for (name, secret) in SECRETS {
        for text in contexts(secret) {
            let clean = redact(&text);
            assert!(!clean.contains(secret), "{name}: {clean}");
            assert!(!preview(&text).contains(secret.get(..16).unwrap_or(secret)), "{name}: {clean}");
            assert!(clean.contains("[redacted]"), "{name}: {clean}");
            let kept = text.split(secret).map(str::len).sum::<usize>();
            assert!(clean.len() + 20 >= kept, "{name} took too much: {clean}");
        }
    }
    assert!(SECRETS.len() >= 40);
}

/// C-19: a key inside a path goes, the path stays.
#[test]
fn c19_keys_in_paths_go() {
    assert_eq!(
        redact("POST https://x.example/v1/sk-abcdEFGH1234abcdEFGH/chat 401"),
        "POST https://x.example/v1/[redacted]/chat 401"
    );
}

/// C-19: values that only their name makes secret.
#[test]
fn c19_named_values_go() {
    for (text, secret) in NAMED {
        let clean = redact(text);
        assert!(!clean.contains(secret), "{text} -> {clean}");
    }
}

/// C-19: codes, models, paths, numbers and prose are no secrets.
#[test]
fn c19_ordinary_text_stays() {
    for text in [
        "model: claude-sonnet-4-5-20250929 is not available for your account",
        "context_length_exceeded: maximum context length is 131072 tokens, max_tokens=4096",
        "GenerateRequestsPerMinutePerProjectPerModel-FreeTier",
        "/home/user/.nvm/versions/node/v22.17.1/lib/node_modules/@musistudio/claude-code-router/dist/cli.js:79940:11",
        "token: expired, api_key: missing, authentication error, task-based sk-learn",
        "Error code: 429 - {'error': {'type': 'rate_limit_error', 'code': None}} basic authentication required",
        "请在 30 秒后重试 workers-ai/@cf/meta/llama-3",
    ] {
        assert_eq!(redact(text), text);
    }
}

/// C-19: redacting twice is redacting once.
#[test]
fn c19_redaction_is_idempotent() {
    let all =
        SECRETS.iter().flat_map(|(_, secret)| contexts(secret)).chain(NAMED.iter().map(|(text, _)| (*text).to_owned()));
    for text in all {
        let once = redact(&text);
        assert_eq!(redact(&once), once);
    }
}

/// C-19: at most 400 characters, no control characters, cut between characters.
#[test]
fn c19_previews_are_short_and_clean() {
    let shown = preview(&"é\u{7}\n".repeat(1_000));
    assert_eq!(shown.chars().count(), 400);
    assert!(shown.ends_with('…') && !shown.contains('\u{7}') && !shown.contains('\n'));
    assert_eq!(preview("short"), "short");
}

/// C-19: repeats differ in numbers, ids and secrets only, and count as one.
#[test]
fn c19_fingerprints_ignore_numbers_ids_and_secrets() {
    let one =
        fingerprint(&["rate_limit", "429", "try again in 5s (request req_011CSabc, key sk-abcdEFGH1234abcdEFGH)"]);
    let two =
        fingerprint(&["rate_limit", "429", "try again in 17s (request req_9Z8Y7X, key sk-zzzzEFGH1234abcdEFGH5)"]);
    assert_eq!(one, two);
    assert_eq!(one.len(), 16);
    assert_ne!(one, fingerprint(&["billing", "429", "try again in 5s"]));
}

/// H-11: nothing secret is left in a recorded signal, at any depth.
#[test]
fn h11_a_recorded_signal_holds_no_secret() {
    let secret = "sk-abcdEFGH1234abcdEFGH1234abcdEFGH";
    let json = serde_json::json!({
        "message": format!("bad {secret}"),
        "body": { "error": { "message": format!("bad {secret}"), "api_key": "abc123def456" } },
        "headers": { "Authorization": "x", "set-cookie": "a=b", "x-request-id": "1" },
        "causes": [{ "message": format!("key={secret}"), "body": [[secret]] }]
    });
    let signal: ErrorSignal = serde_json::from_value(json).unwrap();
    let text = serde_json::to_string(&redact_signal(&signal)).unwrap();
    assert!(!text.contains(secret) && !text.contains("abc123def456") && !text.contains("a=b"), "{text}");
}
