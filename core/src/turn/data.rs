//! Everything a turn knows, in one value that can be saved (T, "save").

use super::effect::{AskKind, CallMode, Candidate, WaitWhy};
use super::report::AttemptRecord;
use super::request::{Selection, Snapshot, TurnRequest};
use crate::classify::{Classification, Reason};
use crate::rng::SplitMix64;
use crate::session::LiveSwitch;
use crate::state::Fact;
use crate::time::{Millis, Span};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Version of the saved form.
pub(crate) const SAVED_VERSION: u32 = 1;

/// The whole state of a turn. Equal data decide equally.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Data {
    pub(crate) v: u32,
    pub(crate) policy_hash: String,
    pub(crate) request: TurnRequest,
    pub(crate) snapshot: Snapshot,
    pub(crate) selection: Selection,
    pub(crate) chain: Vec<Candidate>,
    /// The latest time seen: a clock that jumps back changes nothing (T-1).
    pub(crate) now: Millis,
    pub(crate) began_at: Millis,
    pub(crate) rng: SplitMix64,
    pub(crate) state: State,
    pub(crate) visit: Option<Visit>,
    pub(crate) pass: Pass,
    pub(crate) budget: Budget,
    pub(crate) attempts: Vec<AttemptRecord>,
    /// Calls and asks so far: the next ids.
    pub(crate) calls: u32,
    pub(crate) asks: u32,
    /// The verdict on the last failure.
    pub(crate) last: Option<Classification>,
    /// Facts of this turn, folded again over a fresh snapshot.
    pub(crate) own_facts: Vec<Fact>,
    /// Waits that providers stated to this turn (T-28).
    pub(crate) stated: Vec<StatedWait>,
    /// Profiles that failed for good in this turn (T-5), with the reason.
    pub(crate) dead_profiles: BTreeMap<String, Reason>,
    /// Candidates that failed for good in this turn (T-5).
    pub(crate) dead_candidates: BTreeSet<usize>,
    /// Providers left out after a certificate failure (T-10).
    pub(crate) tls_providers: BTreeSet<String>,
    /// `profile model` pairs of which a failure was told (K-2).
    pub(crate) told: BTreeSet<String>,
    /// Strictly pinned visits that failed, with the reason (P-11).
    pub(crate) pinned_failures: BTreeMap<usize, Reason>,
    /// Output was shown or a tool began: only `continue` is safe (T-12).
    pub(crate) touched: bool,
    pub(crate) tools: Tools,
    /// When the overload notice is due (T-28).
    pub(crate) notice_at: Option<Millis>,
    pub(crate) notice_said: bool,
    /// The forced probe of S-6 was used.
    pub(crate) force_used: bool,
    /// Credentials that were refreshed, or failed to be, in this turn (P-8).
    pub(crate) refreshed: BTreeSet<String>,
    /// Providers whose retry budget this turn fed (T-30).
    pub(crate) fed: BTreeSet<String>,
    /// The number of the call whose place in the retry budget is settled (T-30).
    pub(crate) drawn_for: u32,
    /// The dearest price class that was agreed to, and the cheapest that was refused (M-12).
    pub(crate) consented: Option<i64>,
    pub(crate) refused: Option<i64>,
    /// What this turn wrote to the session's override (S-3).
    pub(crate) owned: Owned,
    /// The candidate that a person switched to during the turn: what is selected from then on (T-15).
    pub(crate) switched_to: Option<usize>,
    /// A live switch that waits for the next gap between calls (T-15).
    pub(crate) switch: Option<PendingSwitch>,
    /// A profile that a live switch pinned for the rest of the turn (T-15).
    pub(crate) switch_pin: Option<String>,
}

