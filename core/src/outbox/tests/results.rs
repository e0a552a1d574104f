//! Claims, results and recovery of one message.

use super::world::{Message, NOW, enqueue, reconcile, renew, reserve, result, start};
use crate::outbox::{Action, Command, DeadReason, Outcome, State, Verdict};
use crate::time::{Millis, Span};

/// O-1: the entry has what the rule lists, the payload stays outside, and five attempts are allowed.
#[test]
fn o1_a_new_entry_knows_its_payload_by_reference_only() {
    let message = Message::new();
    let entry = message.entry();
    assert_eq!((entry.state, entry.attempt_count, entry.max_attempts), (State::Queued, 0, 5));
    assert_eq!((entry.enqueued_at, entry.payload_ref.as_str()), (NOW, "blob/m1"));
    assert_eq!(message.actions, [Action::Wake { at: NOW }]);
}

/// O-1: inputs out of range are told together and change nothing.
#[test]
fn o1_a_wrong_entry_is_refused_with_every_problem() {
    let mut command = enqueue("", "42", 1);
    if let Command::Enqueue { channel, max_attempts, .. } = &mut command {
        (*channel, *max_attempts) = ("a/b".to_owned(), Some(0));
    }
    let mut message = Message::new();
    message.entry = None;
    let error = message.try_to(&command).expect_err("an error");
    let paths: Vec<_> = error.problems.iter().map(|problem| problem.path.as_str()).collect();
    assert_eq!(paths, ["command.enqueue.id", "command.enqueue.channel", "command.enqueue.maxAttempts"]);
}

/// O-2: the start of the send is stored before the permission to send is given.
#[test]
fn o2_the_start_is_stored_before_the_permission_is_given() {
    let mut message = Message::new();
    let permit = message.send("w1");
    assert_eq!(message.entry().state, State::Sending);
    let started = message.entry().evidence.clone().expect("evidence");
    assert_eq!((started.token, started.attempt, started.owner.as_deref()), (permit.token, 1, Some("w1")));
    message.result(permit.token, Outcome::Sent);
    assert_eq!(message.entry().state, State::Sent);
    assert_eq!(message.actions, [Action::Settled { state: State::Sent, reason: None }]);
}

/// O-3: a lease lasts 60 s and is to be renewed every 20 s; the next claim has a higher number.
#[test]
fn o3_a_claim_is_a_lease_with_a_fencing_number() {
    let mut message = Message::new();
    let first = message.claim("w1");
    assert_eq!(message.entry().claim.as_ref().map(|claim| claim.until), Some(NOW + Span::secs(60)));
    assert_eq!(message.actions, [Action::Renew { at: NOW + Span::secs(20) }]);
    message.after(20_000).must(&renew("w1", first));
    assert_eq!(message.entry().claim.as_ref().map(|claim| claim.until), Some(NOW + Span::secs(80)));
    message.after(60_000);
    assert_eq!(message.refused(&renew("w1", first)), "lease_over");
    message.must(&Command::Recover { place: 0 });
    assert!(message.claim("w2") > first);
}

/// O-3: reservation checks the exact owner and its lease before it charges; an expired or replaced claim costs nothing.
#[test]
fn o3_an_expired_or_replaced_claim_costs_nothing() {
    let mut message = Message::new();
    let first = message.claim("w1");
    assert_eq!(message.refused(&reserve("w2", first)), "not_owner");
    assert_eq!(message.refused(&reserve("w1", first + 1)), "not_owner");
    message.after(60_000);
    assert_eq!(message.refused(&reserve("w1", first)), "lease_over");
    message.must(&Command::Recover { place: 0 });
    let second = message.claim("w2");
    assert_eq!(message.refused(&reserve("w1", first)), "not_owner");
    assert_eq!(message.entry().attempt_count, 0);
    message.must(&reserve("w2", second));
    assert_eq!(message.entry().attempt_count, 1);
    assert_eq!(message.refused(&reserve("w2", second)), "already_reserved");
    assert_eq!(message.refused(&start("w1", first)), "not_owner");
}

/// O-3: without a claim the attempt is charged at reservation.
#[test]
fn o3_a_claim_is_optional() {
    let mut message = Message::new();
    message.must(&Command::Reserve { owner: None, token: None });
    assert_eq!((message.entry().attempt_count, message.entry().state), (1, State::Queued));
    let token = message.entry().fence;
    message.must(&Command::StartSend { owner: None, token });
    assert!(matches!(message.actions.as_slice(), [Action::Send(permit)] if permit.token == token));
    message.must(&Command::Recover { place: 0 });
    assert_eq!(message.entry().state, State::UnknownAfterSend, "no lease to wait for");
}

