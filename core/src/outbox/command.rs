//! What is asked of an entry.

use super::transition::On;
use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};

/// How a send ended, in the owner's words (O-2, O-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxOutcome"))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The receiver has it.
    Sent,
    /// Proven not to have gone out; may be tried again.
    Transient,
    /// Proven not to have gone out, and will never be taken.
    Permanent,
    /// The channel is not connected yet: nothing went out and no attempt is charged.
    NotConnected,
    /// It may have gone out.
    Ambiguous,
}

/// What a reconciler found out (O-4).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxVerdict"))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The receiver has it.
    Sent,
    /// The receiver does not have it and will not get it from that send.
    NotSent,
    /// It could not be found out.
    Unknown,
}

/// A command to one entry. On the wire an object with one key: `{ "claim": { "owner": "w1" } }`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxCommand"))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Puts a new message in; the only command without an entry.
    Enqueue {
        /// Id, unique in the outbox.
        id: String,
        /// Channel, without a slash.
        channel: String,
        /// Receiver within the channel.
        to: String,
        /// Where the host finds the payload.
        payload_ref: String,
        /// Place in the order, given by the store; unique in the outbox.
        seq: u64,
        /// Not before this instant.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        available_at: Option<Millis>,
        /// Attempts allowed; 5 when absent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_attempts: Option<u32>,
        /// Given up when older than this.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_age_ms: Option<Span>,
    },
    /// Takes a lease (O-3).
    Claim {
        /// Who.
        owner: String,
    },
    /// Renews the lease (O-3).
    Renew {
        /// Who.
        owner: String,
        /// Fencing number of the claim.
        token: u64,
    },
    /// Charges an attempt, after the owner and its lease were checked (O-3). Without an owner the entry is taken without
    /// a lease: for one process that alone works the outbox.
    Reserve {
        /// Who; absent: without a lease.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        /// Fencing number of the claim.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        token: Option<u64>,
    },
    /// Stores the start of the send; the answer's `send` action is the permission to send once (O-2).
    StartSend {
        /// Who; absent: without a lease.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        owner: Option<String>,
        /// Fencing number of the claim or reservation.
        token: u64,
    },
    /// Gives an entry back before anything was sent; a charged attempt is returned.
    Release {
        /// Who.
        owner: String,
        /// Fencing number of the claim.
        token: u64,
        /// The channel is not connected yet: wait one step of the back-off.
        #[serde(default)]
        not_connected: bool,
    },
    /// How the send ended; also late, from an owner that was not replaced (O-4).
    Result {
        /// Fencing number under which the send started.
        token: u64,
        /// How it ended.
        outcome: Outcome,
        /// What the failure said; it is redacted before it is stored.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
        /// A wait that the receiver stated: a floor of the back-off.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        retry_after_ms: Option<Span>,
    },
    /// The lease is over: takes the entry from its vanished owner (O-4).
    Recover {
        /// How many entries this pass recovered before; each waits one spacing longer (O-5).
        #[serde(default)]
        place: u32,
    },
    /// Takes the right to ask the reconciler; nobody else asks for the length of a lease.
    Ask {},
    /// What the reconciler found out (O-4).
    Reconcile {
        /// Fencing number that the `reconcile` action named.
        token: u64,
        /// What it found.
        verdict: Verdict,
    },
    /// Lets the followers of a dead or unknown head pass (O-6).
    LetPass {},
    /// A person takes it up again, with a new budget. For an unknown entry this may send twice.
    Retry {},
    /// A person gives it up.
    Dead {
        /// Why, for the record; redacted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        detail: Option<String>,
    },
    /// Forgets a sent or dead entry.
    Purge {},
}

/// What a command says, whatever its kind: one view for guards and changes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Said<'a> {
    pub(crate) owner: Option<&'a str>,
    pub(crate) token: Option<u64>,
    pub(crate) place: u32,
    pub(crate) detail: Option<&'a str>,
    pub(crate) retry_after: Option<Span>,
}

impl Command {
    /// The row key of the command: its kind and, where it reports something, what.
    #[must_use]
    pub const fn on(&self) -> On {
        match self {
            Self::Enqueue { .. } => On::Enqueue,
            Self::Claim { .. } => On::Claim,
            Self::Renew { .. } => On::Renew,
            Self::Reserve { .. } => On::Reserve,
            Self::StartSend { .. } => On::StartSend,
            Self::Release { not_connected: false, .. } => On::Release,
            Self::Release { not_connected: true, .. } => On::ReleaseNotConnected,
            Self::Result { outcome: Outcome::Sent, .. } => On::ResultSent,
            Self::Result { outcome: Outcome::Transient, .. } => On::ResultTransient,
            Self::Result { outcome: Outcome::Permanent, .. } => On::ResultPermanent,
            Self::Result { outcome: Outcome::NotConnected, .. } => On::ResultNotConnected,
            Self::Result { outcome: Outcome::Ambiguous, .. } => On::ResultAmbiguous,
            Self::Recover { .. } => On::Recover,
            Self::Ask {} => On::Ask,
            Self::Reconcile { verdict: Verdict::Sent, .. } => On::ReconcileSent,
            Self::Reconcile { verdict: Verdict::NotSent, .. } => On::ReconcileNotSent,
            Self::Reconcile { verdict: Verdict::Unknown, .. } => On::ReconcileUnknown,
            Self::LetPass {} => On::LetPass,
            Self::Retry {} => On::Retry,
            Self::Dead { .. } => On::Dead,
            Self::Purge {} => On::Purge,
        }
    }

    pub(crate) fn said(&self) -> Said<'_> {
        let nothing = Said::default();
        match self {
            Self::Claim { owner } => Said { owner: Some(owner), ..nothing },
            Self::Renew { owner, token } | Self::Release { owner, token, .. } => {
                Said { owner: Some(owner), token: Some(*token), ..nothing }
            }
            Self::Reserve { owner, token } => Said { owner: owner.as_deref(), token: *token, ..nothing },
            Self::StartSend { owner, token } => Said { owner: owner.as_deref(), token: Some(*token), ..nothing },
            Self::Result { token, detail, retry_after_ms, .. } => {
                Said { token: Some(*token), detail: detail.as_deref(), retry_after: *retry_after_ms, ..nothing }
            }
            Self::Recover { place } => Said { place: *place, ..nothing },
            Self::Reconcile { token, .. } => Said { token: Some(*token), ..nothing },
            Self::Dead { detail } => Said { detail: detail.as_deref(), ..nothing },
            Self::Enqueue { .. } | Self::Ask {} | Self::LetPass {} | Self::Retry {} | Self::Purge {} => nothing,
        }
    }
}
