//! `docs/complaints.md` against the tree: what it names exists, and its counts are those of its rows.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// Where Rust tests stand.
const RUST: [&str; 3] = ["core/src", "tests", "wasm"];
/// Folders that hold no code of ours.
const FOREIGN: [&str; 3] = ["target", "node_modules", "dist"];
/// How the last column begins where nothing is shown. Counted in this order, after what is shown.
const OTHERWISE: [&str; 3] = ["later: ", "not adopted: ", "listed"];

/// One thread.
struct Row {
    theme: String,
    thread: String,
    rules: Vec<String>,
    shown: String,
}

impl Row {
    /// The column of the table of counts: 0 is shown.
    fn column(&self) -> usize {
        OTHERWISE.iter().position(|word| self.shown.starts_with(word)).map_or(0, |place| place + 1)
    }

    /// The names before the note, and those that stand in parentheses in a note.
    fn proofs(&self) -> Vec<&str> {
        let names = if self.column() == 0 { self.shown.split("`. ").next() } else { None };
        let before = names.into_iter().flat_map(|names| names.split('`').skip(1).step_by(2));
        let inside = self.shown.split("(`").skip(1).filter_map(|rest| rest.split("`)").next());
        before.chain(inside).collect()
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: impl AsRef<Path>) -> String {
    fs::read_to_string(root().join(path)).unwrap()
}

/// The text of every file below `folder` with this ending.
fn texts(folder: &Path, ending: &str) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() && !FOREIGN.contains(&entry.file_name().to_string_lossy().as_ref()) {
            text.push_str(&texts(&path, ending));
        } else if path.extension().is_some_and(|found| found == ending) {
            text.push_str(&fs::read_to_string(path).unwrap());
        }
    }
    text
}

fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(str::trim).collect()
}

/// The rows of all themes, in order.
fn rows() -> Vec<Row> {
    let (mut rows, mut theme) = (Vec::new(), String::new());
    for line in read("docs/complaints.md").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            heading.clone_into(&mut theme);
        } else if let [thread, _, rules, shown] = cells(line)[..]
            && thread.contains('#')
        {
            let rules = rules.split(", ").map(str::to_owned).collect();
            rows.push(Row { theme: theme.clone(), thread: thread.to_owned(), rules, shown: shown.to_owned() });
        }
    }
    rows
}

/// The table of counts: theme to threads, shown, later, not adopted, listed.
fn stated() -> BTreeMap<String, Vec<usize>> {
    let page = read("docs/complaints.md");
    let lines = page.lines().filter(|line| line.starts_with("| ") && cells(line).len() == 6);
    lines.skip(2).map(|line| (cells(line)[0].to_owned(), numbers(line))).collect()
}

fn numbers(line: &str) -> Vec<usize> {
    cells(line)[1..].iter().map(|cell| cell.parse().unwrap()).collect()
}

/// each scenario, Rust test, Node test and corpus row that the page names is there.
#[test]
fn q7_what_the_complaints_name_exists() {
    let rust: String = RUST.iter().map(|folder| texts(&root().join(folder), "rs")).collect();
    let node = texts(&root().join("js/test"), "mjs");
    let corpus = texts(&root().join("tests/corpus"), "jsonl");
    let exists = |name: &str| {
        root().join("tests/scenarios").join(format!("{name}.json5")).exists()
            || rust.contains(&format!("fn {name}("))
            || node.contains(&format!("'{name}'"))
            || corpus.contains(&format!("\"id\": \"{name}\""))
    };
    for row in rows() {
        let proofs = row.proofs();
        assert!(row.column() > 0 || !proofs.is_empty(), "{} names nothing", row.thread);
        for name in proofs {
            assert!(exists(name), "{}: there is no {name}", row.thread);
        }
    }
}

/// each rule that the page names is in the specification.
#[test]
fn q7_the_rules_of_the_complaints_are_specified() {
    let specification = texts(&root().join("docs/spec"), "md");
    for row in rows() {
        for rule in &row.rules {
            let known = [" ", ".", "*"].iter().any(|after| specification.contains(&format!("**{rule}{after}")));
            assert!(known, "{}: there is no rule {rule}", row.thread);
        }
    }
}

/// the counts at the top are those of the rows, each thread stands once, and at least 80 are shown.
#[test]
fn q7_the_counts_of_the_complaints_are_right() {
    let mut counted: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    let rows = rows();
    for row in &rows {
        for theme in [row.theme.as_str(), "all"] {
            let counts = counted.entry(theme.to_owned()).or_insert_with(|| vec![0; 5]);
            counts[0] += 1;
            counts[row.column() + 1] += 1;
        }
    }
    assert_eq!(stated(), counted);
    assert!(counted["all"][1] >= 80);
    let threads: BTreeSet<&str> = rows.iter().map(|row| row.thread.as_str()).collect();
    assert_eq!(threads.len(), rows.len(), "a thread stands twice");
}
