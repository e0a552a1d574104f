//! One message on its way out, as a store keeps it (O-1).

use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};

/// Version of the stored entry; a newer one is refused and left as it is.
pub const ENTRY_VERSION: u32 = 1;
/// Attempts of an entry that does not say (O-1).
pub(crate) const MAX_ATTEMPTS: u32 = 5;

/// Where a message stands (O-2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxState"))]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// Waits for its turn and its time.
    Queued,
    /// An owner holds a lease on it; nothing has gone out under this claim.
    Claimed,
    /// The start of a send is stored; the request may have gone out.
    Sending,
    /// The receiver has it.
    Sent,
    /// A send started and nobody knows how it ended: it must be reconciled before any replay (O-4).
    UnknownAfterSend,
    /// Given up, with a reason.
    Dead,
}

impl State {
    /// Every state, in the order of O-2.
    pub const ALL: [Self; 6] =
        [Self::Queued, Self::Claimed, Self::Sending, Self::Sent, Self::UnknownAfterSend, Self::Dead];

    /// The wire name, e.g. `unknown_after_send`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Claimed => "claimed",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::UnknownAfterSend => "unknown_after_send",
            Self::Dead => "dead",
        }
    }
}

/// Why a message was given up (O-2, O-5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum DeadReason {
    /// The receiver will never take it: chat not found, blocked, kicked, bad recipient.
    Permanent,
    /// The attempts are used up.
    Budget,
    /// Older than `maxAgeMs`. With `evidence` present, it may have arrived all the same.
    TooOld,
    /// A person gave it up.
    ByHand,
}

/// The lease of an owner (O-3).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxClaim"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Claim {
    /// Who; any text that names one worker of one process.
    pub owner: String,
    /// First instant at which the lease is over.
    pub until: Millis,
    /// Fencing number of the claim.
    pub token: u64,
}

/// Proof that a send started. It stays until a result proves that nothing went out, or the next send starts (O-4).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxEvidence"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// Fencing number under which it started.
    pub token: u64,
    /// Which attempt it was, from 1.
    pub attempt: u32,
    /// When the start was stored.
    pub started_at: Millis,
    /// Who sent; absent when the send had no claim.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// A message in the outbox (O-1). Only [`step`](super::step) changes it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxEntry"))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Entry {
    /// Version of this record.
    pub v: u32,
    /// Its id; the idempotency key is made of it.
    pub id: String,
    /// Channel, e.g. `telegram`; without a slash.
    pub channel: String,
    /// Receiver within the channel.
    pub to: String,
    /// Where the host finds the payload.
    pub payload_ref: String,
    /// Place in the order of the outbox, given by the store; lower goes first.
    pub seq: u64,
    /// When it was put in.
    pub enqueued_at: Millis,
    /// Not before this instant; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_at: Option<Millis>,
    /// Attempts charged so far.
    pub attempt_count: u32,
    /// Attempts allowed.
    pub max_attempts: u32,
    /// When the last send started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_attempt_at: Option<Millis>,
    /// Where it stands.
    pub state: State,
    /// Who holds it now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The largest fencing number given out.
    pub fence: u64,
    /// Fencing number for which an attempt is charged and no send has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reserved: Option<u64>,
    /// The send that started last, unless it is proven that nothing went out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evidence: Option<Evidence>,
    /// Given up when older than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max_age_ms: Option<Span>,
    /// When a person took it up again; its age counts from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retried_at: Option<Millis>,
    /// How often reconciliation had no answer for the send in `evidence`.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub asked: u32,
    /// Followers need not wait for it (O-6).
    #[serde(default, skip_serializing_if = "is_false")]
    pub passed: bool,
    /// Why it is dead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dead_reason: Option<DeadReason>,
    /// What the last failure said, redacted and cut to 400 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(n: &u32) -> bool {
    *n == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_false(on: &bool) -> bool {
    !*on
}

impl Entry {
    /// When its age began.
    #[must_use]
    pub fn born(&self) -> Millis {
        self.retried_at.unwrap_or(self.enqueued_at)
    }

    /// When it is due, for an entry that waits.
    #[must_use]
    pub fn due(&self) -> Millis {
        self.available_at.unwrap_or(self.enqueued_at)
    }

    /// Whether it is older than `maxAgeMs` at `now` (O-5).
    #[must_use]
    pub fn too_old(&self, now: Millis) -> bool {
        self.max_age_ms.is_some_and(|most| now - self.born() > most)
    }

    /// The key that `send` hands to the receiver: the same for every attempt of this entry, and short enough for
    /// Discord's nonce (24 hex digits).
    #[must_use]
    pub fn idempotency_key(&self) -> String {
        let first = crate::redact::fnv1a64(format!("outbox:{}", self.id).as_bytes());
        let second = crate::redact::fnv1a64(format!("{}:{first:x}", self.id).as_bytes());
        format!("{first:016x}{:08x}", second >> 32)
    }
}
