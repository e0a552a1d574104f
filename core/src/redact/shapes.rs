//! What secrets look like, with and without a name in front of them.

/// Beginnings of keys and tokens, and how many characters must follow at least.
const PREFIXES: &[(&str, usize)] = &[
    ("sk-", 12),
    ("sk_", 12),
    ("rk_", 12),
    ("pk-lf-", 12),
    ("sess-", 12),
    ("xai-", 12),
    ("gsk_", 12),
    ("csk-", 12),
    ("pplx-", 12),
    ("nvapi-", 12),
    ("fw_", 12),
    ("tgp_v1_", 12),
    ("hf_", 12),
    ("r8_", 12),
    ("fk-", 12),
    ("ak-", 16),
    ("key-", 16),
    ("AIza", 16),
    ("AQ.A", 16),
    ("ya29.", 12),
    ("1//0", 16),
    ("AKIA", 12),
    ("ASIA", 12),
    ("ABSK", 16),
    ("bedrock-api-key-", 12),
    ("ghp_", 16),
    ("gho_", 16),
    ("ghu_", 16),
    ("ghs_", 16),
    ("ghr_", 16),
    ("github_pat_", 16),
    ("glpat-", 12),
    ("npm_", 16),
    ("pypi-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("xoxs-", 10),
    ("xapp-", 10),
    ("SG.", 16),
    ("whsec_", 12),
    ("lsv2_", 12),
    ("dop_v1_", 12),
    ("sbp_", 12),
    ("vck_", 12),
    ("vcp_", 12),
    ("jina_", 12),
    ("pa-", 20),
    ("co-", 24),
    ("eyJ", 20),
];

/// No shape is shorter: most words need no further look.
const SHORTEST: usize = 14;

/// Names whose value is a secret whatever it looks like.
const ALWAYS: &[&str] = &[
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "authorization",
    "proxy-authorization",
    "accountkey",
    "sharedaccesskey",
    "sharedaccesssignature",
];

/// Names whose value is a secret when it looks like one, or stands in a query.
const NAMES: &[&str] = &[
    "secret",
    "client_secret",
    "clientsecret",
    "client-secret",
    "api_key",
    "apikey",
    "api-key",
    "x-api-key",
    "x-goog-api-key",
    "ocp-apim-subscription-key",
    "subscription-key",
    "access_token",
    "accesstoken",
    "access-token",
    "refresh_token",
    "refreshtoken",
    "id_token",
    "idtoken",
    "auth_token",
    "authtoken",
    "x-auth-token",
    "session_token",
    "sessiontoken",
    "sessionid",
    "session_id_token",
    "private_key",
    "privatekey",
    "secret_key",
    "secretkey",
    "access_key",
    "accesskey",
    "aws_secret_access_key",
    "secretaccesskey",
    "secret_access_key",
    "aws_access_key_id",
    "aws_session_token",
    "x-amz-security-token",
    "x-amz-signature",
    "x-amz-credential",
    "x-goog-signature",
    "x-goog-credential",
    "sig",
    "signature",
    "awsaccesskeyid",
    "googleaccessid",
    "key",
    "token",
    "jwt",
    "bearer",
    "openai_api_key",
    "anthropic_api_key",
];

/// What stands between a name and its value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    /// `key=value`
    Equals,
    /// `key: value`
    Colon,
}

/// Whether `value` is a secret because of the name in front of it.
pub(super) fn named(name: &str, separator: Separator, value: &str) -> bool {
    let among = |names: &[&str]| names.iter().any(|known| known.eq_ignore_ascii_case(name));
    if among(ALWAYS) {
        return value.len() >= 4;
    }
    if !among(NAMES) || value.starts_with('[') {
        return false;
    }
    match separator {
        Separator::Equals => value.len() >= 6,
        Separator::Colon => value.len() >= 8 && (value.bytes().any(|b| b.is_ascii_digit()) || value.len() >= 24),
    }
}

/// Whether a token is a secret by itself.
pub(super) fn shaped(token: &str) -> bool {
    token.len() >= SHORTEST && (prefixed(token) || hexadecimal(token) || base64(token))
}

fn prefixed(token: &str) -> bool {
    let first = token.bytes().next();
    PREFIXES.iter().filter(|(prefix, _)| prefix.bytes().next() == first).any(|(prefix, least)| {
        token.strip_prefix(prefix).is_some_and(|rest| {
            rest.len() >= *least
                && (rest.bytes().any(|b| b.is_ascii_digit()) || rest.bytes().any(|b| b.is_ascii_uppercase()))
        })
    })
}

/// 32 hex digits or more in a row, also with a short tail after a dot (Zhipu).
fn hexadecimal(token: &str) -> bool {
    let run = token.bytes().take_while(u8::is_ascii_hexdigit).count();
    run >= 32
        && token.bytes().take(run).any(|b| b.is_ascii_digit())
        && token.get(run..).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// A long run in which capitals, small letters and digits are mixed, as words and paths are not.
fn base64(token: &str) -> bool {
    let mixed = |part: &str| {
        part.bytes().any(|b| b.is_ascii_uppercase())
            && part.bytes().any(|b| b.is_ascii_lowercase())
            && part.bytes().any(|b| b.is_ascii_digit())
    };
    let joined = token.len() == 40 && !token.contains(['-', '_', '.']) && mixed(token);
    joined
        || token
            .split(['-', '_', '.', '/', '+', '~', '%'])
            .any(|part| part.len() >= 32 && mixed(part) && switches(part) >= 8)
}

/// How often the kind of character changes: `CamelCaseWords2` rarely, random text often.
fn switches(part: &str) -> usize {
    let kind = |b: u8| (b.is_ascii_digit(), b.is_ascii_uppercase());
    part.bytes().zip(part.bytes().skip(1)).filter(|(a, b)| kind(*a) != kind(*b)).count()
}
