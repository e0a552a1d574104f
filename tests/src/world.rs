//! The scripted world: a store, profiles, a clock, and a provider that does what the script says.

use crate::running;
use crate::scenario::{Scenario, fill_fact};
use crate::script::Script;
use crate::store::{Applied, Store};
use crate::times::{START, resolve};
use crate::trace::Trace;
use serde_json::{Map, Value, json};
use switchover_core::time::Millis;
use switchover_core::turn::{Snapshot, TurnRequest};
use switchover_core::{Engine, wire};

/// Whether the turn is stopped, saved, loaded and resumed after every step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interruption {
    /// Never.
    None,
    /// After every step; the host then sends a tick.
    Tick,
    /// After every step; the host then sends fresh records.
    Snapshot,
}

/// A world between turns.
pub struct World {
    /// The engine under test.
    pub engine: Engine,
    /// What is stored.
    pub store: Store,
    /// The clock.
    pub now: Millis,
    profiles: Vec<Value>,
    order: Option<Value>,
    marks: Vec<Value>,
    runtime: Option<Value>,
}

impl World {
    /// The world before the first turn.
    ///
    /// # Errors
    ///
    /// A config or a stored fact that the engine refuses.
    pub fn new(scenario: &Scenario) -> Result<Self, String> {
        let engine = Engine::new(&scenario.config).map_err(|problems| format!("config: {problems:?}"))?;
        let stored = &scenario.snapshot;
        let mut store = Store::default();
        for record in &stored.records {
            let key = record.get("key").and_then(Value::as_str).ok_or("a record needs a key")?;
            store.set(key, record.get("value").cloned().unwrap_or_default());
        }
        if let Some(entry) = &stored.session {
            let mut entry = entry.clone();
            let fields = entry.as_object_mut().ok_or("`session` is an object")?;
            for (key, value) in [("v", 1), ("compactionCount", 0), ("revision", 1)] {
                fields.entry(key).or_insert_with(|| value.into());
            }
            store.set("session/s", entry);
        }
        apply(&engine, &mut store, &stored.facts, START)?;
        Ok(Self {
            engine,
            store,
            now: START,
            profiles: stored.profiles.clone(),
            order: stored.order.clone(),
            marks: stored.skip_marks.clone(),
            runtime: stored.runtime.clone(),
        })
    }

    /// What a host would load now.
    #[must_use]
    pub fn snapshot(&self) -> Value {
        let mut snapshot = json!({
            "profiles": self.profiles, "records": self.store.as_records(), "skipMarks": self.marks,
        });
        let optional = [("order", &self.order), ("runtime", &self.runtime)];
        for (key, value) in optional.into_iter().filter_map(|(key, value)| Some((key, value.clone()?))) {
            snapshot[key] = value;
        }
        snapshot
    }

    /// What the host knows of the conversation from now on.
    pub fn set_runtime(&mut self, runtime: Value) {
        self.runtime = Some(runtime);
    }

    /// Does something between two turns: an operation of the engine by name, or `facts`, `session`, `profiles`.
    ///
    /// # Errors
    ///
    /// What the engine refuses.
    pub fn between(&mut self, what: &Map<String, Value>) -> Result<(), String> {
        for (name, args) in what {
            let mut args = args.clone();
            resolve(&mut args);
            match name.as_str() {
                "facts" => {
                    let mut facts = args.as_array().cloned().unwrap_or_default();
                    facts.iter_mut().for_each(|fact| fill_fact(fact, self.now.0 as usize));
                    apply(&self.engine, &mut self.store, &facts, self.now)?;
                }
                "profiles" => {
                    self.profiles = args.as_array().cloned().unwrap_or_default();
                    self.profiles.iter_mut().for_each(crate::scenario::fill_profile);
                }
                "skipMarks" => self.marks = args.as_array().cloned().unwrap_or_default(),
                _ => self.operation(name, args)?,
            }
        }
        Ok(())
    }

    /// An operation whose answer has a patch, marks or facts for the store.
    pub(crate) fn operation(&mut self, name: &str, mut args: Value) -> Result<(), String> {
        let fields = args.as_object_mut().ok_or("an operation takes an object")?;
        if name != "clear" {
            fields.entry("sessionId").or_insert_with(|| "s".into());
            fields.entry("entry").or_insert_with(|| self.store.get("session/s").cloned().unwrap_or_default());
        }
        if name == "clear" {
            fields.entry("now").or_insert_with(|| self.now.0.into());
        }
        let answer = wire::call(&self.engine, name, &args.to_string())?;
        let answer: Value = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
        let facts = answer.get("facts").and_then(Value::as_array).cloned().unwrap_or_default();
        let patch = answer.get("patch").filter(|patch| !patch.is_null()).cloned();
        let changes: Vec<Value> = facts.into_iter().chain(patch).collect();
        apply(&self.engine, &mut self.store, &changes, self.now)?;
        for mark in answer.get("marks").and_then(Value::as_array).into_iter().flatten() {
            self.mark(mark);
        }
        Ok(())
    }

    /// Sets or clears a skip mark.
    pub(crate) fn mark(&mut self, mark: &Value) {
        let hits = |kept: &Value| {
            ["provider", "model", "profileId"]
                .iter()
                .all(|key| mark.get(key).is_none_or(|wanted| kept.get(key) == Some(wanted)))
        };
        self.marks.retain(|kept| !hits(kept));
        if mark["op"] == "set" {
            let mut mark = mark.clone();
            if let Some(fields) = mark.as_object_mut() {
                fields.retain(|key, _| ["provider", "model", "profileId", "until"].contains(&key.as_str()));
            }
            self.marks.push(mark);
        }
    }

    /// Runs one turn to its end.
    ///
    /// # Errors
    ///
    /// A turn that does not end within its bound, or that asks for what the script does not say.
    pub fn run_turn(
        &mut self,
        request: &Map<String, Value>,
        script: &Script,
        interruption: Interruption,
    ) -> Result<Trace, String> {
        let (request, snapshot, began) = (Value::Object(request.clone()), self.snapshot(), self.now);
        let before = self.store.all();
        let typed: TurnRequest =
            serde_json::from_value(request.clone()).map_err(|error| format!("request: {error}"))?;
        let loaded: Snapshot =
            serde_json::from_value(snapshot.clone()).map_err(|error| format!("snapshot: {error}"))?;
        let bound = self.engine.max_attempts(&typed, &loaded, began).map_err(|problems| format!("{problems:?}"))?;
        let (turn, step) =
            self.engine.begin(typed, loaded, began).map_err(|problems| format!("begin: {problems:?}"))?;
        let moments = running::run(self, script, interruption, turn, (step, bound))?;
        Ok(Trace { request, snapshot, began, bound, moments, before, after: self.store.all() })
    }
}

pub(crate) fn apply(engine: &Engine, store: &mut Store, changes: &[Value], now: Millis) -> Result<(), String> {
    for change in changes {
        if let Applied::Refused(answer) = store.apply_all(engine, std::slice::from_ref(change), now)? {
            return Err(format!("{change} was refused: {answer}"));
        }
    }
    Ok(())
}
