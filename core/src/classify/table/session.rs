//! Server-side conversation state that is gone (C-17).

use crate::classify::Reason;
use crate::classify::rule::{Row, row};

pub(super) const ROWS: &[Row] = &[row("session.gone", Reason::SessionExpired)
    .text(&[
        "(?:no conversation|no such session|no such thread|no thread|no session).{0,20}(?:found|with)",
        "no conversation found",
        "no such session",
        "(?:session|conversation|thread|previous response|previous response id|cached content|cachedcontent|container|response with id|item with id|node with id|assistant with id|file with id).{0,80}(?:not found|not be found|expired|no longer|does not exist|not exist|could not be resumed|unknown|invalid id)",
        "items are not persisted",
        "access the file.{0,40}may not exist",
        "previous response not found",
        "会话已过期",
        "会话不存在",
    ])
    .unless(&["session token", "sessiontoken", "security token", "access token", "oauth", "token expired", "api key", "login session", "session has expired, please log", "cannot be used with", "certificate", "authentication session", "sign in"])];
