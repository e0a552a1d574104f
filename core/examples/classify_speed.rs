//! Prints medians of `classify`: over the corpus, and for bodies of 300 B, 2 kB and 200 kB beside parsing them.
//!
//! `cargo run --release -p switchover-core --example classify_speed`

use std::hint::black_box;
use std::time::Instant;
use switchover_core::classify::{Classifier, ErrorSignal};
use switchover_core::time::Millis;

const NOW: Millis = Millis(1_782_864_000_000);

/// Median nanoseconds of one call.
#[expect(clippy::disallowed_types, reason = "a benchmark needs a clock; the core has none")]
fn median(mut call: impl FnMut()) -> u128 {
    let mut times: Vec<u128> = (0..31)
        .map(|_| {
            let start = Instant::now();
            for _ in 0..50 {
                call();
            }
            start.elapsed().as_nanos() / 50
        })
        .collect();
    times.sort_unstable();
    times.get(15).copied().unwrap_or(0)
}

fn corpus() -> Vec<ErrorSignal> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/corpus/");
    let files = ["first-party", "gateways", "local-and-transport"];
    let texts = files.iter().filter_map(|name| std::fs::read_to_string(format!("{folder}{name}.jsonl")).ok());
    let lines: Vec<String> = texts.flat_map(|text| text.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
    let rows = lines.iter().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let kept = rows.filter_map(|mut row| {
        row.as_object_mut()?.retain(|name, _| ["provider", "status", "code", "headers", "body"].contains(&name.as_str()));
        serde_json::from_value(row).ok()
    });
    kept.collect()
}

/// A JSON error whose message is padded to `size` bytes.
fn padded(size: usize) -> String {
    let filler = "The quick service says that it could not do this, and names field \\\"x\\\" of it. ";
    let message: String = filler.chars().cycle().take(size.saturating_sub(120)).collect();
    format!("{{\"error\":{{\"message\":\"{message}\",\"type\":\"rate_limit_error\",\"code\":\"rate_limit_exceeded\"}}}}")
}

fn main() {
    let start = median(|| ());
    let Ok(classifier) = Classifier::new(Default::default()) else { return };
    let signals = corpus();
    let mut each: Vec<u128> = signals.iter().map(|signal| median(|| drop(black_box(classifier.classify(black_box(signal), NOW, false)))) - start).collect();
    each.sort_unstable();
    println!("corpus of {}: median {} ns, slowest {} ns", each.len(), each.get(each.len() / 2).unwrap_or(&0), each.last().unwrap_or(&0));
    for size in [300, 2_000, 200_000] {
        let body = padded(size);
        let signal = ErrorSignal { status: Some(429), body: Some(body.clone().into()), ..ErrorSignal::default() };
        let ours = median(|| drop(black_box(classifier.classify(black_box(&signal), NOW, false))));
        let parse = median(|| drop(black_box(serde_json::from_str::<serde_json::Value>(black_box(&body)))));
        println!("{size} B: classify {ours} ns, parse {parse} ns");
    }
}