impl Data {
    /// A turn before its first step.
    pub(crate) fn new(
        policy_hash: String,
        request: TurnRequest,
        snapshot: Snapshot,
        selection: Selection,
        chain: Vec<Candidate>,
        now: Millis,
    ) -> Self {
        Self {
            v: SAVED_VERSION,
            policy_hash,
            rng: SplitMix64::new(request.seed),
            request,
            snapshot,
            selection,
            chain,
            now,
            began_at: now,
            state: State::Waiting { until: now, why: WaitWhy::BackOff, then: Then::NewPass },
            visit: None,
            pass: Pass::default(),
            budget: Budget::default(),
            attempts: Vec::new(),
            calls: 0,
            asks: 0,
            last: None,
            own_facts: Vec::new(),
            stated: Vec::new(),
            dead_profiles: BTreeMap::new(),
            dead_candidates: BTreeSet::new(),
            tls_providers: BTreeSet::new(),
            told: BTreeSet::new(),
            pinned_failures: BTreeMap::new(),
            touched: false,
            tools: Tools::default(),
            notice_at: None,
            notice_said: false,
            force_used: false,
            refreshed: BTreeSet::new(),
            fed: BTreeSet::new(),
            drawn_for: 0,
            consented: None,
            refused: None,
            owned: Owned::default(),
            switched_to: None,
            switch: None,
            switch_pin: None,
        }
    }
}

/// A live switch that was not honoured yet (T-15).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PendingSwitch {
    pub(crate) target: LiveSwitch,
    pub(crate) user_pending: bool,
}

/// What the turn is waiting for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum State {
    /// A call is out.
    Calling { call: Box<Call> },
    /// Time must pass.
    Waiting { until: Millis, why: WaitWhy, then: Then },
    /// The host must answer.
    Asking { ask_id: String, ask: AskKind, until: Millis, then: AskThen },
    /// Over.
    Finished,
}

/// What follows a wait.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum Then {
    /// Call the same candidate and profile again.
    Again,
    /// Call this profile of the same candidate.
    Rotate { profile: Option<String> },
    /// Walk the chain once more.
    NewPass,
    /// Ask for the refresh lease again (P-8).
    Lease { pending: PendingCall, tries: u32 },
}

/// What follows an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub(crate) enum AskThen {
    /// Call this candidate as a probe once the mark is ours (T-25).
    Probe { index: usize, profile: Option<String>, rule: String, until: Millis },
    /// Call the same candidate again once the host is done (T-16 to T-18).
    Again,
    /// Call once the price is agreed to (M-12).
    Consent { class: i64, pending: PendingCall },
    /// Call once the session shows the fallback (S-3).
    Stored { pending: PendingCall, before: BTreeMap<String, Value>, written: BTreeMap<String, Value> },
    /// Refresh once the lease is ours (P-8).
    Lease { pending: PendingCall, tries: u32 },
    /// Call once the credential is fresh (P-8).
    Refresh { pending: PendingCall },
    /// Call if the retry budget allows it (T-30).
    Draw { pending: PendingCall },
    /// Walk the chain from the origin once the mark is ours (S-4).
    OriginProbe,
}

/// A call that waits for answers before it goes out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct PendingCall {
    pub(crate) mode: CallMode,
    pub(crate) waited: Span,
    pub(crate) rule: String,
}

/// What this turn wrote to the session's override (S-3).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Owned {
    /// The values before the turn's first write.
    pub(crate) before: Option<BTreeMap<String, Value>>,
    /// The values that stand now, while a stored fallback runs.
    pub(crate) written: Option<BTreeMap<String, Value>>,
    /// A live switch or a conflict came: nothing more is written.
    pub(crate) closed: bool,
}

/// A call that is out, with its clocks (T-21).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Call {
    pub(crate) attempt_id: String,
    pub(crate) at: Millis,
    pub(crate) started: bool,
    /// The first-token clock; `None` while it does not run.
    pub(crate) first_token_from: Option<Millis>,
    /// The idle clock; `None` while it does not run.
    pub(crate) idle_from: Option<Millis>,
    /// A response was completed and the next one has not begun: only tools may be at work.
    pub(crate) between: bool,
    /// Something was shown since the last completed response.
    pub(crate) shown: bool,
    /// Anything came at all.
    pub(crate) progressed: bool,
}

/// Tools of the latest batch (T-12).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Tools {
    pub(crate) running: u32,
    pub(crate) pending_approval: bool,
    pub(crate) async_work: bool,
    pub(crate) terminating: bool,
}

impl Tools {
    /// Nothing runs, waits or ends the run.
    pub(crate) const fn settled(&self) -> bool {
        self.running == 0 && !self.pending_approval && !self.async_work && !self.terminating
    }
}

