//! What a turn starts from: the selection, and the bound on its calls (M-3, T-35).

use super::request::{ChainPolicy, Selection, SelectionSource, TurnRequest};
use crate::error::{Problem, Problems};
use crate::policy::Policy;
use crate::refs::ModelRef;
use crate::select::{self, SelectRequest};
use crate::session::PinSource;
use crate::state::StateView;

/// The request's own selection or chain, else what `engine.select` says.
pub(crate) fn selection(policy: &Policy, request: &TurnRequest, view: &StateView) -> Result<Selection, Problems> {
    if let Some(selection) = &request.selection {
        return Ok(selection.clone());
    }
    let known = |id: &str| view.profile(id).is_some();
    if let Some(chain) = &request.chain {
        return from_chain(policy, chain, &known);
    }
    let selection = select::select(
        policy,
        &SelectRequest {
            agent_id: request.agent_id.clone(),
            trigger: request.trigger,
            kind: request.kind,
            entry: view.session().cloned(),
            one_off: request.one_off.clone(),
            cron: request.cron.clone(),
        },
    )?;
    Ok(selection)
}

fn from_chain(policy: &Policy, chain: &[String], known: &dyn Fn(&str) -> bool) -> Result<Selection, Problems> {
    let Some(first) = chain.first() else {
        let message = "an empty chain has nothing to call: name at least one model";
        return Err(vec![Problem::new("empty", "request.chain", message).with("[]", "a list of `provider/model`")]);
    };
    let (model, profile): (ModelRef, Option<String>) =
        select::parse_ref(policy, first, known).map_err(|problem| vec![problem])?;
    Ok(Selection {
        provider: model.provider,
        model: model.model,
        source: SelectionSource::Chain,
        chain_policy: ChainPolicy::Strict,
        profile_source: profile.as_ref().map(|_| PinSource::User),
        profile,
        runtime: None,
    })
}

/// The largest number of calls and refreshes that a turn can make, whatever happens (T-35): each pass tries each
/// profile of each candidate at most once and adds at most one last resort; retries share one counter; compactions
/// (2), the repair (1) and session resets (1 a candidate) each allow one more call.
#[must_use]
pub fn max_attempts(policy: &Policy, profiles_by_candidate: &[u32], max_retries: Option<u32>) -> u64 {
    let candidates = u64::try_from(profiles_by_candidate.len()).unwrap_or(u64::MAX);
    let a_pass = profiles_by_candidate.iter().map(|n| u64::from((*n).max(1))).fold(1_u64, u64::saturating_add);
    let replays = u64::from(policy.overload_replay.max) + u64::from(policy.server_error_replays);
    let waits = u64::from(policy.wait_for_cooldown.0 > 0);
    let recovery = &policy.recovery;
    let own = recovery.rate_limit_retries.max(recovery.transient_retries);
    let retries = u64::from(max_retries.or(recovery.max_retries).unwrap_or(own).max(own));
    a_pass
        .saturating_mul(replays.saturating_add(waits).saturating_add(1))
        .saturating_add(retries)
        .saturating_add(3)
        .saturating_add(candidates)
}
