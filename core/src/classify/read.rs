//! Reads a signal into what the rules look at: one flat text, codes, one status, waits (C-2, C-3).

use super::flatten::{flatten, mask, spaced, window};
use super::pairs::{Found, scan};
use super::signal::{ErrorSignal, MAX_CAUSE_DEPTH, MAX_CAUSE_NODES};
use serde_json::Value;
use std::borrow::Cow;

/// One text of the signal and where it begins in the flat text.
#[derive(Debug)]
pub(crate) struct Piece<'s> {
    /// Which node of the cause tree, outermost first.
    pub(crate) node: usize,
    /// `message`, `body`, `code` or `errorType`.
    pub(crate) field: &'static str,
    /// As it was given: head and tail windows of it.
    pub(crate) raw: Cow<'s, str>,
    /// Offset in the flat text.
    pub(crate) start: usize,
}

/// A key and value that may state a wait.
#[derive(Debug)]
pub(crate) struct Stated {
    pub(crate) key: String,
    pub(crate) value: String,
}

/// Everything the rules see.
#[derive(Debug, Default)]
pub(crate) struct Reading<'s> {
    /// Nodes with their path, e.g. `causes[0].`.
    pub(crate) nodes: Vec<(&'s ErrorSignal, String)>,
    pub(crate) pieces: Vec<Piece<'s>>,
    pub(crate) flat: String,
    /// `flat` in lower case, links and ids masked, `rate_limit` and `rate-limit` as `rate limit`; same length.
    pub(crate) low: Vec<u8>,
    /// Codes, types, reasons and finish reasons in lower case; the signal's own first.
    pub(crate) codes: Vec<String>,
    pub(crate) code: Option<String>,
    pub(crate) error_type: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) provider: String,
    pub(crate) waits: Vec<Stated>,
}

/// Keys whose value names the error.
const CODE_KEYS: &[&str] = &[
    "code",
    "type",
    "error_code",
    "errorcode",
    "error_type",
    "errortype",
    "reason",
    "status",
    "__type",
    "err_code",
    "errcode",
    "err_type",
    "errno",
    "error",
    "status_code",
    "statuscode",
    "http_code",
    "http_status_code",
    "upstreamstatus",
    "subcode",
    "name",
    "x-amzn-errortype",
    "detail",
    "quotaid",
    "err",
    "status_msg",
];
/// Keys whose value ended a response.
const FINISH_KEYS: &[&str] = &[
    "finish_reason",
    "finishreason",
    "stop_reason",
    "stopreason",
    "blockreason",
    "block_reason",
    "native_finish_reason",
];
/// Keys whose number is an HTTP status.
const STATUS_KEYS: &[&str] = &[
    "code",
    "status",
    "error_code",
    "status_code",
    "statuscode",
    "http_code",
    "http_status_code",
    "upstreamstatus",
    "errorcode",
    "errcode",
];

/// Reads `signal`, its text and its causes.
pub(crate) fn read(signal: &ErrorSignal) -> Reading<'_> {
    let mut reading = Reading { provider: provider_of(signal), ..Reading::default() };
    gather(signal, &mut reading);
    let nodes: Vec<&ErrorSignal> = reading.nodes.iter().map(|(node, _)| *node).collect();
    for (index, node) in nodes.iter().enumerate() {
        own_codes(node, &mut reading);
        if let Some(message) = &node.message {
            add(&mut reading, index, "message", Cow::Borrowed(message));
        }
        match &node.body {
            None | Some(Value::Null) => {}
            Some(Value::String(text)) => add(&mut reading, index, "body", Cow::Borrowed(text)),
            Some(json) => add(&mut reading, index, "body", Cow::Owned(json.to_string())),
        }
    }
    for (index, node) in nodes.iter().enumerate() {
        for (field, text) in [("code", &node.code), ("errorType", &node.error_type)] {
            if let Some(text) = text.as_deref().filter(|text| text.contains(|c: char| c.is_ascii_alphabetic())) {
                add(&mut reading, index, field, Cow::Borrowed(text));
            }
        }
    }
    reading.low = reading.flat.to_ascii_lowercase().into_bytes();
    let found = found_in_text(&mut reading);
    mask(&mut reading.low);
    spaced(&mut reading.low);
    let coded = |node: &&ErrorSignal| node.code.as_deref().and_then(status_of);
    let own = nodes
        .iter()
        .find_map(|node| node.status.filter(|status| *status >= 300))
        .or_else(|| nodes.iter().find_map(coded));
    reading.status = own.or(found).or(signal.status);
    reading
}

fn provider_of(signal: &ErrorSignal) -> String {
    signal.provider.as_deref().unwrap_or("").trim().to_ascii_lowercase()
}

