//! What is read, and that nothing breaks (C-2, C-3).

use super::super::flatten::{flatten, mask, window};
use super::super::{ErrorSignal, TEXT_HEAD, TEXT_TAIL};
use super::{body, classify, json};
use serde_json::json as value;

/// C-2: causes are followed to depth 8, the ninth is not.
#[test]
fn c2_causes_are_followed_to_depth_eight() {
    let nested = |depth: usize| {
        let leaf = ErrorSignal { code: Some("ECONNRESET".into()), ..ErrorSignal::default() };
        (0..depth).fold(leaf, |inner, _| ErrorSignal {
            message: Some("wrapped".into()),
            causes: vec![inner],
            ..ErrorSignal::default()
        })
    };
    assert_eq!(classify(&nested(8)).reason.as_str(), "timeout");
    assert_eq!(classify(&nested(9)).reason.as_str(), "unclassified");
}

/// C-2: at most 32 nodes are looked at.
#[test]
fn c2_at_most_32_nodes_are_read() {
    let with = |place: usize| {
        let mut causes = vec![ErrorSignal { message: Some("wrapped".into()), ..ErrorSignal::default() }; 60];
        causes[place].code = Some("insufficient_quota".into());
        classify(&ErrorSignal { causes, ..ErrorSignal::default() }).reason
    };
    assert_eq!(with(30).as_str(), "billing");
    assert_eq!(with(31).as_str(), "unclassified");
}

/// C-2: of a long text head and tail are read, cut between characters.
#[test]
fn c2_long_texts_are_cut_on_character_boundaries() {
    let text = format!("{}{}", "é".repeat(TEXT_HEAD), "漢字".repeat(TEXT_TAIL));
    let (head, tail) = window(&text);
    assert!(head.len() <= TEXT_HEAD && head.len() + 4 > TEXT_HEAD);
    assert!(tail.len() <= TEXT_TAIL && tail.len() + 4 > TEXT_TAIL);
    assert!(text.starts_with(head) && text.ends_with(tail));
    let filler = "lorem ipsum ".repeat(20_000);
    assert_eq!(
        body("openai", 0, &format!("{filler} insufficient_quota: you exceeded your current quota")).reason.as_str(),
        "billing"
    );
    assert_eq!(body("openai", 0, &format!("{filler} insufficient_quota {filler}")).reason.as_str(), "unclassified");
}

/// C-3: escapes of any depth, unicode escapes and typographic quotes are undone.
#[test]
fn c3_text_is_flattened() {
    let flat = |raw: &str| {
        let mut out = String::new();
        flatten(raw, &mut out, |_, _| {});
        out
    };
    assert_eq!(flat(r#"{\"a\":\"b\\\"c\\\\\"d\"}"#), r#"{"a":"b"c"d"}"#);
    assert_eq!(flat("You\u{2019}re  out\n\tof"), "You're out of");
    assert_eq!(flat(r"\u8bf7\u6c42 \ud83d\ude00 \u00e9 \uZZZZ \ud800x"), "请求 😀 é \\uZZZZ x");
    assert_eq!(flat(r"C:\Users\dev \\\\"), r"C:\Users\dev \");
}

/// C-5: links, mail addresses, UUIDs and request ids are masked byte for byte.
#[test]
fn c5_links_and_ids_are_masked() {
    let masked = |text: &str| {
        let mut low = text.as_bytes().to_vec();
        mask(&mut low);
        String::from_utf8(low).unwrap().replace('~', "")
    };
    assert_eq!(masked("see https://x.example/authentication?a=1, and"), "see  and");
    assert_eq!(masked("write a.b@c.example now"), "write  now");
    assert_eq!(masked("id 4100db3d-1234-4321-9876-0123456789ab end"), "id  end");
    assert_eq!(masked("workers-ai/@cf/meta rate_limit_exceeded 429"), "workers-ai/@cf/meta rate_limit_exceeded 429");
    assert_eq!(
        body("openai", 0, "See https://docs.example/authentication-error for help").reason.as_str(),
        "unclassified"
    );
    assert_eq!(
        body("openai", 0, "request req_429_402_insufficient0credits did something odd").reason.as_str(),
        "unclassified"
    );
}

/// C-3: statuses with a label are found, other numbers are not.
#[test]
fn c3_statuses_are_found_in_text() {
    for (text, status) in [
        ("429 {\"x\":1}", Some(429)),
        ("HTTP 503", Some(503)),
        ("HTTP/1.1 502 Bad Gateway", Some(502)),
        ("status code: 402", Some(402)),
        ("[503 Service Unavailable] x", Some(503)),
        ("API Error (529 overloaded)", Some(529)),
        ("Error code: 401 - {}", Some(401)),
        ("{\"error\":{\"code\":404}}", Some(404)),
        ("statusCode=407", Some(407)),
        ("outer 500: {\"error\":{\"code\":429}}", Some(429)),
        ("used 429 tokens of 500", None),
        ("port 4290 and 0.429 and 429ms and abc429", None),
    ] {
        assert_eq!(body("x", 0, text).status, status, "{text}");
    }
}

/// C-3: JSON anywhere, JSON in strings, arrays, Python dicts, event streams, cut JSON.
#[test]
fn c3_payloads_are_found_wherever_they_hide() {
    let inner = r#"{"error":{"code":"insufficient_quota","message":"x"}}"#;
    let escaped = serde_json::to_string(inner).unwrap();
    for text in [
        inner.to_owned(),
        format!("Error: {inner} at line 3"),
        format!("[{inner}]"),
        format!("data: {inner}\n\ndata: [DONE]"),
        format!("{{\"message\":{escaped}}}"),
        format!("{{\"error\":{}}}", serde_json::to_string(&format!("{{\"raw\":{escaped}}}")).unwrap()),
        "{'error': {'code': 'insufficient_quota', 'param': None}}".to_owned(),
        inner.trim_end_matches('}').to_owned(),
        "code=insufficient_quota type=None".to_owned(),
    ] {
        assert_eq!(body("openai", 0, &text).rule, "codes.billing", "{text}");
    }
    assert_eq!(
        json(value!({ "body": { "errors": [{ "error": { "code": "insufficient_quota" } }] } })).rule,
        "codes.billing"
    );
}

/// C-2: any input gives an answer, fast, without a stack overflow.
#[test]
fn c2_bad_input_is_answered() {
    let deep = "[{\"error\":".repeat(200_000);
    let garbage: String = (0..2_000_000_u32)
        .map(|n| char::from(u8::try_from(n.wrapping_mul(2_654_435_761) >> 25).unwrap_or(0)))
        .collect();
    for text in [
        deep,
        garbage,
        "\\".repeat(1 << 20),
        "\\u".repeat(1 << 19),
        "://@".repeat(1 << 18),
        "limit limit ".repeat(1 << 18),
        "4".repeat(1 << 20),
        ":=".repeat(1 << 19),
    ] {
        assert!(!body("x", 0, &text).fingerprint.is_empty());
        assert!(!crate::redact::redact(&text).is_empty());
    }
    let mut nested = value!("x");
    for _ in 0..100 {
        nested = value!([nested]);
    }
    assert_eq!(json(value!({ "body": nested })).fingerprint.len(), 16);
}
