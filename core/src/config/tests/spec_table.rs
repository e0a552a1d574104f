//! The table of options against 09-options.md: keys, units, defaults of each preset, rules.

use crate::config::{OptionInfo, options};
use std::collections::BTreeMap;

const SPEC: &str = include_str!("../../../../docs/spec/09-options.md");

/// One option as the document has it; `units` holds all that the row names when they cannot be told apart.
#[derive(Debug)]
struct Documented {
    path: String,
    units: Vec<String>,
    latest: String,
    sticky: String,
    classic: String,
    rule: String,
}

/// The rows of both tables, with combined rows taken apart.
fn documented() -> Vec<Documented> {
    let mut prefix = "";
    let mut all = Vec::new();
    for line in SPEC.lines() {
        for section in ["auth.cooldowns.", "failover."] {
            if line.starts_with(&format!("`{section}*`")) {
                prefix = section;
            }
        }
        if line.starts_with("| `") {
            let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 6, "a row of six cells: {line}");
            all.extend(row(prefix, &cells));
        }
    }
    all
}

fn row(prefix: &str, cells: &[&str]) -> Vec<Documented> {
    let keys = keys(cells[0]);
    let latest = per_key(cells[2], keys.len()).expect("a default for each key");
    let preset = |cell: &str, index: usize| {
        let name = keys[index].rsplit('.').next().unwrap();
        let named =
            cell.split_once(' ').filter(|(first, _)| keys.iter().any(|key| key.ends_with(&format!(".{first}"))));
        match named {
            Some((first, value)) if first == name => value.to_owned(),
            Some(_) => latest[index].clone(),
            None if cell.is_empty() => latest[index].clone(),
            None => per_key(cell, keys.len()).expect("a value for each key")[index].clone(),
        }
    };
    let units = |index: usize| match per_key(cells[1], keys.len()) {
        Some(units) => vec![units[index].clone()],
        None => cells[1].split(", ").map(str::to_owned).collect(),
    };
    (0..keys.len())
        .map(|index| Documented {
            path: format!("{prefix}{}", keys[index]),
            units: units(index),
            latest: latest[index].clone(),
            sticky: preset(cells[3], index),
            classic: preset(cells[4], index),
            rule: cells[5].to_owned(),
        })
        .collect()
}

/// `a.b` / `c` is `a.b`, `a.c`; `a.{b,c}` too.
fn keys(cell: &str) -> Vec<String> {
    let cell = cell.replace('`', "");
    if let Some((before, rest)) = cell.split_once('{') {
        return rest.trim_end_matches('}').split(',').map(|name| format!("{before}{name}")).collect();
    }
    let mut parts = cell.split(" / ");
    let first = parts.next().unwrap().to_owned();
    let parent = first.rsplit_once('.').map(|(parent, _)| format!("{parent}.")).unwrap_or_default();
    std::iter::once(first.clone()).chain(parts.map(|name| format!("{parent}{name}"))).collect()
}

/// A cell for `count` keys: one part each, or one value for all.
fn per_key(cell: &str, count: usize) -> Option<Vec<String>> {
    for separator in [" / ", ", "] {
        let parts: Vec<String> = cell.split(separator).map(str::to_owned).collect();
        if count > 1 && parts.len() == count {
            return Some(parts);
        }
    }
    let alone = count == 1 || !(cell.contains(" / ") || cell.contains(", "));
    alone.then(|| vec![cell.to_owned(); count])
}

/// What the first paragraph says of `swift`.
fn swift() -> BTreeMap<String, String> {
    let (_, text) = SPEC.split_once("`swift` is `latest` with ").expect("the sentence about swift");
    let list = text.split(['.', '\n']).collect::<Vec<_>>().join(".");
    let list = list.split(". Empty").next().unwrap();
    list.split(", ")
        .map(|part| part.trim_start_matches('`').split_once("` ").expect("`option` value"))
        .map(|(key, value)| (format!("failover.{key}"), value.to_owned()))
        .collect()
}

fn plain(unit: &str) -> &str {
    unit.strip_suffix(" or unset").unwrap_or(unit)
}

fn same(ours: &OptionInfo, theirs: &Documented) {
    let path = &ours.path;
    assert_eq!(*path, theirs.path, "the same options in the same order");
    assert!(
        theirs.units.iter().any(|unit| plain(unit) == plain(&ours.unit)),
        "{path}: {} {:?}",
        ours.unit,
        theirs.units
    );
    assert_eq!(ours.default.latest, theirs.latest, "{path}: latest");
    assert_eq!(ours.default.sticky, theirs.sticky, "{path}: sticky");
    assert_eq!(ours.default.classic, theirs.classic, "{path}: classic");
    let rules = theirs.rule.split(", ").any(|rule| rule == ours.rule) || theirs.rule == ours.rule;
    assert!(rules, "{path}: {} is not {}", ours.rule, theirs.rule);
    assert!(ours.doc.ends_with('.') && ours.doc.len() > 10, "{path}: a sentence");
}

/// M-1: the table in the code is the table of the specification.
#[test]
fn m1_every_option_agrees_with_the_specification() {
    let (ours, theirs) = (options(), documented());
    assert!(theirs.len() > 60, "{} rows were found", theirs.len());
    ours.iter().zip(&theirs).for_each(|(ours, theirs)| same(ours, theirs));
    assert_eq!(ours.len(), theirs.len(), "no option is missing on either side");
}

#[test]
fn m1_swift_differs_from_latest_exactly_as_specified() {
    let differs = options().into_iter().filter(|option| option.default.swift != option.default.latest);
    let ours: BTreeMap<_, _> = differs.map(|option| (option.path, option.default.swift)).collect();
    let mut theirs = swift();
    theirs.insert("failover.preset".to_owned(), "swift".to_owned());
    assert_eq!(ours, theirs);
}

#[test]
fn m1_each_default_is_accepted_by_its_own_option() {
    for preset in ["latest", "sticky", "classic", "swift"] {
        let config = serde_json::json!({ "failover": { "preset": preset } });
        let (policy, warnings) = crate::config::read(&config).expect("defaults are valid");
        assert!(warnings.is_empty(), "{warnings:?}");
        assert!(!policy.cooldowns.ladder.is_empty() && !policy.cooldowns.usage_window_ladder.is_empty());
    }
}
