//! The engine: built once from a policy, then asked (00-overview, "The shape").

use crate::classify::{Classification, Classifier, ErrorSignal};
use crate::config;
use crate::error::{Problem, Problems, StateError};
use crate::explain::{self, Explanation};
use crate::policy::Policy;
use crate::profile::AuthProfile;
use crate::redact;
use crate::select::{self, SelectRequest};
use crate::state::{self, Applied, Change, Key, KeySet, StateView};
use crate::status::{self, Status};
use crate::time::Millis;
use crate::turn::{Data, SAVED_VERSION, Selection, Snapshot, Step, Turn, TurnRequest, max_attempts};
use crate::wire::decode;
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::Arc;

/// What every turn of an engine shares.
pub(crate) struct Inner {
    pub(crate) policy: Policy,
    pub(crate) hash: String,
    pub(crate) classifier: Classifier,
    pub(crate) warnings: Problems,
}

/// Decides for one policy. Cheap to clone; turns keep their engine when a host builds a new one.
///
/// ```
/// use switchover_core::{Engine, classify::ErrorSignal, time::Millis};
///
/// let engine = Engine::new(&serde_json::json!({ "agents": { "defaults": { "model": "openai/gpt-5" } } })).unwrap();
/// let signal = ErrorSignal { status: Some(429), ..ErrorSignal::default() };
/// assert_eq!(engine.classify(&signal, Millis(0), false).reason.as_str(), "rate_limit");
/// ```
#[derive(Clone)]
pub struct Engine {
    inner: Arc<Inner>,
}

impl Engine {
    /// Reads a config (M-1), checks it and compiles what needs compiling. Nothing is parsed or compiled per call later.
    ///
    /// # Errors
    ///
    /// Every problem of the config at once, each with its path.
    pub fn new(config: &Value) -> Result<Self, Problems> {
        let (policy, warnings) = config::read(config)?;
        let classifier = Classifier::new(policy.classify.clone())?;
        let text = serde_json::to_string(&policy).unwrap_or_default();
        let hash = format!("{:016x}", redact::fnv1a64(text.as_bytes()));
        Ok(Self { inner: Arc::new(Inner { policy, hash, classifier, warnings }) })
    }

    /// The checked policy.
    #[must_use]
    pub fn policy(&self) -> &Policy {
        &self.inner.policy
    }

    /// Fingerprint of the policy, as 16 hex digits; saved turns carry it.
    #[must_use]
    pub fn policy_hash(&self) -> &str {
        &self.inner.hash
    }

    /// What is odd but not wrong in the config: unknown keys, dropped fallbacks.
    #[must_use]
    pub fn warnings(&self) -> &[Problem] {
        &self.inner.warnings
    }

    /// Classifies a failure (C). Pure and total.
    #[must_use]
    pub fn classify(&self, signal: &ErrorSignal, now: Millis, explain: bool) -> Classification {
        self.inner.classifier.classify(signal, now, explain)
    }

    /// Which records a turn needs: its session, the profiles and accounts of the chain's providers, the providers.
    #[must_use]
    pub fn keys(&self, request: &TurnRequest, profiles: &[AuthProfile]) -> KeySet {
        let keys = Key::new(self.inner.policy.state_scope, &request.agent_id);
        let mut exact: BTreeSet<String> = request.session_id.iter().map(|id| Key::session(id)).collect();
        for provider in self.providers(request) {
            exact.insert(keys.provider(&provider));
            exact.insert(keys.profile(&format!("{provider}:default")));
        }
        for profile in profiles {
            exact.insert(keys.profile(&profile.id));
            exact.insert(keys.provider(&profile.provider));
            exact.extend(keys.account(profile));
        }
        for profile in &self.inner.policy.auth.profiles {
            exact.insert(keys.profile(&profile.id));
        }
        // Profiles that only the store knows are found by listing, unless the host gave its own.
        let prefixes = if profiles.is_empty() { vec![keys.profiles()] } else { Vec::new() };
        KeySet { keys: exact.into_iter().collect(), prefixes }
    }

    /// Every provider that the chain may reach, as far as it is known before the session is read.
    fn providers(&self, request: &TurnRequest) -> BTreeSet<String> {
        let models = &self.inner.policy.models;
        let agent = models.agents.get(&request.agent_id).map(|agent| &agent.model);
        let choices = [Some(&models.default), Some(&models.image), agent];
        let configured = choices.into_iter().flatten().flat_map(|choice| {
            let fallbacks = choice.fallbacks.iter().flatten();
            choice.primary.iter().chain(fallbacks).map(|model| model.provider.clone())
        });
        let cron = request.cron.iter().flat_map(|cron| cron.model.iter().chain(cron.fallbacks.iter().flatten()));
        let named = request.chain.iter().flatten().chain(request.fallbacks_override.iter().flatten()).chain(cron);
        let parsed = named.filter_map(|text| select::parse_ref(&self.inner.policy, text, &|_| false).ok());
        let one_off = request.one_off.iter().map(|o| o.provider.clone());
        let selected = request.selection.iter().map(|s| s.provider.clone());
        configured.chain(parsed.map(|(model, _)| model.provider)).chain(one_off).chain(selected).collect()
    }

