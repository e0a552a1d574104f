//! Order within a destination.

use super::world::{Message, NOW, enqueue, reconcile};
use crate::outbox::{Action, Command, DeadReason, Entry, Index, Outcome, State, Verdict, next_in_lane};
use crate::time::Span;

fn lane_of(messages: &[&Message]) -> crate::outbox::Lane {
    let entries: Vec<&Entry> = messages.iter().filter_map(|message| message.entry.as_ref()).collect();
    next_in_lane(entries, messages[0].now)
}

/// O-6: the head blocks its followers while it waits, is held, or is unknown or dead.
#[test]
fn o6_the_head_blocks_its_followers() {
    let (mut head, follower) = (Message::new(), Message::of(&enqueue("m2", "42", 2)));
    assert_eq!(lane_of(&[&follower, &head]).sendable.as_deref(), Some("m1"), "whatever the order of the list");
    let permit = head.send("w1");
    assert_eq!(lane_of(&[&head, &follower]).sendable, None);
    let mut waits = head.clone();
    waits.result(permit.token, Outcome::Transient);
    assert_eq!(lane_of(&[&waits, &follower]).wake_at, Some(NOW + Span::secs(5)));
    let mut unknown = head.clone();
    unknown.result(permit.token, Outcome::Ambiguous);
    assert_eq!(lane_of(&[&unknown, &follower]).sendable, None);
    let mut dead = head.clone();
    dead.result(permit.token, Outcome::Permanent);
    assert_eq!(lane_of(&[&dead, &follower]).head.as_deref(), Some("m1"));
    head.result(permit.token, Outcome::Sent);
    assert_eq!(lane_of(&[&head, &follower]).sendable.as_deref(), Some("m2"));
    head.must(&Command::Purge {});
    assert_eq!((head.entry.is_none(), head.actions.as_slice()), (true, &[Action::Delete {}][..]));
}

/// O-6: a dead or unknown head can be told to let them pass, and only such a head.
#[test]
fn o6_a_dead_or_unknown_head_may_let_its_followers_pass() {
    let (mut head, follower) = (Message::new(), Message::of(&enqueue("m2", "42", 2)));
    assert_eq!(head.refused(&Command::LetPass {}), "illegal_transition");
    let permit = head.lost("w1");
    head.must(&Command::LetPass {});
    assert_eq!(lane_of(&[&head, &follower]).sendable.as_deref(), Some("m2"));
    head.must(&Command::Dead { detail: Some("given up".to_owned()) });
    assert_eq!(head.entry().dead_reason, Some(DeadReason::ByHand));
    assert_eq!(lane_of(&[&head, &follower]).sendable.as_deref(), Some("m2"));
    head.must(&Command::Retry {});
    assert_eq!(lane_of(&[&head, &follower]).sendable.as_deref(), Some("m1"), "taken up again, it is the head again");
    assert_eq!(head.result(permit.token, Outcome::Sent).entry().state, State::Sent);
}

/// O-6: a host may say beforehand that a dead head lets its followers pass.
#[test]
fn o6_dead_heads_may_always_let_pass() {
    let (mut head, follower) = (Message::new(), Message::of(&enqueue("m2", "42", 2)));
    head.options.pass_dead = true;
    let permit = head.send("w1");
    head.result(permit.token, Outcome::Permanent);
    assert_eq!(lane_of(&[&head, &follower]).sendable.as_deref(), Some("m2"));
}

/// O-6: the columns say the same as the entries.
#[test]
fn o6_the_columns_say_what_a_store_needs() {
    let mut message = Message::new();
    let queued = Index::of(message.entry());
    assert_eq!((queued.lane.as_str(), queued.seq, queued.blocks), ("telegram/42", 1, true));
    assert_eq!((queued.available_at, queued.lease_until), (Some(NOW), None));
    let permit = message.send("w1");
    let sending = Index::of(message.entry());
    assert_eq!((sending.available_at, sending.lease_until), (None, Some(NOW + Span::secs(60))));
    message.result(permit.token, Outcome::Ambiguous);
    assert_eq!(Index::of(message.entry()).available_at, Some(NOW), "to be reconciled at once");
    message.must(&reconcile(permit.token, Verdict::Sent));
    assert!(!Index::of(message.entry()).blocks);
}

/// O-2: a sent entry stays sent, whatever comes; the same news twice is harmless.
#[test]
fn o2_sent_is_the_end() {
    let mut message = Message::new();
    let permit = message.send("w1");
    message.result(permit.token, Outcome::Sent).result(permit.token, Outcome::Sent);
    let end = message.entry().clone();
    for command in [Command::Retry {}, Command::Claim { owner: "w".to_owned() }, Command::Dead { detail: None }] {
        assert_eq!(message.refused(&command), "illegal_transition");
    }
    assert_eq!(message.entry(), &end);
}
