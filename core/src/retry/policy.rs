//! The policies: each an envelope, a table of operations and a list of rows.

use super::envelope::Envelope;
use super::operation::Operation;
use super::row::Row;
use super::table::{discord, git, http, operations, socket, telegram};
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// A policy by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum RetryPolicy {
    /// Any HTTP request; not repeated without proof unless the caller says that it is idempotent.
    Envelope,
    /// Sends to a Discord channel. Operations: HTTP methods, or names such as `create_message`.
    DiscordSend,
    /// Discord's REST API with its buckets.
    DiscordRest,
    /// Reconnects of Discord's gateway. The close code is the failure's `code`.
    DiscordGateway,
    /// Telegram's bot API. Operations: method names.
    Telegram,
    /// Jobs of model providers, e.g. images and audio. Operations: `create*`, anything else.
    ProviderOperation,
    /// WebSocket transports of model providers.
    Websocket,
    /// Managed Git. Operations: subcommands; the failure's `message` is what Git wrote to stderr.
    Git,
}

/// What makes a policy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Definition {
    pub(crate) envelope: Envelope,
    pub(crate) operations: &'static [Operation],
    /// Lists of rows, asked in order.
    pub(crate) rows: &'static [&'static [Row]],
    /// Permissions are checked again before a repeat.
    pub(crate) recheck: bool,
    /// A repeat needs a connection of its own.
    pub(crate) fresh: bool,
}

const TENTH: u32 = 100_000;

const fn seconds_30(min_delay_ms: u64) -> Envelope {
    Envelope::new(3, Span(min_delay_ms), Span::secs(30), TENTH)
}

const fn plain(envelope: Envelope, operations: &'static [Operation], rows: &'static [&'static [Row]]) -> Definition {
    Definition { envelope, operations, rows, recheck: false, fresh: false }
}

const DISCORD: &[&[Row]] = &[http::CALLER, discord::ROWS, http::STATUS, http::NETWORK, http::REST];

impl RetryPolicy {
    /// Its data.
    pub(crate) const fn definition(self) -> Definition {
        let general: &[&[Row]] = &[http::CALLER, http::STATUS, http::NETWORK, http::REST];
        match self {
            Self::Envelope => plain(seconds_30(400), operations::ENVELOPE, general),
            Self::DiscordSend => plain(seconds_30(500), operations::DISCORD, DISCORD),
            Self::DiscordRest => {
                plain(Envelope::new(3, Span(500), Span::secs(300), TENTH), operations::DISCORD, DISCORD)
            }
            Self::DiscordGateway => plain(
                Envelope::new(50, Span::secs(2), Span::secs(30), 0),
                operations::ANY,
                &[http::CALLER, discord::GATEWAY],
            ),
            Self::Telegram => plain(
                seconds_30(400),
                operations::TELEGRAM,
                &[http::CALLER, telegram::ROWS, http::STATUS, http::NETWORK, http::REST],
            ),
            Self::ProviderOperation => {
                plain(Envelope::new(2, Span(250), Span::secs(1), TENTH), operations::PROVIDER, general)
            }
            Self::Websocket => Definition {
                fresh: true,
                ..plain(Envelope::new(2, Span::ZERO, Span::ZERO, 0), operations::ANY, &[http::CALLER, socket::ROWS])
            },
            Self::Git => Definition {
                recheck: true,
                ..plain(
                    Envelope::new(2, Span::secs(1), Span::secs(1), 0),
                    operations::GIT,
                    &[http::CALLER, git::DENY, git::ALLOW, git::REST],
                )
            },
        }
    }
}

/// A policy for people and tests.
#[cfg(any(test, feature = "schema"))]
#[derive(Clone, Debug)]
pub struct PolicyInfo {
    /// Its name.
    pub policy: RetryPolicy,
    /// Its envelope.
    pub envelope: Envelope,
    /// Ids of its rows, in order.
    pub rows: Vec<&'static str>,
}

/// Every policy.
#[cfg(any(test, feature = "schema"))]
#[must_use]
pub fn policies() -> Vec<PolicyInfo> {
    use RetryPolicy::{
        DiscordGateway, DiscordRest, DiscordSend, Envelope, Git, ProviderOperation, Telegram, Websocket,
    };
    let all = [Envelope, DiscordSend, DiscordRest, DiscordGateway, Telegram, ProviderOperation, Websocket, Git];
    let info = |policy: RetryPolicy| {
        let definition = policy.definition();
        let rows = definition.rows.iter().copied().flatten().map(|row| row.id).collect();
        PolicyInfo { policy, envelope: definition.envelope, rows }
    };
    all.into_iter().map(info).collect()
}
