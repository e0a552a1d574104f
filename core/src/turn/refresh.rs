//! Refreshing an OAuth credential before a call: one at a time in the whole fleet (P-8).

use super::data::{AskThen, PendingCall, State, Then};
use super::effect::{AskKind, WaitWhy};
use super::machine::Turn;
use super::verdicts;
use crate::classify::{ErrorSignal, Reason, Scope};
use crate::profile::{AuthProfile, ProfileType};
use crate::state::{Fact, LeaseFact};
use crate::time::{MAX_SAFE, Millis, Span};
use serde_json::{Value, json};

/// A denied lease is asked for again at most this often.
const MAX_LEASE_WAITS: u32 = 2;

impl Turn {
    /// The access token is over, or will be before it is of use.
    fn needs_refresh(&self, profile: &AuthProfile) -> bool {
        profile.kind == ProfileType::Oauth
            && !self.data.refreshed.contains(&profile.id)
            && profile.expired(self.data.now + self.engine.policy.refresh_skew)
    }

    fn visited_profile(&self) -> Option<AuthProfile> {
        let id = self.data.visit.as_ref()?.profile.as_ref()?;
        self.view.profile(id).cloned()
    }

    /// Asks for the refresh lease of the chosen profile, if it needs a refresh and the host can refresh. Where it
    /// cannot, the profile is called as it is: its runtime may refresh it itself.
    pub(crate) fn ask_lease(&mut self, pending: &PendingCall, tries: u32) -> bool {
        if !self.offers(super::request::Offer::Refresh) {
            return false;
        }
        let Some(profile) = self.visited_profile().filter(|profile| self.needs_refresh(profile)) else { return false };
        let fact = Fact::RefreshLeaseTaken(self.lease(&profile.id, self.data.now + self.engine.policy.host_reply));
        self.ask_persist(vec![fact], None, AskThen::Lease { pending: pending.clone(), tries }, "P-8");
        true
    }

    fn lease(&self, profile: &str, until: Millis) -> LeaseFact {
        LeaseFact {
            key: self.keys().profile(profile),
            at: self.data.now,
            owner: self.data.request.turn_id.clone(),
            until,
        }
    }

    /// The lease is ours, or nobody can be asked.
    pub(crate) fn lease_taken(&mut self, pending: PendingCall) {
        let Some(profile) = self.visited_profile() else { return self.pass_gates(pending) };
        let params = json!({ "profileId": profile.id, "provider": profile.provider });
        self.ask(AskKind::RefreshCredential, params, AskThen::Refresh { pending }, "P-8");
    }

    /// Another turn refreshes it now: a peer that needs no refresh, else a wait for the holder.
    pub(crate) fn lease_denied(&mut self, pending: PendingCall, tries: u32, held_until: Option<Millis>) {
        let Some(index) = self.current_index() else { return };
        let peer = self.callable(index).into_iter().find(|profile| !self.needs_refresh(profile));
        if let Some(peer) = peer {
            return self.visit_with(index, Some(peer.id), false, false, "P-8");
        }
        let until = held_until.unwrap_or(self.data.now + self.engine.policy.host_reply);
        if tries >= MAX_LEASE_WAITS || !self.wait_fits(until) {
            return self.refresh_over(verdicts::refresh_failed(
                Reason::Auth,
                Scope::Transport,
                "the lease stayed taken",
            ));
        }
        self.data.state =
            State::Waiting { until, why: WaitWhy::Lease, then: Then::Lease { pending, tries: tries + 1 } };
    }

    pub(crate) fn lease_wait_over(&mut self, pending: PendingCall, tries: u32) {
        if !self.ask_lease(&pending, tries) {
            self.pass_gates(pending);
        }
    }

    /// A fresh snapshot may show that the holder is done.
    pub(crate) fn end_lease_wait(&mut self) {
        let State::Waiting { then: Then::Lease { pending, .. }, .. } = self.data.state.clone() else { return };
        if self.visited_profile().is_some_and(|profile| !self.needs_refresh(&profile)) {
            self.pass_gates(pending);
        }
    }

    /// The credential is fresh: its new times are stored, the lease is given back, the call follows.
    pub(crate) fn refreshed(&mut self, data: Option<&Value>, pending: PendingCall) {
        let Some(mut profile) = self.visited_profile() else { return self.pass_gates(pending) };
        self.data.refreshed.insert(profile.id.clone());
        let field = |name: &str| data.and_then(|data| data.get(name));
        let expires = field("expiresAt").and_then(Value::as_u64).filter(|at| *at <= MAX_SAFE);
        if let Some(at) = expires.and_then(|at| i64::try_from(at).ok()) {
            profile.expires_at = Some(at);
        }
        if let Some(version) = field("credentialVersion").and_then(Value::as_str) {
            profile.credential_version = Some(version.to_owned());
        }
        let key = self.keys().profile(&profile.id);
        let released = Fact::RefreshLeaseReleased(self.lease(&profile.id, self.data.now));
        let stored = Fact::ProfileStored { key, at: self.data.now, profile };
        self.persist(vec![stored, released], None);
        self.pass_gates(pending);
    }

    /// A failed refresh is an attempt without a call: `auth`, or `auth_permanent` when the grant is gone.
    pub(crate) fn refresh_failed(&mut self, signal: Option<&ErrorSignal>) {
        let seen = signal.map(|signal| self.engine.classifier.classify(&self.filled(signal), self.data.now, false));
        let gone = seen.as_ref().is_some_and(|verdict| verdict.reason == Reason::AuthPermanent);
        let reason = if gone { Reason::AuthPermanent } else { Reason::Auth };
        let text = seen.and_then(|verdict| verdict.preview).unwrap_or_else(|| "no answer in time".to_owned());
        self.refresh_over(verdicts::refresh_failed(reason, Scope::Credential, &text));
    }

    fn refresh_over(&mut self, verdict: crate::classify::Classification) {
        let Some((visit, candidate)) = self.data.visit.clone().zip(self.current_candidate().cloned()) else { return };
        let ask_id = format!("{}.a{}", self.data.request.turn_id, self.data.asks);
        if let Some(profile) = &visit.profile {
            self.data.refreshed.insert(profile.clone());
            let released = Fact::RefreshLeaseReleased(self.lease(profile, self.data.now));
            self.persist(vec![released], None);
        }
        self.data.pass.calls += 1;
        let mode = super::data::mode(self.data.touched);
        self.data.attempts.push(self.attempt_record(&ask_id, &candidate, &visit, mode, Span::ZERO));
        self.fail_with(verdict);
    }
}
