//! First match wins (C-5).

use super::{all, body, json};
use serde_json::json as value;

/// C-5: the caller's abort and time-out come before everything.
#[test]
fn c5_the_caller_comes_first() {
    let by = |value: serde_json::Value| json(value).rule;
    assert_eq!(by(value!({ "callerAborted": true, "status": 429 })), "caller.aborted");
    assert_eq!(by(value!({ "callerAborted": true, "callerTimedOut": true })), "caller.timed_out");
    assert_eq!(json(value!({ "callerTimedOut": true })).reason.as_str(), "timeout");
}

/// C-5: an abort error is what its causes are, a time-out if something shows one, else an abort.
#[test]
fn c5_abort_errors_are_looked_through() {
    let reason = |value: serde_json::Value| json(value).reason.as_str();
    assert_eq!(
        reason(value!({ "name": "AbortError", "causes": [{ "status": 429, "code": "RESOURCE_EXHAUSTED" }] })),
        "rate_limit"
    );
    assert_eq!(reason(value!({ "name": "AbortError", "causes": [{ "status": 503 }] })), "server_error");
    assert_eq!(
        reason(value!({ "name": "AbortError", "message": "The operation was aborted due to timeout" })),
        "timeout"
    );
    assert_eq!(reason(value!({ "name": "AbortError", "causes": [{ "name": "TimeoutError" }] })), "timeout");
    assert_eq!(reason(value!({ "name": "AbortError", "message": "This operation was aborted" })), "abort");
    assert_eq!(reason(value!({ "message": "Request was aborted." })), "abort");
}

/// C-5: billing beats rate limit beats overloaded beats auth beats transport; codes beat texts.
#[test]
fn c5_families_in_order() {
    all(&[
        ("x", 429, "rate limit exceeded: insufficient credits", "billing"),
        ("x", 429, "too many requests, model overloaded", "rate_limit"),
        ("x", 503, "overloaded, unauthorized", "overloaded"),
        ("x", 0, "unauthorized: connection reset", "auth"),
        ("x", 429, "prompt is too long. insufficient credits", "context_overflow"),
        ("x", 401, "the model foo does not exist, check your api key permissions", "model_not_found"),
        (
            "x",
            429,
            "{\"error\":{\"code\":\"context_length_exceeded\",\"message\":\"too many requests\"}}",
            "context_overflow",
        ),
        ("x", 400, "{\"status\":\"INVALID_ARGUMENT\",\"message\":\"API key not valid\"}", "auth"),
        ("x", 400, "{\"type\":\"invalid_request_error\",\"message\":\"Your credit balance is too low\"}", "billing"),
        ("x", 429, "{\"error\":{\"type\":\"overloaded_error\",\"message\":\"Overloaded\"}}", "overloaded"),
    ]);
}

/// C-5: words in links and numbers in ids decide nothing.
#[test]
fn c5_links_and_numbers_decide_nothing() {
    all(&[
        ("x", 400, "bad field, see https://docs.example/rate-limit/authentication", "format"),
        ("x", 0, "odd thing 402 times", "unclassified"),
        ("x", 0, "request 4290402 went wrong somehow", "unclassified"),
    ]);
}

/// C-5: nothing usable, no details, nothing known.
#[test]
fn c5_nothing_usable() {
    let reason = |value: serde_json::Value| json(value).reason.as_str();
    assert_eq!(reason(value!({})), "empty_response");
    assert_eq!(reason(value!({ "body": {} })), "empty_response");
    assert_eq!(reason(value!({ "status": 200, "body": "" })), "empty_response");
    assert_eq!(reason(value!({ "message": "Unknown error (no error details in response)" })), "no_error_details");
    assert_eq!(reason(value!({ "message": "bad luck" })), "unclassified");
    assert!(body("x", 0, "bad luck").preview.is_some());
}

/// C-3: an outer status is kept when the payload inside has none.
#[test]
fn c3_outer_status_is_kept() {
    let got = json(value!({ "message": "gateway failed", "status": 502, "causes": [{ "message": "odd" }] }));
    assert_eq!((got.reason.as_str(), got.status), ("server_error", Some(502)));
    let inner = json(value!({ "message": "gateway failed", "causes": [{ "status": 404 }] }));
    assert_eq!(inner.status, Some(404));
}
