//! Order within a destination, and the fields with which a store keeps it (O-6).

use super::entry::{Entry, State};
use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// The columns that a store indexes; everything else of an entry may be one JSON text.
///
/// An entry may be claimed when `state` is `queued`, `availableAt` is not after now, and no entry of the same `lane` with
/// a lower `seq` has `blocks`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxIndex"))]
#[serde(rename_all = "camelCase")]
pub struct Index {
    /// Destination: channel, slash, receiver.
    pub lane: String,
    /// Place in the order.
    pub seq: u64,
    /// Where it stands.
    pub state: State,
    /// When it may be claimed (`queued`) or reconciled (`unknown_after_send`); absent in other states.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub available_at: Option<Millis>,
    /// First instant at which the lease is over; absent without a lease.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lease_until: Option<Millis>,
    /// Whether followers in the lane wait for it.
    pub blocks: bool,
}

/// The destination of an entry: order is kept within it (O-6).
#[must_use]
pub fn lane(entry: &Entry) -> String {
    format!("{}/{}", entry.channel, entry.to)
}

/// Whether the entry stops its followers (O-6).
const fn blocks(entry: &Entry) -> bool {
    match entry.state {
        State::Sent => false,
        State::Dead | State::UnknownAfterSend => !entry.passed,
        State::Queued | State::Claimed | State::Sending => true,
    }
}

impl Index {
    /// The columns of an entry.
    #[must_use]
    pub fn of(entry: &Entry) -> Self {
        let waits = matches!(entry.state, State::Queued | State::UnknownAfterSend);
        Self {
            lane: lane(entry),
            seq: entry.seq,
            state: entry.state,
            available_at: waits.then(|| entry.due()),
            lease_until: entry.claim.as_ref().map(|claim| claim.until),
            blocks: blocks(entry),
        }
    }
}

/// What the entries of one destination allow now (O-6).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "OutboxLane"))]
#[serde(rename_all = "camelCase")]
pub struct Lane {
    /// Id of the entry for which all others wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub head: Option<String>,
    /// Id of the entry that may be claimed now: the head, if it is queued and due.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sendable: Option<String>,
    /// When the head may be claimed, where only time is missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wake_at: Option<Millis>,
}

/// Which entry of one destination may be claimed at `now`. The entries may come in any order; entries of other
/// destinations must not be among them.
#[must_use]
pub fn next_in_lane<'a>(entries: impl IntoIterator<Item = &'a Entry>, now: Millis) -> Lane {
    let Some(head) = entries.into_iter().filter(|entry| blocks(entry)).min_by_key(|entry| entry.seq) else {
        return Lane::default();
    };
    let queued = head.state == State::Queued;
    Lane {
        head: Some(head.id.clone()),
        sendable: (queued && head.due() <= now).then(|| head.id.clone()),
        wake_at: (queued && head.due() > now).then(|| head.due()),
    }
}
