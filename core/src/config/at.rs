//! A place in the config: reads typed values and reports what does not fit.

use super::found::Found;
use crate::time::{MAX_SAFE, Span};
use serde_json::{Map, Value};
use std::ops::RangeInclusive;

/// The most steps of a ladder.
const MAX_STEPS: usize = 64;

/// A value of the config, its path, and where problems go.
pub(super) struct At<'v, 'f> {
    pub(super) path: String,
    pub(super) value: &'v Value,
    pub(super) found: &'f mut Found,
}

impl<'v, 'f> At<'v, 'f> {
    /// The whole config.
    pub(super) fn new(value: &'v Value, found: &'f mut Found) -> Self {
        Self::place("", value, found)
    }

    pub(super) fn place(path: &str, value: &'v Value, found: &'f mut Found) -> Self {
        Self { path: path.to_owned(), value, found }
    }

    /// The value under a key, at its own path.
    pub(super) fn child(&mut self, key: &str, value: &'v Value) -> At<'v, '_> {
        At { path: self.join(key), value, found: self.found }
    }

    /// An element of a list, at its own path.
    pub(super) fn element(&mut self, index: usize, value: &'v Value) -> At<'v, '_> {
        At { path: format!("{}[{index}]", self.path), value, found: self.found }
    }

    /// Reads the value under a key, when there is one; `null` counts as none.
    pub(super) fn within<T>(&mut self, key: &str, read: impl FnOnce(&mut At<'v, '_>) -> T) -> Option<T> {
        let value = self.value.get(key).filter(|value| !value.is_null())?;
        Some(read(&mut self.child(key, value)))
    }

    pub(super) fn join(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{}.{key}", self.path) }
    }

    pub(super) fn object(&mut self) -> Option<&'v Map<String, Value>> {
        let object = self.value.as_object();
        if object.is_none() {
            self.wrong("wrong_type", "an object");
        }
        object
    }

    pub(super) fn list(&mut self) -> Option<&'v [Value]> {
        let list = self.value.as_array();
        if list.is_none() {
            self.wrong("wrong_type", "a list");
        }
        list.map(Vec::as_slice)
    }

    /// A string that is not empty, trimmed.
    pub(super) fn text(&mut self) -> Option<&'v str> {
        let text = self.value.as_str().map(str::trim).filter(|text| !text.is_empty());
        if text.is_none() {
            self.wrong("wrong_type", "a string that is not empty");
        }
        text
    }

    /// A list of strings; elements that are none are reported.
    pub(super) fn texts(&mut self) -> Option<Vec<&'v str>> {
        let list = self.list()?;
        let texts: Vec<&str> =
            list.iter().enumerate().filter_map(|(index, value)| self.element(index, value).text()).collect();
        (texts.len() == list.len()).then_some(texts)
    }

    pub(super) fn flag(&mut self, target: &mut bool) {
        match self.value.as_bool() {
            Some(flag) => *target = flag,
            None => self.wrong("wrong_type", "true or false"),
        }
    }

    /// A whole number in a range.
    pub(super) fn number(&mut self, range: RangeInclusive<u64>) -> Option<u64> {
        let expected = match (*range.start(), *range.end()) {
            (start, MAX_SAFE) => format!("a whole number from {start} to 2^53 - 1"),
            (start, end) => format!("a whole number from {start} to {end}"),
        };
        let number = self.value.as_u64().filter(|number| range.contains(number));
        if number.is_none() {
            let whole = self.value.is_u64() || self.value.is_i64();
            self.wrong(if whole { "out_of_range" } else { "wrong_type" }, &expected);
        }
        number
    }

    /// A duration in milliseconds of at least `min`.
    pub(super) fn ms(&mut self, min: u64, target: &mut Span) {
        if let Some(ms) = self.number(min..=MAX_SAFE) {
            *target = Span(ms);
        }
    }

    /// As `ms`; `null` is unset.
    pub(super) fn ms_or_unset(&mut self, min: u64, target: &mut Option<Span>) {
        if self.value.is_null() {
            *target = None;
        } else if let Some(ms) = self.number(min..=MAX_SAFE) {
            *target = Some(Span(ms));
        }
    }

    /// A number of at most `max`.
    pub(super) fn count(&mut self, max: u32, target: &mut u32) {
        if let Some(count) = self.number(0..=u64::from(max)) {
            *target = u32::try_from(count).unwrap_or(max);
        }
    }

    /// As `count`; `null` is unset.
    pub(super) fn count_or_unset(&mut self, max: u32, target: &mut Option<u32>) {
        if self.value.is_null() {
            *target = None;
        } else if let Some(count) = self.number(0..=u64::from(max)) {
            *target = u32::try_from(count).ok();
        }
    }

    /// A number of units of `unit` milliseconds, from 1 to `max`.
    pub(super) fn units(&mut self, unit: Span, max: u64) -> Option<Span> {
        self.number(1..=max).map(|count| Span(count.saturating_mul(unit.0)))
    }

    /// A ladder: at least one step.
    pub(super) fn ladder(&mut self) -> Option<Vec<Span>> {
        let list = self.list()?;
        if list.is_empty() || list.len() > MAX_STEPS {
            self.wrong("out_of_range", "a list of 1 to 64 whole numbers");
            return None;
        }
        let steps: Vec<Span> = list
            .iter()
            .enumerate()
            .filter_map(|(index, value)| self.element(index, value).number(0..=MAX_SAFE).map(Span))
            .collect();
        (steps.len() == list.len()).then_some(steps)
    }

    /// One of some words.
    pub(super) fn word<T: Copy>(&mut self, names: &[(&str, T)], target: &mut T) {
        match names.iter().find(|(name, _)| self.value.as_str() == Some(*name)) {
            Some((_, value)) => *target = *value,
            None => {
                let allowed: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
                let code = if self.value.is_string() { "unknown_value" } else { "wrong_type" };
                self.wrong(code, &format!("one of {}", allowed.join(", ")));
            }
        }
    }

    /// Reads each value of a map by its key.
    pub(super) fn each(&mut self, mut read: impl FnMut(&str, &mut At<'v, '_>)) {
        for (key, value) in self.object().into_iter().flatten() {
            read(key, &mut self.child(key, value));
        }
    }
}
