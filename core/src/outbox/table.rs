//! The state table of the outbox (O-2): every legal transition. What is not here is an error that changes nothing.

use super::entry::DeadReason::{Budget as NoBudget, ByHand, Permanent, TooOld as Aged};
use super::entry::State::{Claimed, Dead, Queued, Sending, Sent, UnknownAfterSend as Unknown};
use super::guard::Guard::{
    Budget, Due, Fresh, Latest, LeaseLive, LeaseOver, NotReserved, Owner, Reserved, Spent, TooOld, WithoutLease,
};
use super::transition::Change::{
    AskLater, BackOff, Charge, Disprove, DropClaim, FirstBackOff, GiveUp, HoldAsk, Lease, NewBudget, NewToken, Now,
    Pass, Refund, Revive, Spaced, Start,
};
use super::transition::Then::{Delete, Reconcile, Renew, Send, Settle, Wake};
use super::transition::{Change, On, Then, Transition};
use super::{Guard, State};

/// A row without conditions and changes.
const fn row(
    id: &'static str,
    rule: &'static str,
    from: Option<State>,
    on: On,
    to: Option<State>,
    reason: &'static str,
) -> Transition {
    Transition { id, rule, from, on, guards: &[], to, changes: &[], then: &[], reason }
}

impl Transition {
    const fn when(mut self, guards: &'static [Guard]) -> Self {
        self.guards = guards;
        self
    }
    const fn change(mut self, changes: &'static [Change]) -> Self {
        self.changes = changes;
        self
    }
    const fn then(mut self, then: &'static [Then]) -> Self {
        self.then = then;
        self
    }
}

