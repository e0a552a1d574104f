//! Prints medians of `classify`: over the corpus, and for bodies of 300 B, 2 kB and 200 kB, beside parsing the same
//! body as JSON and searching it for one literal.
//!
//! `cargo run --release -p switchover-core --example classify_speed`; with `-- --json` one object a line.

#![expect(clippy::disallowed_types, reason = "a benchmark measures time; the core itself has no clock")]

use std::hint::black_box;
use std::time::Instant;
use switchover_core::classify::{Classifier, ErrorSignal};
use switchover_core::time::Millis;

const NOW: Millis = Millis(1_782_864_000_000);

/// Nanoseconds for one input: medians of single calls.
struct Figures {
    input: String,
    classify: u64,
    parse: u64,
    scan: u64,
    slowest: Option<u64>,
}

/// Median nanoseconds of one call.
fn median(mut call: impl FnMut()) -> u64 {
    let times = (0..31).map(|_| {
        let start = Instant::now();
        for _ in 0..50 {
            call();
        }
        u64::try_from(start.elapsed().as_nanos() / 50).unwrap_or(u64::MAX)
    });
    middle(times.collect())
}

fn middle(mut times: Vec<u64>) -> u64 {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or(0)
}

/// The signals of the corpus, and each body as JSON text.
fn corpus() -> Vec<(ErrorSignal, String)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/");
    let files = ["first-party", "gateways", "local-and-transport"];
    let texts = files.iter().filter_map(|name| std::fs::read_to_string(format!("{folder}{name}.jsonl")).ok());
    let lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let rows = lines.iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let kept = rows.filter_map(|mut row| {
        let fields = ["provider", "status", "code", "headers", "body"];
        row.as_object_mut()?.retain(|name, _| fields.contains(&name.as_str()));
        let body = row.get("body").map(ToString::to_string).unwrap_or_default();
        Some((serde_json::from_value(row).ok()?, body))
    });
    kept.collect()
}

/// A JSON error whose message is padded to `size` bytes.
fn padded(size: usize) -> String {
    let filler = "The quick service says that it could not do this, and names field \\\"x\\\" of it. ";
    let message: String = filler.chars().cycle().take(size.saturating_sub(120)).collect();
    format!(
        "{{\"error\":{{\"message\":\"{message}\",\"type\":\"rate_limit_error\",\"code\":\"rate_limit_exceeded\"}}}}"
    )
}

/// Medians of classifying a signal, parsing its body and scanning it.
fn measure(classifier: &Classifier, signal: &ErrorSignal, json: &str) -> [u64; 3] {
    [
        median(|| drop(black_box(classifier.classify(black_box(signal), NOW, false)))),
        median(|| drop(black_box(serde_json::from_str::<serde_json::Value>(black_box(json))))),
        median(|| {
            black_box(black_box(json).contains("no such words"));
        }),
    ]
}

fn over_corpus(classifier: &Classifier) -> Figures {
    let each: Vec<[u64; 3]> = corpus().iter().map(|(signal, json)| measure(classifier, signal, json)).collect();
    let column = |which: usize| each.iter().filter_map(|row| row.get(which).copied()).collect::<Vec<u64>>();
    Figures {
        input: format!("{} rows", each.len()),
        classify: middle(column(0)),
        parse: middle(column(1)),
        scan: middle(column(2)),
        slowest: column(0).into_iter().max(),
    }
}

fn over_body(classifier: &Classifier, name: &str, size: usize) -> Figures {
    let body = padded(size);
    let signal = ErrorSignal { status: Some(429), body: Some(body.clone().into()), ..ErrorSignal::default() };
    let [classify, parse, scan] = measure(classifier, &signal, &body);
    Figures { input: name.to_owned(), classify, parse, scan, slowest: None }
}

fn main() {
    let Ok(classifier) = Classifier::new(Default::default()) else { return };
    let bodies = [("300 B", 300), ("2 kB", 2_000), ("200 kB", 200_000)];
    let sized = bodies.map(|(name, size)| over_body(&classifier, name, size));
    let json = std::env::args().any(|word| word == "--json");
    for row in std::iter::once(over_corpus(&classifier)).chain(sized) {
        let Figures { input, classify, parse, scan, slowest } = row;
        if json {
            let row = serde_json::json!({ "input": input, "classifyNs": classify, "parseNs": parse, "scanNs": scan, "slowestNs": slowest });
            println!("{row}");
        } else {
            let slowest = slowest.map(|ns| format!(", slowest {ns} ns")).unwrap_or_default();
            println!("{input}: classify {classify} ns, parse {parse} ns, scan {scan} ns{slowest}");
        }
    }
}
