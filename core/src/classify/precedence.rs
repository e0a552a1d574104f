//! The order of C-5: caller, host rows, page, table, status, nothing.

use super::answer::Decision;
use super::index::Woken;
use super::read::Reading;
use super::{Classification, Classifier, Confidence, ErrorSignal, FinishError, HTML, Reason, Scope, host};

impl Classifier {
    /// The first of the steps that has an answer.
    pub(super) fn decide(&self, signal: &ErrorSignal, reading: &Reading<'_>, woken: &Woken) -> Decision {
        caller(signal)
            .or_else(|| host::decide(&self.extra, reading))
            .or_else(|| self.by_page(reading, woken))
            .or_else(|| self.table().held(reading, woken).next().map(Decision::from))
            .map(|decision| self.finished(decision))
            .or_else(|| self.by_status(reading, woken))
            .unwrap_or_else(|| nothing(reading))
    }

    /// C-12: a completed response that failed is a server error of status 500, or the older time-out.
    fn finished(&self, mut decision: Decision) -> Decision {
        match decision.rule.as_str() {
            "finish.error" | "finish.error_code" if self.finish_error == FinishError::Timeout => {
                decision.reason = Reason::Timeout;
                decision.status = Some(408);
            }
            "finish.error" | "finish.error_code" => decision.status = Some(500),
            "transport.finish" => decision.status = Some(408),
            _ => {}
        }
        decision
    }

    /// A page for people: its words are not searched where a status speaks (C-6).
    fn by_page(&self, reading: &Reading<'_>, woken: &Woken) -> Option<Decision> {
        if !is_page(woken) {
            return None;
        }
        match reading.status? {
            401 | 403 => {
                let decision = Decision::new("page.refused", Reason::Auth, Confidence::Likely);
                Some(Decision { scope: Some(Scope::Transport), ..decision })
            }
            408 | 499 | 500..=599 => self.by_status(reading, woken),
            _ => None,
        }
    }

    /// The status default (C-6).
    pub(super) fn by_status(&self, reading: &Reading<'_>, woken: &Woken) -> Option<Decision> {
        let status = reading.status?;
        if status == 413 && (reading.low.is_empty() || is_page(woken)) {
            return Some(Decision::new("status.413_empty", Reason::ContextOverflow, Confidence::Likely));
        }
        let line = self.statuses().iter().find(|line| (line.first..=line.last).contains(&status))?;
        let decision = Decision::new(line.id, line.reason, line.confidence);
        Some(Decision { scope: line.scope, ..decision })
    }
}

/// Step 1: who stopped the call.
fn caller(signal: &ErrorSignal) -> Option<Decision> {
    if signal.caller_timed_out == Some(true) {
        let decision = Decision::new("caller.timed_out", Reason::Timeout, Confidence::Certain);
        return Some(Decision { scope: Some(Scope::Caller), ..decision });
    }
    (signal.caller_aborted == Some(true)).then(|| Decision::new("caller.aborted", Reason::Abort, Confidence::Certain))
}

fn is_page(woken: &Woken) -> bool {
    woken.places.iter().any(|place| usize::from(place.literal) < HTML.len())
}

/// Step 7: nothing usable, or nothing known.
fn nothing(reading: &Reading<'_>) -> Decision {
    let blank = reading.low.iter().all(|byte| byte.is_ascii_whitespace() || b"\"'{}[]()".contains(byte));
    if blank && reading.codes.is_empty() && reading.status.is_none_or(|status| (200..300).contains(&status)) {
        return Decision::new("empty.nothing", Reason::EmptyResponse, Confidence::Guess);
    }
    Decision::new("unclassified", Reason::Unclassified, Confidence::Guess)
}

/// One sentence on why the winner won.
pub(super) fn why(decision: &Decision, verdict: &Classification) -> String {
    let ground = match (&verdict.evidence, verdict.status) {
        (Some(evidence), _) => format!("the text at {}..{} of `{}`", evidence.start, evidence.end, evidence.field),
        (None, Some(status)) if decision.rule.starts_with("status.") => format!("status {status} alone"),
        _ => "the structured fields".to_owned(),
    };
    format!("`{}` is the first row in the order of precedence that holds, by {ground}.", decision.rule)
}
