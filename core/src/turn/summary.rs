//! The summary of a turn that failed everywhere: a sentence for people and what to do (T-34).

use super::outcome::FallbackSummary;
use super::report::{AttemptOutcome, AttemptRecord};
use crate::classify::{Classification, Reason};
use crate::time::Millis;
use std::collections::BTreeMap;

/// One line of advice for each reason.
const REMEDIES: [(Reason, &str); 13] = [
    (Reason::Auth, "Check the key or log in again for the provider that refused it."),
    (Reason::AuthPermanent, "Replace the revoked or deactivated key; it will not come back by itself."),
    (
        Reason::Billing,
        "Add credit or raise the limit of the provider's account; the profile is tried again from time to time.",
    ),
    (Reason::RateLimit, "Wait for the limit to reset, add another key or model, or send fewer requests."),
    (Reason::Overloaded, "The provider is overloaded; try again later or add a fallback of another provider."),
    (Reason::Timeout, "Check the network and the provider's status page, or raise the time limits for slow models."),
    (Reason::ServerError, "The provider failed; try again later or add a fallback of another provider."),
    (Reason::TlsCertificate, "Check the clock, the proxy and the certificate of the endpoint."),
    (Reason::ModelNotFound, "Check the model's name and that the account may use it."),
    (Reason::ContextOverflow, "Shorten the conversation or use a model with a larger context."),
    (Reason::SessionExpired, "Start a new session."),
    (Reason::EmptyResponse, "Try again; if it repeats, change the model or the prompt."),
    (Reason::Unknown, "A candidate could not be used; see the attempts."),
];

/// Builds the summary from every attempt and skip.
pub(crate) fn of(
    attempts: &[AttemptRecord],
    last: Option<&Classification>,
    soonest: Option<Millis>,
    now: Millis,
) -> FallbackSummary {
    let mut reasons = BTreeMap::new();
    for reason in attempts.iter().filter_map(|record| record.reason) {
        *reasons.entry(reason).or_insert(0_u32) += 1;
    }
    let final_record = attempts.iter().rev().find(|record| record.reason.is_some());
    let reason = final_record.and_then(|record| record.reason).unwrap_or(Reason::Unknown);
    FallbackSummary {
        message: sentence(attempts, &reasons, last, soonest, now),
        remediation: remediation(&reasons),
        reason,
        status: final_record.and_then(|record| record.status),
        code: final_record.and_then(|record| record.code.clone()),
        reasons,
        soonest_cooldown_expiry: soonest,
    }
}

fn remediation(reasons: &BTreeMap<Reason, u32>) -> Vec<String> {
    let hit = REMEDIES.iter().filter(|(reason, _)| reasons.contains_key(reason));
    hit.map(|(reason, text)| format!("{}: {text}", reason.as_str())).collect()
}

fn sentence(
    attempts: &[AttemptRecord],
    reasons: &BTreeMap<Reason, u32>,
    last: Option<&Classification>,
    soonest: Option<Millis>,
    now: Millis,
) -> String {
    let only = |list: &[Reason]| reasons.keys().all(|reason| list.contains(reason));
    let again = again(soonest, now);
    if reasons.contains_key(&Reason::Billing) {
        let rest = if only(&[Reason::Billing]) { "" } else { " The other models failed too." };
        return format!("A provider account has run out of credit or reached its spending limit.{rest}{again}");
    }
    if only(&[Reason::RateLimit]) {
        return format!("All models are temporarily rate-limited.{again}");
    }
    if only(&[Reason::RateLimit, Reason::Overloaded]) {
        return format!("All models are temporarily overloaded or rate-limited.{again}");
    }
    if only(&[Reason::Timeout]) {
        return "LLM request timed out.".to_owned();
    }
    if only(&[Reason::Auth, Reason::AuthPermanent]) {
        return "No model could be used: the credentials were refused or are missing.".to_owned();
    }
    if let Some(text) = last.filter(|verdict| finish_error(verdict)).and_then(|verdict| verdict.preview.clone()) {
        return text;
    }
    format!("All models failed ({}): {}.{again}", attempts.len(), list(attempts))
}

/// C-12: a provider-completed error keeps the provider's own text in what people see.
fn finish_error(verdict: &Classification) -> bool {
    verdict.reason == Reason::ServerError && verdict.rule.contains("finish")
}

fn again(soonest: Option<Millis>, now: Millis) -> String {
    let Some(until) = soonest.filter(|until| *until > now) else { return String::new() };
    let seconds = (until - now).0.div_ceil(1_000);
    if seconds <= 60 {
        return format!(" Try again in about {seconds} {}.", plural(seconds, "second"));
    }
    let minutes = seconds.div_ceil(60);
    if minutes <= 120 {
        return format!(" Try again in about {minutes} {}.", plural(minutes, "minute"));
    }
    let hours = minutes.div_ceil(60);
    format!(" Try again in about {hours} {}.", plural(hours, "hour"))
}

fn plural(n: u64, unit: &str) -> String {
    if n == 1 { unit.to_owned() } else { format!("{unit}s") }
}

/// Each candidate once, with its last reason.
fn list(attempts: &[AttemptRecord]) -> String {
    let mut seen: Vec<(String, String)> = Vec::new();
    for record in attempts {
        let who = format!("{}/{}", record.provider, record.model);
        let reason = record.reason_in_words();
        let skipped = if record.outcome == Some(AttemptOutcome::Skipped) { "skipped, " } else { "" };
        let what = format!("{skipped}{reason}");
        match seen.iter_mut().find(|(name, _)| *name == who) {
            Some(entry) => entry.1 = what,
            None => seen.push((who, what)),
        }
    }
    seen.iter().map(|(who, what)| format!("{who} ({what})")).collect::<Vec<_>>().join("; ")
}
