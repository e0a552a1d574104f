//! One turn in the scripted world: virtual time, effects carried out, events delivered.

use crate::scenario::fill_fact;
use crate::script::{CallScript, OutsideEvent, Script};
use crate::store::Applied;
use crate::times::resolve;
use crate::trace::Moment;
use crate::world::{Interruption, World, apply};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use switchover_core::time::Millis;
use switchover_core::turn::{Effect, Event, Next, Step, Turn};

/// Something that will happen.
enum Planned {
    /// An event of a call; dropped when the call is cancelled, unless it comes late.
    Call { attempt_id: String, late: bool, event: Box<Event> },
    /// The answer to an ask; without one the store answers.
    Answer { ask_id: String, params: Value, answer: Option<Value> },
    /// Something of the script's `events`.
    Outside(OutsideEvent),
}

/// One turn while it runs.
struct Running<'a> {
    world: &'a mut World,
    script: &'a Script,
    used: Vec<bool>,
    asked: BTreeMap<String, usize>,
    queue: BTreeMap<(Millis, usize), Planned>,
    planned: usize,
    turn: Turn,
    interruption: Interruption,
    moments: Vec<Moment>,
}

/// Runs a turn that has begun to its end, within its bound.
pub(crate) fn run(
    world: &mut World,
    script: &Script,
    interruption: Interruption,
    turn: Turn,
    (first, bound): (Step, u64),
) -> Result<Vec<Moment>, String> {
    let began = world.now;
    let mut running = Running {
        used: vec![false; script.calls.len()],
        world,
        script,
        asked: BTreeMap::new(),
        queue: BTreeMap::new(),
        planned: 0,
        turn,
        interruption,
        moments: Vec::new(),
    };
    running.run_bounded(first, began, bound)?;
    Ok(running.moments)
}

