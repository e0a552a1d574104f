//! The corpus of real errors, scored.

use serde::Deserialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use switchover_core::classify::{Classification, Classifier, ErrorSignal};
use switchover_core::time::Millis;
use switchover_tests::corpus_row::{FILES, UNSEEN};

/// 2026-07-01T00:00:00Z.
const NOW: Millis = Millis(1_782_864_000_000);
/// A stated wait counts as right within this.
const SLACK_MS: u64 = 1_000;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Row {
    id: String,
    provider: Option<String>,
    status: Option<u16>,
    code: Option<String>,
    headers: Option<BTreeMap<String, String>>,
    body: Option<Value>,
    expect: Expect,
    hard: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Expect {
    reason: String,
    also_ok: Vec<String>,
    usage_window: Option<bool>,
    retry_after_ms: Option<u64>,
    retry_after_scored: bool,
}

#[derive(Default)]
struct Score {
    rows: usize,
    reasons: usize,
    windows: (usize, usize),
    waits: (usize, usize),
    misses: Vec<String>,
}

fn rows(name: &str) -> Vec<Row> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(format!("{name}.jsonl"));
    let text = std::fs::read_to_string(path).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn signal(row: &Row) -> ErrorSignal {
    ErrorSignal {
        provider: row.provider.clone(),
        status: row.status,
        code: row.code.clone(),
        headers: row.headers.clone(),
        body: row.body.clone(),
        ..ErrorSignal::default()
    }
}

impl Score {
    fn add(&mut self, row: &Row, got: &Classification) {
        self.rows += 1;
        let reason = got.reason.as_str();
        let right = reason == row.expect.reason || row.expect.also_ok.iter().any(|other| other == reason);
        self.reasons += usize::from(right);
        let window = row.expect.usage_window.is_none_or(|wanted| wanted == got.usage_window);
        self.windows.1 += usize::from(row.expect.usage_window.is_some());
        self.windows.0 += usize::from(row.expect.usage_window.is_some() && window);
        let wait = !row.expect.retry_after_scored || same_wait(row.expect.retry_after_ms, got);
        self.waits.1 += usize::from(row.expect.retry_after_scored);
        self.waits.0 += usize::from(row.expect.retry_after_scored && wait);
        if !(right && window && wait) {
            self.miss(row, got, right);
        }
    }

    fn miss(&mut self, row: &Row, got: &Classification, right: bool) {
        let hard = if row.hard { " hard" } else { "" };
        self.misses.push(format!(
            "{}{}{hard} {:?}: expected {} window {:?} wait {:?}, got {} by {} window {} wait {:?}\n      {}",
            if right { "" } else { "REASON " },
            row.id,
            row.provider.as_deref().unwrap_or(""),
            row.expect.reason,
            row.expect.usage_window,
            row.expect.retry_after_ms,
            got.reason.as_str(),
            got.rule,
            got.usage_window,
            got.retry_after_ms.map(|span| span.0),
            got.preview.as_deref().unwrap_or("").chars().take(200).collect::<String>(),
        ));
    }
}

fn same_wait(wanted: Option<u64>, got: &Classification) -> bool {
    match (wanted, got.retry_after_ms) {
        (None, None) => true,
        (Some(wanted), Some(got)) => wanted.abs_diff(got.0) <= SLACK_MS,
        _ => false,
    }
}

fn scored(files: &[&str]) -> Score {
    let classifier = Classifier::new(Default::default()).unwrap();
    let mut all = Score::default();
    for name in files {
        let mut score = Score::default();
        for row in rows(name) {
            let got = classifier.classify(&signal(&row), NOW, false);
            score.add(&row, &got);
            all.add(&row, &got);
        }
        println!(
            "{name}: reasons {}/{}, windows {:?}, waits {:?}",
            score.reasons, score.rows, score.windows, score.waits
        );
    }
    for miss in &all.misses {
        println!("  {miss}");
    }
    println!("all: reasons {}/{}, windows {:?}, waits {:?}", all.reasons, all.rows, all.windows, all.waits);
    all
}

/// Reasons that are right when the status and the code, or the text, are taken away. Printed, not judged.
fn partial(files: &[&str]) {
    let classifier = Classifier::new(Default::default()).unwrap();
    let without = [("text only", true), ("status and code only", false)];
    for (name, text) in without {
        let (mut right, mut all) = (0, 0);
        for row in files.iter().flat_map(|name| rows(name)) {
            let whole = signal(&row);
            let part = if text {
                ErrorSignal { status: None, code: None, ..whole }
            } else {
                ErrorSignal { body: None, ..whole }
            };
            if !text && part.status.is_none() && part.code.is_none() {
                continue;
            }
            let got = classifier.classify(&part, NOW, false);
            let reason = got.reason.as_str();
            let fits = reason == row.expect.reason || row.expect.also_ok.iter().any(|other| other == reason);
            if !fits && std::env::var("CORPUS_PARTS").is_ok() {
                let body = row.body.as_ref().map_or_else(String::new, ToString::to_string);
                let body: String = body.chars().take(170).collect();
                println!("  {name} {}: {} not {} by {}: {body}", row.id, reason, row.expect.reason, got.rule);
            }
            right += usize::from(fits);
            all += 1;
        }
        println!("{name}: reasons {right}/{all}");
    }
}

/// at least 99 % of the reasons, every scored usage window and every scored wait.
#[test]
fn q1_the_corpus_is_classified_right() {
    let all = scored(&FILES);
    partial(&FILES);
    assert!(all.reasons * 100 >= all.rows * 99, "reasons");
    assert_eq!(all.windows.0, all.windows.1, "usage windows");
    assert_eq!(all.waits.0, all.waits.1, "waits");
}

/// the sets that were labelled before the rules were tried on them, at least 95 %.
#[test]
fn q1_the_unseen_sets_are_classified_right() {
    let all = scored(&UNSEEN);
    partial(&UNSEEN);
    assert!(all.reasons * 100 >= all.rows * 95, "reasons");
    assert!(all.windows.0 * 100 >= all.windows.1 * 95, "usage windows");
    assert!(all.waits.0 * 100 >= all.waits.1 * 95, "waits");
}
