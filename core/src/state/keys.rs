//! Keys of records (D-1).

use crate::policy::StateScope;
use crate::profile::AuthProfile;
use serde::{Deserialize, Serialize};

/// Builds record keys for one agent under one `state.scope` (D-1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    scope: String,
}

impl Key {
    /// Keys for `agent`; `shared` unless the policy keeps state for each agent.
    #[must_use]
    pub fn new(scope: StateScope, agent: &str) -> Self {
        let scope = match scope {
            StateScope::Shared => "shared".to_owned(),
            StateScope::Agent => agent.to_owned(),
        };
        Self { scope }
    }

    /// `profile/<scope>/<profileId>`.
    #[must_use]
    pub fn profile(&self, id: &str) -> String {
        format!("profile/{}/{id}", self.scope)
    }

    /// `profile/<scope>/`: lists all profiles.
    #[must_use]
    pub fn profiles(&self) -> String {
        format!("profile/{}/", self.scope)
    }

    /// `account/<scope>/<provider>/<subscription | key>/<accountId>`; `None` without an account.
    #[must_use]
    pub fn account(&self, profile: &AuthProfile) -> Option<String> {
        let account = profile.account_id.as_ref()?;
        Some(format!("account/{}/{}/{}/{account}", self.scope, profile.provider, profile.billing_class()))
    }

    /// `provider/<scope>/<provider>`.
    #[must_use]
    pub fn provider(&self, provider: &str) -> String {
        format!("provider/{}/{provider}", self.scope)
    }

    /// `session/<sessionId>`.
    #[must_use]
    pub fn session(id: &str) -> String {
        format!("session/{id}")
    }
}

/// What `engine.keys` answers: which records to load before a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct KeySet {
    /// Exact keys.
    pub keys: Vec<String>,
    /// Prefixes of which every record is needed.
    pub prefixes: Vec<String>,
}
