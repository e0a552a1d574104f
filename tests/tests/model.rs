//! Random event sequences against the properties that every turn must have, and against a small reference: a turn is
//! done if and only if its live attempt answered or a stop rule named itself. 5,000 sequences; 100,000 with
//! `SWITCHOVER_FULL=1`.

use switchover_core::turn::{AbortBy, Effect, Event, Next, Outcome};
use switchover_tests::invariants;
use switchover_tests::random::{Ground, ground, play};
use switchover_tests::trace::Trace;
use switchover_tests::words;

const WORLDS: u64 = 50;

fn sequences() -> u64 {
    if std::env::var("SWITCHOVER_FULL").is_ok_and(|value| value == "1") { 100_000 } else { 5_000 }
}

/// The rules that may end a turn, and with what.
fn fits(outcome: &Outcome, rule: &str) -> bool {
    match outcome {
        Outcome::Completed { .. } => rule == "T-33",
        Outcome::Exhausted { .. } => rule == "T-34",
        Outcome::Surfaced { .. } => ["T-2", "T-11", "T-12", "T-13", "T-17", "T-34"].contains(&rule),
        Outcome::NeedsCompaction { .. } => rule == "T-16",
        Outcome::SwitchRequested { .. } => rule == "T-15",
        Outcome::Aborted { .. } | Outcome::Deadline { .. } => rule == "T-20",
    }
}

/// The reference: what the end must be, read from the events alone.
fn reference(trace: &Trace) -> Vec<String> {
    let mut wrong = Vec::new();
    let deadline = trace.request.get("deadlineAt").and_then(serde_json::Value::as_u64);
    let mut latest = 0;
    let mut over = false;
    for moment in &trace.moments {
        latest = latest.max(moment.now.0);
        let finish = moment.step.effects.iter().find_map(|effect| match effect {
            Effect::Finish { outcome, rule } => Some((outcome.as_ref(), rule.as_str())),
            _ => None,
        });
        if let Some((outcome, rule)) = finish
            && !fits(outcome, rule)
        {
            wrong.push(format!("{rule} does not end a turn like this"));
        }
        let aborted = matches!(moment.event, Some(Event::Abort { by: AbortBy::Caller })) && !over;
        if aborted && !matches!(finish, Some((Outcome::Aborted { .. }, _))) {
            wrong.push("an abort did not end the turn at once".to_owned());
        }
        if deadline.is_some_and(|deadline| latest >= deadline) && moment.step.next != Next::Done {
            wrong.push("the turn goes on after its deadline".to_owned());
        }
        over |= finish.is_some();
    }
    wrong.extend(retries(trace));
    wrong
}

/// T-6: one counter a turn, at most nine retries (of T-13 and T-22 too) unless `maxRetries` says less.
fn retries(trace: &Trace) -> Option<String> {
    let again = |effect: &&Effect| matches!(effect, Effect::Call { rule, .. } if ["T-6", "T-13", "T-22"].contains(&rule.as_str()));
    let count = trace.effects().filter(again).count();
    (count > 9).then(|| format!("{count} retries in one turn"))
}

fn judge(ground: &Ground, seed: u64) -> Result<(), String> {
    let trace = play(ground, seed)?;
    let mut wrong = invariants::check(&ground.engine, &trace);
    wrong.extend(reference(&trace));
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(format!("{}\n{}\n{}", wrong.join("\n"), trace.request, words::turn(&trace)))
    }
}

/// T-1, T-3, T-5, T-6, T-11, T-12, T-20, T-31, T-33, T-35, P-11: the properties hold for every sequence of events.
#[test]
fn t35_random_sequences_end_within_their_bound_and_keep_every_promise() {
    let count = sequences();
    for world in 0..WORLDS {
        let ground = ground(world).unwrap_or_else(|error| panic!("world {world}: {error}"));
        for n in 0..count / WORLDS {
            let seed = world * 1_000_003 + n;
            if let Err(error) = judge(&ground, seed) {
                panic!("world {world}, seed {seed}:\n{error}");
            }
        }
    }
    println!("{count} random sequences in {WORLDS} worlds");
}

/// the same seed gives the same bytes.
#[test]
fn the_same_seed_gives_the_same_bytes() {
    for world in 0..5 {
        let ground = ground(world).unwrap();
        for seed in 0..20 {
            let texts = |trace: &Trace| trace.moments.iter().map(|moment| moment.text.clone()).collect::<Vec<_>>();
            assert_eq!(texts(&play(&ground, seed).unwrap()), texts(&play(&ground, seed).unwrap()));
        }
    }
}
