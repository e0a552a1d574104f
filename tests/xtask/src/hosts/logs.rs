//! What a host wrote, and how it differs from what another one wrote.

use anyhow::{Context, Result};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// File name of the verdicts.
const CORPUS: &str = "corpus.log";
/// Characters of a text that a difference shows.
const SHOWN: usize = 160;

/// Texts by name.
type Texts = BTreeMap<String, String>;

/// The logs of one run.
#[derive(Clone, Default)]
pub(crate) struct Logs {
    /// Steps by scenario, one a line.
    pub(crate) scenarios: Texts,
    /// Verdicts by row.
    pub(crate) corpus: Texts,
}

impl Logs {
    /// Reads what a host wrote into a folder.
    pub(crate) fn read(folder: &Path) -> Result<Self> {
        let mut logs = Self::default();
        for (name, text) in files(folder, "log")? {
            if name == CORPUS.trim_end_matches(".log") {
                logs.corpus = text.lines().map(verdict).collect::<Result<_>>()?;
            } else {
                logs.scenarios.insert(name, text);
            }
        }
        Ok(logs)
    }

    /// The steps that recordings hold.
    pub(crate) fn recorded(folder: &Path) -> Result<Texts> {
        let steps = |(name, text): (String, String)| {
            let recording: Value = serde_json::from_str(&text).with_context(|| name.clone())?;
            let turns = recording.get("turns").and_then(Value::as_array).into_iter().flatten();
            let steps = turns.filter_map(|turn| turn.get("steps")?.as_array()).flatten().filter_map(Value::as_str);
            Ok((name, steps.map(|step| format!("{step}\n")).collect()))
        };
        files(folder, "json")?.into_iter().map(steps).collect()
    }

    /// Only what the other one has by name.
    pub(crate) fn limited_to(mut self, other: &Self) -> Self {
        self.scenarios.retain(|name, _| other.scenarios.contains_key(name));
        self.corpus.retain(|id, _| other.corpus.contains_key(id));
        self
    }

    /// One sentence for each scenario and row that differs, by its name.
    pub(crate) fn differences(&self, got: &Self) -> Texts {
        let mut found = differences("scenario", &self.scenarios, &got.scenarios);
        found.extend(differences("row", &self.corpus, &got.corpus));
        found
    }
}

/// A file that ends without a line end was cut off.
fn verdict(line: &str) -> Result<(String, String)> {
    let (id, verdict) = line.split_once('\t').with_context(|| format!("{CORPUS}: no tab in {line:?}"))?;
    Ok((id.to_owned(), verdict.to_owned()))
}

/// Names and texts of the files with this ending.
fn files(folder: &Path, ending: &str) -> Result<Vec<(String, String)>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        if path.extension().is_some_and(|end| end == ending) {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            found.push((name, fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?));
        }
    }
    Ok(found)
}

fn differences(what: &str, want: &Texts, got: &Texts) -> Texts {
    let names: BTreeSet<&String> = want.keys().chain(got.keys()).collect();
    let difference = |name: &String| {
        let told = tell(want.get(name), got.get(name))?;
        Some((name.clone(), format!("{what} {name}: {told}")))
    };
    names.into_iter().filter_map(difference).collect()
}

fn tell(want: Option<&String>, got: Option<&String>) -> Option<String> {
    match (want, got) {
        (Some(want), Some(got)) if want == got => None,
        (Some(want), Some(got)) => Some(first_difference(want, got)),
        (Some(_), None) => Some("is missing".to_owned()),
        (None, _) => Some("was not asked for".to_owned()),
    }
}

fn first_difference(want: &str, got: &str) -> String {
    let (want, got): (Vec<&str>, Vec<&str>) = (want.split('\n').collect(), got.split('\n').collect());
    let place = want.iter().zip(&got).position(|(want, got)| want != got).unwrap_or(want.len().min(got.len()));
    let line = |lines: &[&str]| lines.get(place).map_or("nothing", |line| *line).to_owned();
    let (want, got) = (line(&want), line(&got));
    let same = want.chars().zip(got.chars()).take_while(|(want, got)| want == got).count();
    let shown = |text: &str| text.chars().skip(same.saturating_sub(SHOWN / 2)).take(SHOWN).collect::<String>();
    format!("line {}:\n  expected {}\n  got      {}", place + 1, shown(&want), shown(&got))
}

#[cfg(test)]
mod tests {
    use super::{Logs, Texts};

    fn texts(pairs: &[(&str, &str)]) -> Texts {
        pairs.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    /// H-13: one byte, a missing log and one too many are all differences.
    #[test]
    fn h13_every_kind_of_difference_is_found() {
        let want =
            Logs { scenarios: texts(&[("a", "1\n2\n"), ("b", "1\n")]), corpus: texts(&[("r", "{}"), ("s", "{}")]) };
        assert!(want.differences(&want.clone()).is_empty());
        let got =
            Logs { scenarios: texts(&[("a", "1\n2"), ("c", "1\n")]), corpus: texts(&[("r", "{ }"), ("s", "{}")]) };
        let found = want.differences(&got);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["a", "b", "c", "r"], "{found:#?}");
        assert_eq!(want.clone().limited_to(&got).differences(&got).len(), 3, "b is left out");
    }
}
