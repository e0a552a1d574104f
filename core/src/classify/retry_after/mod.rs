//! How long the provider asks to wait: headers, body fields and texts (C-18).

mod date;
mod duration;
mod headers;
mod phrases;
#[cfg(test)]
mod tests;

use super::Reason;
use super::index::serves;
use super::pattern::{Place, Places};
use super::read::Reading;
use crate::time::{Millis, Span};
use date::Stamp;
use duration::{decimal, scaled, with_units};
use phrases::{PHRASES, Side};

/// A longer wait is treated as unknown.
const LONGEST: u64 = 31 * 86_400_000;
/// A wait of this length that the payload states is a usage window (C-7).
const WINDOW: u64 = 3_600_000;
/// Times without a zone are in this one: Z.ai and Zhipu, UTC+8.
const CHINA: (&[&str], u64) = (&["zai", "z.ai", "z-ai", "zhipu", "zhipuai", "bigmodel", "glm"], 8 * 3_600_000);

/// Where a wait was stated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// A header of this response.
    Header,
    /// A header that comes with every response.
    Quota,
    /// A field of the body.
    Body,
    /// Words.
    Text,
}

/// One stated wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Floor {
    ms: u64,
    /// The zone was not stated: any other statement is better.
    assumed: bool,
    at: Option<Millis>,
    source: Source,
}

impl Floor {
    const fn relative(ms: u64, source: Source) -> Self {
        Self { ms, assumed: false, at: None, source }
    }
}

/// The wait that counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Wait {
    pub(crate) after: Option<Span>,
    pub(crate) at: Option<Millis>,
    /// The payload itself asks for an hour or more.
    pub(crate) window: bool,
}

impl Wait {
    /// An hour or more, whoever says so.
    pub(crate) fn is_long(&self) -> bool {
        self.after.is_some_and(|span| span.0 >= WINDOW)
    }
}

/// The literals that this part needs in the pass over the text, in order.
pub(crate) fn literals() -> impl Iterator<Item = &'static str> {
    PHRASES.iter().map(|(words, _)| *words)
}

/// The wait that one header states, by its lower-case name.
pub(crate) fn stated_header(name: &str, value: &str, now: Millis) -> Option<Span> {
    headers::stated(name, value, now).map(|floor| Span(floor.ms))
}

/// The largest floor of all that count. `first` is the literal id of the first phrase.
pub(crate) fn wait(reading: &Reading<'_>, places: &Places, first: u16, reason: Reason, now: Millis) -> Wait {
    let low = std::str::from_utf8(&reading.low).unwrap_or("");
    let mut floors: Vec<Floor> = Vec::new();
    for (name, value) in headers_of(reading) {
        floors.extend(headers::stated(&name.to_ascii_lowercase(), value, now));
    }
    floors.extend(reading.waits.iter().filter_map(|stated| body_field(&stated.key, &stated.value, now)));
    floors.extend(places.iter().filter_map(|place| phrase(place, first, low, reading, now)));
    floors.retain(|floor| floor.ms <= LONGEST);
    if floors.is_empty() && reason == Reason::RateLimit {
        let buckets = reading.nodes.iter().filter_map(|(node, _)| node.headers.as_ref());
        floors.extend(
            buckets.filter_map(|headers| headers::bucket(headers, low, now)).filter(|floor| floor.ms <= LONGEST),
        );
    }
    let window = floors.iter().any(|floor| floor.source != Source::Header && floor.ms >= WINDOW);
    let best = floors.into_iter().max_by_key(|floor| (!floor.assumed, floor.ms, floor.at.is_some()));
    Wait { after: best.map(|floor| Span(floor.ms)), at: best.and_then(|floor| floor.at), window }
}

fn headers_of<'r>(reading: &'r Reading<'_>) -> impl Iterator<Item = (&'r String, &'r String)> {
    reading.nodes.iter().filter_map(|(node, _)| node.headers.as_ref()).flatten()
}

