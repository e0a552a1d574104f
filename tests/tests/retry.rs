//! Real failures of channels, gateways, Git, sockets and SDKs, with the verdict that is right.

use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use switchover_core::Engine;
use switchover_core::retry::{RetryPolicy, policies};
use switchover_core::wire::call;

fn engine() -> Engine {
    Engine::new(&json!({})).unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn name(policy: RetryPolicy) -> String {
    json!(policy).as_str().unwrap_or_default().to_owned()
}

fn lines(file: &str) -> Vec<Value> {
    let path = format!("{}/retry/{file}.jsonl", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{path}: {error}: {line}")))
        .collect()
}

/// What `op` answers, with the fields of `common` added to the line's request.
fn answer(engine: &Engine, op: &str, line: &Value, common: &Value) -> Value {
    let mut request: Map<String, Value> = line["request"].as_object().cloned().unwrap_or_default();
    request.extend(common.as_object().cloned().unwrap_or_default());
    let text = call(engine, op, &Value::Object(request).to_string()).unwrap_or_else(|error| panic!("{line}: {error}"));
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Every difference between a file and the answers; the ids of the rows that decided.
fn check(file: &str, op: &str, common: &Value) -> (Vec<String>, BTreeSet<String>) {
    let engine = engine();
    let (mut wrong, mut rows) = (Vec::new(), BTreeSet::new());
    let all = lines(file);
    assert!(all.len() >= 15, "{file}: {} lines", all.len());
    for line in &all {
        let told = answer(&engine, op, line, common);
        rows.extend(told["row"].as_str().map(str::to_owned));
        assert!(
            line["source"].as_str().is_some_and(|source| source.starts_with("https://")),
            "{file}: no source: {line}"
        );
        for (key, want) in line["want"].as_object().into_iter().flatten() {
            if &told[key] != want {
                wrong.push(format!("{file}: {key} is {}, not {want}\n  {}\n  {told}", told[key], line["request"]));
            }
        }
    }
    (wrong, rows)
}

/// each failure gets the verdict that its line says.
#[test]
fn r9_real_failures_get_the_right_verdict() {
    let mut wrong = Vec::new();
    for info in policies() {
        let policy = name(info.policy);
        let common = json!({ "policy": policy, "now": 0, "seed": 0, "envelope": { "jitter": 0 } });
        wrong.extend(check(&policy, "retry", &common).0);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// every row of a service's own table decides a real failure.
#[test]
fn r9_every_row_of_a_service_has_a_real_failure() {
    const OWN: [&str; 5] = ["telegram.", "discord.bad_recipient", "gateway.", "socket.", "git."];
    let mut idle = Vec::new();
    for info in policies() {
        let policy = name(info.policy);
        let common = json!({ "policy": policy, "now": 0, "envelope": { "jitter": 0 } });
        let (_, rows) = check(&policy, "retry", &common);
        let own = info.rows.iter().filter(|row| OWN.iter().any(|start| row.starts_with(start)));
        idle.extend(own.filter(|row| !rows.contains(**row)).map(|row| format!("{policy}: {row}")));
    }
    assert!(idle.is_empty(), "{idle:?}");
}

/// waits above the cap are not left to the SDK; the setting is read as documented.
#[test]
fn r5_the_cap_of_the_sdks() {
    let (wrong, _) = check("sdk_cap", "sdkCap", &json!({ "now": 0 }));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
