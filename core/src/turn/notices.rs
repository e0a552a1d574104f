//! What people are told (S-9), and what the session remembers of it.

use super::data::Visit;
use super::effect::{Candidate, Effect, MarkOp, Notice, NoticeKind};
use super::machine::Turn;
use super::outcome::Outcome;
use super::report::AttemptRecord;
use super::request::SelectionSource;
use crate::classify::{Classification, Reason};
use crate::session::{FallbackNotice, FieldChange, HistoryFrom, LastDecision, PinSource};
use crate::time::{Millis, Span};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Reasons in notices are at most this many characters (S-9).
const REASON_LIMIT: usize = 80;

type Fields = BTreeMap<String, FieldChange>;

impl Turn {
    fn notify(&mut self, kind: NoticeKind, text: String, params: &[(&str, String)]) {
        if !self.engine.policy.notices {
            return;
        }
        let text = if self.data.request.group_conversation { String::new() } else { text };
        let params = params.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        let transient = kind == NoticeKind::Retrying;
        self.out.push(Effect::Notify(Notice {
            kind,
            text,
            params,
            once: !transient,
            transient,
            operational: true,
            bypass_suppression: true,
            consumes_reply_slot: false,
            exclude_from_tts: true,
            exclude_from_commitments: true,
        }));
    }

    /// A wait before the next try; what follows replaces it.
    pub(crate) fn notice_retrying(&mut self, verdict: &Classification, until: Millis) {
        let attempt = self.data.budget.retries + 1;
        let of = self.retry_bound(verdict.reason) + 1;
        let reason = words(verdict.reason);
        let text = format!("Retrying after {reason} (attempt {attempt} of {of})");
        let params = [
            ("reason", verdict.reason.as_str().to_owned()),
            ("attempt", attempt.to_string()),
            ("of", of.to_string()),
            ("until", until.0.to_string()),
        ];
        self.notify(NoticeKind::Retrying, text, &params);
    }

    /// T-28: the notice is due some time after the turn began, from the first replay on.
    pub(crate) fn arm_overload_notice(&mut self, after: Span) {
        if !self.data.notice_said && self.data.notice_at.is_none() {
            self.data.notice_at = Some(self.data.began_at + after);
        }
    }

    pub(crate) fn overload_notice(&mut self) {
        self.data.notice_at = None;
        self.data.notice_said = true;
        let text = "The AI service is temporarily overloaded. I’m still retrying; this may take a few minutes.";
        self.notify(NoticeKind::OverloadWaiting, text.to_owned(), &[]);
    }

    /// With the success: who answered instead, or that the selected model is back.
    pub(crate) fn notice_success(&mut self, visit: &Visit, candidate: &Candidate) {
        if self.data.selection.source == SelectionSource::Heartbeat {
            return;
        }
        let (selected, active) = (self.selected_name(), name(candidate));
        let stored =
            self.view.session().and_then(|entry| entry.fallback_notice.clone()).filter(|_| self.sessions_own());
        let same = stored.as_ref().is_some_and(|s| s.selected_model == selected && s.active_model == active);
        if active != selected && !same {
            let reason = self.first_reason();
            let text = format!("↪️ Model Fallback: {active} (selected {selected}; {reason})");
            let params = [("fallback", active), ("primary", selected), ("reason", reason)];
            self.notify(NoticeKind::Fallback, text, &params);
        } else if active == selected
            && let Some(was) = stored.filter(|s| s.selected_model == selected && s.active_model != selected)
        {
            let text = format!("↪️ Model Fallback cleared: {selected} (was {})", was.active_model);
            let params = [("primary", selected), ("fallback", was.active_model)];
            self.notify(NoticeKind::FallbackCleared, text, &params);
        }
        self.notice_profile(visit, candidate);
    }

