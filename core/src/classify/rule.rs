//! A row of the rule table (C-20).

use super::{Confidence, Reason, Repair, Scope};

/// One row. It decides when everything it asks for is there and nothing of `unless` is. The first row in table order
/// wins, so the order of the table is the precedence of C-5.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Stable id: family, dot, what it catches.
    pub(crate) id: &'static str,
    pub(crate) reason: Reason,
    /// Provider ids (whole, or the part before a dash); empty: every provider.
    pub(crate) providers: &'static [&'static str],
    /// Any of these codes, types or finish reasons (`finish:refusal`), lower case.
    pub(crate) codes: &'static [&'static str],
    /// Any of these patterns.
    pub(crate) text: &'static [&'static str],
    /// Any of these statuses.
    pub(crate) status: &'static [u16],
    /// None of these statuses.
    pub(crate) not_status: &'static [u16],
    /// Only when no HTTP status is known.
    pub(crate) no_status: bool,
    /// Providers for which the row does not count.
    pub(crate) not_on: &'static [&'static str],
    /// Patterns that veto the row.
    pub(crate) unless: &'static [&'static str],
    pub(crate) confidence: Confidence,
    pub(crate) scope: Option<Scope>,
    pub(crate) usage_window: bool,
    /// A stated wait of an hour or more makes it a usage window, also when only a header states it.
    pub(crate) long_wait: bool,
    pub(crate) failover: Option<bool>,
    pub(crate) repair: Option<Repair>,
    pub(crate) ceiling: bool,
}

/// A row that so far matches nothing.
pub(crate) const fn row(id: &'static str, reason: Reason) -> Row {
    Row {
        id,
        reason,
        providers: &[],
        codes: &[],
        text: &[],
        status: &[],
        no_status: false,
        not_status: &[],
        not_on: &[],
        unless: &[],
        confidence: Confidence::Likely,
        scope: None,
        usage_window: false,
        long_wait: false,
        failover: None,
        repair: None,
        ceiling: false,
    }
}

impl Row {
    /// Whether the row may decide with this status.
    pub(crate) fn takes_status(&self, status: Option<u16>) -> bool {
        match status {
            Some(status) if self.no_status && status >= 300 => false,
            Some(status) if self.not_status.contains(&status) => false,
            status => self.status.is_empty() || status.is_some_and(|status| self.status.contains(&status)),
        }
    }

    pub(crate) const fn on(mut self, providers: &'static [&'static str]) -> Self {
        self.providers = providers;
        self
    }
    /// A code with one meaning is certain.
    pub(crate) const fn codes(mut self, codes: &'static [&'static str]) -> Self {
        self.codes = codes;
        self.confidence = Confidence::Certain;
        self
    }
    pub(crate) const fn text(mut self, patterns: &'static [&'static str]) -> Self {
        self.text = patterns;
        self
    }
    pub(crate) const fn status(mut self, statuses: &'static [u16]) -> Self {
        self.status = statuses;
        self
    }
    pub(crate) const fn not_status(mut self, statuses: &'static [u16]) -> Self {
        self.not_status = statuses;
        self
    }
    pub(crate) const fn no_status(mut self) -> Self {
        self.no_status = true;
        self
    }
    pub(crate) const fn unless(mut self, patterns: &'static [&'static str]) -> Self {
        self.unless = patterns;
        self
    }
    pub(crate) const fn unless_on(mut self, providers: &'static [&'static str]) -> Self {
        self.not_on = providers;
        self
    }
    pub(crate) const fn confidence(mut self, confidence: Confidence) -> Self {
        self.confidence = confidence;
        self
    }
    pub(crate) const fn scope(mut self, scope: Scope) -> Self {
        self.scope = Some(scope);
        self
    }
    pub(crate) const fn window(mut self) -> Self {
        self.usage_window = true;
        self
    }
    pub(crate) const fn long_wait(mut self) -> Self {
        self.long_wait = true;
        self
    }
    pub(crate) const fn stays(mut self) -> Self {
        self.failover = Some(false);
        self
    }
    pub(crate) const fn repair(mut self, repair: Repair) -> Self {
        self.repair = Some(repair);
        self
    }
    pub(crate) const fn ceiling(mut self) -> Self {
        self.ceiling = true;
        self
    }
}

/// What is at fault when a row does not say (C-4). For `timeout` see `answer`.
pub(crate) const fn default_scope(reason: Reason) -> Scope {
    match reason {
        Reason::Auth | Reason::AuthPermanent | Reason::RateLimit => Scope::Credential,
        Reason::Billing => Scope::Account,
        Reason::Overloaded | Reason::ModelNotFound => Scope::Model,
        Reason::Timeout | Reason::TlsCertificate => Scope::Transport,
        Reason::ServerError
        | Reason::EmptyResponse
        | Reason::NoErrorDetails
        | Reason::Unclassified
        | Reason::Unknown => Scope::Provider,
        Reason::Format | Reason::ContextOverflow | Reason::Refusal => Scope::Request,
        Reason::SessionExpired => Scope::Session,
        Reason::Abort => Scope::Caller,
    }
}
