//! The built-in text patterns and the one pass that finds them (C-20).
//!
//! A built-in pattern is a small part of the `regex` syntax: literals, alternations and bounded gaps,
//! `(?:model|deployment).{0,60}does not exist`. So one Aho-Corasick pass over the text is prefilter and matcher at once:
//! a pattern holds when its literals were seen in order and close enough. A test compares this with the `regex` crate.

use aho_corasick::{AhoCorasick, MatchKind};
use std::collections::BTreeMap;

/// At most this many places are kept per literal, which bounds the work on any text.
const MAX_PLACES: u8 = 12;

/// Where a literal or a whole pattern was found: byte offsets into the flat text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) literal: u16,
    pub(crate) start: usize,
    pub(crate) end: usize,
}

/// One step of a pattern: any of these words, at most `gap` bytes after the step before.
#[derive(Debug, Default)]
struct Step {
    words: Vec<Word>,
    gap: usize,
}

/// A literal, and whether a word must begin or end with it (`\b`).
#[derive(Debug)]
struct Word {
    literal: u16,
    start: bool,
    end: bool,
}

/// A compiled pattern.
#[derive(Debug, Default)]
pub(crate) struct Pattern {
    steps: Vec<Step>,
    from_start: bool,
    to_end: bool,
}

/// Collects the literals of all patterns, then builds the automaton.
#[derive(Debug, Default)]
pub(crate) struct Builder {
    ids: BTreeMap<String, u16>,
    literals: Vec<String>,
}

impl Builder {
    /// The id of a literal (lower case).
    pub(crate) fn literal(&mut self, text: &str) -> u16 {
        let next = u16::try_from(self.literals.len()).unwrap_or(u16::MAX);
        *self.ids.entry(text.to_owned()).or_insert_with(|| {
            self.literals.push(text.to_owned());
            next
        })
    }

    /// Compiles one built-in pattern.
    pub(crate) fn pattern(&mut self, source: &str) -> Pattern {
        let from_start = source.starts_with('^');
        let to_end = source.ends_with('$');
        let mut pattern = Pattern { from_start, to_end, steps: Vec::new() };
        let mut gap = 0;
        for piece in source.trim_start_matches('^').trim_end_matches('$').split(".{0,") {
            let (width, body) =
                if pattern.steps.is_empty() { ("0", piece) } else { piece.split_once('}').unwrap_or(("0", piece)) };
            gap = width.parse().unwrap_or(gap);
            let step = self.step(body, gap);
            pattern.steps.push(step);
        }
        pattern
    }

    fn step(&mut self, body: &str, gap: usize) -> Step {
        let words = alternatives(body).into_iter().map(|word| {
            let (start, word) = word.strip_prefix("\\b").map_or((false, word.as_str()), |rest| (true, rest));
            let (end, word) = word.strip_suffix("\\b").map_or((false, word), |rest| (true, rest));
            Word { literal: self.literal(&word.replace('\\', "")), start, end }
        });
        Step { words: words.collect(), gap }
    }

    /// The automaton over all literals; `None` only if the library refuses the size.
    pub(crate) fn build(&self) -> Option<AhoCorasick> {
        AhoCorasick::builder().match_kind(MatchKind::Standard).build(&self.literals).ok()
    }

    /// How many literals there are.
    pub(crate) fn len(&self) -> usize {
        self.literals.len()
    }
}

/// `too many (?:input|output) tokens` as its literals.
fn alternatives(body: &str) -> Vec<String> {
    let Some((before, rest)) = body.split_once("(?:") else {
        return vec![body.to_owned()];
    };
    let (group, after) = rest.split_once(')').unwrap_or((rest, ""));
    let tails = alternatives(after);
    group.split('|').flat_map(|word| tails.iter().map(move |tail| format!("{before}{word}{tail}"))).collect()
}

/// The places of all literals in one text, by literal and then by start.
#[derive(Debug, Default)]
pub(crate) struct Places(Vec<Place>);

