//! Text as the rules read it: escapes undone, white space folded, links and ids masked (C-3, C-5).
//!
//! JSON inside a JSON string inside a log line is one flat stream after this step, so nothing below needs to know how
//! often a gateway has wrapped a payload.

use super::signal::{TEXT_HEAD, TEXT_TAIL};

/// Fills masked spans; no rule and no number contains it.
pub(crate) const MASK: u8 = b'~';

/// The parts of `text` that are read: all of it, or head and tail cut on character boundaries (C-2).
pub(crate) fn window(text: &str) -> (&str, &str) {
    if text.len() <= TEXT_HEAD + TEXT_TAIL {
        return (text, "");
    }
    let head = (0..=TEXT_HEAD).rev().find_map(|at| text.get(..at)).unwrap_or("");
    let tail = (text.len() - TEXT_TAIL..=text.len()).find_map(|at| text.get(at..)).unwrap_or("");
    (head, tail)
}

/// Appends `raw` to `out` without escapes and with single spaces. `note` is told, for each piece, where it starts in
/// `out` and in `raw`.
pub(crate) fn flatten(raw: &str, out: &mut String, mut note: impl FnMut(usize, usize)) {
    let bytes = raw.as_bytes();
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        let start = at;
        note(out.len(), start);
        if plain(byte) {
            at = bytes.iter().skip(at).position(|b| !plain(*b)).map_or(bytes.len(), |n| at + n);
            out.push_str(raw.get(start..at).unwrap_or(""));
        } else if byte.is_ascii_whitespace() || byte < b' ' {
            at += 1;
            space(out);
        } else if byte == b'\\' {
            at = escape(raw, at, out);
        } else {
            let (c, len) = raw.get(at..).and_then(|rest| rest.chars().next()).map_or((' ', 1), |c| (c, c.len_utf8()));
            at += len;
            fold(c, out);
        }
    }
}

const fn plain(byte: u8) -> bool {
    byte > b' ' && byte < 0x7f && byte != b'\\'
}

fn space(out: &mut String) {
    if !out.ends_with([' ', '\n']) {
        out.push(' ');
    }
}

/// Typographic quotes and spaces in their ASCII form; everything else as it is.
fn fold(c: char, out: &mut String) {
    match c {
        '\u{2018}' | '\u{2019}' => out.push('\''),
        '\u{201c}' | '\u{201d}' => out.push('"'),
        '\u{a0}' | '\u{3000}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{7f}'..='\u{9f}' => space(out),
        c => out.push(c),
    }
}

/// Undoes one escape however often it was escaped; returns the offset behind it.
fn escape(raw: &str, start: usize, out: &mut String) -> usize {
    let bytes = raw.as_bytes();
    let at = bytes.iter().skip(start).position(|b| *b != b'\\').map_or(bytes.len(), |n| start + n);
    match bytes.get(at) {
        Some(quote @ (b'"' | b'\'' | b'/')) => {
            out.push(char::from(*quote));
            at + 1
        }
        Some(b'n' | b'r' | b't') => {
            space(out);
            at + 1
        }
        Some(b'u') => unicode(raw, at, out),
        _ => {
            out.push('\\');
            at
        }
    }
}

/// `uXXXX`, with a surrogate pair where one follows.
fn unicode(raw: &str, at: usize, out: &mut String) -> usize {
    let unit = |from: usize| raw.get(from..from + 4).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let Some(high) = unit(at + 1) else {
        out.push('\\');
        return at;
    };
    if let Some(c) = char::from_u32(high) {
        fold(c, out);
        return at + 5;
    }
    let next = raw.as_bytes().iter().skip(at + 5).position(|b| *b != b'\\').map_or(at, |n| at + 5 + n);
    let pair = unit(next + 1).filter(|low| (0xdc00..0xe000).contains(low) && high < 0xdc00);
    let Some(low) = pair else {
        return at + 5;
    };
    out.extend(char::from_u32(0x1_0000 + ((high - 0xd800) << 10) + (low - 0xdc00)));
    next + 5
}

/// Overwrites links, mail addresses and long ids in `low`, byte for byte, so that offsets stay (C-5).
pub(crate) fn mask(low: &mut [u8]) {
    let mut at = 0;
    while at < low.len() {
        let run = low.iter().skip(at).take_while(|b| word(**b)).count();
        let next = at + run;
        let follows = |offset: usize, text: &[u8]| low.get(next + offset..).is_some_and(|rest| rest.starts_with(text));
        let end = if let Some(end) = path_end(low, at) {
            end
        } else if run > 0 && follows(0, b"://") {
            link_end(low, next)
        } else if run > 0 && follows(0, b"@") {
            mail_end(low, next).unwrap_or(next)
        } else if run >= 20 && id_like(low.get(at..next).unwrap_or(&[])) {
            next
        } else {
            at = next.max(at + 1);
            continue;
        };
        if end > next || run >= 20 {
            low.iter_mut().take(end).skip(at).for_each(|byte| *byte = MASK);
        }
        at = end.max(at + 1);
    }
}

/// Words joined as in codes stand apart as in sentences: `rate_limit` and `rate-limit` read `rate limit`. Numbers keep
/// their hyphens, so that dates stay.
pub(crate) fn spaced(low: &mut [u8]) {
    let mut before = b' ';
    let mut at = 0;
    while let Some(&byte) = low.get(at) {
        let joins = byte == b'_'
            || (byte == b'-' && before.is_ascii_lowercase() && low.get(at + 1).is_some_and(u8::is_ascii_lowercase));
        if joins && let Some(slot) = low.get_mut(at) {
            *slot = b' ';
        }
        before = byte;
        at += 1;
    }
}

/// `/v1/chat/completions`: its words name an address, not a failure.
fn path_end(low: &[u8], at: usize) -> Option<usize> {
    let opened = || at.checked_sub(1).and_then(|before| low.get(before)).is_none_or(|b| b" \n\"'(".contains(b));
    if low.get(at) != Some(&b'/') || !opened() {
        return None;
    }
    let path = low.iter().skip(at).take_while(|b| word(**b) || **b == b'/');
    let (length, slashes) = path.fold((0, 0), |(length, slashes), b| (length + 1, slashes + usize::from(*b == b'/')));
    (slashes > 1).then_some(at + length)
}

const fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-' | b'.' | b'+')
}

fn link_end(low: &[u8], from: usize) -> usize {
    let ends = |b: &u8| {
        b.is_ascii_whitespace() || matches!(b, b'"' | b'\'' | b'<' | b'>' | b')' | b']' | b'}' | b'`' | 0x80..)
    };
    low.iter().skip(from).position(ends).map_or(low.len(), |n| from + n)
}

fn mail_end(low: &[u8], at: usize) -> Option<usize> {
    let domain = low.iter().skip(at + 1).take_while(|b| word(**b)).count();
    let named = low.get(at + 1..at + 1 + domain)?;
    named.contains(&b'.').then_some(at + 1 + domain)
}

/// A request id, a UUID, a hash: long and full of digits. Snake-case codes have none.
fn id_like(token: &[u8]) -> bool {
    !token.contains(&b'.') && token.iter().filter(|b| b.is_ascii_digit()).count() >= 6
}
