//! The operations of an engine by name: what the bindings and the ABI call.

use super::{outbox, read, refused, retry, write};
use crate::classify::ErrorSignal;
use crate::engine::Engine;
use crate::error::Misuse;
use crate::profile::AuthProfile;
use crate::select::SelectRequest;
use crate::session::{self, SessionEntry};
use crate::state::{Change, Fact, Key};
use crate::time::Millis;
use crate::turn::{Snapshot, TurnRequest};
use serde::Deserialize;
use serde_json::{Value, json};

type Op = fn(&Engine, &str) -> Result<String, String>;

/// Every operation, in the order of the documentation.
const OPS: [(&str, Op); 18] = [
    ("classify", classify),
    ("keys", keys),
    ("select", select),
    ("order", order),
    ("apply", apply),
    ("selectModel", select_model),
    ("resetSession", reset_session),
    ("compacted", compacted),
    ("clear", clear),
    ("policy", policy),
    ("maxAttempts", max_attempts),
    ("redact", redact),
    ("explain", explain),
    ("status", status),
    ("retry", retry::retry),
    ("outbox", outbox::outbox),
    ("outboxNext", outbox::next),
    ("sdkCap", retry::cap),
];

/// Calls an operation with its arguments as one JSON object.
///
/// # Errors
///
/// JSON `{ code, message, problems }`: `unknown_op`, `invalid_args`, or the operation's own.
pub fn call(engine: &Engine, op: &str, args: &str) -> Result<String, String> {
    let Some((_, run)) = OPS.iter().find(|(name, _)| *name == op) else {
        let known = OPS.map(|(name, _)| name).join(", ");
        return Err(write(&Misuse::new("unknown_op", format!("there is no operation `{op}`; there are: {known}"))));
    };
    run(engine, args)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClassifyArgs {
    signal: ErrorSignal,
    now: Millis,
    #[serde(default)]
    explain: bool,
}

fn classify(engine: &Engine, args: &str) -> Result<String, String> {
    let args: ClassifyArgs = read(args)?;
    Ok(write(&engine.classify(&args.signal, args.now, args.explain)))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct KeysArgs {
    request: TurnRequest,
    #[serde(default)]
    profiles: Vec<AuthProfile>,
}

fn keys(engine: &Engine, args: &str) -> Result<String, String> {
    let args: KeysArgs = read(args)?;
    Ok(write(&engine.keys(&args.request, &args.profiles)))
}

fn select(engine: &Engine, args: &str) -> Result<String, String> {
    let request: SelectRequest = read(args)?;
    engine.select(&request).map(|selection| write(&selection)).map_err(|problems| refused("invalid_plan", problems))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OrderArgs {
    provider: String,
    model: String,
    #[serde(default)]
    agent_id: Option<String>,
    #[serde(default)]
    entry: Option<SessionEntry>,
    #[serde(default)]
    snapshot: Snapshot,
    now: Millis,
}

fn order(engine: &Engine, args: &str) -> Result<String, String> {
    let args: OrderArgs = read(args)?;
    let agent = args.agent_id.as_deref().unwrap_or("main");
    let list = crate::explain::order(
        engine,
        &args.provider,
        &args.model,
        agent,
        args.entry.as_ref(),
        &args.snapshot,
        args.now,
    );
    list.map(|list| write(&list)).map_err(|error| write(&error))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ApplyArgs {
    key: String,
    #[serde(default)]
    record: Option<Value>,
    change: Change,
    now: Millis,
}

fn apply(engine: &Engine, args: &str) -> Result<String, String> {
    let args: ApplyArgs = read(args)?;
    let applied = engine.apply(&args.key, args.record.as_ref(), &args.change, args.now);
    applied.map(|applied| write(&applied)).map_err(|error| write(&error))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SelectModelArgs {
    session_id: String,
    #[serde(default)]
    entry: Option<SessionEntry>,
    /// `provider/model`, an alias, `...@profile`, or `default`.
    #[serde(rename = "ref")]
    model: String,
    via: String,
    #[serde(default)]
    profiles: Vec<AuthProfile>,
    #[serde(default)]
    agent_id: Option<String>,
}

fn select_model(engine: &Engine, args: &str) -> Result<String, String> {
    let args: SelectModelArgs = read(args)?;
    let known = |id: &str| args.profiles.iter().any(|profile| profile.id == id);
    let choice = session::ModelSelection {
        session_id: &args.session_id,
        agent_id: args.agent_id.as_deref().unwrap_or("main"),
        reference: &args.model,
        via: &args.via,
        known: &known,
    };
    session::select_model(engine.policy(), args.entry.as_ref(), &choice)
        .map(|change| write(&change))
        .map_err(|problem| refused("invalid_args", vec![problem]))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SessionArgs {
    session_id: String,
    #[serde(default)]
    entry: Option<SessionEntry>,
}

fn reset_session(engine: &Engine, args: &str) -> Result<String, String> {
    let args: SessionArgs = read(args)?;
    Ok(write(&session::reset(engine.policy(), &args.session_id, args.entry.as_ref())))
}

fn compacted(_: &Engine, args: &str) -> Result<String, String> {
    let args: SessionArgs = read(args)?;
    Ok(write(&session::compacted(&args.session_id, args.entry.as_ref())))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct ClearArgs {
    profile_id: String,
    #[serde(default)]
    agent_id: Option<String>,
    /// Given when the account's windows are to be cleared too.
    #[serde(default)]
    profile: Option<AuthProfile>,
    by: String,
    now: Millis,
}

fn clear(engine: &Engine, args: &str) -> Result<String, String> {
    let args: ClearArgs = read(args)?;
    let keys = Key::new(engine.policy().state_scope, args.agent_id.as_deref().unwrap_or("main"));
    let account = args.profile.as_ref().and_then(|profile| keys.account(profile));
    let facts: Vec<Fact> = [Some(keys.profile(&args.profile_id)), account]
        .into_iter()
        .flatten()
        .map(|key| Fact::ProfileCleared { key, at: args.now, credential_version: None, by: args.by.clone() })
        .collect();
    Ok(write(&json!({ "facts": facts })))
}

fn policy(engine: &Engine, _: &str) -> Result<String, String> {
    let policy = engine.policy();
    Ok(write(&json!({
        "preset": policy.preset,
        "hash": engine.policy_hash(),
        "warnings": engine.warnings(),
        "secrets": policy.secrets,
        "storeTimeoutMs": policy.store_timeout,
        "stateScope": policy.state_scope,
    })))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct TurnArgs {
    request: TurnRequest,
    #[serde(default)]
    snapshot: Snapshot,
    now: Millis,
}

fn max_attempts(engine: &Engine, args: &str) -> Result<String, String> {
    let args: TurnArgs = read(args)?;
    let bound = engine.max_attempts(&args.request, &args.snapshot, args.now);
    bound.map(|n| write(&json!({ "maxAttempts": n }))).map_err(|problems| refused("invalid_plan", problems))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct RedactArgs {
    text: String,
}

fn redact(_: &Engine, args: &str) -> Result<String, String> {
    let args: RedactArgs = read(args)?;
    Ok(write(&json!({ "text": crate::redact::redact(&args.text) })))
}

fn explain(engine: &Engine, args: &str) -> Result<String, String> {
    let args: TurnArgs = read(args)?;
    let explained = engine.explain(&args.request, &args.snapshot, args.now);
    explained.map(|explained| write(&explained)).map_err(|problems| refused("invalid_plan", problems))
}

fn status(engine: &Engine, args: &str) -> Result<String, String> {
    let args: TurnArgs = read(args)?;
    let status = engine.status(&args.request, &args.snapshot, args.now);
    status.map(|status| write(&status)).map_err(|problems| refused("invalid_plan", problems))
}
