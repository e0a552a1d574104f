//! The table itself.

use crate::outbox::{Change, Guard, On, State, TRANSITIONS};
use std::collections::BTreeSet;

/// O-2: ids are unique, and every row names its rule and its reason.
#[test]
fn o2_every_row_has_an_id_a_rule_and_a_reason() {
    let ids: BTreeSet<_> = TRANSITIONS.iter().map(|row| row.id).collect();
    assert_eq!(ids.len(), TRANSITIONS.len());
    for row in TRANSITIONS {
        assert!(row.rule.starts_with("O-") && row.reason.ends_with('.'), "{}", row.id);
        assert_eq!(row.from.is_none(), row.on == On::Enqueue, "{}", row.id);
    }
}

/// O-2: the states of the table are those of the rule, and each can be reached and left.
#[test]
fn o2_every_state_is_reached_and_left() {
    for state in State::ALL {
        assert!(TRANSITIONS.iter().any(|row| row.to == Some(state) && row.from != Some(state)), "{state:?}");
        assert!(TRANSITIONS.iter().any(|row| row.from == Some(state) && row.to != Some(state)), "{state:?}");
    }
}

/// O-4: after a started send only reconciliation, a result, or a person leads back to the queue.
#[test]
fn o4_only_an_answer_leads_back_to_the_queue() {
    let back = TRANSITIONS.iter().filter(|row| {
        matches!(row.from, Some(State::Sending | State::UnknownAfterSend)) && row.to == Some(State::Queued)
    });
    let ids: Vec<_> = back.map(|row| row.id).collect();
    assert_eq!(
        ids,
        [
            "result.transient",
            "result.not_connected",
            "late.transient",
            "late.not_connected",
            "reconcile.not_sent",
            "retry.unknown"
        ]
    );
}

/// O-2, O-5: a send starts in two rows only, each with a charged attempt, and nothing too old.
#[test]
fn o2_a_send_starts_only_with_a_charged_attempt() {
    let starts: Vec<_> = TRANSITIONS.iter().filter(|row| row.changes.contains(&Change::Start)).collect();
    assert_eq!(starts.len(), 2);
    for row in starts {
        assert!(row.guards.contains(&Guard::Reserved) && row.guards.contains(&Guard::Fresh), "{}", row.id);
    }
    for row in TRANSITIONS.iter().filter(|row| row.changes.contains(&Change::Charge)) {
        assert!(row.guards.contains(&Guard::Budget), "{}", row.id);
    }
}

/// O-2: a dead entry has a reason.
#[test]
fn o2_dead_always_has_a_reason() {
    for row in TRANSITIONS.iter().filter(|row| row.to == Some(State::Dead) && row.from != Some(State::Dead)) {
        assert!(row.changes.iter().any(|change| matches!(change, Change::GiveUp(_))), "{}", row.id);
    }
}
