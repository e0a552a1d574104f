//! A snapshot, read once: profiles, records and marks by what a turn asks for.

use super::apply::change_profile;
use super::kept::Kept;
use super::read::read_record;
use super::record::{AnyRecord, ProbeMark, ProfileRecord, ProviderRecord, Window, WindowScope, WindowSource};
use super::{Fact, Key};
use crate::classify::Reason;
use crate::error::{Problem, Problems, StateError};
use crate::health;
use crate::policy::Policy;
use crate::profile::{AuthProfile, mapped};
use crate::refs::normalise_provider;
use crate::session::SessionEntry;
use crate::time::Millis;
use crate::turn::{SkipMark, Snapshot};
use std::borrow::Cow;
use std::cmp::Reverse;
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
    records: BTreeMap<String, Kept>,
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
        let mut records = BTreeMap::new();
        for stored in &snapshot.records {
            match read_record(&stored.key, &stored.value) {
                Ok(record) => view.add(&stored.key, record, wanted.as_deref(), &mut records),
                Err(error) => {
                    warnings.push(Problem::new(&error.code, format!("snapshot.{}", stored.key), error.message))
                }
            }
        }
        view.merge_profiles(policy, &snapshot.profiles, &records);
        view.fold_records(policy, records);
        view.warn_of_future(policy, now, &mut warnings);
        Ok((view, warnings))
    }

    fn add(
        &mut self,
        key: &str,
        record: AnyRecord,
        session: Option<&str>,
        records: &mut BTreeMap<String, ProfileRecord>,
    ) {
        match record {
            AnyRecord::Profile(record) => {
                records.insert(key.to_owned(), *record);
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

    /// Profiles of the host, then stored ones of this agent's scope that it did not give.
    fn merge_profiles(&mut self, policy: &Policy, given: &[AuthProfile], records: &BTreeMap<String, ProfileRecord>) {
        let prefix = self.keys.as_ref().map(Key::profiles).unwrap_or_default();
        let own = records.iter().filter(|(key, _)| key.starts_with(&prefix));
        for profile in given.iter().chain(own.filter_map(|(_, record)| record.profile.as_ref())) {
            if !self.places.contains_key(&profile.id) {
                self.put_profile(policy, profile);
            }
        }
    }

    /// Keeps a profile under the provider that it is used for (P-2).
    fn put_profile(&mut self, policy: &Policy, profile: &AuthProfile) {
        let own = normalise_provider(&profile.provider);
        let profile = AuthProfile { provider: mapped(policy, &own).to_owned(), ..profile.clone() };
        match self.places.get(&profile.id).and_then(|place| self.profiles.get_mut(*place)) {
            Some(known) => *known = profile,
            None => {
                self.places.insert(profile.id.clone(), self.profiles.len());
                self.profiles.push(profile);
            }
        }
    }

    fn fold_records(&mut self, policy: &Policy, records: BTreeMap<String, ProfileRecord>) {
        for (key, record) in records {
            self.keep(policy, &key, record);
        }
    }

    /// Folds a record for the secret that its profile has now.
    fn keep(&mut self, policy: &Policy, key: &str, record: ProfileRecord) {
        let prefix = self.keys.as_ref().map(Key::profiles).unwrap_or_default();
        let profile = key.strip_prefix(&prefix).and_then(|id| self.profile(id));
        let kept = Kept::new(policy, key, record, profile);
        self.records.insert(key.to_owned(), kept);
    }

    /// D-4: windows from a clock that runs ahead are clamped when they are read; people should know.
    fn warn_of_future(&self, policy: &Policy, now: Millis, warnings: &mut Problems) {
        for (key, kept) in &self.records {
            if let Some(window) = kept.future_window(policy, now) {
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
        let lists = self.window_lists(policy, profile, ignore_turn);
        lists.iter().flat_map(|windows| health::open_at(policy, windows, now)).collect()
    }

    /// The windows of the profile's record and of its account's, passed ones too.
    fn window_lists(
        &self,
        policy: &Policy,
        profile: &AuthProfile,
        ignore_turn: Option<&str>,
    ) -> Vec<Cow<'_, [Window]>> {
        let Some(keys) = &self.keys else { return Vec::new() };
        let both = [Some(keys.profile(&profile.id)), keys.account(profile)].into_iter().flatten();
        let known = both.filter_map(|key| self.records.get(&key).map(|kept| (key, kept)));
        known.map(|(key, kept)| kept.windows(policy, &key, profile, ignore_turn)).collect()
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
        let lists = self.window_lists(policy, profile, ignore_turn);
        let blocking = lists.iter().flat_map(|list| list.iter()).filter(|window| health::blocks(window, model, now));
        let end = |window: &Window| window.until.min(now + health::limit_of(policy, window.kind));
        let rank = |window: &Window| (end(window), Reverse(health::priority(health::inferred(window))));
        blocking.max_by_key(|window| rank(window)).map(|window| Unusable {
            until: end(window),
            reason: health::inferred(window),
            model_scoped: window.scope == WindowScope::Model,
            stated: window.source == WindowSource::Provider,
        })
    }

    /// When a call with the profile started last; zero is never.
    #[must_use]
    pub fn last_used(&self, profile: &AuthProfile) -> Millis {
        let record = self.keys.as_ref().and_then(|keys| self.records.get(&keys.profile(&profile.id)));
        record.and_then(|kept| kept.record.last_used).unwrap_or_default()
    }

    /// The record holds windows or counts that a success of `model` at `now` would clear (D-5, K-12).
    #[must_use]
    pub fn success_clears(&self, policy: &Policy, key: &str, model: &str, now: Millis) -> bool {
        self.records.get(key).is_some_and(|kept| kept.success_clears(policy, model, now))
    }

    /// Lets the rest of a turn see a fact that it emitted.
    pub fn apply_own(&mut self, policy: &Policy, fact: &Fact) {
        match fact {
            Fact::ProbeTaken(lease) => {
                let mark = ProbeMark { owner: lease.owner.clone(), until: lease.until, at: lease.at };
                self.providers.entry(lease.key.clone()).or_default().probe = Some(mark);
            }
            Fact::ProbeReleased(lease) => self.providers.entry(lease.key.clone()).or_default().probe = None,
            Fact::ProfileStored { profile, .. } => {
                self.put_profile(policy, profile);
                self.change(policy, fact);
            }
            other => self.change(policy, other),
        }
    }

    fn change(&mut self, policy: &Policy, fact: &Fact) {
        let key = fact.key();
        if key.starts_with("profile/") || key.starts_with("account/") {
            let mut record = self.records.remove(key).unwrap_or_default().record;
            change_profile(policy, key, &mut record, fact);
            self.keep(policy, key, record);
        }
    }
}
