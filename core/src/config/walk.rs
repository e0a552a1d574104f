//! Walks a section of options; finds the nearest known key to a slip.

use super::at::At;
use super::option::Row;
use super::table;
use crate::policy::Policy;
use std::collections::{BTreeMap, BTreeSet};

/// Longer keys are compared by their beginning.
const MAX_KEY: usize = 48;

/// Reads every option under the path of `at`, which is `failover` or `auth.cooldowns`.
pub(super) fn options(at: &mut At<'_, '_>, policy: &mut Policy) {
    let rows: BTreeMap<&str, &Row> = table::rows().map(|row| (row.path, row)).collect();
    section(at, policy, &rows);
}

fn section(at: &mut At<'_, '_>, policy: &mut Policy, rows: &BTreeMap<&str, &Row>) {
    let prefix = format!("{}.", at.path);
    let inside = rows.keys().filter_map(|path| path.strip_prefix(prefix.as_str()));
    let names: BTreeSet<&str> = inside.filter_map(|rest| rest.split('.').next()).collect();
    for (key, value) in at.object().into_iter().flatten() {
        let path = at.join(key);
        if !names.contains(key.as_str()) {
            let known: Vec<&str> = names.iter().copied().chain(same_name(key, rows)).collect();
            at.unknown(key, &known, false);
        } else if let Some(row) = rows.get(path.as_str()) {
            (row.set)(policy, &mut at.child(key, value));
        } else {
            section(&mut at.child(key, value), policy, rows);
        }
    }
}

/// An option of this very name in another section.
fn same_name<'a>(key: &str, rows: &BTreeMap<&'a str, &Row>) -> Option<&'a str> {
    rows.keys().find(|path| path.rsplit('.').next() == Some(key)).copied()
}

/// The known key that is nearest to `key`: a path that ends in `key`, else the least edit distance, where a name that
/// begins with `key` counts as one letter away. With `slips_only`, only one that is at most two letters, and a third of
/// its length, away.
pub(super) fn nearest<'a>(key: &str, known: &[&'a str], slips_only: bool) -> Option<&'a str> {
    let elsewhere = known.iter().find(|path| path.contains('.') && path.rsplit('.').next() == Some(key));
    if let Some(path) = elsewhere {
        return Some(path);
    }
    let mut best: Option<(usize, &str)> = None;
    for name in known.iter().filter(|name| !name.contains('.')) {
        let (key, lower) = (key.to_lowercase(), name.to_lowercase());
        let begun = !slips_only && !key.is_empty() && lower.starts_with(&key);
        let distance = if begun { 1 } else { distance(&key, &lower) };
        let near = !slips_only || distance <= 2.min(name.len() / 3);
        if near && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Edit distance where a swap of two neighbours counts as one.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(MAX_KEY).collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    let mut last = None;
    for (i, x) in a.chars().take(MAX_KEY).enumerate() {
        let next = next_row(&b, &row, &before, x, last, i);
        before = std::mem::replace(&mut row, next);
        last = Some(x);
    }
    row.last().copied().unwrap_or(0)
}

/// The row of the distance table after one more letter `x` of the first word, which `last` stood before.
fn next_row(b: &[char], row: &[usize], before: &[usize], x: char, last: Option<char>, i: usize) -> Vec<usize> {
    let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
    let mut next = vec![i + 1];
    for (j, y) in b.iter().enumerate() {
        let change = at(row, j) + usize::from(x != *y);
        let edit = change.min(at(row, j + 1) + 1).min(at(&next, j) + 1);
        let swapped = j > 0 && last == Some(*y) && b.get(j - 1) == Some(&x);
        let swap = if swapped { at(before, j - 1) + 1 } else { usize::MAX };
        next.push(edit.min(swap));
    }
    next
}