/// Every legal transition, state by state. Rows of one state and command stand together, the usual one first.
#[rustfmt::skip]
pub const TRANSITIONS: &[Transition] = &[
    // New entries.
    row("enqueue", "O-1", None, On::Enqueue, Some(Queued),
        "A new message waits for its turn.")
        .then(&[Wake]),
    // Nobody holds it.
    row("claim", "O-3", Some(Queued), On::Claim, Some(Claimed),
        "The caller gets a lease and a fencing number of its own.")
        .when(&[Fresh, Budget, Due]).change(&[NewToken, Lease]).then(&[Renew]),
    row("claim.too_old", "O-5", Some(Queued), On::Claim, Some(Dead),
        "What is older than its age limit is not sent.")
        .when(&[TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("claim.spent", "O-5", Some(Queued), On::Claim, Some(Dead),
        "The attempts were used up by owners that vanished.")
        .when(&[Spent]).change(&[GiveUp(NoBudget)]).then(&[Settle]),
    row("reserve.without_lease", "O-3", Some(Queued), On::Reserve, Some(Queued),
        "Without a lease the attempt is charged at reservation.")
        .when(&[WithoutLease, Fresh, Budget, Due]).change(&[NewToken, Charge]),
    row("reserve.without_lease_too_old", "O-5", Some(Queued), On::Reserve, Some(Dead),
        "What is older than its age limit is not sent.")
        .when(&[WithoutLease, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("reserve.without_lease_spent", "O-5", Some(Queued), On::Reserve, Some(Dead),
        "The attempts were used up by processes that vanished.")
        .when(&[WithoutLease, Spent]).change(&[GiveUp(NoBudget)]).then(&[Settle]),
    row("start.without_lease", "O-2", Some(Queued), On::StartSend, Some(Sending),
        "The start is stored before the request goes out.")
        .when(&[WithoutLease, Reserved, Fresh]).change(&[Start]).then(&[Send]),
    row("start.without_lease_too_old", "O-5", Some(Queued), On::StartSend, Some(Dead),
        "It grew too old between reservation and start.")
        .when(&[WithoutLease, Reserved, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("late.queued", "O-4", Some(Queued), On::ResultSent, Some(Sent),
        "The owner that was thought lost had sent it after all; nobody has claimed it since.")
        .when(&[Latest]).then(&[Settle]),
    row("dead.queued", "O-2", Some(Queued), On::Dead, Some(Dead),
        "A person gave it up.")
        .change(&[GiveUp(ByHand)]).then(&[Settle]),
    // An owner holds it, and nothing has gone out.
    row("renew.claimed", "O-3", Some(Claimed), On::Renew, Some(Claimed),
        "An active owner keeps its lease.")
        .when(&[Owner, LeaseLive]).change(&[Lease]).then(&[Renew]),
    row("reserve", "O-3", Some(Claimed), On::Reserve, Some(Claimed),
        "The exact owner with a running lease is charged an attempt.")
        .when(&[Owner, LeaseLive, NotReserved, Fresh, Budget]).change(&[Charge]),
    row("reserve.too_old", "O-5", Some(Claimed), On::Reserve, Some(Dead),
        "It grew too old after it was claimed.")
        .when(&[Owner, LeaseLive, NotReserved, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("start", "O-2", Some(Claimed), On::StartSend, Some(Sending),
        "The start is stored before the request goes out.")
        .when(&[Owner, LeaseLive, Reserved, Fresh]).change(&[Start]).then(&[Send]),
    row("start.too_old", "O-5", Some(Claimed), On::StartSend, Some(Dead),
        "It grew too old between reservation and start.")
        .when(&[Owner, LeaseLive, Reserved, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("release", "O-3", Some(Claimed), On::Release, Some(Queued),
        "Nothing went out, so the attempt is returned.")
        .when(&[Owner]).change(&[Refund, DropClaim, Now]).then(&[Wake]),
    row("release.not_connected", "O-5", Some(Claimed), On::ReleaseNotConnected, Some(Queued),
        "A channel that is not connected yet charges no attempt.")
        .when(&[Owner]).change(&[Refund, DropClaim, FirstBackOff]).then(&[Wake]),
    row("recover.claimed", "O-4", Some(Claimed), On::Recover, Some(Queued),
        "The owner vanished before a send started: it goes back at once.")
        .when(&[LeaseOver, Budget]).change(&[DropClaim, Spaced]).then(&[Wake]),
    row("recover.claimed_spent", "O-5", Some(Claimed), On::Recover, Some(Dead),
        "The owner vanished with the last attempt.")
        .when(&[LeaseOver, Spent]).change(&[GiveUp(NoBudget)]).then(&[Settle]),
    // A send started.
    row("renew.sending", "O-3", Some(Sending), On::Renew, Some(Sending),
        "An active owner keeps its lease.")
        .when(&[Owner, LeaseLive]).change(&[Lease]).then(&[Renew]),
    row("result.sent", "O-2", Some(Sending), On::ResultSent, Some(Sent),
        "The receiver has it.")
        .when(&[Latest]).change(&[DropClaim]).then(&[Settle]),
    row("result.transient", "O-5", Some(Sending), On::ResultTransient, Some(Queued),
        "Proven not to have gone out: again after the back-off.")
        .when(&[Latest, Fresh, Budget]).change(&[DropClaim, Disprove, BackOff]).then(&[Wake]),
    row("result.too_old", "O-5", Some(Sending), On::ResultTransient, Some(Dead),
        "It failed and is too old to be tried again.")
        .when(&[Latest, TooOld]).change(&[Disprove, GiveUp(Aged)]).then(&[Settle]),
    row("result.spent", "O-5", Some(Sending), On::ResultTransient, Some(Dead),
        "It failed and no attempt is left.")
        .when(&[Latest, Spent]).change(&[Disprove, GiveUp(NoBudget)]).then(&[Settle]),
    row("result.permanent", "O-5", Some(Sending), On::ResultPermanent, Some(Dead),
        "The receiver will never take it.")
        .when(&[Latest]).change(&[Disprove, GiveUp(Permanent)]).then(&[Settle]),
    row("result.not_connected", "O-5", Some(Sending), On::ResultNotConnected, Some(Queued),
        "A channel that is not connected yet charges no attempt.")
        .when(&[Latest]).change(&[Refund, DropClaim, Disprove, FirstBackOff]).then(&[Wake]),
    row("result.ambiguous", "O-4", Some(Sending), On::ResultAmbiguous, Some(Unknown),
        "It may have arrived: it is reconciled before any replay.")
        .when(&[Latest]).change(&[DropClaim, Now]).then(&[Wake]),
    row("recover.sending", "O-4", Some(Sending), On::Recover, Some(Unknown),
        "The owner vanished; that a send started is not forgotten.")
        .when(&[LeaseOver]).change(&[DropClaim, Spaced]).then(&[Wake]),
    // Nobody knows how the send ended.
    row("late.sent", "O-4", Some(Unknown), On::ResultSent, Some(Sent),
        "The receiver has it.")
        .when(&[Latest]).then(&[Settle]),
    row("late.transient", "O-5", Some(Unknown), On::ResultTransient, Some(Queued),
        "Proven not to have gone out: again after the back-off.")
        .when(&[Latest, Fresh, Budget]).change(&[Disprove, BackOff]).then(&[Wake]),
    row("late.too_old", "O-5", Some(Unknown), On::ResultTransient, Some(Dead),
        "It failed and is too old to be tried again.")
        .when(&[Latest, TooOld]).change(&[Disprove, GiveUp(Aged)]).then(&[Settle]),
    row("late.spent", "O-5", Some(Unknown), On::ResultTransient, Some(Dead),
        "It failed and no attempt is left.")
        .when(&[Latest, Spent]).change(&[Disprove, GiveUp(NoBudget)]).then(&[Settle]),
    row("late.permanent", "O-5", Some(Unknown), On::ResultPermanent, Some(Dead),
        "The receiver will never take it.")
        .when(&[Latest]).change(&[Disprove, GiveUp(Permanent)]).then(&[Settle]),
    row("late.not_connected", "O-5", Some(Unknown), On::ResultNotConnected, Some(Queued),
        "A channel that is not connected yet charges no attempt.")
        .when(&[Latest]).change(&[Refund, Disprove, FirstBackOff]).then(&[Wake]),
    row("late.ambiguous", "O-4", Some(Unknown), On::ResultAmbiguous, Some(Unknown),
        "It may have arrived: it is reconciled before any replay.")
        .when(&[Latest]).then(&[Wake]),
    row("ask", "O-4", Some(Unknown), On::Ask, Some(Unknown),
        "One worker asks; the others wait for its answer.")
        .when(&[Due]).change(&[HoldAsk]).then(&[Reconcile]),
    row("reconcile.sent", "O-4", Some(Unknown), On::ReconcileSent, Some(Sent),
        "The receiver has it.")
        .when(&[Latest]).then(&[Settle]),
    row("reconcile.not_sent", "O-4", Some(Unknown), On::ReconcileNotSent, Some(Queued),
        "The receiver does not have it: it may be sent again.")
        .when(&[Latest, Fresh, Budget]).change(&[Now]).then(&[Wake]),
    row("reconcile.too_old", "O-5", Some(Unknown), On::ReconcileNotSent, Some(Dead),
        "It did not arrive and is too old to be sent by recovery.")
        .when(&[Latest, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("reconcile.spent", "O-5", Some(Unknown), On::ReconcileNotSent, Some(Dead),
        "It did not arrive and no attempt is left.")
        .when(&[Latest, Spent]).change(&[GiveUp(NoBudget)]).then(&[Settle]),
    row("reconcile.unknown", "O-4", Some(Unknown), On::ReconcileUnknown, Some(Unknown),
        "Not replayed; it is asked again after the back-off.")
        .when(&[Latest, Fresh]).change(&[AskLater]).then(&[Wake]),
    row("reconcile.unknown_too_old", "O-5", Some(Unknown), On::ReconcileUnknown, Some(Dead),
        "Too old, and whether it arrived is not known.")
        .when(&[Latest, TooOld]).change(&[GiveUp(Aged)]).then(&[Settle]),
    row("pass.unknown", "O-6", Some(Unknown), On::LetPass, Some(Unknown),
        "Followers need not wait for the answer.")
        .change(&[Pass]).then(&[Wake]),
    row("retry.unknown", "O-4", Some(Unknown), On::Retry, Some(Queued),
        "A person takes the risk of sending it twice.")
        .change(&[NewBudget, Now]).then(&[Wake]),
    row("dead.unknown", "O-2", Some(Unknown), On::Dead, Some(Dead),
        "A person gave it up.")
        .change(&[GiveUp(ByHand)]).then(&[Settle]),
    // It is over.
    row("late.dead", "O-4", Some(Dead), On::ResultSent, Some(Sent),
        "It had arrived after all.")
        .when(&[Latest]).change(&[Revive]).then(&[Settle]),
    row("pass.dead", "O-6", Some(Dead), On::LetPass, Some(Dead),
        "Followers need not wait for a dead message.")
        .change(&[Pass]).then(&[Settle]),
    row("retry.dead", "O-2", Some(Dead), On::Retry, Some(Queued),
        "A person takes it up again, with a new budget.")
        .change(&[NewBudget, Now]).then(&[Wake]),
    row("purge.dead", "O-2", Some(Dead), On::Purge, None,
        "It is not needed any more.")
        .then(&[Delete]),
    row("late.repeated", "O-4", Some(Sent), On::ResultSent, Some(Sent),
        "The same news twice changes nothing.")
        .when(&[Latest]).then(&[Settle]),
    row("purge.sent", "O-2", Some(Sent), On::Purge, None,
        "It is not needed any more.")
        .then(&[Delete]),
];
