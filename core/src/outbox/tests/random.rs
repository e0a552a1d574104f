//! Long random walks with wild numbers: no command breaks the machine, and what is stored can be read again.

use super::world::{Message, enqueue, reconcile, renew, reserve, result, start};
use crate::outbox::{Action, Command, Entry, Outcome, State, Verdict};
use crate::rng::SplitMix64;
use crate::time::{Millis, Span};

/// Small numbers mostly, and now and then one at the edge.
fn number(rng: &mut SplitMix64) -> u64 {
    match rng.draw() % 16 {
        0 => u64::MAX - rng.draw() % 3,
        1 => crate::time::MAX_SAFE,
        _ => rng.draw() % 5,
    }
}

fn command(rng: &mut SplitMix64, entry: &Entry) -> Command {
    let owner = ["w1", "w2"][usize::from(rng.draw().is_multiple_of(2))];
    let token = if rng.draw().is_multiple_of(4) { number(rng) } else { entry.fence };
    let outcomes = [Outcome::Sent, Outcome::Transient, Outcome::Permanent, Outcome::NotConnected, Outcome::Ambiguous];
    let pick = |rng: &mut SplitMix64, n: u64| usize::try_from(rng.draw() % n).unwrap();
    match rng.draw() % 15 {
        0 | 1 => Command::Claim { owner: owner.to_owned() },
        2 => renew(owner, token),
        3 | 4 => reserve(owner, token),
        5 | 6 => start(owner, token),
        7 => Command::Release { owner: owner.to_owned(), token, not_connected: rng.draw().is_multiple_of(2) },
        8 => result(token, outcomes[pick(rng, 5)]),
        9 => {
            let retry_after_ms = Some(Span(number(rng)));
            Command::Result { token, outcome: Outcome::Transient, detail: Some("no".to_owned()), retry_after_ms }
        }
        10 => Command::Recover { place: u32::try_from(number(rng) % (1 << 32)).unwrap() },
        11 => Command::Ask {},
        12 => reconcile(token, [Verdict::Sent, Verdict::NotSent, Verdict::Unknown][pick(rng, 3)]),
        13 => [Command::LetPass {}, Command::Retry {}, Command::Dead { detail: None }][pick(rng, 3)].clone(),
        _ => Command::Reserve { owner: None, token: None },
    }
}

/// O-1, O-2, O-5: entries survive JSON, attempts stay within the budget, dead has a reason, and only a start sends.
#[test]
fn o2_random_walks_keep_the_entry_sound() {
    let mut states = std::collections::BTreeSet::new();
    for seed in 0..150 {
        let mut rng = SplitMix64::new(seed);
        let mut message = Message::of(&enqueue("m1", "42", number(&mut rng)));
        for _ in 0..200 {
            message.now =
                if rng.draw().is_multiple_of(40) { Millis(number(&mut rng)) } else { message.now + Span(20_000) };
            let command = command(&mut rng, message.entry());
            let Ok(answer) = message.try_to(&command) else { continue };
            let next = answer.entry.expect("nothing is purged here");
            let text = serde_json::to_string(&next).unwrap();
            assert_eq!(serde_json::from_str::<Entry>(&text).unwrap(), next);
            assert!(next.attempt_count <= next.max_attempts, "{text}");
            assert_eq!(next.state == State::Dead, next.dead_reason.is_some(), "{text}");
            assert!(next.state != State::Claimed || next.claim.is_some(), "{text}");
            let sends = answer.actions.iter().any(|action| matches!(action, Action::Send(_)));
            assert!(!sends || matches!(command, Command::StartSend { .. }), "{command:?}");
            states.insert(next.state);
            message.entry = Some(next);
        }
    }
    assert_eq!(states.len(), State::ALL.len(), "every state was visited");
}