    /// From a subscription to a paid key of the same provider, or back.
    fn notice_profile(&mut self, visit: &Visit, candidate: &Candidate) {
        let Some(now) = visit.profile.clone() else { return };
        let first = self.data.attempts.iter().find(|r| r.provider == candidate.provider && r.profile_id.is_some());
        let Some(before) = first.and_then(|record| record.profile_id.clone()) else { return };
        let class = |id: &str| self.profile(id, visit.index).billing_class();
        let (was, is) = (class(&before), class(&now));
        if was == is {
            return;
        }
        let what = if is == "key" { "a paid API key" } else { "the subscription" };
        let text = format!("{} now runs on {what} ({now}, was {before})", candidate.provider);
        let params = [("provider", candidate.provider.clone()), ("profile", now), ("was", before)];
        self.notify(NoticeKind::ProfileChanged, text, &params);
    }

    /// The turn runs what the session selected: its pin, notice pair and stored fallback are its business. A heartbeat
    /// with its own model and a model for one turn leave them alone (M-3).
    pub(crate) const fn sessions_own(&self) -> bool {
        !matches!(self.data.selection.source, SelectionSource::Heartbeat | SelectionSource::OneOff)
    }

    /// The model that was selected: with a stored auto override, its origin.
    pub(crate) fn selected_name(&self) -> String {
        if let Some(chosen) = self.data.switched_to.and_then(|index| self.data.chain.get(index)) {
            return name(chosen);
        }
        let auto = self.data.selection.source == SelectionSource::AutoOverride;
        let origin = self.view.session().and_then(|entry| entry.override_origin.clone()).filter(|_| auto);
        origin.unwrap_or_else(|| self.data.selection.model_ref()).to_string()
    }

    /// The first failure's reason in words.
    fn first_reason(&self) -> String {
        let first = self.data.attempts.iter().find(|record| record.reason.is_some());
        let text = first.map_or_else(|| "selected model unavailable".to_owned(), AttemptRecord::reason_in_words);
        text.chars().take(REASON_LIMIT).collect()
    }

    /// What a success changes in the session: pin, notice state, history, the story of the turn (S-2, P-9, S-9).
    pub(crate) fn success_patch(&self, visit: &Visit, pin: Option<String>) -> Option<crate::session::SessionPatch> {
        self.data.request.session_id.as_ref()?;
        let candidate = self.data.chain.get(visit.index)?;
        let mut set = Fields::new();
        if let Some(profile) = pin {
            put(&mut set, "authProfileOverride", &profile);
            put(&mut set, "authProfileOverrideSource", &PinSource::Auto);
            put(&mut set, "authProfileOverrideCompactionCount", &self.compactions());
        }
        self.origin_fields(candidate, &mut set);
        self.notice_fields(candidate, &mut set);
        self.history_fields(candidate, &mut set);
        self.compaction_field(&mut set);
        if self.data.attempts.len() > 1 {
            put(&mut set, "lastDecision", &self.story("completed", Some(name(candidate))));
        }
        self.patch(set)
    }

    pub(crate) fn failure_patch(&self, outcome: &Outcome) -> Option<crate::session::SessionPatch> {
        let kind = match outcome {
            Outcome::Completed { .. } => "completed",
            Outcome::Exhausted { .. } => "exhausted",
            Outcome::Surfaced { .. } => "surfaced",
            Outcome::NeedsCompaction { .. } => "needs_compaction",
            Outcome::SwitchRequested { .. } => "switch_requested",
            Outcome::Aborted { .. } => "aborted",
            Outcome::Deadline { .. } => "deadline",
        };
        let mut set = Fields::new();
        self.compaction_field(&mut set);
        put(&mut set, "lastDecision", &self.story(kind, None));
        self.patch(set)
    }

    /// T-16: a compaction of this turn raises the session's count.
    fn compaction_field(&self, set: &mut Fields) {
        if self.data.budget.compacted > 0 {
            put(set, "compactionCount", &self.compactions());
        }
    }

