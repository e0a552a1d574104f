//! Random turns: a seeded host that does anything a host may do, and some things that it may not (T-3, T-35).

use crate::errors;
use crate::scenario::{Scenario, parse};
use crate::trace::{Moment, Trace};
use crate::world::World;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use switchover_core::Engine;
use switchover_core::classify::ErrorSignal;
use switchover_core::rng::SplitMix64;
use switchover_core::time::Millis;
use switchover_core::turn::{AskKind, Effect, Event, Next, Snapshot, Turn, TurnRequest};

/// Events after which a host only lets things fail, so that the sequence ends.
const PATIENCE: usize = 150;
/// No turn may take more events than this.
const LIMIT: usize = 4_000;

const ERRORS: [&str; 22] = [
    "rate_limit",
    "rate_limit_20s",
    "overloaded",
    "server_error",
    "bad_gateway",
    "gateway_timeout",
    "connection_reset",
    "stream_cut",
    "auth",
    "proxy_403",
    "revoked",
    "billing",
    "usage_window_3h",
    "model_not_found",
    "overflow",
    "ceiling",
    "tool_ids",
    "format",
    "tls",
    "session_expired",
    "no_details",
    "strange",
];

/// Random choices out of a seed.
pub struct Dice(SplitMix64);

impl Dice {
    /// Dice for one sequence.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.0.draw() % n.max(1) as u64).unwrap_or(0)
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A world with an engine and stored state, used by many sequences.
pub struct Ground {
    /// The engine.
    pub engine: Engine,
    snapshot: Value,
    typed: Snapshot,
    before: BTreeMap<String, Value>,
    signals: Vec<ErrorSignal>,
}

/// Builds a world with random options and random stored health.
///
/// # Errors
///
/// What the engine refuses: every world is meant to be valid.
pub fn ground(seed: u64) -> Result<Ground, String> {
    let mut dice = Dice::new(seed);
    let scenario = world_of(&mut dice)?;
    let world = World::new(&scenario)?;
    let snapshot = world.snapshot();
    let typed = serde_json::from_value(snapshot.clone()).map_err(|error| error.to_string())?;
    let signals = ERRORS.iter().map(|name| errors::signal(&json!(name))).collect::<Result<_, _>>()?;
    Ok(Ground { before: world.store.all(), engine: world.engine, snapshot, typed, signals })
}

fn world_of(dice: &mut Dice) -> Result<Scenario, String> {
    let fallbacks: Vec<&str> = ["p0/m1", "p1/m2", "p2/m3"].into_iter().filter(|_| dice.chance(60)).collect();
    let profiles: Vec<Value> = ["p0:a", "p0:b", "p1:a", "p1:b", "p2:a"]
        .into_iter()
        .filter(|_| dice.chance(70))
        .collect::<Vec<_>>()
        .into_iter()
        .map(|id| profile(dice, id))
        .collect();
    let reasons = ["rate_limit", "overloaded", "timeout", "auth", "auth_permanent", "billing", "model_not_found"];
    let facts: Vec<Value> = (0..dice.below(5))
        .map(|_| {
            let id = *dice.pick(&["p0:a", "p0:b", "p0:default", "p1:a", "p2:default"]);
            let until = *dice.pick(&["+20s", "+90s", "+10m", "+2h"]);
            json!({ "kind": "profile_failed", "profile": id,
                "reason": dice.pick(&reasons), "model": dice.pick(&["m0", "m1", "m2"]), "statedUntil": until })
        })
        .collect();
    let text = json!({
        "rules": ["T-35"], "about": "a random world", "expect": { "outcome": "", "calls": [] },
        "config": {
            "agents": { "defaults": { "model": { "primary": "p0/m0", "fallbacks": fallbacks } } },
            "models": { "providers": { "p1": { "models": [{ "id": "m2", "contextWindow": 1000 }] }, "p0": { "models": [{ "id": "m0", "contextWindow": 500 }] } } },
            "failover": options(dice),
        },
        "snapshot": { "profiles": profiles, "facts": facts, "session": entry(dice) },
    });
    parse(&text.to_string())
}

fn profile(dice: &mut Dice, id: &str) -> Value {
    match dice.below(4) {
        0 => json!({ "id": id, "type": "oauth", "expiresAt": dice.pick(&["-1h", "+8h"]), "accountId": "acme" }),
        1 => json!({ "id": id, "accountId": "acme" }),
        _ => json!(id),
    }
}

fn options(dice: &mut Dice) -> Value {
    let mut options = json!({
        "preset": dice.pick(&["latest", "latest", "sticky", "classic", "swift"]),
        "state": { "scope": "shared" },
        "overloadReplay": { "max": dice.below(4) },
        "waitForCooldownMs": dice.pick(&[0, 0, 60_000]),
        "userPin": dice.pick(&["strict", "prefer"]),
        "implicitProfiles": dice.chance(80),
        "skipCache": { "ttlMs": dice.pick(&[0, 60_000]) },
        "cooldowns": { "modelScopedReasons": *dice.pick(&[&["rate_limit", "overloaded"][..], &[][..]]) },
        "formatErrors": dice.pick(&["surface", "fallback"]),
        "refusals": dice.pick(&["surface", "fallback"]),
        "lastResortProbe": dice.chance(70),
    });
    if dice.chance(30) {
        options["recovery"] = json!({ "maxRetries": dice.below(4), "floorEscape": "any" });
    }
    if dice.chance(20) {
        options["retryBudget"] = json!({ "ratioPermille": 200, "minPerSecond": 1, "windowMs": 10_000 });
    }
    options
}

fn entry(dice: &mut Dice) -> Value {
    match dice.below(5) {
        0 => json!({ "authProfileOverride": "p0:b", "authProfileOverrideSource": "user" }),
        1 => {
            json!({ "authProfileOverride": "p0:a", "authProfileOverrideSource": "auto", "authProfileOverrideCompactionCount": 0 })
        }
        2 => json!({ "providerOverride": "p1", "modelOverride": "m2", "modelOverrideSource": "user" }),
        3 => json!({
            "providerOverride": "p1", "modelOverride": "m2", "modelOverrideSource": "auto",
            "overrideOrigin": { "provider": "p0", "model": "m0" },
        }),
        _ => json!({}),
    }
}

/// One random turn.
struct Play<'a> {
    ground: &'a Ground,
    dice: Dice,
    turn: Turn,
    now: u64,
    moments: Vec<Moment>,
    live: Option<String>,
    ask: Option<(String, AskKind)>,
}

