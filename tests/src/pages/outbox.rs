//! The outbox page, `docs/outbox.md`, from the state table.

use std::fmt::Write as _;
use switchover_core::outbox::{Change, DeadReason, State, TRANSITIONS, Transition};

const HEAD: &str = "# The outbox

This page is generated from the state table: run `cargo xtask pages` after a change of the table.

An entry is one message on its way out. A command either finds a row below or is an error that changes nothing. Rows of
one state and command are asked from top to bottom; the first one whose conditions hold decides. The answer has the entry
as it is to be stored, the columns that a store indexes, and what to do once it is stored. A host stores first, by
compare-and-set against the entry that it read, and acts then.

```mermaid
stateDiagram-v2
";

const COLUMNS: &str = "
## Columns of a store

| column | meaning |
| --- | --- |
| `lane` | destination: channel, slash, receiver |
| `seq` | place in the order, given by the store at `enqueue` |
| `state` | where it stands |
| `availableAt` | when it may be claimed (`queued`) or reconciled (`unknown_after_send`); absent in other states |
| `leaseUntil` | first instant at which the lease is over; absent without a lease |
| `blocks` | whether followers in the lane wait for it |

An entry may be claimed when it is `queued`, `availableAt` has come, and no entry of the same `lane` with a lower `seq` has
`blocks`. It may be recovered when it is `claimed` or `sending` and `leaseUntil` has come, or at the start of the only
process when there is no lease. It may be asked about when it is `unknown_after_send` and `availableAt` has come. In SQL,
the first of these:

```sql
SELECT entry FROM outbox AS a
WHERE state = 'queued' AND available_at <= :now
  AND NOT EXISTS (SELECT 1 FROM outbox AS b WHERE b.lane = a.lane AND b.seq < a.seq AND b.blocks)
ORDER BY seq LIMIT 1
```

## Conditions that fail

When no row holds, the error has the code of the first condition that failed in the first row.

| condition | code | meaning |
| --- | --- | --- |
";

/// The whole page.
#[must_use]
pub fn text() -> String {
    let mut page = HEAD.to_owned();
    diagram(&mut page);
    let _ = writeln!(page, "```\n\n## Transitions\n\nThe table has {} rows.", TRANSITIONS.len());
    for from in std::iter::once(None).chain(State::ALL.map(Some)) {
        let title = from.map_or("no entry yet".to_owned(), |state| format!("`{}`", state.as_str()));
        let _ = writeln!(
            page,
            "\n### From {title}\n\n| id | command | when | to | changes | why | rule |\n| --- | --- | --- | --- | --- | --- | --- |"
        );
        for row in TRANSITIONS.iter().filter(|row| row.from == from) {
            page.push_str(&line(row));
        }
    }
    page.push_str(COLUMNS);
    for guard in guards() {
        let (code, sentence) = guard.failure();
        let _ = writeln!(page, "| {} | `{code}` | {sentence} |", guard.words());
    }
    page
}

/// One arrow for each pair of states, with every command that leads along it.
fn diagram(page: &mut String) {
    let name = |state: Option<State>| state.map_or("[*]", State::as_str);
    let mut arrows: Vec<(&str, &str, Vec<&str>)> = Vec::new();
    for row in TRANSITIONS.iter().filter(|row| row.from != row.to) {
        let (from, to, word) = (name(row.from), name(row.to), row.on.as_str());
        match arrows.iter_mut().find(|(a, b, _)| (*a, *b) == (from, to)) {
            Some((_, _, words)) if words.contains(&word) => {}
            Some((_, _, words)) => words.push(word),
            None => arrows.push((from, to, vec![word])),
        }
    }
    for (from, to, words) in arrows {
        let label = words.join("<br/>").replace(": ", " ");
        let _ = writeln!(page, "    {from} --> {to}: {label}");
    }
}

fn line(row: &Transition) -> String {
    let when = row.guards.iter().map(|guard| guard.words()).collect::<Vec<_>>().join(", ");
    let changes = row.changes.iter().map(|change| change_words(*change)).collect::<Vec<_>>().join(", ");
    let to = row.to.map_or("deleted".to_owned(), |state| format!("`{}`", state.as_str()));
    let on = row.on.as_str();
    format!("| `{}` | `{on}` | {when} | {to} | {changes} | {} | {} |\n", row.id, row.reason, row.rule)
}

fn change_words(change: Change) -> String {
    let words = match change {
        Change::NewToken => "next fencing number",
        Change::Lease => "lease from now",
        Change::DropClaim => "claim ends",
        Change::Charge => "charge an attempt",
        Change::Refund => "return a charged attempt",
        Change::Start => "keep that a send started",
        Change::Disprove => "nothing went out",
        Change::Now => "due at once",
        Change::Spaced => "due at its place in the pass",
        Change::BackOff => "due after the back-off",
        Change::FirstBackOff => "due after its first step",
        Change::AskLater => "ask after the back-off",
        Change::HoldAsk => "nobody else asks for a lease's length",
        Change::GiveUp(reason) => return format!("give up: `{}`", reason_word(reason)),
        Change::Revive => "not dead after all",
        Change::Pass => "followers may pass",
        Change::NewBudget => "new budget, age from now, followers wait",
    };
    words.to_owned()
}

const fn reason_word(reason: DeadReason) -> &'static str {
    match reason {
        DeadReason::Permanent => "permanent",
        DeadReason::Budget => "budget",
        DeadReason::TooOld => "too_old",
        DeadReason::ByHand => "by_hand",
    }
}

/// Every condition of the table, once, in the order of its first use.
fn guards() -> Vec<switchover_core::outbox::Guard> {
    let mut seen = Vec::new();
    for guard in TRANSITIONS.iter().flat_map(|row| row.guards) {
        if !seen.contains(guard) {
            seen.push(*guard);
        }
    }
    seen
}
