//! Live switches: a person chose another model while the turn runs (T-15, S-7).

use super::data::{AskThen, PendingSwitch, State};
use super::machine::Turn;
use super::outcome::Outcome;
use super::verdicts;
use crate::session::{FieldChange, LiveSwitch, OverrideSource, SessionEntry};
use serde_json::Value;
use std::collections::BTreeMap;

impl Turn {
    /// A switch is kept until the turn is between calls; a call that has produced nothing is cancelled for it.
    pub(crate) fn live_switch(&mut self, target: LiveSwitch, user_pending: bool) {
        self.data.switch = Some(PendingSwitch { target, user_pending });
        let quiet = match &self.data.state {
            State::Calling { call } => !call.progressed && !call.shown,
            State::Waiting { .. } => true,
            State::Asking { .. } | State::Finished => false,
        };
        if quiet && !self.already_there() && self.leads_somewhere() {
            self.cancel_live();
            self.close_attempt(super::report::AttemptOutcome::Cancelled, None);
            self.honour_switch();
        } else if quiet {
            self.honour_switch();
        }
    }

    fn already_there(&self) -> bool {
        let Some(pending) = &self.data.switch else { return false };
        let Some(candidate) = self.current_candidate() else { return false };
        let visit = self.data.visit.as_ref();
        let profile = visit.and_then(|visit| visit.profile.as_ref());
        pending.target.provider == candidate.provider
            && pending.target.model == candidate.model
            && pending.target.profile.as_ref().is_none_or(|id| Some(id) == profile)
    }

    fn leads_somewhere(&self) -> bool {
        let Some(pending) = &self.data.switch else { return false };
        match self.later(&pending.target) {
            Some(_) => self.replay_safe(),
            None => self.may_restart(pending),
        }
    }

    /// The owner may start the same user turn again: a user waits for it or no candidate fits, and nothing that was shown
    /// or done would be repeated (T-12).
    fn may_restart(&self, pending: &PendingSwitch) -> bool {
        !self.data.touched && (pending.user_pending || !self.in_chain(&pending.target))
    }

    fn in_chain(&self, target: &LiveSwitch) -> bool {
        self.data.chain.iter().any(|c| c.provider == target.provider && c.model == target.model)
    }

    fn later(&self, target: &LiveSwitch) -> Option<usize> {
        let from = self.current_index()? + 1;
        let mut rest = self.data.chain.iter().enumerate().skip(from);
        rest.find(|(_, c)| c.provider == target.provider && c.model == target.model).map(|(index, _)| index)
    }

    /// Carries a pending switch out. Answers whether it decided what comes next; one that would repeat what was shown or
    /// done is kept for the next turn.
    pub(crate) fn honour_switch(&mut self) -> bool {
        let Some(pending) = self.data.switch.clone() else { return false };
        if self.already_there() {
            self.data.switch = None;
            self.clear_flag(&pending);
            return false;
        }
        if let Some(index) = self.later(&pending.target) {
            if !self.replay_safe() {
                return false;
            }
            self.close_owned();
            self.data.switch = None;
            self.data.switch_pin.clone_from(&pending.target.profile);
            self.data.switched_to = Some(index);
            self.clear_flag(&pending);
            self.go_to(index, "T-15");
            return true;
        }
        if self.may_restart(&pending) {
            self.request_switch(pending);
            return true;
        }
        if pending.user_pending || !self.in_chain(&pending.target) {
            return false;
        }
        self.data.switch = None;
        self.ignore(super::events::state_name(&self.data.state), "live_switch");
        false
    }

    fn request_switch(&mut self, pending: PendingSwitch) {
        self.data.switch = None;
        self.clear_flag(&pending);
        let target = pending.target;
        let attempts = self.data.attempts.clone();
        self.finish(Outcome::SwitchRequested { target, attempts }, "T-15");
    }

    /// S-7: the stored flag goes once the turn uses the target, jumps to it or ends with it. A flag that this turn has
    /// not read yet goes only if it still names the target.
    fn clear_flag(&mut self, pending: &PendingSwitch) {
        let stored = self.view.session().and_then(|entry| entry.live_switch_pending.clone());
        if stored.is_none() && !pending.user_pending {
            return;
        }
        let flag = stored.as_ref().unwrap_or(&pending.target);
        let from = serde_json::to_value(flag).ok();
        let change = FieldChange { from, to: Value::Null };
        let patch = self.patch(BTreeMap::from([("liveSwitchPending".to_owned(), change)]));
        self.persist(Vec::new(), patch);
    }

    /// A call that failed because of a switch: its target is the pending one, else it is a failed candidate (T-15).
    pub(crate) fn switch_failed(&mut self) {
        if self.data.switch.is_none() {
            let stored = self.view.session().and_then(|entry| entry.live_switch_pending.clone());
            self.data.switch = stored.map(|target| PendingSwitch { target, user_pending: true });
        }
        if self.leads_somewhere() && !self.already_there() {
            self.close_attempt(super::report::AttemptOutcome::Cancelled, None);
            self.honour_switch();
            return;
        }
        self.data.switch = None;
        self.fail_with(verdicts::stale_switch());
    }

    /// S-11: a newer user selection is a switch that the user waits for; nothing of the patch was written.
    pub(crate) fn ask_conflict(&mut self, entry: &SessionEntry, then: AskThen) {
        let default = || LiveSwitch {
            provider: self.data.selection.provider.clone(),
            model: self.data.selection.model.clone(),
            profile: None,
        };
        let chosen = entry.override_ref().filter(|_| entry.model_override_source != Some(OverrideSource::Default));
        let target = chosen.map_or_else(
            || {
                self.engine.policy.models.default.primary.clone().map_or_else(default, |model| LiveSwitch {
                    provider: model.provider,
                    model: model.model,
                    profile: None,
                })
            },
            |model| LiveSwitch {
                provider: model.provider,
                model: model.model,
                profile: entry.auth_profile_override.clone(),
            },
        );
        self.close_owned();
        self.data.switch = Some(PendingSwitch { target, user_pending: true });
        if !self.honour_switch() {
            match then {
                AskThen::Stored { pending, .. } => self.pass_unstored(pending),
                then => self.perform_ask(then, None),
            }
        }
    }
}