/// Plays one random turn to its end.
///
/// # Errors
///
/// A turn that does not end, or an engine that answers with an error where none is due.
pub fn play(ground: &Ground, seed: u64) -> Result<Trace, String> {
    let mut dice = Dice::new(seed);
    let began = crate::times::START.0;
    let request = request(&mut dice, seed, began);
    let typed: TurnRequest = serde_json::from_value(request.clone()).map_err(|error| error.to_string())?;
    let now = Millis(began);
    let bound = ground.engine.max_attempts(&typed, &ground.typed, now).map_err(|problems| format!("{problems:?}"))?;
    let (turn, step) =
        ground.engine.begin(typed, ground.typed.clone(), now).map_err(|problems| format!("{problems:?}"))?;
    let mut play = Play { ground, dice, turn, now: began, moments: Vec::new(), live: None, ask: None };
    play.took(Moment::new(now, None, step));
    while play.next() != Next::Done {
        if play.moments.len() > LIMIT {
            return Err(format!("the turn did not end within {LIMIT} events"));
        }
        let event = play.event();
        play.hand_over(event)?;
    }
    for _ in 0..2 {
        let event = play.stray();
        play.hand_over(event)?;
    }
    let moments = play.moments;
    let (snapshot, before) = (ground.snapshot.clone(), ground.before.clone());
    Ok(Trace { request, snapshot, began: now, bound, moments, after: BTreeMap::new(), before })
}

fn request(dice: &mut Dice, seed: u64, began: u64) -> Value {
    let offers: Vec<&str> =
        ["compact", "refresh", "repair", "reset_session", "continue"].into_iter().filter(|_| dice.chance(60)).collect();
    let mut request = json!({ "turnId": "t", "seed": seed % (1 << 50), "offers": offers });
    if dice.chance(60) {
        request["sessionId"] = json!("s");
    }
    if dice.chance(30) {
        request["deadlineAt"] = json!(began + dice.below(300) as u64 * 1_000);
    }
    if dice.chance(10) {
        request["fallbacksOverride"] = json!(["p2/m3"]);
    }
    request
}

