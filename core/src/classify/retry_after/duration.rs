//! Durations as providers write them: `20`, `1m12.5s`, `5 days 22 hours 11 minutes`, `30 秒` (C-18).

/// Units, longest name first where one begins another. Milliseconds each.
const UNITS: &[(&str, u64)] = &[
    ("milliseconds", 1),
    ("millisecond", 1),
    ("millis", 1),
    ("msecs", 1),
    ("ms", 1),
    ("minutes", 60_000),
    ("minute", 60_000),
    ("mins", 60_000),
    ("min", 60_000),
    ("minutos", 60_000),
    ("months", 30 * 86_400_000),
    ("month", 30 * 86_400_000),
    ("m", 60_000),
    ("seconds", 1_000),
    ("second", 1_000),
    ("segundos", 1_000),
    ("secs", 1_000),
    ("sec", 1_000),
    ("s", 1_000),
    ("hours", 3_600_000),
    ("hour", 3_600_000),
    ("horas", 3_600_000),
    ("hrs", 3_600_000),
    ("hr", 3_600_000),
    ("h", 3_600_000),
    ("days", 86_400_000),
    ("day", 86_400_000),
    ("d", 86_400_000),
    ("weeks", 604_800_000),
    ("week", 604_800_000),
    ("w", 604_800_000),
    ("毫秒", 1),
    ("秒钟", 1_000),
    ("秒", 1_000),
    ("分钟", 60_000),
    ("分", 60_000),
    ("小时", 3_600_000),
    ("天", 86_400_000),
];

/// A decimal number in millionths, and the rest of the text.
pub(super) fn decimal(text: &str) -> Option<(u64, &str)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let whole: u64 = text.get(..digits).filter(|d| !d.is_empty())?.parse().ok()?;
    let rest = text.get(digits..)?;
    let fraction = rest.strip_prefix('.').map_or(0, |tail| tail.bytes().take_while(u8::is_ascii_digit).count());
    if fraction == 0 {
        return Some((whole.checked_mul(1_000_000)?, rest));
    }
    let shown = rest.get(1..=fraction.min(6))?;
    let micros =
        shown.bytes().chain(std::iter::repeat(b'0')).take(6).fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    Some((whole.checked_mul(1_000_000)?.checked_add(micros)?, rest.get(1 + fraction..)?))
}

/// A number of units in milliseconds, rounded up: a wait is a floor.
pub(super) fn scaled(millionths: u64, unit: u64) -> Option<u64> {
    Some(millionths.checked_mul(unit)?.div_ceil(1_000_000))
}

/// A duration with units at the start of `text`, in milliseconds.
pub(super) fn with_units(text: &str) -> Option<u64> {
    let mut total: Option<u64> = None;
    let mut rest = text;
    while let Some((ms, tail)) = part(rest) {
        total = Some(total.unwrap_or(0).checked_add(ms)?);
        rest = tail.trim_start_matches([' ', ',']);
        rest = rest.strip_prefix("and ").unwrap_or(rest);
    }
    total
}

fn part(text: &str) -> Option<(u64, &str)> {
    let (amount, rest) = decimal(text)?;
    let rest = rest.trim_start_matches([' ', '-']);
    let (name, unit) = UNITS.iter().find(|(name, _)| starts_with_unit(rest, name))?;
    Some((scaled(amount, *unit)?, rest.get(name.len()..)?))
}

/// `m` must not be the beginning of another word.
fn starts_with_unit(text: &str, name: &str) -> bool {
    let next = text.strip_prefix(name).map(|rest| rest.bytes().next());
    next.is_some_and(|byte| !name.is_ascii() || !byte.is_some_and(|b| b.is_ascii_alphabetic()))
}