    /// Which model is asked for, and where that comes from (M-3).
    ///
    /// # Errors
    ///
    /// A ref that cannot be resolved, or no model at all.
    pub fn select(&self, request: &SelectRequest) -> Result<Selection, Problems> {
        select::select(&self.inner.policy, request)
    }

    /// Starts a turn.
    ///
    /// # Errors
    ///
    /// Every problem of the plan at once (T-3).
    pub fn begin(&self, request: TurnRequest, snapshot: Snapshot, now: Millis) -> Result<(Turn, Step), Problems> {
        Turn::begin(Arc::clone(&self.inner), request, snapshot, now)
    }

    /// Brings a saved turn back. Nothing changes: send `snapshot_changed` or a tick next.
    ///
    /// # Errors
    ///
    /// `malformed`, `newer_version`, or `policy_mismatch` when the turn was saved under another policy.
    pub fn load(&self, saved: &str) -> Result<Turn, StateError> {
        let value: Value = serde_json::from_str(saved)
            .map_err(|error| StateError::new("malformed", format!("not a saved turn: {error}")))?;
        let version = value.get("v").and_then(Value::as_u64).unwrap_or(0);
        if version > u64::from(SAVED_VERSION) {
            let message =
                format!("the turn has version {version}, this engine knows {SAVED_VERSION}: use a newer engine");
            return Err(StateError::new("newer_version", message));
        }
        let data: Data = decode(&value, "").map_err(|problem| StateError {
            problems: vec![problem.clone()],
            ..StateError::new("malformed", format!("not a saved turn: {problem}"))
        })?;
        Turn::load(Arc::clone(&self.inner), data)
    }

    /// Applies a fact or patch to a record: the only writer of records (D-3).
    ///
    /// # Errors
    ///
    /// A record that cannot be read, or of a newer version; it is left as it is (D-4).
    pub fn apply(
        &self,
        key: &str,
        record: Option<&Value>,
        change: &Change,
        now: Millis,
    ) -> Result<Applied, StateError> {
        state::apply(&self.inner.policy, key, record, change, now)
    }

    /// The largest number of calls that a turn with this request and snapshot can make (T-35).
    ///
    /// # Errors
    ///
    /// As [`Engine::begin`].
    pub fn max_attempts(&self, request: &TurnRequest, snapshot: &Snapshot, now: Millis) -> Result<u64, Problems> {
        let turn = self.prepare(request, snapshot, now)?;
        Ok(max_attempts(&self.inner.policy, &turn.profiles_by_candidate(), turn.max_retries()))
    }

    /// A turn before its first decision, to be looked at.
    pub(crate) fn prepare(&self, request: &TurnRequest, snapshot: &Snapshot, now: Millis) -> Result<Turn, Problems> {
        Turn::prepare(Arc::clone(&self.inner), request.clone(), snapshot.clone(), now).map(|(turn, _)| turn)
    }

    /// What a turn would do now with each candidate and profile, and why, without changing anything (M-10).
    ///
    /// # Errors
    ///
    /// As [`Engine::begin`].
    pub fn explain(&self, request: &TurnRequest, snapshot: &Snapshot, now: Millis) -> Result<Explanation, Problems> {
        self.prepare(request, snapshot, now).map(|turn| explain::explain(&turn))
    }

    /// What the session and its providers look like now (S-10).
    ///
    /// # Errors
    ///
    /// As [`Engine::begin`].
    pub fn status(&self, request: &TurnRequest, snapshot: &Snapshot, now: Millis) -> Result<Status, Problems> {
        self.prepare(request, snapshot, now).map(|turn| status::status(&turn))
    }

    /// The state of profiles and sessions as a snapshot shows it.
    ///
    /// # Errors
    ///
    /// A snapshot that cannot be read at all.
    pub fn view(
        &self,
        snapshot: &Snapshot,
        agent: &str,
        session: Option<&str>,
        now: Millis,
    ) -> Result<StateView, StateError> {
        StateView::read(&self.inner.policy, snapshot, agent, session, now).map(|(view, _)| view)
    }
}
