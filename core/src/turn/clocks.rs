//! Deadlines: what fires by itself, when, and why (T-1, T-20, T-21).

use super::data::{Call, State};
use super::effect::WaitWhy;
use super::machine::Turn;
use crate::policy::Timeouts;
use crate::time::{Millis, Span};

impl Turn {
    /// The soonest deadline with its cause. Of two at one instant the first of this list counts.
    pub(crate) fn soonest(&self) -> Option<(Millis, WaitWhy)> {
        let turn = self.data.request.deadline_at.map(|at| (at, WaitWhy::TurnDeadline));
        let notice = self.data.notice_at.map(|at| (at, WaitWhy::Notice));
        let state = match &self.data.state {
            State::Calling { call } => self.call_deadline(call),
            State::Waiting { until, why, .. } => Some((*until, *why)),
            State::Asking { until, .. } => Some((*until, WaitWhy::HostReply)),
            State::Finished => return None,
        };
        [turn, notice, state].into_iter().flatten().min_by_key(|(at, _)| *at)
    }

    fn call_deadline(&self, call: &Call) -> Option<(Millis, WaitWhy)> {
        let share = self.share_binds().then_some(self.data.pass.share_until).flatten();
        let limits = self.timeouts();
        let running = self.data.tools.running > 0 || self.data.tools.pending_approval;
        let after = |from: Option<Millis>, limit: Option<Span>| Some(from? + limit?);
        let quiet = |at: Option<Millis>| if running { None } else { at };
        let connect = if call.started { None } else { after(Some(call.at), limits.connect) };
        let list = [
            (connect, WaitWhy::ConnectTimeout),
            (quiet(after(call.first_token_from, limits.first_token)), WaitWhy::FirstTokenTimeout),
            (quiet(after(call.idle_from, limits.idle)), WaitWhy::IdleTimeout),
            (after(Some(call.at), limits.total), WaitWhy::TotalTimeout),
            (share, WaitWhy::CandidateDeadline),
        ];
        list.into_iter().filter_map(|(at, why)| Some((at?, why))).min_by_key(|(at, _)| *at)
    }

    /// The limits of the provider that is being called.
    fn timeouts(&self) -> &Timeouts {
        let policy = &self.engine.policy;
        self.current_candidate().and_then(|c| policy.timeouts_by_provider.get(&c.provider)).unwrap_or(&policy.timeouts)
    }

    /// The share of the deadline binds only while another candidate follows (T-20).
    pub(crate) fn share_binds(&self) -> bool {
        self.current_index().is_some_and(|index| index + 1 < self.data.chain.len())
    }

    /// The share of the turn's deadline that candidate `index` gets now (T-20).
    pub(crate) fn share(&self, index: usize) -> Option<Millis> {
        let deadline = self.data.request.deadline_at?;
        let after = u64::try_from(self.data.chain.len().saturating_sub(index + 1)).unwrap_or(u64::MAX);
        let rest = (deadline - self.data.now).0;
        let reserve = 100_u64.saturating_sub(self.engine.policy.reserve_percent.saturating_mul(after));
        let percent = reserve.max(100 / after.saturating_add(1));
        Some(self.data.now + Span(rest.saturating_mul(percent) / 100))
    }

    /// Whether a wait until `at` may be begun for the current candidate (T-8, T-20).
    pub(crate) fn wait_fits(&self, at: Millis) -> bool {
        let within = |end: Option<Millis>| end.is_none_or(|end| at < end);
        let share = self.share_binds().then_some(self.data.pass.share_until).flatten();
        within(self.data.request.deadline_at) && within(share)
    }
}