impl Play<'_> {
    fn next(&self) -> Next {
        self.moments.last().map_or(Next::Done, |moment| moment.step.next.clone())
    }

    /// Gives the turn an event; now and then the turn is stopped, saved, loaded and resumed first.
    fn hand_over(&mut self, event: Event) -> Result<(), String> {
        if self.dice.chance(5) {
            self.turn = self.ground.engine.load(&self.turn.save()).map_err(|error| error.to_string())?;
        }
        let now = Millis(self.now);
        let step = self.turn.handle(event.clone(), now).map_err(|misuse| misuse.to_string())?;
        self.took(Moment::new(now, Some(event), step));
        Ok(())
    }

    fn took(&mut self, moment: Moment) {
        for effect in &moment.step.effects {
            match effect {
                Effect::Call { attempt_id, .. } => (self.live, self.ask) = (Some(attempt_id.clone()), None),
                Effect::Ask { ask_id, kind, .. } => (self.live, self.ask) = (None, Some((ask_id.clone(), *kind))),
                Effect::CancelCall { .. } => self.live = None,
                _ => {}
            }
        }
        self.moments.push(moment);
    }

    /// The next event: mostly one that fits, sometimes any.
    fn event(&mut self) -> Event {
        self.now += self.dice.below(3_000) as u64;
        if self.dice.chance(4) {
            self.now = self.now.saturating_sub(10_000);
        }
        let late = self.moments.len() > PATIENCE;
        if self.dice.chance(if late { 60 } else { 15 }) {
            return self.wake();
        }
        if self.dice.chance(if late { 0 } else { 6 }) {
            return self.stray();
        }
        match (self.live.clone(), self.ask.clone()) {
            (Some(attempt_id), _) => self.attempt(attempt_id, late),
            (None, Some((ask_id, kind))) => self.answer(ask_id, kind),
            _ => self.wake(),
        }
    }

    /// Time passes to the standing deadline.
    fn wake(&mut self) -> Event {
        if let Next::Wait { at: Some(at), .. } = self.next() {
            self.now = self.now.max(at.0);
        }
        Event::Tick {}
    }

    fn attempt(&mut self, attempt_id: String, late: bool) -> Event {
        let signal = Box::new(self.dice.pick(&self.ground.signals).clone());
        let words = if late { 1 } else { 12 };
        let event = match self.dice.below(words) {
            0..=4 => return Event::Failed { attempt_id, signal },
            5 => json!({ "type": "call_started", "attemptId": attempt_id }),
            6 | 7 => self.progress(&attempt_id),
            8 => json!({ "type": "response_completed", "attemptId": attempt_id }),
            9 => json!({
                "type": "response_incomplete", "attemptId": attempt_id, "duringToolCall": self.dice.chance(60),
                "why": self.dice.pick(&["max_output_tokens", "max_output_tokens", "content_filter", "other"]),
            }),
            10 => json!({ "type": "succeeded", "attemptId": attempt_id, "empty": true }),
            _ => json!({ "type": "succeeded", "attemptId": attempt_id, "empty": false }),
        };
        typed(event)
    }

    fn progress(&mut self, attempt_id: &str) -> Value {
        json!({
            "type": "progress", "attemptId": attempt_id, "pendingApproval": self.dice.chance(5),
            "asyncWork": self.dice.chance(3), "terminatingTool": self.dice.chance(3),
            "level": self.dice.pick(&["lifecycle", "text", "tool_started", "tool_settled", "tool_settled"]),
        })
    }

    fn answer(&mut self, ask_id: String, kind: AskKind) -> Event {
        let until = self.now + 20_000;
        let refreshed = json!({ "status": "ok", "data": { "expiresAt": self.now + 3_600_000 } });
        let user = json!({ "providerOverride": "p2", "modelOverride": "m3", "modelOverrideSource": "user", "compactionCount": 0, "v": 1, "revision": 9 });
        let result = match self.dice.below(10) {
            0..=4 if kind == AskKind::RefreshCredential => refreshed,
            0..=4 => json!({ "status": "ok" }),
            5..=6 if kind == AskKind::Persist => json!({ "status": "denied", "heldUntil": until }),
            7 if kind == AskKind::Persist => json!({ "status": "conflict", "entry": user }),
            _ => json!({ "status": "failed" }),
        };
        typed(json!({ "type": "answered", "askId": ask_id, "result": result }))
    }

    /// An event that may fit nowhere.
    fn stray(&mut self) -> Event {
        let model = *self.dice.pick(&[("p0", "m0"), ("p0", "m1"), ("p1", "m2"), ("px", "mx")]);
        let event = match self.dice.below(9) {
            0 => json!({ "type": "abort", "by": "caller" }),
            1 => json!({ "type": "host_error", "message": "the host is at fault" }),
            2 | 3 => {
                json!({ "type": "live_switch", "provider": model.0, "model": model.1, "userPending": self.dice.chance(50) })
            }
            4 | 5 => json!({ "type": "snapshot_changed", "snapshot": self.ground.snapshot }),
            6 => json!({ "type": "answered", "askId": "t.a1", "result": { "status": "ok" } }),
            7 => json!({ "type": "succeeded", "attemptId": "t.99", "empty": false }),
            _ => json!({ "type": "progress", "attemptId": "t.1", "level": "text" }),
        };
        typed(event)
    }
}

fn typed(event: Value) -> Event {
    serde_json::from_value(event).expect("the generator writes events")
}