/// The attempts in a row on one candidate with one profile.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Visit {
    pub(crate) index: usize,
    pub(crate) profile: Option<String>,
    pub(crate) probe: bool,
    /// Called although a window said no: a strict pin or a forced probe; no retry of T-6 follows (P-11).
    pub(crate) forced: bool,
    /// Retries of T-6 in this visit.
    pub(crate) retries: u32,
    /// Retries since the last good response: the exponent of the back-off (T-7).
    pub(crate) step: u32,
    /// Time waited in this visit.
    pub(crate) waited: Span,
    /// The one repeat after an empty answer was used (T-22).
    pub(crate) empty_retry: bool,
    /// The verdict on the last failure of the visit, and when it ended.
    pub(crate) failure: Option<(Classification, Millis, String)>,
    /// The largest stated wait of the visit: its end, and whether it was absolute (K-2).
    pub(crate) stated: Option<(Millis, bool)>,
    /// The most specific reason of the visit so far (T-31).
    pub(crate) specific: Option<(Reason, String)>,
}

impl Visit {
    pub(crate) const fn new(index: usize, profile: Option<String>, probe: bool, forced: bool) -> Self {
        Self {
            index,
            profile,
            probe,
            forced,
            retries: 0,
            step: 0,
            waited: Span::ZERO,
            empty_retry: false,
            failure: None,
            stated: None,
            specific: None,
        }
    }
}

/// One walk along the chain.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Pass {
    /// From 1.
    pub(crate) number: u32,
    /// Calls made in it.
    pub(crate) calls: u32,
    /// First attempt record of this pass.
    pub(crate) first_record: usize,
    /// Providers whose probe slot is spent (T-24).
    pub(crate) probe_spent: BTreeSet<String>,
    /// Providers skipped because of a stored auth failure (T-23), with its end.
    pub(crate) auth_skipped: BTreeMap<String, Option<Millis>>,
    /// Profiles visited for the current candidate.
    pub(crate) visited: BTreeSet<String>,
    /// Rotations of the current candidate by reason (T-9).
    pub(crate) rotations: BTreeMap<Reason, u32>,
    /// End of the current candidate's share of the deadline (T-20).
    pub(crate) share_until: Option<Millis>,
    /// Skipped candidates that a last resort may still probe: index and profile.
    pub(crate) resort: Vec<Resort>,
    /// The last resort was tried: the pass ends with it (T-27).
    pub(crate) resorted: bool,
}

/// A skipped candidate that a last resort may probe (T-27).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Resort {
    pub(crate) index: usize,
    pub(crate) profile: Option<String>,
    pub(crate) until: Millis,
    pub(crate) reason: Reason,
}

/// Budgets of the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Budget {
    /// Retries so far; never given back (T-6).
    pub(crate) retries: u32,
    /// A rate limit was seen (T-6).
    pub(crate) rate_limited: bool,
    /// Start of the outage window (T-6).
    pub(crate) window_from: Option<Millis>,
    /// Overload replays so far (T-28).
    pub(crate) overload_replays: u32,
    /// Server-error replays so far (T-29).
    pub(crate) server_replays: u32,
    /// The wait of T-27 was used.
    pub(crate) cooldown_wait: bool,
    /// Compactions asked for (T-16).
    pub(crate) compactions: u32,
    /// Compactions that succeeded.
    pub(crate) compacted: u32,
    /// The repair of T-17 was used.
    pub(crate) repaired: bool,
    /// Candidates whose session was reset (T-18).
    pub(crate) resets: BTreeSet<usize>,
    /// An overflow was met (T-16).
    pub(crate) overflowed: bool,
}

/// A wait that a provider stated to this turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct StatedWait {
    /// The profile.
    pub(crate) profile: String,
    /// Its account, when the wait holds for all of it.
    pub(crate) account: Option<String>,
    /// The model, when the wait holds for it alone.
    pub(crate) model: Option<String>,
    pub(crate) until: Millis,
    pub(crate) reason: Reason,
}

/// How to call: afresh, or by continuing the transcript (T-12).
pub(crate) const fn mode(touched: bool) -> CallMode {
    if touched { CallMode::Continue } else { CallMode::Fresh }
}
