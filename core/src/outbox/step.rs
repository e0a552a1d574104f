//! One command to one entry (O-2).

use super::action::Action;
use super::check::check;
use super::command::{Command, Said};
use super::entry::{Entry, State};
use super::index::Index;
use super::options::OutboxOptions;
use super::table::TRANSITIONS;
use super::transition::{On, Transition};
use super::work::{Work, created};
use crate::error::Misuse;
use crate::time::Millis;
use serde::Serialize;

/// What a command did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct OutboxAnswer {
    /// The entry as it is to be stored, by compare-and-set against the one that was given; absent: delete it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entry: Option<Entry>,
    /// The columns that a store indexes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<Index>,
    /// What to do once it is stored, in order.
    pub actions: Vec<Action>,
    /// Id of the row that decided.
    pub transition: &'static str,
    /// The rule behind the row.
    pub rule: &'static str,
    /// Why, in one sentence.
    pub reason: &'static str,
}

/// Carries a command out on an entry; `None` as entry is for [`Command::Enqueue`] alone.
///
/// # Errors
///
/// `illegal_transition` for a command that the state does not know, the code of the guard that failed
/// ([`super::Guard::failure`]), `invalid_args` or `newer_version`. Nothing is to be stored then.
pub fn step(
    entry: Option<&Entry>,
    command: &Command,
    now: Millis,
    options: &OutboxOptions,
) -> Result<OutboxAnswer, Misuse> {
    check(entry, command, options)?;
    let said = command.said();
    let row = find(entry, command.on(), &said, now)?;
    let mut next = match (entry, command) {
        (Some(entry), _) => entry.clone(),
        (None, command) => created(command, now),
    };
    let work = Work { row, said: &said, now, options };
    for change in row.changes {
        work.apply(*change, &mut next);
    }
    next.state = row.to.unwrap_or(next.state);
    if let Some(detail) = said.detail {
        next.last_error = Some(crate::redact::preview(detail));
    }
    let actions = row.then.iter().filter_map(|then| work.action(*then, &next)).collect();
    let entry = row.to.map(|_| next);
    let index = entry.as_ref().map(Index::of);
    Ok(OutboxAnswer { entry, index, actions, transition: row.id, rule: row.rule, reason: row.reason })
}

/// The row that decides.
fn find(entry: Option<&Entry>, on: On, said: &Said<'_>, now: Millis) -> Result<&'static Transition, Misuse> {
    let from = entry.map(|entry| entry.state);
    let mut first = None;
    for row in TRANSITIONS.iter().filter(|row| row.from == from && row.on == on) {
        let failed = entry.and_then(|entry| row.guards.iter().find(|guard| !guard.holds(entry, said, now)));
        match failed {
            None => return Ok(row),
            Some(guard) => first = first.or(Some(*guard)),
        }
    }
    Err(first.map_or_else(
        || illegal(from, on),
        |guard| {
            let (code, sentence) = guard.failure();
            Misuse::new(code, format!("`{}` changed nothing: {sentence}", on.as_str()))
        },
    ))
}

fn illegal(from: Option<State>, on: On) -> Misuse {
    let mut known: Vec<&str> = TRANSITIONS.iter().filter(|row| row.from == from).map(|row| row.on.as_str()).collect();
    known.dedup();
    let state = from.map_or("no entry", State::as_str);
    let message = format!("`{}` is not for `{state}`; there are: {}", on.as_str(), known.join(", "));
    Misuse::new("illegal_transition", message)
}
