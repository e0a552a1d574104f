//! The readable log of a turn: what was reported, what was decided and by which rule, what is waited for.

use crate::times::{START, shown, span};
use crate::trace::{Trace, attempts, outcome_words};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt::Write;
use switchover_core::classify::ErrorSignal;
use switchover_core::session::SessionPatch;
use switchover_core::time::Millis;
use switchover_core::turn::{AttemptRecord, CallMode, DecisionRecord, Effect, Event, Next, Outcome};

/// The log of one turn.
#[must_use]
pub fn turn(trace: &Trace) -> String {
    let mut out = String::new();
    let mut waiting = None;
    for moment in &trace.moments {
        let said = moment.event.as_ref().map_or_else(|| "begin".to_owned(), event);
        let _ = writeln!(out, "{:<12} < {said}", shown(moment.now));
        for line in moment.step.effects.iter().flat_map(effect) {
            let _ = writeln!(out, "             {line}");
        }
        if waiting.as_ref() != Some(&moment.step.next) {
            let _ = writeln!(out, "             ... {}", next(&moment.step.next));
        }
        waiting = Some(moment.step.next.clone());
    }
    if let Some(outcome) = trace.outcome() {
        let _ = writeln!(out, "outcome: {}", outcome_words(outcome));
        out.extend(attempts(outcome).iter().map(|record| format!("  {}\n", attempt(record))));
        summary(outcome, &mut out);
    }
    changed(&trace.before, &trace.after, &mut out);
    out
}

fn next(next: &Next) -> String {
    match next {
        Next::Done => "done".to_owned(),
        Next::Wait { at: Some(at), why: Some(why) } => format!("until {} {}", shown(*at), word(why)),
        Next::Wait { .. } => "for an event".to_owned(),
    }
}

