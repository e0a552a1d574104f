//! Virtual time: instants relative to a scenario's start, read and written as people write them.

use serde_json::Value;
use switchover_core::time::Millis;

/// The start of every scenario: 1 July 2026, 00:00 UTC.
pub const START: Millis = Millis(1_782_864_000_000);

/// Reads a duration: `250ms`, `10s`, `5m`, `3h` or `2d`.
pub fn duration(text: &str) -> Option<u64> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).filter(|at| *at > 0)?;
    let (number, unit) = text.split_at(digits);
    let scale = match unit {
        "ms" => 1,
        "s" => 1_000,
        "m" => 60_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(scale)
}

/// Reads `+30s` or `-5m` as an instant relative to `from`.
pub fn instant(text: &str, from: Millis) -> Option<Millis> {
    let later = text.strip_prefix('+').and_then(duration).map(|span| from.0.saturating_add(span));
    let earlier = || text.strip_prefix('-').and_then(duration).map(|span| from.0.saturating_sub(span));
    later.or_else(earlier).map(Millis)
}

/// Replaces every text like `+30s` in a value by the instant, relative to the start; in longer texts `<<+30s>>` becomes
/// the instant in seconds.
pub fn resolve(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some(at) = instant(text, START) {
                *value = at.0.into();
            } else if text.contains("<<") {
                *text = seconds_inside(text);
            }
        }
        Value::Array(list) => list.iter_mut().for_each(resolve),
        Value::Object(map) => map.values_mut().for_each(resolve),
        _ => {}
    }
}

fn seconds_inside(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<<") {
        out.push_str(before);
        let (inner, tail) = after.split_once(">>").unwrap_or((after, ""));
        match instant(inner, START) {
            Some(at) => out.push_str(&(at.0 / 1_000).to_string()),
            None => out.push_str(inner),
        }
        rest = tail;
    }
    out + rest
}

/// An instant for people, relative to the start: `+1.250s`, `+5m`, `+3h 20m`, `-10s`.
pub fn shown(at: Millis) -> String {
    if at >= START { format!("+{}", span(at.0 - START.0)) } else { format!("-{}", span(START.0 - at.0)) }
}

/// A duration for people.
pub fn span(ms: u64) -> String {
    let (hours, minutes, rest) = (ms / 3_600_000, ms / 60_000 % 60, ms % 60_000);
    let seconds = match (rest / 1_000, rest % 1_000) {
        (0, 0) => String::new(),
        (s, 0) => format!("{s}s"),
        (s, part) => format!("{s}.{part:03}s"),
    };
    let parts =
        [(hours, "h"), (minutes, "m")].into_iter().filter(|(n, _)| *n > 0).map(|(n, unit)| format!("{n}{unit}"));
    let all: Vec<String> = parts.chain(Some(seconds).filter(|text| !text.is_empty())).collect();
    if all.is_empty() { "0".to_owned() } else { all.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_and_written_as_people_write_them() {
        assert_eq!(duration("90s"), Some(90_000));
        assert_eq!(duration("s"), None);
        assert_eq!(instant("-5m", Millis(600_000)), Some(Millis(300_000)));
        assert_eq!(shown(START), "+0");
        assert_eq!(shown(Millis(START.0 + 3_601_250)), "+1h 1.250s");
        let mut value = serde_json::json!({ "until": "+2s", "text": "resets_at <<+1h>>" });
        resolve(&mut value);
        assert_eq!(value["until"], START.0 + 2_000);
        assert_eq!(value["text"], "resets_at 1782867600");
    }
}
