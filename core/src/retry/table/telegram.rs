//! What Telegram's bot API answers (R-4, O-5).

use crate::retry::row::End::{Done, Permanent, Plain};
use crate::retry::row::Proof::{self, NotStarted};
use crate::retry::row::{Row, row};

/// Before the general rows.
pub(crate) const ROWS: &[Row] = &[
    row("telegram.parse_error", "R-4", NotStarted, Plain).status(&[(400, 400)]).text(&[
        "can't parse entities",
        "can't parse message text",
        "can't parse caption",
        "can't find end of",
        "unsupported start tag",
        "unmatched end tag",
        "entity_bounds_invalid",
    ]),
    row("telegram.not_modified", "R-4", Proof::Done, Done)
        .ops(&["edit*"])
        .status(&[(400, 400)])
        .text(&["message is not modified"]),
    row("telegram.gone_already", "R-4", Proof::Done, Done)
        .ops(&["delete*"])
        .status(&[(400, 400)])
        .text(&["message to delete not found"]),
    row("telegram.bad_recipient", "O-5", NotStarted, Permanent).status(&[(400, 403)]).text(&[
        "chat not found",
        "user not found",
        "chat_id is empty",
        "peer_id_invalid",
        "upgraded to a supergroup",
        "bot was blocked",
        "bot was kicked",
        "bot is not a member",
        "user is deactivated",
        "group chat was deactivated",
        "group chat was deleted",
        "can't initiate conversation",
        "can't send messages to bots",
        "chat_write_forbidden",
        "have no rights to send",
        "not enough rights to send",
    ]),
];
