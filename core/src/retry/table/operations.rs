//! Which operations of each service may be repeated. The first name that fits counts.

use crate::retry::operation::Replay::{Always, Never, Publish, WithProof};
use crate::retry::operation::{Operation, operation};

/// Where everything may be repeated.
pub(crate) const ANY: &[Operation] = &[operation("*", Always)];

/// A request of which nothing is known; the caller may know.
pub(crate) const ENVELOPE: &[Operation] = &[
    operation("GET", Always),
    operation("HEAD", Always),
    operation("OPTIONS", Always),
    operation("PUT", Always),
    operation("DELETE", Always),
    operation("*", WithProof),
];

/// Methods of HTTP, or names of Discord's API. A message that is created with an enforced nonce is idempotent: the
/// caller says so.
pub(crate) const DISCORD: &[Operation] = &[
    operation("POST", WithProof),
    operation("create*", WithProof),
    operation("execute*", WithProof),
    operation("start*", WithProof),
    operation("*", Always),
];

/// Methods of Telegram's bot API.
pub(crate) const TELEGRAM: &[Operation] = &[
    operation("sendMessage", WithProof).fresh(),
    operation("sendRichMessage", WithProof).fresh(),
    operation("sendChatAction", Always),
    operation("send*", WithProof),
    operation("get*", Always),
    operation("edit*", Always),
    operation("delete*", Always),
    operation("set*", Always),
    operation("answer*", Always),
    operation("pin*", Always),
    operation("unpin*", Always),
    operation("stop*", Always),
    operation("*", WithProof),
];

/// Jobs of providers: what creates one is never repeated.
pub(crate) const PROVIDER: &[Operation] = &[operation("create*", Never), operation("*", Always)];

/// Subcommands of Git. What a push may have written is reconciled with the remote.
pub(crate) const GIT: &[Operation] = &[
    operation("fetch", Always),
    operation("ls-remote", Always),
    operation("clone", Always).clean_up(),
    operation("push", Publish),
    operation("*", Never),
];
