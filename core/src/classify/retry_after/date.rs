//! Points in time as providers write them (C-18). Proleptic Gregorian, no leap seconds, integers only.

/// What a text says about a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stamp {
    /// Milliseconds since the epoch.
    At(u64),
    /// The same without a zone: as if it were UTC.
    Local(u64),
    /// A time of day in UTC, in milliseconds since midnight.
    Clock(u64),
}

const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// Days since the epoch of a date; `None` when there is no such day.
pub(super) fn days(year: u64, month: u64, day: u64) -> Option<u64> {
    let leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let length = match month {
        2 => 28 + u64::from(leap),
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1970..=9999).contains(&year) || day == 0 || day > length {
        return None;
    }
    let (year, shifted) = if month <= 2 { (year - 1, month + 9) } else { (year, month - 3) };
    let (era, of_era) = (year / 400, year % 400);
    let of_year = (153 * shifted + 2) / 5 + day - 1;
    (era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year).checked_sub(719_468)
}

/// Reads a point in time at the start of `text` (lower case): RFC 3339, the three forms of HTTP, `2026-12-01 10:00:00 utc`,
/// `14:30 utc`.
pub(super) fn stamp(text: &str) -> Option<Stamp> {
    iso(text).or_else(|| http(text)).or_else(|| clock_of_day(text))
}

struct Cursor<'t>(&'t str);

impl Cursor<'_> {
    fn number(&mut self, most: usize) -> Option<u64> {
        let digits = self.0.bytes().take(most).take_while(u8::is_ascii_digit).count();
        let value = self.0.get(..digits).filter(|d| !d.is_empty())?.parse().ok()?;
        self.0 = self.0.get(digits..)?;
        Some(value)
    }

    fn eat(&mut self, any: &[char]) -> Option<()> {
        self.0 = self.0.strip_prefix(any)?;
        Some(())
    }

    fn spaces(&mut self) {
        self.0 = self.0.trim_start_matches([' ', ',']);
    }

    fn month(&mut self) -> Option<u64> {
        let number = MONTHS.iter().position(|name| self.0.starts_with(name))?;
        self.0 = self.0.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        u64::try_from(number + 1).ok()
    }

    /// `10:00`, `10:00:00`, `10:00:00.123`, in milliseconds since midnight.
    fn clock(&mut self) -> Option<u64> {
        let hour = self.number(2)?;
        self.eat(&[':'])?;
        let minute = self.number(2)?;
        let second = if self.eat(&[':']).is_some() { self.number(2)? } else { 0 };
        if self.eat(&['.', ',']).is_some() {
            self.number(12)?;
        }
        (hour < 24 && minute < 60 && second < 61).then_some(((hour * 60 + minute) * 60 + second) * 1_000)
    }

    /// Offset from UTC in milliseconds as (east, amount); `None` when no zone follows.
    fn zone(&mut self) -> Option<(bool, u64)> {
        let text = self.0.trim_start_matches([' ', '(']);
        if text.starts_with(['z']) || text.starts_with("utc") || text.starts_with("gmt") {
            let rest = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
            return Some(Cursor(rest).offset().unwrap_or((true, 0)));
        }
        Cursor(text).offset()
    }

    fn offset(&mut self) -> Option<(bool, u64)> {
        let east = self.0.starts_with('+');
        self.eat(&['+', '-'])?;
        let hours = self.number(2)?;
        let colon = self.eat(&[':']).is_some();
        let minutes = if colon { self.number(2)? } else { self.number(2).unwrap_or(0) };
        (hours <= 14 && minutes < 60).then_some((east, (hours * 60 + minutes) * 60_000))
    }
}

fn zoned(local: u64, zone: Option<(bool, u64)>) -> Stamp {
    match zone {
        None => Stamp::Local(local),
        Some((true, east)) => Stamp::At(local.saturating_sub(east)),
        Some((false, west)) => Stamp::At(local.saturating_add(west)),
    }
}

fn iso(text: &str) -> Option<Stamp> {
    let mut cursor = Cursor(text);
    let year = cursor.number(4).filter(|year| *year >= 1970)?;
    cursor.eat(&['-', '/'])?;
    let month = cursor.number(2)?;
    cursor.eat(&['-', '/'])?;
    let day = cursor.number(2)?;
    cursor.0 = cursor.0.strip_prefix(" at ").unwrap_or(cursor.0);
    cursor.eat(&['t', ' '])?;
    let clock = cursor.clock()?;
    let zone = cursor.zone();
    Some(zoned(days(year, month, day)? * 86_400_000 + clock, zone))
}

/// `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`, `Sun Nov  6 08:49:37 1994`.
fn http(text: &str) -> Option<Stamp> {
    let mut cursor = Cursor(text.trim_start_matches(|c: char| c.is_ascii_alphabetic()));
    cursor.spaces();
    if let Some(month) = cursor.month() {
        return asctime(cursor, month);
    }
    let day = cursor.number(2)?;
    cursor.eat(&[' ', '-'])?;
    let month = cursor.month()?;
    cursor.eat(&[' ', '-'])?;
    let year = cursor.number(4)?;
    let year = if year < 70 {
        year + 2_000
    } else if year < 100 {
        year + 1_900
    } else {
        year
    };
    cursor.spaces();
    let clock = cursor.clock()?;
    let zone = cursor.zone();
    Some(zoned(days(year, month, day)? * 86_400_000 + clock, zone))
}

fn asctime(mut cursor: Cursor<'_>, month: u64) -> Option<Stamp> {
    cursor.spaces();
    let day = cursor.number(2)?;
    cursor.spaces();
    let clock = cursor.clock()?;
    cursor.spaces();
    let year = cursor.number(4)?;
    Some(Stamp::At(days(year, month, day)? * 86_400_000 + clock))
}

fn clock_of_day(text: &str) -> Option<Stamp> {
    let mut cursor = Cursor(text);
    let clock = cursor.clock()?;
    let (east, offset) = cursor.zone()?;
    let day = 86_400_000;
    let utc = if east { clock + day - offset } else { clock + offset };
    Some(Stamp::Clock(utc % day))
}