impl Running<'_> {
    /// Carries out steps until the turn is over; one that does not end is a failure, not a hang.
    fn run_bounded(&mut self, first: Step, began: Millis, bound: u64) -> Result<(), String> {
        for event in &self.script.events {
            let at = event.at(began)?;
            self.plan(at, Planned::Outside(event.clone()));
        }
        let limit = 200 + 40 * usize::try_from(bound).unwrap_or(usize::MAX).min(10_000);
        self.took(None, first)?;
        loop {
            if self.moments.len() > limit {
                return Err(format!("the turn did not end within {limit} events"));
            }
            let Some(event) = self.wait()? else { return Ok(()) };
            let step = self.turn.handle(event.clone(), self.world.now).map_err(|misuse| misuse.to_string())?;
            self.took(Some(event), step)?;
        }
    }

    fn plan(&mut self, at: Millis, what: Planned) {
        self.planned += 1;
        self.queue.insert((at, self.planned), what);
    }

    /// Lets time pass to the next event; `None` when the turn is over and nothing comes any more.
    fn wait(&mut self) -> Result<Option<Event>, String> {
        loop {
            let next = self.moments.last().map(|moment| moment.step.next.clone());
            let deadline = match next {
                Some(Next::Wait { at, .. }) => at,
                _ => None,
            };
            let first = self.queue.first_key_value().map(|((at, _), _)| *at);
            if let Some(at) = first.filter(|at| deadline.is_none_or(|deadline| *at <= deadline)) {
                self.world.now = self.world.now.max(at);
                let planned = self.queue.pop_first().map(|(_, what)| what);
                if let Some(event) = planned.map(|what| self.happen(what)).transpose()?.flatten() {
                    return Ok(Some(event));
                }
                continue;
            }
            return match (deadline, next) {
                (Some(at), _) => {
                    self.world.now = self.world.now.max(at);
                    Ok(Some(Event::Tick {}))
                }
                (None, Some(Next::Done)) => Ok(None),
                _ => Err("the turn waits for an event that the script does not have".to_owned()),
            };
        }
    }

    fn happen(&mut self, what: Planned) -> Result<Option<Event>, String> {
        match what {
            Planned::Call { event, .. } => Ok(Some(*event)),
            Planned::Answer { ask_id, params, answer } => {
                let result = match answer {
                    Some(answer) => answer,
                    None => self.ask_store(&params)?,
                };
                read(json!({ "type": "answered", "askId": ask_id, "result": result })).map(Some)
            }
            Planned::Outside(outside) => self.outside(outside),
        }
    }

    /// The store's answer to `ask persist`.
    fn ask_store(&mut self, params: &Value) -> Result<Value, String> {
        let facts = params.get("facts").and_then(Value::as_array).cloned().unwrap_or_default();
        let patch = params.get("sessionPatch").filter(|patch| !patch.is_null()).cloned();
        let changes: Vec<Value> = facts.into_iter().chain(patch).collect();
        Ok(match self.world.store.apply_all(&self.world.engine, &changes, self.world.now)? {
            Applied::Done => json!({ "status": "ok" }),
            Applied::Refused(answer) => answer,
        })
    }

    fn outside(&mut self, outside: OutsideEvent) -> Result<Option<Event>, String> {
        let mut facts = outside.facts;
        facts.iter_mut().enumerate().for_each(|(n, fact)| fill_fact(fact, 100 + n));
        apply(&self.world.engine, &mut self.world.store, &facts, self.world.now)?;
        if let Some(args) = outside.select_model {
            self.world.operation("selectModel", args)?;
        }
        if outside.snapshot_changed {
            return read(json!({ "type": "snapshot_changed", "snapshot": self.world.snapshot() })).map(Some);
        }
        let Some(mut event) = outside.event else { return Ok(None) };
        resolve(&mut event);
        read(event).map(Some)
    }

    /// Records a step, carries its effects out, and stops and resumes the turn where the test wants it.
    fn took(&mut self, event: Option<Event>, step: Step) -> Result<(), String> {
        let moment = Moment::new(self.world.now, event, step);
        let effects = moment.step.effects.clone();
        let over = moment.step.next == Next::Done;
        self.moments.push(moment);
        for effect in effects {
            self.carry_out(effect)?;
        }
        if over {
            self.queue.retain(|_, what| !matches!(what, Planned::Call { late: false, .. } | Planned::Answer { .. }));
        }
        if self.interruption == Interruption::None || over { Ok(()) } else { self.interrupt() }
    }

    fn carry_out(&mut self, effect: Effect) -> Result<(), String> {
        match effect {
            Effect::Persist { facts, session_patch } => {
                let facts = facts.iter().map(|fact| serde_json::to_value(fact).unwrap_or_default());
                let patch = session_patch.map(|patch| serde_json::to_value(patch).unwrap_or_default());
                let changes: Vec<Value> = facts.chain(patch).collect();
                for change in &changes {
                    self.world.store.apply_all(&self.world.engine, std::slice::from_ref(change), self.world.now)?;
                }
            }
            Effect::Call { attempt_id, candidate, profile_id, .. } => {
                self.begin_call(
                    &attempt_id,
                    &format!("{}/{}", candidate.provider, candidate.model),
                    profile_id.as_deref(),
                )?;
            }
            Effect::CancelCall { attempt_id } => {
                self.queue.retain(
                    |_, what| !matches!(what, Planned::Call { attempt_id: id, late: false, .. } if *id == attempt_id),
                );
            }
            Effect::Ask { ask_id, kind, params, .. } => self.begin_ask(ask_id, &json!(kind), params)?,
            mark @ Effect::Mark { .. } => self.world.mark(&serde_json::to_value(&mark).unwrap_or_default()),
            _ => {}
        }
        Ok(())
    }

    fn begin_call(&mut self, attempt_id: &str, model: &str, profile: Option<&str>) -> Result<(), String> {
        let fits = |(at, call): &(usize, &CallScript)| !self.used[*at] && call.fits(model, profile);
        let Some((at, call)) = self.script.calls.iter().enumerate().find(fits) else {
            return Err(format!("the script does not say how call {attempt_id} of {model} with {profile:?} goes"));
        };
        self.used[at] = !call.repeat;
        let late = call.late;
        for (after, event) in call.events(attempt_id)? {
            let planned = Planned::Call { attempt_id: attempt_id.to_owned(), late, event: Box::new(event) };
            self.plan(Millis(self.world.now.0 + after), planned);
        }
        Ok(())
    }

    fn begin_ask(&mut self, ask_id: String, kind: &Value, params: Value) -> Result<(), String> {
        let kind = kind.as_str().unwrap_or_default().to_owned();
        let number = self.asked.entry(kind.clone()).or_insert(0);
        let scripted = self.script.answers.get(&kind).and_then(|list| list.get(*number));
        *number += 1;
        let (after, answer) = match scripted {
            Some(script) => (script.after, script.answer.clone()),
            None if kind == "persist" => (5, Some(None)),
            None => return Err(format!("the script has no answer to ask `{kind}` number {number}")),
        };
        let Some(mut answer) = answer else { return Ok(()) };
        answer.iter_mut().for_each(resolve);
        self.plan(Millis(self.world.now.0 + after), Planned::Answer { ask_id, params, answer });
        Ok(())
    }

    /// Saves the turn, forgets it, loads it again and sends what a host sends then: nothing may change.
    fn interrupt(&mut self) -> Result<(), String> {
        let saved = self.turn.save();
        self.turn = self.world.engine.load(&saved).map_err(|error| format!("load: {error}"))?;
        let standing = self.moments.last().map(|moment| moment.step.next.clone());
        if Some(self.turn.next_deadline()) != standing {
            return Err(format!("after loading the turn waits for {:?}, not {standing:?}", self.turn.next_deadline()));
        }
        if self.turn.save() != saved {
            return Err("a loaded turn does not save to the same text".to_owned());
        }
        let event = match self.interruption {
            Interruption::Snapshot => read(json!({ "type": "snapshot_changed", "snapshot": self.world.snapshot() }))?,
            _ => Event::Tick {},
        };
        let step = self.turn.handle(event, self.world.now).map_err(|misuse| misuse.to_string())?;
        if Some(&step.next) != standing.as_ref() || !step.effects.is_empty() {
            return Err(format!("resuming changed something: {step:?}, standing {standing:?}"));
        }
        Ok(())
    }
}

fn read(event: Value) -> Result<Event, String> {
    serde_json::from_value(event.clone()).map_err(|error| format!("not an event: {error}: {event}"))
}
