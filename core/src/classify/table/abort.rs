//! Somebody stopped the call, and nothing says that it was a time-out (C-5.1).

use crate::classify::rule::{Row, row};
use crate::classify::{Confidence, Reason};

pub(super) const ROWS: &[Row] = &[
    row("abort.by_code", Reason::Abort)
        .codes(&["aborterror", "abort_err", "err_canceled", "cancelederror", "cancellederror", "apiuseraborterror"])
        .no_status(),
    row("abort.by_text", Reason::Abort)
        .text(&[
            "aborterror",
            "user aborted",
            "request was aborted",
            "request aborted",
            "operation was aborted",
            "aborted by user",
            "^canceled$",
            "^cancelled$",
            "^aborted$",
            "context canceled",
            "operation was canceled",
            "request was canceled",
            "request was cancelled",
            "request cancelled",
            "cancelled by user",
            "canceled by user",
        ])
        .no_status(),
];

/// A bare word, after everything else.
pub(super) const WEAK: &[Row] = &[row("abort.word", Reason::Abort)
    .text(&["aborted", "cancelled", "canceled"])
    .no_status()
    .confidence(Confidence::Guess)];