impl Places {
    /// One pass over `low`.
    pub(crate) fn find(automaton: &AhoCorasick, literals: usize, low: &[u8]) -> Self {
        let mut seen = vec![0_u8; literals];
        let mut places = Vec::with_capacity(64);
        for hit in automaton.find_overlapping_iter(low) {
            let literal = hit.pattern().as_usize();
            if let Some(count) = seen.get_mut(literal).filter(|count| **count < MAX_PLACES) {
                *count += 1;
                places.push(Place {
                    literal: u16::try_from(literal).unwrap_or(u16::MAX),
                    start: hit.start(),
                    end: hit.end(),
                });
            }
        }
        places.sort_unstable_by_key(|place| (place.literal, place.start));
        Self(places)
    }

    /// Every place, literal by literal.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Place> {
        self.0.iter()
    }

    /// The places of one literal, in order.
    fn of(&self, literal: u16) -> &[Place] {
        let from = self.0.partition_point(|place| place.literal < literal);
        let rest = self.0.get(from..).unwrap_or(&[]);
        let count = rest.iter().take_while(|place| place.literal == literal).count();
        rest.get(..count).unwrap_or(&[])
    }
}

impl Pattern {
    /// The literals without which this pattern cannot hold: those of its first step.
    pub(crate) fn needed(&self) -> impl Iterator<Item = u16> {
        self.steps.first().into_iter().flat_map(|step| step.words.iter().map(|word| word.literal))
    }

    /// A place where the whole pattern holds.
    pub(crate) fn find(&self, low: &[u8], places: &Places) -> Option<(usize, usize)> {
        let (first, rest) = self.steps.split_first()?;
        first
            .places(low, places)
            .filter(|place| !self.from_start || at_start(low, place.start))
            .find_map(|place| self.follow(rest, low, places, place.end).map(|end| (place.start, end)))
    }

    fn follow(&self, steps: &[Step], low: &[u8], places: &Places, from: usize) -> Option<usize> {
        let Some((step, rest)) = steps.split_first() else {
            return (!self.to_end || at_end(low, from)).then_some(from);
        };
        step.places(low, places)
            .filter(|place| place.start >= from && place.start - from <= step.gap)
            .filter(|place| low.get(from..place.start).is_some_and(|between| !between.contains(&b'\n')))
            .find_map(|place| self.follow(rest, low, places, place.end))
    }
}

impl Step {
    /// The places of all words of this step.
    fn places<'p>(&'p self, low: &'p [u8], places: &'p Places) -> impl Iterator<Item = &'p Place> {
        let wordy =
            |at: Option<usize>| at.and_then(|at| low.get(at)).is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_');
        self.words.iter().flat_map(move |word| {
            let whole = move |place: &&Place| {
                let joined = (word.start && wordy(place.start.checked_sub(1))) || (word.end && wordy(Some(place.end)));
                !joined
            };
            places.of(word.literal).iter().filter(whole)
        })
    }
}

/// A piece of text begins at `at`, quotes and brackets aside: a line, a quoted value (`"message": "…`), or what stands
/// behind the name of an error (`APIError: …`, `OpenAIException - …`).
fn at_start(low: &[u8], at: usize) -> bool {
    let opening = |b: &&u8| matches!(**b, b'"' | b'\'' | b' ' | b'[' | b'(');
    let head = low.get(..at).unwrap_or(&[]);
    let (head, run) = head.split_at(head.len() - head.iter().rev().take_while(opening).count());
    let value = head.ends_with(b":") && run.iter().any(quote);
    let named = [&b"error:"[..], b"exception:", b"error -", b"exception -"].iter().any(|name| head.ends_with(name));
    head.last().is_none_or(|b| *b == b'\n') || value || named
}

/// A piece of text ends at `at`, full stops and closing brackets aside: a line, a quoted value, or what stands before
/// an added request id or link.
fn at_end(low: &[u8], at: usize) -> bool {
    let closing = |b: &&u8| matches!(**b, b'"' | b'\'' | b' ' | b']' | b')' | b'.' | b'}' | b'!');
    let tail = low.get(at..).unwrap_or(&[]);
    let (run, tail) = tail.split_at(tail.iter().take_while(closing).count());
    tail.is_empty()
        || run.iter().any(quote)
        || [&b"\n"[..], b"(", b"~", b"see ~"].iter().any(|next| tail.starts_with(next))
}

const fn quote(byte: &u8) -> bool {
    matches!(*byte, b'"' | b'\'')
}