/// Fields of a payload that state a wait, and the unit of a plain number in them.
fn body_field(key: &str, value: &str, now: Millis) -> Option<Floor> {
    match key {
        "retry_after_ms" | "retryafterms" | "retry-after-ms" => {
            let (amount, rest) = decimal(value)?;
            rest.is_empty().then(|| scaled(amount, 1).map(|ms| Floor::relative(ms, Source::Body)))?
        }
        "retry_after"
        | "retryafter"
        | "retry-after"
        | "retry_after_seconds"
        | "retryafterseconds"
        | "retry_in"
        | "retrydelay"
        | "retry_delay"
        | "resets_in_seconds"
        | "reset_in_seconds"
        | "resets_in"
        | "reset_in"
        | "resets_at"
        | "reset_at"
        | "resetat"
        | "resetsat"
        | "reset_time"
        | "resettime"
        | "quotaresetdelay"
        | "quotaresettimestamp"
        | "estimated_time"
        | "wait_seconds" => number_or_stamp(value, now, Source::Body),
        _ => None,
    }
}

/// Seconds, an epoch in seconds or milliseconds, a duration with units, or a date.
fn number_or_stamp(value: &str, now: Millis, source: Source) -> Option<Floor> {
    let value = value.trim();
    if let Some((amount, rest)) = decimal(value)
        && rest.is_empty()
    {
        return match amount / 1_000_000 {
            seconds if seconds < 1_000_000_000 => scaled(amount, 1_000).map(|ms| Floor::relative(ms, source)),
            seconds if seconds < 100_000_000_000 => {
                from_stamp(Stamp::At(seconds.checked_mul(1_000)?), now, None, source)
            }
            millis => from_stamp(Stamp::At(millis), now, None, source),
        };
    }
    let duration = with_units(value).map(|ms| Floor::relative(ms, source));
    duration.or_else(|| date::stamp(value).and_then(|stamp| from_stamp(stamp, now, None, source)))
}

/// The floor that a point in time means; one in the past is a wait of nothing.
fn from_stamp(stamp: Stamp, now: Millis, zone_east: Option<u64>, source: Source) -> Option<Floor> {
    let day = 86_400_000;
    let at = match stamp {
        Stamp::At(at) => at,
        Stamp::Local(local) => local.checked_sub(zone_east?)?,
        Stamp::Clock(clock) => {
            let today = now.0 - now.0 % day + clock;
            if today < now.0 { today + day } else { today }
        }
    };
    let ms = at.saturating_sub(now.0);
    Some(Floor { ms, assumed: matches!(stamp, Stamp::Local(_)), at: (ms > 0).then_some(Millis(at)), source })
}

fn phrase(place: &Place, first: u16, low: &str, reading: &Reading<'_>, now: Millis) -> Option<Floor> {
    let (_, side) = place.literal.checked_sub(first).and_then(|index| PHRASES.get(usize::from(index)))?;
    if let Side::After(unit) = side {
        return number_before(low.get(..place.start)?, *unit);
    }
    let text = low.get(place.end..)?.trim_start_matches([' ', ':', '=', '~', '"', '\'']);
    let text = ["about ", "approximately ", "another ", "at least ", "for ", "the next "]
        .iter()
        .fold(text, |t, w| t.strip_prefix(w).unwrap_or(t));
    if let Some(ms) = with_units(text) {
        return Some(Floor::relative(ms, Source::Text));
    }
    let zone = serves(CHINA.0, &reading.provider).then_some(CHINA.1);
    if let Some(floor) = date::stamp(text).and_then(|stamp| from_stamp(stamp, now, zone, Source::Text)) {
        return Some(floor);
    }
    let (amount, rest) = decimal(text).filter(|_| *side == Side::BeforeSeconds)?;
    let plain = !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | ':' | '/' | '%'));
    plain.then(|| scaled(amount, 1_000).map(|ms| Floor::relative(ms, Source::Text)))?
}

fn number_before(text: &str, unit: u64) -> Option<Floor> {
    let text = text.trim_end_matches(' ');
    let digits = text.bytes().rev().take_while(|b| b.is_ascii_digit() || *b == b'.').count();
    let (amount, _) = decimal(text.get(text.len() - digits..)?)?;
    scaled(amount, unit).map(|ms| Floor::relative(ms, Source::Text))
}