    fn notice_fields(&self, candidate: &Candidate, set: &mut Fields) {
        let (selected_model, active_model) = (self.selected_name(), name(candidate));
        let stored = self.view.session().and_then(|entry| entry.fallback_notice.clone());
        if !self.sessions_own() {
            return;
        }
        if active_model == selected_model {
            if stored.is_some() {
                put(set, "fallbackNotice", &Value::Null);
            }
            return;
        }
        let same =
            stored.as_ref().is_some_and(|s| s.selected_model == selected_model && s.active_model == active_model);
        // A stored fallback that simply answers has no news of why it stands in.
        if same && self.data.attempts.iter().all(|record| record.reason.is_none()) {
            return;
        }
        let new = FallbackNotice { selected_model, active_model, reason: self.first_reason() };
        if stored.as_ref() != Some(&new) {
            put(set, "fallbackNotice", &new);
        }
    }

    /// T-19: written when the provider or API family that produces the history changed.
    fn history_fields(&self, candidate: &Candidate, set: &mut Fields) {
        let new = HistoryFrom {
            provider: candidate.provider.clone(),
            model: candidate.model.clone(),
            api: self.api_of(candidate),
        };
        let old = self.view.session().and_then(|entry| entry.history_from.as_ref());
        if old.is_none_or(|old| old.provider != new.provider || old.api != new.api) {
            put(set, "historyFrom", &new);
        }
    }

    fn story(&self, outcome: &str, answered_by: Option<String>) -> LastDecision {
        let line = |record: &AttemptRecord| {
            let profile = record.profile_id.as_deref().unwrap_or("-");
            let reason = record.reason.map_or("ok", Reason::as_str);
            let rule = record.rule.as_deref().unwrap_or("-");
            format!("{}/{} {profile} {reason} {rule}", record.provider, record.model)
        };
        LastDecision {
            turn_id: self.data.request.turn_id.clone(),
            at: self.data.now,
            outcome: outcome.to_owned(),
            answered_by,
            attempts: self.data.attempts.iter().map(line).collect(),
        }
    }

    /// T-26: a fallback that was left for its credentials is skipped for a while in this session.
    pub(crate) fn mark_skip(&mut self, visit: &Visit) {
        let (Some(ttl), Some((verdict, ..))) = (self.engine.policy.skip_cache_ttl, &visit.failure) else { return };
        let refused = matches!(verdict.reason, Reason::Auth | Reason::AuthPermanent);
        let on_the_way = verdict.scope == crate::classify::Scope::Transport;
        let Some(candidate) = self.data.chain.get(visit.index).cloned() else { return };
        if visit.index == 0 || !refused || on_the_way || self.data.request.session_id.is_none() {
            return;
        }
        self.out.push(Effect::Mark {
            op: MarkOp::Set,
            profile_id: self.pinned_for(&candidate.provider),
            provider: Some(candidate.provider),
            model: Some(candidate.model),
            until: Some(self.data.now + ttl),
        });
    }

    /// A success drops the candidate's mark.
    pub(crate) fn clear_mark(&mut self, candidate: &Candidate) {
        let marked =
            self.view.skip_marks().iter().any(|m| m.provider == candidate.provider && m.model == candidate.model);
        if marked {
            self.out.push(Effect::Mark {
                op: MarkOp::Clear,
                profile_id: self.pinned_for(&candidate.provider),
                provider: Some(candidate.provider.clone()),
                model: Some(candidate.model.clone()),
                until: None,
            });
        }
    }
}

fn put(set: &mut Fields, field: &str, value: &impl Serialize) {
    let to = serde_json::to_value(value).unwrap_or_default();
    set.insert(field.to_owned(), FieldChange { from: None, to });
}

fn name(candidate: &Candidate) -> String {
    format!("{}/{}", candidate.provider, candidate.model)
}

/// A reason as people read it.
pub(crate) fn words(reason: Reason) -> String {
    reason.as_str().replace('_', " ")
}
