//! Fallbacks that are stored for the session, and the way back to the model they stand for (S-3, S-4).

use super::data::{AskThen, PendingCall};
use super::effect::{Candidate, Origin};
use super::machine::Turn;
use super::request::SelectionSource;
use crate::policy::Persistence;
use crate::session::{FieldChange, OverrideSource, PinSource, PrimaryProbe, SessionPatch};
use crate::time::Span;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// The six fields that a stored fallback owns (S-3).
const OWNED: [&str; 6] = [
    "providerOverride",
    "modelOverride",
    "modelOverrideSource",
    "authProfileOverride",
    "authProfileOverrideSource",
    "authProfileOverrideCompactionCount",
];
const ORIGIN: &str = "overrideOrigin";

type Values = BTreeMap<String, Value>;

fn json(value: &impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

impl Turn {
    fn stores_fallbacks(&self) -> bool {
        self.engine.policy.fallback_persistence == Persistence::Session
            && self.data.request.session_id.is_some()
            && self.sessions_own()
            && !self.data.owned.closed
    }

    /// S-3: what runs is stored before it runs, so that other readers of the session see it.
    pub(crate) fn ask_stored(&mut self, pending: &PendingCall) -> bool {
        let Some(candidate) = self.current_candidate().cloned() else { return false };
        if !self.stores_fallbacks() || candidate.origin == Origin::Requested {
            return false;
        }
        let written = self.owned_values(&candidate);
        if self.data.owned.written.as_ref() == Some(&written) || self.stored_now(&candidate) {
            return false;
        }
        let before = self.data.owned.before.clone().unwrap_or_else(|| self.owned_before());
        let mut set: BTreeMap<String, FieldChange> =
            written.iter().map(|(field, to)| (field.clone(), FieldChange { from: None, to: to.clone() })).collect();
        if before.get(ORIGIN).is_none_or(Value::is_null) {
            let origin = json(&self.data.selection.model_ref());
            set.insert(ORIGIN.to_owned(), FieldChange { from: None, to: origin });
        }
        let patch = self.patch(set);
        let then = AskThen::Stored { pending: pending.clone(), before, written };
        self.ask_persist(Vec::new(), patch, then, "S-3");
        true
    }

    /// The candidate is what the session already stores: nothing to write.
    fn stored_now(&self, candidate: &Candidate) -> bool {
        let stored = self.view.session().and_then(crate::session::SessionEntry::override_ref);
        self.data.owned.written.is_none()
            && stored.is_some_and(|model| model.provider == candidate.provider && model.model == candidate.model)
    }

    fn owned_values(&self, candidate: &Candidate) -> Values {
        let profile = self.data.visit.as_ref().and_then(|visit| visit.profile.clone());
        let pinned = profile.is_some();
        let values = [
            json(&candidate.provider),
            json(&candidate.model),
            json(&OverrideSource::Auto),
            json(&profile),
            json(&pinned.then_some(PinSource::Auto)),
            json(&pinned.then(|| self.compactions())),
        ];
        OWNED.iter().map(|field| (*field).to_owned()).zip(values).collect()
    }

    /// What the owned fields and the origin hold now; absent is `null`.
    fn owned_before(&self) -> Values {
        let entry = self.view.session().map(json).unwrap_or_default();
        let value = |field: &str| (field.to_owned(), entry.get(field).cloned().unwrap_or_default());
        OWNED.iter().copied().chain([ORIGIN]).map(value).collect()
    }

    pub(crate) fn stored(&mut self, pending: PendingCall, before: Values, written: Values) {
        self.data.owned.before = Some(before);
        self.data.owned.written = Some(written);
        self.pass_gates(pending);
    }

    /// The session could not be written: the fallback is turn-local from here on.
    pub(crate) fn pass_unstored(&mut self, pending: PendingCall) {
        self.data.owned.closed = true;
        self.pass_gates(pending);
    }

    /// S-3: the candidate failed: each field that still holds what was written gets its former value back.
    pub(crate) fn roll_back(&mut self) {
        let Some(written) = self.data.owned.written.take() else { return };
        let before = self.data.owned.before.clone().unwrap_or_default();
        let mut set = BTreeMap::new();
        for (field, from) in written {
            let to = before.get(&field).cloned().unwrap_or_default();
            set.insert(field, FieldChange { from: Some(from), to });
        }
        if before.get(ORIGIN).is_none_or(Value::is_null) {
            let from = Some(json(&self.data.selection.model_ref()));
            set.insert(ORIGIN.to_owned(), FieldChange { from, to: Value::Null });
        }
        let patch = self.patch(set);
        self.persist(Vec::new(), patch);
    }

    /// S-3: after a live switch or a conflict nothing more is written to the owned fields.
    pub(crate) fn close_owned(&mut self) {
        self.roll_back();
        self.data.owned.closed = true;
    }

    /// S-4: asks for the mark of an origin probe when one is due. Answers whether it asked.
    pub(crate) fn ask_origin_probe(&mut self) -> bool {
        let Some(patch) = self.origin_probe_patch() else { return false };
        self.ask_persist(Vec::new(), Some(patch), AskThen::OriginProbe, "S-4");
        true
    }

    fn origin_probe_patch(&self) -> Option<SessionPatch> {
        let interval = self.engine.policy.probe.primary_interval;
        let entry = self.view.session()?;
        let origin = entry.override_origin.clone()?;
        let due = entry
            .primary_probe
            .as_ref()
            .is_none_or(|probe| probe.origin != origin || probe.at + interval <= self.data.now);
        let auto = self.data.selection.source == SelectionSource::AutoOverride;
        if !auto || interval == Span::ZERO || !due || origin == self.data.selection.model_ref() {
            return None;
        }
        let to = json(&PrimaryProbe { origin, at: self.data.now });
        let from = Some(entry.primary_probe.as_ref().map(json).unwrap_or_default());
        self.patch(BTreeMap::from([("primaryProbe".to_owned(), FieldChange { from, to })]))
    }

    /// The probe was granted: origin first, then the override, then the rest.
    pub(crate) fn origin_probe_granted(&mut self) {
        let Some(origin) = self.view.session().and_then(|entry| entry.override_origin.clone()) else {
            return self.new_pass();
        };
        let head =
            Candidate { provider: origin.provider.clone(), model: origin.model.clone(), origin: Origin::Requested };
        let same = |c: &Candidate| c.provider == origin.provider && c.model == origin.model;
        let rest = std::mem::take(&mut self.data.chain).into_iter().filter(|c| !same(c)).map(|mut candidate| {
            if candidate.origin == Origin::Requested {
                candidate.origin = Origin::ConfiguredFallback;
            }
            candidate
        });
        self.data.chain = std::iter::once(head).chain(rest).collect();
        self.new_pass();
    }

    /// S-4: the origin answered, so the stored fallback goes. Its own auto pin goes with it.
    pub(crate) fn origin_fields(&self, candidate: &Candidate, set: &mut BTreeMap<String, FieldChange>) {
        let origin = self.view.session().and_then(|entry| entry.override_origin.as_ref());
        let back = origin.is_some_and(|o| o.provider == candidate.provider && o.model == candidate.model);
        if back && self.data.selection.source == SelectionSource::AutoOverride {
            for field in OWNED.iter().copied().chain([ORIGIN]) {
                set.entry(field.to_owned()).or_insert(FieldChange { from: None, to: Value::Null });
            }
        }
    }
}
