//! What Git writes to stderr. The deny list wins.

use crate::retry::row::End::{Refused, Transient};
use crate::retry::row::Proof::{Ambiguous, NotStarted};
use crate::retry::row::{Row, row};

/// Would fail again, or must be looked at by a person.
pub(crate) const DENY: &[Row] = &[
    row("git.auth", "R-6", NotStarted, Refused).text(&[
        "authentication failed",
        "permission denied",
        "access denied",
        "could not read username",
        "could not read password",
        "invalid username or",
        "terminal prompts disabled",
        "host key verification failed",
        "remote host identification has changed",
        "requested url returned error: 401",
        "requested url returned error: 403",
    ]),
    row("git.missing", "R-6", NotStarted, Refused).text(&[
        "repository not found",
        "' not found",
        "does not appear to be a git repository",
        "couldn't find remote ref",
        "could not find remote branch",
        "not our ref",
        "not found in upstream",
        "no such remote",
        "requested url returned error: 404",
        "requested url returned error: 410",
    ]),
    row("git.certificate", "R-6", NotStarted, Refused).text(&[
        "ssl certificate problem",
        "server certificate verification failed",
        "certificate has expired",
        "self-signed certificate",
        "self signed certificate",
        "no alternative certificate subject name",
    ]),
    row("git.local", "R-6", Ambiguous, Refused).text(&[
        "no space left on device",
        "disk quota exceeded",
        "quota exceeded",
        "read-only file system",
        "cannot lock ref",
        "unable to create",
        ".lock': file exists",
        "bad object",
        "unable to write",
        "already exists and is not an empty directory",
        "input/output error",
    ]),
];

/// Passes by itself.
pub(crate) const ALLOW: &[Row] = &[
    row("git.no_connection", "R-6", NotStarted, Transient).text(&[
        "could not resolve host",
        "temporary failure in name resolution",
        "failed to connect to",
        "couldn't connect to server",
        "connection refused",
        "connect to host",
        "curl 5 ",
        "curl 6 ",
        "curl 7 ",
        "curl 35 ",
    ]),
    row("git.http", "R-6", Ambiguous, Transient).text(&[
        "requested url returned error: 408",
        "requested url returned error: 429",
        "requested url returned error: 500",
        "requested url returned error: 502",
        "requested url returned error: 503",
        "requested url returned error: 504",
        "http 429",
        "http 500",
        "http 502",
        "http 503",
        "http 504",
    ]),
    row("git.broken_transfer", "R-6", Ambiguous, Transient).text(&[
        "did not send all necessary objects",
        "early eof",
        "unexpected disconnect",
        "bytes of body are still expected",
        "the remote end hung up",
        "connection reset",
        "connection was reset",
        "connection timed out",
        "operation timed out",
        "connection closed by",
        "closed by remote host",
        "empty reply from server",
        "broken pipe",
        "tls connection was non-properly terminated",
        "tls connect error",
        "unexpected eof while reading",
        "stream 0 was not closed cleanly",
        "was not closed cleanly",
        "http/2 stream",
        "transfer closed with",
        "curl 18 ",
        "curl 28 ",
        "curl 52 ",
        "curl 55 ",
        "curl 56 ",
        "curl 92 ",
    ]),
];

/// What no list knows is shown.
pub(crate) const REST: &[Row] = &[row("git.rest", "R-6", Ambiguous, Refused)];
