//! Tests of the fold (K), beside the table of 02-profiles.

mod laws;
mod openclaw;
mod reads;
mod records;
mod windows;

use super::{apply_fact, folded};
use crate::classify::{Reason, Scope};
use crate::config;
use crate::policy::Policy;
use crate::state::{Fact, FactFailed, ProfileRecord, Window};
use crate::time::{Millis, Span};
use serde_json::{Value, json};

const KEY: &str = "profile/shared/openai:default";
const T0: u64 = 1_800_000_000_000;

/// A record that is driven by facts, with the policy that folds them.
struct Bench {
    policy: Policy,
    key: String,
    record: ProfileRecord,
}

fn bench() -> Bench {
    bench_with(&json!({}))
}

fn bench_with(config: &Value) -> Bench {
    let (policy, _) = config::read(config).expect("a config");
    Bench { policy, key: KEY.to_owned(), record: ProfileRecord::default() }
}

fn at(ms: u64) -> Millis {
    Millis(T0 + ms)
}

fn secs(s: u64) -> Millis {
    Millis(T0) + Span::secs(s)
}

/// A failure of the model `m` at `when`, of the scope that its reason usually has.
fn failure(when: Millis, reason: Reason) -> FactFailed {
    FactFailed {
        key: KEY.to_owned(),
        at: when,
        attempt_id: format!("t{}.1", when.0),
        credential_version: None,
        reason,
        scope: Scope::Credential,
        model: Some("m".to_owned()),
        stated_until: None,
        absolute_reset: false,
        usage_window: false,
        probe: false,
    }
}

impl Bench {
    fn apply(&mut self, fact: &Fact) {
        apply_fact(&self.policy, &self.key, &mut self.record, fact);
    }

    fn fail(&mut self, failed: FactFailed) {
        self.apply(&Fact::ProfileFailed(failed));
    }

    fn windows(&self, now: Millis) -> Vec<Window> {
        folded(&self.policy, &self.key, &self.record, now, None)
    }

    /// The end of the only open window, as seconds after the start.
    fn only_end(&self, now: Millis) -> u64 {
        let windows = self.windows(now);
        assert_eq!(windows.len(), 1, "{windows:?}");
        (windows[0].until.0 - T0) / 1_000
    }
}

fn success(when: Millis, model: &str) -> Fact {
    Fact::ProfileSucceeded {
        key: KEY.to_owned(),
        at: when,
        attempt_id: format!("s{}.1", when.0),
        credential_version: None,
        model: model.to_owned(),
    }
}
