//! Verdicts that the turn makes itself: time-outs, empty answers, host faults (T-2, T-13, T-20 to T-22).

use super::effect::WaitWhy;
use super::event::IncompleteWhy;
use crate::classify::{Classification, Confidence, Reason, Scope};
use crate::redact;

fn verdict(reason: Reason, scope: Scope, rule: &str, failover: bool, text: &str) -> Classification {
    Classification {
        reason,
        rule: rule.to_owned(),
        confidence: Confidence::Certain,
        scope,
        usage_window: false,
        retry_after_ms: None,
        reset_at: None,
        request_size_ceiling: false,
        failover,
        repair: None,
        status: None,
        code: None,
        error_type: None,
        preview: Some(redact::preview(text)),
        fingerprint: format!("{:016x}", redact::fnv1a64(format!("{} {rule} {text}", reason.as_str()).as_bytes())),
        request_id_hash: None,
        evidence: None,
        lost: Vec::new(),
        why: None,
    }
}

/// A clock of T-21 ran out: nothing was reached (`connect`), or the provider had taken the request.
pub(crate) fn timed_out(why: WaitWhy) -> Classification {
    let (scope, text) = match why {
        WaitWhy::ConnectTimeout => (Scope::Transport, "no connection within the time limit"),
        WaitWhy::FirstTokenTimeout => (Scope::Provider, "no first token within the time limit"),
        WaitWhy::IdleTimeout => (Scope::Provider, "no progress within the time limit"),
        _ => (Scope::Provider, "the attempt took longer than its total time limit"),
    };
    verdict(Reason::Timeout, scope, "T-21", true, text)
}

/// The candidate's share of the turn's deadline is over (T-20).
pub(crate) fn share_over() -> Classification {
    verdict(Reason::Timeout, Scope::Caller, "T-20", true, "the candidate's share of the turn's deadline is over")
}

/// A success with nothing in it (T-22).
pub(crate) fn empty() -> Classification {
    verdict(Reason::EmptyResponse, Scope::Provider, "T-22", true, "the answer was empty")
}

/// A response that stopped early (T-13).
pub(crate) fn incomplete(why: IncompleteWhy) -> Classification {
    match why {
        IncompleteWhy::ContentFilter => {
            verdict(Reason::Refusal, Scope::Request, "T-13", false, "the response was stopped by a content filter")
        }
        _ => verdict(Reason::Unclassified, Scope::Caller, "T-13", false, "the response was incomplete"),
    }
}

/// The host's own fault (T-2).
pub(crate) fn host_error(message: &str) -> Classification {
    verdict(Reason::Unclassified, Scope::Caller, "T-2", false, message)
}

/// A switch that leads nowhere (T-15).
pub(crate) fn stale_switch() -> Classification {
    verdict(Reason::Unknown, Scope::Caller, "T-15", true, "a model switch to a model that is not ahead in the chain")
}

/// A credential that could not be refreshed (P-8).
pub(crate) fn refresh_failed(reason: Reason, scope: Scope, why: &str) -> Classification {
    verdict(reason, scope, "P-8", true, &format!("the credential could not be refreshed: {why}"))
}
