//! Any headers: one `name: value` a line, as on the wire; the text after an empty line is the body (C-18).
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::collections::BTreeMap;
use switchover_core::classify::ErrorSignal;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let (head, body) = text.split_once("\n\n").unwrap_or((&text, ""));
    let lines = head.lines().filter_map(|line| line.split_once(':'));
    let headers: BTreeMap<_, _> =
        lines.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect();
    for status in [None, Some(429), Some(503)] {
        let body = (!body.is_empty()).then(|| body.into());
        switchover_fuzz::check(&ErrorSignal { headers: Some(headers.clone()), status, body, ..ErrorSignal::default() });
    }
});