/// O-3: what is given back before a send started returns its attempt.
#[test]
fn o3_a_released_claim_returns_its_attempt() {
    let mut message = Message::new();
    let token = message.claim("w1");
    let release = Command::Release { owner: "w1".to_owned(), token, not_connected: false };
    message.clone().must(&release);
    message.must(&reserve("w1", token)).must(&release);
    assert_eq!((message.entry().attempt_count, message.entry().state), (0, State::Queued));
}

/// O-3: times are passed in code and checked.
#[test]
fn o3_times_are_scaled_in_code() {
    let mut message = Message::new();
    message.options.lease_ms = Span(50);
    assert_eq!(message.refused(&Command::Claim { owner: "w1".to_owned() }), "invalid_args");
    message.options.renew_ms = Span(10);
    message.options.backoff_ms = vec![Span(7)];
    let permit = message.send("w1");
    assert_eq!(message.entry().claim.as_ref().map(|claim| claim.until), Some(NOW + Span(50)));
    message.result(permit.token, Outcome::Transient);
    assert_eq!(message.entry().available_at, Some(NOW + Span(7)));
}

/// O-3: the idempotency key is that of the entry, whatever the attempt, and differs between entries.
#[test]
fn o3_every_attempt_has_the_same_idempotency_key() {
    let mut message = Message::new();
    let first = message.send("w1");
    message.result(first.token, Outcome::Transient).after(5_000);
    let second = message.send("w2");
    assert_eq!(first.idempotency_key, second.idempotency_key);
    assert_ne!(first.token, second.token);
    assert_eq!(first.idempotency_key.len(), 24);
    assert_ne!(first.idempotency_key, Message::of(&enqueue("m2", "42", 2)).entry().idempotency_key());
}

/// O-4: recovery waits for the last lease to end; before a send started the entry goes back at once.
#[test]
fn o4_recovery_waits_for_the_lease() {
    let mut message = Message::new();
    message.claim("w1");
    message.after(59_999);
    assert_eq!(message.refused(&Command::Recover { place: 0 }), "lease_live");
    message.after(1).must(&Command::Recover { place: 0 });
    assert_eq!((message.entry().state, message.entry().available_at), (State::Queued, Some(message.now)));
}

/// O-4: that a send started outlives the lease, and it is not replayed without an answer.
#[test]
fn o4_a_started_send_is_reconciled_before_any_replay() {
    let mut message = Message::new();
    let permit = message.lost("w1");
    assert_eq!(message.entry().state, State::UnknownAfterSend);
    assert_eq!(message.refused(&Command::Claim { owner: "w2".to_owned() }), "illegal_transition");
    message.must(&Command::Ask {});
    assert!(matches!(message.actions.as_slice(), [Action::Reconcile(asked)] if asked == &permit));
    assert_eq!(message.refused(&Command::Ask {}), "not_due", "one worker asks");
    let mut sent = message.clone();
    assert_eq!(sent.must(&reconcile(permit.token, Verdict::Sent)).entry().state, State::Sent);
    message.must(&reconcile(permit.token, Verdict::NotSent));
    assert_eq!((message.entry().state, message.entry().attempt_count), (State::Queued, 1));
}

/// O-4: without an answer it is asked again after the back-off, and stays unknown.
#[test]
fn o4_an_unknown_answer_is_asked_again_later() {
    let mut message = Message::new();
    let permit = message.lost("w1");
    for wait in [5_000, 25_000, 120_000, 600_000, 600_000] {
        message.must(&Command::Ask {}).must(&reconcile(permit.token, Verdict::Unknown));
        assert_eq!(message.entry().available_at, Some(message.now + Span(wait)));
        assert_eq!(message.entry().state, State::UnknownAfterSend);
        message.after(wait);
    }
}

/// O-4: an owner that was not replaced may tell its result late; one that was replaced may not.
#[test]
fn o4_a_late_result_counts_until_the_owner_is_replaced() {
    let mut message = Message::new();
    let permit = message.lost("w1");
    let outcomes = [
        (Outcome::Sent, State::Sent),
        (Outcome::Transient, State::Queued),
        (Outcome::Permanent, State::Dead),
        (Outcome::NotConnected, State::Queued),
        (Outcome::Ambiguous, State::UnknownAfterSend),
    ];
    for (outcome, state) in outcomes {
        let mut late = message.clone();
        late.result(permit.token, outcome);
        assert_eq!(late.entry().state, state, "{outcome:?}");
        assert!(!late.actions.iter().any(|action| matches!(action, Action::Send(_))), "{outcome:?}");
    }
    message.must(&reconcile(permit.token, Verdict::NotSent));
    let mut not_replaced = message.clone();
    assert_eq!(not_replaced.result(permit.token, Outcome::Sent).entry().state, State::Sent);
    message.claim("w2");
    assert_eq!(message.refused(&result(permit.token, Outcome::Sent)), "illegal_transition");
    let second = message.entry().fence;
    message.must(&reserve("w2", second)).must(&start("w2", second));
    assert_eq!(message.refused(&result(permit.token, Outcome::Sent)), "replaced");
}

