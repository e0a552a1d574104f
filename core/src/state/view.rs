//! A snapshot, read once: profiles, records and marks by what a turn asks for.

use super::apply::change_profile;
use super::read::read_record;
use super::record::{AnyRecord, ProbeMark, ProfileRecord, ProviderRecord, Window, WindowScope, WindowSource};
use super::{Fact, Key};
use crate::classify::Reason;
use crate::error::{Problem, Problems, StateError};
use crate::health;
use crate::policy::Policy;
use crate::profile::AuthProfile;
use crate::session::SessionEntry;
use crate::time::Millis;
use crate::turn::{SkipMark, Snapshot};
use std::collections::BTreeMap;

/// What keeps a profile from being used for a model now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unusable {
    /// The latest end of the windows that block the model (K-14).
    pub until: Millis,
    /// Reason of the window that ends last.
    pub reason: Reason,
    /// That window is for this very model alone.
    pub model_scoped: bool,
    /// Its end was stated by the provider.
    pub stated: bool,
}

/// The state that a turn decides on. A record that cannot be read is left out with a warning: a broken store must not
/// stop a turn.
#[derive(Clone, Debug, Default)]
pub struct StateView {
    profiles: Vec<AuthProfile>,
    places: BTreeMap<String, usize>,
    records: BTreeMap<String, ProfileRecord>,
    providers: BTreeMap<String, ProviderRecord>,
    session: Option<SessionEntry>,
    order: Option<BTreeMap<String, Vec<String>>>,
    skip_marks: Vec<SkipMark>,
    compactions: Option<u64>,
    keys: Option<Key>,
}

impl StateView {
    /// Reads a snapshot for one agent and session.
    ///
    /// # Errors
    ///
    /// None today; kept for snapshots that no engine could go on from.
    pub fn read(
        policy: &Policy,
        snapshot: &Snapshot,
        agent: &str,
        session: Option<&str>,
        now: Millis,
    ) -> Result<(Self, Problems), StateError> {
        let mut warnings = Problems::new();
        let mut view = Self {
            order: snapshot.order.clone(),
            skip_marks: snapshot.skip_marks.clone(),
            compactions: snapshot.runtime.as_ref().and_then(|runtime| runtime.compaction_count),
            keys: Some(Key::new(policy.state_scope, agent)),
            ..Self::default()
        };
        let wanted = session.map(Key::session);
        for stored in &snapshot.records {
            match read_record(&stored.key, &stored.value) {
                Ok(record) => view.add(&stored.key, record, wanted.as_deref()),
                Err(error) => {
                    warnings.push(Problem::new(&error.code, format!("snapshot.{}", stored.key), error.message))
                }
            }
        }
        view.merge_profiles(&snapshot.profiles);
        view.warn_of_future(policy, now, &mut warnings);
        Ok((view, warnings))
    }

    fn add(&mut self, key: &str, record: AnyRecord, session: Option<&str>) {
        match record {
            AnyRecord::Profile(record) => {
                self.records.insert(key.to_owned(), *record);
            }
            AnyRecord::Provider(record) => {
                self.providers.insert(key.to_owned(), *record);
            }
            AnyRecord::Session(entry) => {
                if session == Some(key) {
                    self.session = Some(*entry);
                }
            }
        }
    }

    /// Profiles of the host, then stored ones that it did not give.
    fn merge_profiles(&mut self, given: &[AuthProfile]) {
        let stored: Vec<AuthProfile> = self.records.values().filter_map(|record| record.profile.clone()).collect();
        for mut profile in given.iter().cloned().chain(stored) {
            profile.provider = crate::refs::normalise_provider(&profile.provider);
            if !self.places.contains_key(&profile.id) {
                self.places.insert(profile.id.clone(), self.profiles.len());
                self.profiles.push(profile);
            }
        }
    }

    /// D-4: windows from a clock that runs ahead are clamped when they are read; people should know.
    fn warn_of_future(&self, policy: &Policy, now: Millis, warnings: &mut Problems) {
        for (key, record) in &self.records {
            let ahead = |window: &&Window| window.until > now + health::limit_of(policy, window.kind);
            if let Some(window) = record.windows.iter().find(ahead) {
                let message = format!(
                    "a window until {} lies further ahead than the policy allows (another clock?); it is cut short",
                    window.until.0
                );
                warnings.push(Problem::new("clamped_window", format!("snapshot.{key}"), message));
            }
        }
    }

    /// All known profiles; one that the host gives wins over a stored one with its id.
    #[must_use]
    pub fn profiles(&self) -> &[AuthProfile] {
        &self.profiles
    }

    /// The profile with this id.
    #[must_use]
    pub fn profile(&self, id: &str) -> Option<&AuthProfile> {
        self.places.get(id).and_then(|place| self.profiles.get(*place))
    }

    /// The session's entry, when the turn has a session and it is stored.
    #[must_use]
    pub const fn session(&self) -> Option<&SessionEntry> {
        self.session.as_ref()
    }

