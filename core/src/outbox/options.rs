//! The times of the outbox, passed in code (O-3, O-5).

use crate::error::{Problem, Problems};
use crate::time::Span;
use serde::{Deserialize, Serialize};

/// Longest list of back-off steps.
const MAX_STEPS: usize = 32;

/// Times that a host may scale, for instance in tests. There are no config keys for them (O-3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct OutboxOptions {
    /// Length of a lease; 60 s.
    pub lease_ms: Span,
    /// An active owner renews this often; 20 s. Shorter than the lease.
    pub renew_ms: Span,
    /// Wait after the first, second, ... attempt; the last step repeats. 5 s, 25 s, 2 min, 10 min.
    pub backoff_ms: Vec<Span>,
    /// Distance between replays of one recovery pass; 250 ms.
    pub spacing_ms: Span,
    /// A dead head lets its followers pass without being told; false (O-6).
    pub pass_dead: bool,
}

impl Default for OutboxOptions {
    fn default() -> Self {
        Self {
            lease_ms: Span::secs(60),
            renew_ms: Span::secs(20),
            backoff_ms: vec![Span::secs(5), Span::secs(25), Span::mins(2), Span::mins(10)],
            spacing_ms: Span(250),
            pass_dead: false,
        }
    }
}

impl OutboxOptions {
    /// The wait after the `n`th attempt, from 1; the last step repeats.
    pub(crate) fn back_off(&self, n: u32) -> Span {
        let place = usize::try_from(n.saturating_sub(1)).unwrap_or(usize::MAX);
        self.backoff_ms.get(place).or(self.backoff_ms.last()).copied().unwrap_or(Span::ZERO)
    }

    /// Every problem of the options.
    pub(crate) fn check(&self) -> Problems {
        let mut problems = Vec::new();
        if self.renew_ms.0 == 0 || self.renew_ms >= self.lease_ms {
            let message = "The lease must be longer than the time between renewals, and that longer than nothing.";
            problems.push(
                Problem::new("out_of_range", "options.renewMs", message)
                    .with(self.renew_ms.0.to_string(), format!("1 to less than leaseMs, {}", self.lease_ms.0)),
            );
        }
        if self.backoff_ms.is_empty() || self.backoff_ms.len() > MAX_STEPS {
            problems.push(
                Problem::new("out_of_range", "options.backoffMs", "The back-off needs a step, and not too many.")
                    .with(format!("{} steps", self.backoff_ms.len()), format!("1 to {MAX_STEPS} steps")),
            );
        }
        problems
    }
}