/// O-4: an answer of the reconciler about an older send is not taken for a newer one.
#[test]
fn o4_an_old_answer_does_not_count_for_a_newer_send() {
    let mut message = Message::new();
    let old = message.lost("w1");
    message.result(old.token, Outcome::Transient).after(5_000);
    let new = message.lost("w2");
    assert_eq!(message.refused(&reconcile(old.token, Verdict::NotSent)), "replaced");
    message.must(&reconcile(new.token, Verdict::Sent));
}

/// O-5: 5 s, 25 s, 2 min, 10 min, then dead; a stated wait is a floor.
#[test]
fn o5_back_off_and_budget() {
    let mut message = Message::new();
    for wait in [5_000, 25_000, 120_000, 600_000] {
        let permit = message.send("w1");
        message.result(permit.token, Outcome::Transient);
        assert_eq!(message.entry().available_at, Some(message.now + Span(wait)));
        assert_eq!(message.refused(&Command::Claim { owner: "w1".to_owned() }), "not_due");
        message.after(wait);
    }
    let permit = message.send("w1");
    message.result(permit.token, Outcome::Transient);
    assert_eq!((message.entry().state, message.entry().dead_reason), (State::Dead, Some(DeadReason::Budget)));
    let mut message = Message::new();
    let token = message.send("w1").token;
    let retry_after_ms = Some(Span::secs(90));
    message.must(&Command::Result { token, outcome: Outcome::Transient, detail: None, retry_after_ms });
    assert_eq!(message.entry().available_at, Some(NOW + Span::secs(90)));
}

/// O-5: a permanent failure is dead at once, with the redacted text.
#[test]
fn o5_a_permanent_failure_is_dead_at_once() {
    let mut message = Message::new();
    let token = message.send("w1").token;
    let detail = Some("Bad Request: chat not found (bot110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw)".to_owned());
    message.must(&Command::Result { token, outcome: Outcome::Permanent, detail, retry_after_ms: None });
    assert_eq!(message.entry().dead_reason, Some(DeadReason::Permanent));
    let kept = message.entry().last_error.clone().expect("a text");
    assert!(kept.contains("chat not found") && !kept.contains("AAHdqTcv"), "{kept}");
}

/// O-5: a channel that is not connected yet charges no attempt, before and after the start.
#[test]
fn o5_not_connected_charges_nothing() {
    let mut message = Message::new();
    let token = message.claim("w1");
    message.must(&reserve("w1", token));
    message.must(&Command::Release { owner: "w1".to_owned(), token, not_connected: true });
    assert_eq!((message.entry().attempt_count, message.entry().available_at), (0, Some(NOW + Span::secs(5))));
    message.after(5_000);
    let permit = message.send("w1");
    message.result(permit.token, Outcome::NotConnected);
    assert_eq!((message.entry().attempt_count, message.entry().state), (0, State::Queued));
}

/// O-5: what is older than `maxAgeMs` is dead, at every step that could lead to a send.
#[test]
fn o5_too_old_is_dead() {
    let aged =
        |message: &Message| assert_eq!(message.entry().dead_reason, Some(DeadReason::TooOld), "{}", message.transition);
    let mut message = Message::aging(10_000);
    message.after(10_001).must(&Command::Claim { owner: "w1".to_owned() });
    aged(&message);
    let mut message = Message::aging(10_000);
    let token = message.claim("w1");
    aged(message.after(10_001).must(&reserve("w1", token)));
    let mut message = Message::aging(10_000);
    let token = message.claim("w1");
    aged(message.must(&reserve("w1", token)).after(10_001).must(&start("w1", token)));
    let mut message = Message::aging(10_000);
    let token = message.lost("w1").token;
    aged(message.clone().must(&reconcile(token, Verdict::Unknown)));
    aged(message.must(&reconcile(token, Verdict::NotSent)));
    assert!(message.entry().evidence.is_some());
    message.must(&Command::Retry {});
    assert_eq!(message.entry().state, State::Queued, "a person may take it up again");
    message.claim("w2");
}

/// O-5: replays of one pass are 250 ms apart.
#[test]
fn o5_replays_are_spaced() {
    let mut message = Message::new();
    message.claim("w1");
    message.after(60_000).must(&Command::Recover { place: 3 });
    assert_eq!(message.entry().available_at, Some(message.now + Span(750)));
}

/// A huge clock or list does not overflow.
#[test]
fn o5_far_instants_saturate() {
    let mut message = Message::new();
    message.now = Millis(u64::MAX);
    message.claim("w1");
    assert!(message.entry().claim.as_ref().is_some_and(|claim| claim.until.0 <= crate::time::MAX_SAFE));
}