    /// The record of a provider.
    #[must_use]
    pub fn provider(&self, provider: &str) -> Option<&ProviderRecord> {
        self.providers.get(&self.keys.as_ref()?.provider(provider))
    }

    /// The stored order of this agent, by provider.
    #[must_use]
    pub const fn order(&self) -> Option<&BTreeMap<String, Vec<String>>> {
        self.order.as_ref()
    }

    /// Marks of candidates to skip in this session.
    #[must_use]
    pub fn skip_marks(&self) -> &[SkipMark] {
        &self.skip_marks
    }

    /// Compactions of the session: the host's count when it is newer.
    #[must_use]
    pub fn compaction_count(&self) -> u64 {
        let stored = self.session.as_ref().map_or(0, |entry| entry.compaction_count);
        self.compactions.map_or(stored, |count| count.max(stored))
    }

    /// The windows of a profile and of its account that are open at `now`, without those that a turn caused itself.
    #[must_use]
    pub fn windows(
        &self,
        policy: &Policy,
        profile: &AuthProfile,
        now: Millis,
        ignore_turn: Option<&str>,
    ) -> Vec<Window> {
        let Some(keys) = &self.keys else { return Vec::new() };
        let own = keys.profile(&profile.id);
        let mut windows = self.windows_at(policy, &own, profile, now, ignore_turn);
        if let Some(account) = keys.account(profile) {
            // An account outlives a change of one key: its health is nobody's version (C-4).
            if let Some(record) = self.records.get(&account) {
                windows.extend(health::folded(policy, &account, record, now, ignore_turn));
            }
        }
        windows
    }

    /// P-1: health that was recorded under another version of the secret does not count.
    fn windows_at(
        &self,
        policy: &Policy,
        key: &str,
        profile: &AuthProfile,
        now: Millis,
        ignore_turn: Option<&str>,
    ) -> Vec<Window> {
        let Some(record) = self.records.get(key) else { return Vec::new() };
        let versions = (&profile.credential_version, &record.credential_version);
        if matches!(versions, (Some(now), Some(then)) if now != then) {
            return Vec::new();
        }
        health::folded(policy, key, record, now, ignore_turn)
    }

    /// What keeps a profile from being used for `model` now: the window that ends last.
    #[must_use]
    pub fn unusable(
        &self,
        policy: &Policy,
        profile: &AuthProfile,
        model: &str,
        now: Millis,
        ignore_turn: Option<&str>,
    ) -> Option<Unusable> {
        let windows = self.windows(policy, profile, now, ignore_turn);
        let blocking = windows.iter().filter(|window| health::blocks(window, model, now));
        blocking.max_by_key(|window| window.until).map(|window| Unusable {
            until: window.until,
            reason: window.reason,
            model_scoped: window.scope == WindowScope::Model,
            stated: window.source == WindowSource::Provider,
        })
    }

    /// When a call with the profile started last; zero is never.
    #[must_use]
    pub fn last_used(&self, profile: &AuthProfile) -> Millis {
        let record = self.keys.as_ref().and_then(|keys| self.records.get(&keys.profile(&profile.id)));
        record.and_then(|record| record.last_used).unwrap_or_default()
    }

    /// The record holds windows or counts that a success of `model` would clear (D-5, K-12).
    #[must_use]
    pub fn success_clears(&self, policy: &Policy, key: &str, model: &str) -> bool {
        let Some(record) = self.records.get(key) else { return false };
        let provider = health::provider(policy, key, Some(record));
        let folded = health::folded_all(record, health::context(policy, key, &provider), None);
        let touched = |other: &Option<String>| other.as_ref().is_none_or(|other| other == model);
        folded.windows.iter().any(|window| touched(&window.model))
            || folded.counts.iter().any(|count| touched(&count.model))
    }

    /// Lets the rest of a turn see a fact that it emitted.
    pub fn apply_own(&mut self, policy: &Policy, fact: &Fact, _now: Millis) {
        match fact {
            Fact::ProbeTaken(lease) => {
                let mark = ProbeMark { owner: lease.owner.clone(), until: lease.until, at: lease.at };
                self.providers.entry(lease.key.clone()).or_default().probe = Some(mark);
            }
            Fact::ProbeReleased(lease) => self.providers.entry(lease.key.clone()).or_default().probe = None,
            Fact::ProfileStored { key, profile, .. } => {
                change_profile(policy, key, self.records.entry(key.clone()).or_default(), fact);
                match self.places.get(&profile.id).and_then(|place| self.profiles.get_mut(*place)) {
                    Some(known) => *known = profile.clone(),
                    None => {
                        self.places.insert(profile.id.clone(), self.profiles.len());
                        self.profiles.push(profile.clone());
                    }
                }
            }
            other => {
                let key = other.key();
                if key.starts_with("profile/") || key.starts_with("account/") {
                    change_profile(policy, key, self.records.entry(key.to_owned()).or_default(), other);
                }
            }
        }
    }
}
