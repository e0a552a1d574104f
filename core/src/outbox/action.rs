//! What a host does once an entry is stored.

use super::entry::{DeadReason, State};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// The permission to send once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxPermit"))]
#[serde(rename_all = "camelCase")]
pub struct Permit {
    /// Id of the entry.
    pub id: String,
    /// Channel.
    pub channel: String,
    /// Receiver.
    pub to: String,
    /// Where the payload is.
    pub payload_ref: String,
    /// Fencing number; goes back with the result.
    pub token: u64,
    /// Which attempt this is, from 1.
    pub attempt: u32,
    /// The same for every attempt of the entry; hand it to the receiver.
    pub idempotency_key: String,
    /// When the start was stored.
    pub started_at: Millis,
}

/// What the host does once the entry is stored. On the wire an object with one key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxAction"))]
#[serde(rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Action {
    /// Send it, once.
    Send(Permit),
    /// Ask the receiver whether this send arrived.
    Reconcile(Permit),
    /// Renew the lease then, while the work goes on.
    Renew {
        /// When.
        at: Millis,
    },
    /// Nothing to do before this instant.
    Wake {
        /// When.
        at: Millis,
    },
    /// The entry is over; its followers may go, unless it blocks them.
    Settled {
        /// `sent` or `dead`.
        state: State,
        /// Why it is dead.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<DeadReason>,
    },
    /// Delete the stored entry.
    Delete {},
}
