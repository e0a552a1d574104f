//! The shape of a row of the state table (O-2).

use super::entry::{DeadReason, State};
use super::guard::Guard;

/// What a row waits for: a command and, where it reports something, what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the names are those of the commands; `as_str` writes them out")]
pub enum On {
    Enqueue,
    Claim,
    Renew,
    Reserve,
    StartSend,
    Release,
    ReleaseNotConnected,
    ResultSent,
    ResultTransient,
    ResultPermanent,
    ResultNotConnected,
    ResultAmbiguous,
    Recover,
    Ask,
    ReconcileSent,
    ReconcileNotSent,
    ReconcileUnknown,
    LetPass,
    Retry,
    Dead,
    Purge,
}

impl On {
    /// The command's name and, after a colon, what it reports.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Enqueue => "enqueue",
            Self::Claim => "claim",
            Self::Renew => "renew",
            Self::Reserve => "reserve",
            Self::StartSend => "start_send",
            Self::Release => "release",
            Self::ReleaseNotConnected => "release: not_connected",
            Self::ResultSent => "result: sent",
            Self::ResultTransient => "result: transient",
            Self::ResultPermanent => "result: permanent",
            Self::ResultNotConnected => "result: not_connected",
            Self::ResultAmbiguous => "result: ambiguous",
            Self::Recover => "recover",
            Self::Ask => "ask",
            Self::ReconcileSent => "reconcile: sent",
            Self::ReconcileNotSent => "reconcile: not_sent",
            Self::ReconcileUnknown => "reconcile: unknown",
            Self::LetPass => "let_pass",
            Self::Retry => "retry",
            Self::Dead => "dead",
            Self::Purge => "purge",
        }
    }
}

/// One change that a transition makes to an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Give the next fencing number.
    NewToken,
    /// Give the caller a lease from now, or a longer one.
    Lease,
    /// The claim ends.
    DropClaim,
    /// Charge an attempt for the fencing number.
    Charge,
    /// Return the attempt that was charged.
    Refund,
    /// Keep that the send started.
    Start,
    /// It is proven that nothing went out.
    Disprove,
    /// Available at once.
    Now,
    /// Available at its place in the recovery pass.
    Spaced,
    /// Available after the back-off of the attempts so far, or after the stated wait if that is longer.
    BackOff,
    /// Available after the first step of the back-off.
    FirstBackOff,
    /// Ask again after the back-off of the answers so far.
    AskLater,
    /// Nobody else asks for the length of a lease.
    HoldAsk,
    /// Give up for this reason.
    GiveUp(DeadReason),
    /// It is not dead after all.
    Revive,
    /// Followers may pass.
    Pass,
    /// No attempt is charged yet, the age begins now, followers wait again.
    NewBudget,
}

/// What the host is told to do once the entry is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Then {
    /// Send once.
    Send,
    /// Ask the reconciler.
    Reconcile,
    /// Renew the lease in time.
    Renew,
    /// Come back when it is due.
    Wake,
    /// It is over.
    Settle,
    /// Delete it.
    Delete,
}

/// A legal transition. Rows of one state and command are asked in table order; the first whose guards hold decides.
#[derive(Clone, Copy, Debug)]
pub struct Transition {
    /// Stable id.
    pub id: &'static str,
    /// The rule behind it.
    pub rule: &'static str,
    /// State before; `None`: there is no entry yet.
    pub from: Option<State>,
    /// Command.
    pub on: On,
    /// All of these hold.
    pub guards: &'static [Guard],
    /// State after; `None`: the entry is deleted.
    pub to: Option<State>,
    /// Changes, in order.
    pub changes: &'static [Change],
    /// What the host does then.
    pub then: &'static [Then],
    /// Why, in one sentence.
    pub reason: &'static str,
}
