//! One pass over a text, token by token, that leaves secrets out.

use super::shapes::{Separator, named, shaped};

/// Stands where a secret stood.
pub(super) const HOLE: &str = "[redacted]";

/// A run with slashes that is longer than this is a path.
const MAX_TOKEN: usize = 256;

/// Reads `text` from left to right until the clean text has `limit` bytes.
pub(super) fn clean(text: &str, limit: usize) -> String {
    let mut out = String::with_capacity(text.len().min(limit) + 16);
    let mut rest = text;
    while !rest.is_empty() && out.len() < limit {
        let token = rest.bytes().take_while(|b| token_byte(*b)).count();
        rest = if token == 0 { other(rest, &mut out) } else { word(rest, token, &mut out) };
    }
    out
}

const fn token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+' | b'/' | b'~' | b'%')
}

/// Copies what is no token; a private key block goes as a whole.
fn other<'t>(rest: &'t str, out: &mut String) -> &'t str {
    let end = rest
        .char_indices()
        .find(|(_, c)| c.is_ascii() && u8::try_from(*c).is_ok_and(token_byte))
        .map_or(rest.len(), |(at, _)| at);
    let (plain, next) = rest.split_at_checked(end).unwrap_or((rest, ""));
    out.push_str(plain);
    next
}

fn word<'t>(rest: &'t str, length: usize, out: &mut String) -> &'t str {
    let (token, next) = rest.split_at_checked(segment(rest, length)).unwrap_or((rest, ""));
    if let Some(after) = key_block(rest) {
        out.push_str(HOLE);
        return after;
    }
    if let Some(after) = user_info(token, next, out) {
        return after;
    }
    if let Some(after) = mail(token, next) {
        out.push_str(HOLE);
        return after;
    }
    if shaped(token) {
        out.push_str(HOLE);
        return next.trim_start_matches('=');
    }
    out.push_str(token);
    labelled(token, next, out).unwrap_or(next)
}

/// How much of a run is one token: all of it when it is a secret as a whole, else its first path segment.
fn segment(rest: &str, length: usize) -> usize {
    let run = rest.get(..length).unwrap_or("");
    let run = Some(run.trim_end_matches('.')).filter(|run| !run.is_empty()).unwrap_or(run);
    match run.find('/') {
        None => run.len(),
        Some(at) if run.get(..at).is_some_and(shaped) => at,
        Some(_) if length <= MAX_TOKEN && shaped(run) => run.len(),
        Some(at) => at.max(1),
    }
}

/// `-----BEGIN PRIVATE KEY----- ... -----END PRIVATE KEY-----`, or to the end of the text.
fn key_block(rest: &str) -> Option<&str> {
    let head = rest.strip_prefix("-----BEGIN ")?;
    let name = head.split("-----").next()?;
    if !name.contains("PRIVATE KEY") {
        return None;
    }
    let end = rest.find("-----END ").map_or(rest.len(), |at| at + "-----END ".len() + name.len() + "-----".len());
    Some(rest.get(end.min(rest.len())..).unwrap_or(""))
}

/// `https://user:pass@host`: the part between the slashes and `@`.
fn user_info<'t>(token: &str, next: &'t str, out: &mut String) -> Option<&'t str> {
    let after = next.strip_prefix("://")?;
    let stop =
        after.find(|c: char| c == '/' || c.is_whitespace() || matches!(c, '"' | '\'' | '<' | '>'))?.min(after.len());
    let (authority, _) = after.split_at_checked(stop)?;
    let at = authority.rfind('@')?;
    out.push_str(token);
    out.push_str("://");
    out.push_str(HOLE);
    after.get(at..)
}

/// The rest behind a mail address.
fn mail<'t>(token: &str, next: &'t str) -> Option<&'t str> {
    let domain = next.strip_prefix('@')?;
    let length = domain.bytes().take_while(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-')).count();
    let name = domain.get(..length)?.trim_end_matches(['.', '-']);
    let local = token.rsplit('/').next().is_some_and(|local| !local.is_empty());
    (local && name.contains('.')).then(|| domain.get(name.len()..).unwrap_or(""))
}

/// After a name: redacts its value, or the token after `Bearer`.
fn labelled<'t>(name: &str, next: &'t str, out: &mut String) -> Option<&'t str> {
    // Most words have another word behind them and name nothing.
    if !matches!(next.bytes().next()?, b'"' | b'\'' | b'\\' | b' ' | b':' | b'=') {
        return None;
    }
    if name.eq_ignore_ascii_case("bearer") || name.eq_ignore_ascii_case("basic") {
        return scheme(next, out);
    }
    let gap = next.bytes().take(10).take_while(|b| matches!(b, b'"' | b'\'' | b'\\' | b' ' | b':' | b'=')).count();
    let (between, value) = next.split_at_checked(gap)?;
    let separator = match between.bytes().find(|b| matches!(b, b':' | b'=')) {
        Some(b'=') => Separator::Equals,
        Some(_) => Separator::Colon,
        None => return None,
    };
    if name.eq_ignore_ascii_case("cookie") || name.eq_ignore_ascii_case("set-cookie") {
        out.push_str(between);
        out.push_str(HOLE);
        let end = value.find(['\n', '\r', '"', '\'']).unwrap_or(value.len());
        return value.get(end..);
    }
    let length = value
        .find(|c: char| {
            c.is_whitespace() || matches!(c, '"' | '\'' | '&' | ',' | ';' | ')' | '}' | '<' | '>' | '\\' | '`')
        })
        .unwrap_or(value.len());
    let (secret, after) = value.split_at_checked(length)?;
    let known = secret.eq_ignore_ascii_case("bearer") || secret.eq_ignore_ascii_case("basic");
    if known || !named(name, separator, secret) {
        return None;
    }
    out.push_str(between);
    out.push_str(HOLE);
    Some(after)
}

/// The credentials behind `Bearer ` or `Basic `.
fn scheme<'t>(next: &'t str, out: &mut String) -> Option<&'t str> {
    let value = next.strip_prefix(' ')?;
    let length = value.bytes().take_while(|b| token_byte(*b) || *b == b'=' || *b == b'|').count();
    let (secret, after) = value.split_at_checked(length)?;
    if secret.len() < 8 || !(secret.bytes().any(|b| b.is_ascii_digit()) || secret.len() >= 20) {
        return None;
    }
    out.push(' ');
    out.push_str(HOLE);
    Some(after)
}
