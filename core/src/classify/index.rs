//! The table made ready for one pass: which literals and codes may wake which rows (C-20).

use super::pattern::{Builder, Pattern, Places};
use super::read::Reading;
use super::rule::Row;
use aho_corasick::AhoCorasick;
use std::collections::BTreeMap;

/// Rows in order of precedence, with their patterns compiled.
#[derive(Debug)]
pub(crate) struct Index {
    rows: Vec<Ready>,
    automaton: Option<AhoCorasick>,
    /// Literal id to the patterns that begin with it.
    by_literal: Vec<Vec<Wake>>,
    by_code: BTreeMap<&'static str, Vec<u16>>,
    /// Rows that no literal and no code can wake: those on status alone.
    always: Vec<u16>,
}

/// A row to look at: for one of its patterns, or for its codes and statuses alone.
type Wake = (u16, Option<u16>);

#[derive(Debug)]
struct Ready {
    row: Row,
    text: Vec<Pattern>,
    unless: Vec<Pattern>,
}

/// A row that holds, and the span of text that made it hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held<'i> {
    pub(crate) row: &'i Row,
    pub(crate) span: Option<(usize, usize)>,
}

/// The places of all literals in one text, and the rows that they wake.
#[derive(Debug)]
pub(crate) struct Woken {
    pub(crate) places: Places,
    rows: Vec<Wake>,
}

impl Index {
    /// Compiles the table. `extra` are further literals that other parts look for (waits, HTML); ids in their order.
    pub(crate) fn new(table: impl Iterator<Item = &'static Row>, extra: &[&str]) -> Self {
        let mut builder = Builder::default();
        for literal in extra {
            builder.literal(literal);
        }
        let rows: Vec<Ready> = table.map(|row| Ready::new(row, &mut builder)).collect();
        let mut index = Self {
            rows,
            automaton: builder.build(),
            by_literal: vec![Vec::new(); builder.len()],
            by_code: BTreeMap::new(),
            always: Vec::new(),
        };
        index.link();
        index
    }

    fn link(&mut self) {
        for (number, ready) in (0_u16..).zip(&self.rows) {
            for (which, pattern) in (0_u16..).zip(&ready.text) {
                for literal in pattern.needed() {
                    if let Some(list) = self.by_literal.get_mut(usize::from(literal)) {
                        list.push((number, Some(which)));
                    }
                }
            }
            if ready.row.text.is_empty() {
                for code in ready.row.codes {
                    self.by_code.entry(code).or_default().push(number);
                }
                if ready.row.codes.is_empty() {
                    self.always.push(number);
                }
            }
        }
    }

    /// One pass over the text.
    pub(crate) fn wake(&self, reading: &Reading<'_>) -> Woken {
        let automaton = self.automaton.as_ref();
        let places = automaton.map_or_else(Places::default, |a| Places::find(a, self.by_literal.len(), &reading.low));
        let mut rows: Vec<Wake> = Vec::with_capacity(64);
        let mut last = None;
        for place in places.iter().filter(|place| last.replace(place.literal) != Some(place.literal)) {
            rows.extend(self.by_literal.get(usize::from(place.literal)).into_iter().flatten());
        }
        let by_code = reading.codes.iter().filter_map(|code| self.by_code.get(code.as_str()));
        rows.extend(by_code.flatten().chain(&self.always).map(|number| (*number, None)));
        rows.sort_unstable();
        rows.dedup();
        Woken { places, rows }
    }

    /// The rows that hold, best first.
    pub(crate) fn held<'i>(&'i self, reading: &'i Reading<'_>, woken: &'i Woken) -> impl Iterator<Item = Held<'i>> {
        woken
            .rows
            .iter()
            .filter_map(|(number, which)| self.rows.get(usize::from(*number)).map(|ready| (ready, *which)))
            .filter_map(|(ready, which)| ready.holds(which, reading, &woken.places))
    }
}

impl Ready {
    fn new(row: &'static Row, builder: &mut Builder) -> Self {
        let text = row.text.iter().map(|source| builder.pattern(source)).collect();
        let unless = row.unless.iter().map(|source| builder.pattern(source)).collect();
        Self { row: *row, text, unless }
    }

    /// Whether the row holds by the pattern `which`, or without one.
    fn holds(&self, which: Option<u16>, reading: &Reading<'_>, places: &Places) -> Option<Held<'_>> {
        let row = &self.row;
        let span = match which {
            Some(which) => Some(self.text.get(usize::from(which))?.find(&reading.low, places)?),
            None => None,
        };
        let codes = row.codes.is_empty() || reading.codes.iter().any(|code| row.codes.contains(&code.as_str()));
        let other = !row.not_on.is_empty() && serves(row.not_on, &reading.provider);
        if !codes || other || !row.takes_status(reading.status) || !serves(row.providers, &reading.provider) {
            return None;
        }
        let vetoed = || self.unless.iter().any(|pattern| pattern.find(&reading.low, places).is_some());
        let fits = !row.ceiling || span.is_some_and(|span| asks_for_more(&reading.low, span));
        (fits && !vetoed()).then_some(Held { row, span })
    }
}

/// `limit 8000, requested 8098`: the request alone is larger than the whole limit (C-14). `span` runs from the first word
/// to the second.
fn asks_for_more(low: &[u8], (start, end): (usize, usize)) -> bool {
    let number = |from: usize| {
        let digits = low
            .iter()
            .skip(from)
            .skip_while(|b| !b.is_ascii_digit())
            .take(20)
            .take_while(|b| b.is_ascii_digit() || **b == b',');
        digits
            .filter(|b| **b != b',')
            .fold(0_u64, |sum, digit| sum.saturating_mul(10).saturating_add(u64::from(digit - b'0')))
    };
    number(end) > number(start)
}

/// Whether a row for `wanted` counts for this provider: `kimi` serves `kimi-coding` and `router/kimi`.
pub(crate) fn serves(wanted: &[&str], provider: &str) -> bool {
    wanted.is_empty()
        || provider.split('/').any(|part| {
            wanted.iter().any(|name| {
                part.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['-', '_', '.']))
            })
        })
}