/// The wire name of a small value.
fn word(value: &impl serde::Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn event(event: &Event) -> String {
    match event {
        Event::CallStarted { attempt_id, .. } => format!("call_started {attempt_id}"),
        Event::Progress { attempt_id, level, pending_approval, async_work, terminating_tool } => {
            let flags = [
                (*pending_approval, " pending approval"),
                (*async_work, " async"),
                (*terminating_tool, " terminating"),
            ];
            let flags: String = flags.iter().filter(|(on, _)| *on).map(|(_, text)| *text).collect();
            format!("progress {attempt_id} {}{flags}", word(level))
        }
        Event::ResponseCompleted { attempt_id } => format!("response_completed {attempt_id}"),
        Event::ResponseIncomplete { attempt_id, why, during_tool_call } => {
            let place = if *during_tool_call { " during a tool call" } else { "" };
            format!("response_incomplete {attempt_id} {}{place}", word(why))
        }
        Event::Succeeded { attempt_id, empty, payload_signal, .. } => {
            let what = if *empty { " empty" } else { "" };
            let payload =
                payload_signal.as_ref().map_or_else(String::new, |s| format!(" with an error payload: {}", signal(s)));
            format!("succeeded {attempt_id}{what}{payload}")
        }
        Event::Failed { attempt_id, signal: error } => format!("failed {attempt_id}: {}", signal(error)),
        Event::HostError { message, .. } => format!("host_error: {message}"),
        Event::Tick {} => "tick".to_owned(),
        Event::Answered { ask_id, result } => format!("answered {ask_id}: {}", plain(&serde_json::json!(result))),
        Event::LiveSwitch { provider, model, profile, user_pending } => {
            let profile = profile.as_ref().map_or_else(String::new, |profile| format!(" {profile}"));
            format!("live_switch to {provider}/{model}{profile}{}", if *user_pending { ", the user waits" } else { "" })
        }
        Event::SnapshotChanged { .. } => "snapshot_changed".to_owned(),
        Event::Abort { by } => format!("abort by {}", word(by)),
    }
}

fn signal(signal: &ErrorSignal) -> String {
    let mut parts: Vec<String> = signal.status.iter().map(u16::to_string).collect();
    parts.extend(signal.code.clone());
    parts.extend(signal.name.clone());
    parts.extend(signal.phase.as_ref().map(|phase| format!("phase {}", word(phase))));
    parts.extend(signal.finish_reason.as_ref().map(|reason| format!("finish {reason}")));
    parts.extend(signal.headers.iter().flatten().map(|(name, value)| format!("{name}: {value}")));
    parts.extend(signal.message.as_ref().map(|text| format!("\"{text}\"")));
    parts.extend(signal.body.as_ref().map(said));
    parts.join(" ")
}

/// What a body says: its error message, else its first 80 characters.
fn said(body: &Value) -> String {
    let parsed = body.as_str().and_then(|text| serde_json::from_str::<Value>(text).ok());
    let body = parsed.as_ref().unwrap_or(body);
    let message = body.pointer("/error/message").and_then(Value::as_str);
    let text = message.or(body.as_str()).map_or_else(|| body.to_string(), str::to_owned);
    format!("\"{}\"", text.chars().take(80).collect::<String>())
}

/// One effect in one or more lines.
fn effect(effect: &Effect) -> Vec<String> {
    match effect {
        Effect::Persist { facts, session_patch } => {
            let facts = facts.iter().map(|fact| format!("store  {}", fact_words(&serde_json::json!(fact))));
            facts.chain(session_patch.iter().map(|patch| format!("store  {}", patch_words(patch)))).collect()
        }
        Effect::Call { .. } => vec![call(effect)],
        Effect::CancelCall { attempt_id } => vec![format!("cancel {attempt_id}")],
        Effect::DiscardOutput { attempt_id } => vec![format!("discard the output of {attempt_id}")],
        Effect::Notify(notice) => vec![format!("notify {} \"{}\"", word(&notice.kind), notice.text)],
        Effect::Log { record } => vec![decision(record)],
        Effect::Mark { op, provider, model, profile_id, until } => {
            let name = format!("{}/{}", provider.as_deref().unwrap_or("*"), model.as_deref().unwrap_or("*"));
            let pin = profile_id.as_ref().map_or_else(String::new, |id| format!(" pinned {id}"));
            vec![format!(
                "mark   {} {name}{pin}{}",
                word(op),
                until.map_or_else(String::new, |at| format!(" until {}", shown(at)))
            )]
        }
        Effect::Ask { ask_id, kind, params, rule } => vec![ask(ask_id, &word(kind), params, rule)],
        Effect::Finish { outcome, rule } => vec![format!("finish {} [{rule}]", outcome_words(outcome))],
    }
}

fn ask(id: &str, kind: &str, params: &Value, rule: &str) -> String {
    let facts = params.get("facts").and_then(Value::as_array).into_iter().flatten().map(fact_words);
    let patch: Option<SessionPatch> =
        params.get("sessionPatch").and_then(|patch| serde_json::from_value(patch.clone()).ok());
    let parts: Vec<String> = facts.chain(patch.iter().map(patch_words)).collect();
    let what = if parts.is_empty() { plain(params) } else { parts.join("; ") };
    format!("ask    {id} {kind} [{rule}] {what}")
}

fn call(effect: &Effect) -> String {
    let Effect::Call { attempt_id, candidate, profile_id, runtime, mode, probe, last, crossing, rule, .. } = effect
    else {
        return String::new();
    };
    let profile = profile_id.as_deref().unwrap_or("without a profile");
    let mut line = format!("call   {attempt_id} {}/{} {profile} [{rule}]", candidate.provider, candidate.model);
    let flags = [(*mode == CallMode::Continue, " continue"), (*probe, " probe"), (*last, " final")];
    flags.iter().filter(|(on, _)| *on).for_each(|(_, text)| line.push_str(text));
    if let Some(runtime) = runtime {
        let _ = write!(line, " runtime {runtime}");
    }
    if !crossing.is_empty() {
        let _ = write!(line, " crossing: {}", crossing.iter().map(word).collect::<Vec<_>>().join(", "));
    }
    line
}

fn decision(record: &DecisionRecord) -> String {
    let model = record.candidate_provider.as_deref().zip(record.candidate_model.as_deref());
    let mut parts = vec![format!("log    {} [{}]", word(&record.decision), record.rule)];
    parts.extend(model.map(|(provider, model)| format!("{provider}/{model}")));
    parts.extend(record.profile_id.clone());
    parts.extend(record.reason.as_ref().map(word));
    parts.extend(record.detail.as_ref().map(|text| format!("({text})")));
    parts.extend(record.until.map(|at| format!("until {}", shown(at))));
    parts.extend(record.step.as_ref().map(|step| {
        let to = step.fallback_step_to_model.as_deref().unwrap_or("nothing");
        format!("-> {to} {}", word(&step.fallback_step_final_outcome))
    }));
    parts.join(" ")
}

fn fact_words(fact: &Value) -> String {
    let text = |key: &str| fact.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let rest = fact.as_object().into_iter().flatten().filter(|(key, value)| {
        !["kind", "key", "at", "attemptId"].contains(&key.as_str()) && **value != Value::Bool(false)
    });
    let rest: Vec<String> = rest.map(|(key, value)| format!("{key} {}", plain(value))).collect();
    let at = fact.get("at").and_then(Value::as_u64).map_or_else(String::new, |at| format!(" at {}", shown(Millis(at))));
    format!("{} {}{at} {}", text("kind"), text("key"), rest.join(", ")).trim_end().to_owned()
}

fn patch_words(patch: &SessionPatch) -> String {
    let change = |(field, change): (&String, &switchover_core::session::FieldChange)| {
        let from = change.from.as_ref().map_or_else(String::new, |from| format!(" (if {})", plain(from)));
        format!("{field}{from} = {}", plain(&change.to))
    };
    format!("patch {}: {}", patch.key, patch.set.iter().map(change).collect::<Vec<_>>().join("; "))
}

fn attempt(record: &AttemptRecord) -> String {
    let id = if record.attempt_id.is_empty() { "-" } else { &record.attempt_id };
    let profile = record.profile_id.as_deref().unwrap_or("-");
    let outcome = record.outcome.as_ref().map_or_else(|| "unfinished".to_owned(), word);
    let mut line = format!("{id} {}/{} {profile} {} {outcome}", record.provider, record.model, word(&record.origin));
    let reason = record.reason.as_ref().map(word);
    for part in reason.into_iter().chain(record.rule.clone()).chain(record.status.map(|status| status.to_string())) {
        let _ = write!(line, " {part}");
    }
    let flags = [
        (record.mode == CallMode::Continue, " continue"),
        (record.probe, " probe"),
        (record.maybe_billed, " maybe billed"),
    ];
    flags.iter().filter(|(on, _)| *on).for_each(|(_, text)| line.push_str(text));
    if record.waited_ms.0 > 0 {
        let _ = write!(line, " waited {}", span(record.waited_ms.0));
    }
    if record.responses > 0 {
        let _ = write!(line, " responses {}", record.responses);
    }
    if let Some(skipped) = &record.skipped {
        let codes: Vec<String> =
            skipped.ineligible.iter().map(|p| format!("{} {}", p.profile_id, word(&p.code))).collect();
        let until = skipped.until.map_or_else(String::new, |at| format!(" until {}", shown(at)));
        let _ = write!(line, " because {}{until} {}", skipped.why, codes.join(", "));
    }
    line.trim_end().to_owned()
}

fn summary(outcome: &Outcome, out: &mut String) {
    let Outcome::Exhausted { summary, .. } = outcome else { return };
    let _ = writeln!(out, "  \"{}\"", summary.message);
    out.extend(summary.remediation.iter().map(|line| format!("  advice: {line}\n")));
    let reasons: Vec<String> = summary.reasons.iter().map(|(reason, n)| format!("{} {n}", reason.as_str())).collect();
    let soonest = summary.soonest_cooldown_expiry.map_or_else(|| "none".to_owned(), shown);
    let _ = writeln!(out, "  reasons: {}; soonest expiry {soonest}", reasons.join(", "));
}

/// Top-level fields of records that are not what they were; `recent` and `base` are the fold's own business.
fn changed(before: &BTreeMap<String, Value>, after: &BTreeMap<String, Value>, out: &mut String) {
    for (key, value) in after {
        let old = before.get(key);
        let fields = value.as_object().into_iter().flatten();
        let news = fields.filter(|(name, value)| {
            let nothing = old.is_none() && value.as_array().is_some_and(Vec::is_empty);
            !["recent", "base", "v", "revision"].contains(&name.as_str())
                && !nothing
                && old.and_then(|old| old.get(*name)) != Some(*value)
        });
        let mut news: Vec<String> = news.map(|(name, value)| format!("{name} = {}", plain(value))).collect();
        let gone =
            old.and_then(Value::as_object).into_iter().flatten().filter(|(name, _)| value.get(name.as_str()).is_none());
        news.extend(gone.map(|(name, _)| format!("{name} is gone")));
        out.extend(news.iter().map(|line| format!("{key}: {line}\n")));
    }
}

/// A value without quotes and braces; instants near the start are shown relative to it.
fn plain(value: &Value) -> String {
    const NEAR: u64 = 400 * 86_400_000;
    match value {
        Value::Number(n) => match n.as_u64() {
            Some(at) if at.abs_diff(START.0) < NEAR => shown(Millis(at)),
            _ => n.to_string(),
        },
        Value::String(text) => text.clone(),
        Value::Array(list) => format!("[{}]", list.iter().map(plain).collect::<Vec<_>>().join("; ")),
        Value::Object(map) => {
            let fields: Vec<String> = map.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect();
            format!("{{{}}}", fields.join(", "))
        }
        other => other.to_string(),
    }
}