/// Breadth first, bounded in depth and number (C-2).
fn gather<'s>(signal: &'s ErrorSignal, reading: &mut Reading<'s>) {
    let mut level = vec![(signal, String::new())];
    for _ in 0..=MAX_CAUSE_DEPTH {
        let room = MAX_CAUSE_NODES - reading.nodes.len();
        level.truncate(room);
        let below = level.iter().flat_map(|(node, path)| {
            node.causes.iter().enumerate().map(move |(index, cause)| (cause, format!("{path}causes[{index}].")))
        });
        let next = below.take(MAX_CAUSE_NODES).collect();
        reading.nodes.append(&mut level);
        level = next;
    }
}

fn own_codes(node: &ErrorSignal, reading: &mut Reading<'_>) {
    for text in [&node.code, &node.error_type, &node.name].into_iter().flatten() {
        reading.codes.push(text.trim().to_ascii_lowercase());
    }
    if let Some(finish) = &node.finish_reason {
        reading.codes.push(format!("finish:{}", finish.trim().to_ascii_lowercase()));
    }
    for (name, value) in node.headers.iter().flatten() {
        header_code(&name.to_ascii_lowercase(), &value.to_ascii_lowercase(), reading);
    }
    reading.code = reading.code.take().or_else(|| node.code.clone());
    reading.error_type = reading.error_type.take().or_else(|| node.error_type.clone());
}

/// Headers that name the error: AWS's exception, and the usage window that Anthropic and Codex say is used up.
fn header_code(name: &str, value: &str, reading: &mut Reading<'_>) {
    match name {
        "x-amzn-errortype" => reading.codes.extend(value.split([':', '#']).next().map(|code| code.trim().to_owned())),
        "anthropic-ratelimit-unified-representative-claim" => reading.codes.push(format!("claim:{}", value.trim())),
        "x-codex-primary-used-percent" | "x-codex-secondary-used-percent" if value.trim() == "100" => {
            reading.codes.push("claim:codex".to_owned());
        }
        _ => {}
    }
}

fn add<'s>(reading: &mut Reading<'s>, node: usize, field: &'static str, raw: Cow<'s, str>) {
    let (head, tail) = window(&raw);
    if !reading.flat.is_empty() {
        reading.flat.push('\n');
    }
    let start = reading.flat.len();
    flatten(head, &mut reading.flat, |_, _| {});
    if !tail.is_empty() {
        reading.flat.push('\n');
        flatten(tail, &mut reading.flat, |_, _| {});
    }
    reading.pieces.push(Piece { node, field, raw, start });
}

/// Codes and waits out of the text; returns the status of the innermost payload.
fn found_in_text(reading: &mut Reading<'_>) -> Option<u16> {
    let mut status = None;
    let low = std::mem::take(&mut reading.low);
    scan(&low, |found| match found {
        Found::Status(number) => status = Some(number),
        Found::Bracketed(range) => push_code(reading, &low, range),
        Found::Pair { key, value, quoted } => {
            let name = text(&low, key);
            if STATUS_KEYS.contains(&name) {
                status = status_of(text(&low, value.clone())).or(status);
            }
            if CODE_KEYS.contains(&name) && (quoted || telling(reading, &value)) {
                keep_shown(reading, name, &value);
                push_code(reading, &low, value);
            } else if FINISH_KEYS.contains(&name) {
                reading.codes.push(format!("finish:{}", text(&low, value)));
            } else if is_wait(name) {
                reading.waits.push(Stated { key: name.to_owned(), value: text(&low, value).to_owned() });
            }
        }
    });
    reading.low = low;
    status
}

fn text(low: &[u8], range: std::ops::Range<usize>) -> &str {
    low.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok()).unwrap_or("")
}

fn status_of(text: &str) -> Option<u16> {
    text.parse().ok().filter(|status| (400..600).contains(status))
}

fn is_wait(key: &str) -> bool {
    key.starts_with("ret") || key.contains("reset") || key == "estimated_time" || key == "wait_seconds"
}

/// A bare value counts as a code only when it looks like one: digits, snake case or capitals.
fn telling(reading: &Reading<'_>, value: &std::ops::Range<usize>) -> bool {
    let shown = reading.flat.get(value.clone()).unwrap_or("");
    shown.bytes().all(|b| b.is_ascii_digit())
        || shown.contains('_')
        || shown.bytes().filter(u8::is_ascii_uppercase).count() >= 2
}

fn keep_shown(reading: &mut Reading<'_>, key: &str, value: &std::ops::Range<usize>) {
    let slot = match key {
        "code" | "error_code" => &mut reading.code,
        "type" | "error_type" => &mut reading.error_type,
        _ => return,
    };
    if slot.is_none() {
        *slot = reading.flat.get(value.clone()).filter(|shown| code_like(shown)).map(str::to_owned);
    }
}

fn push_code(reading: &mut Reading<'_>, low: &[u8], range: std::ops::Range<usize>) {
    let code = text(low, range);
    if code_like(code) && reading.codes.len() < 64 && !reading.codes.iter().any(|known| known == code) {
        reading.codes.push(code.to_owned());
    }
}

fn code_like(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b'#' | b'/'))
}
