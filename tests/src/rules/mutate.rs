//! Mutation: one part of one row off at a time. A mutant that no example and no corpus row notices survives.

use super::cases::{self, Case};
use crate::corpus_row::NOW;
use switchover_core::classify::{Classification, Classifier, Reason, Repair, RowPart, Scope, rules};

/// A mutant that nothing notices.
#[derive(Clone, Debug)]
pub struct Survivor {
    /// Id of the row.
    pub rule: String,
    /// What was off.
    pub part: RowPart,
}

/// How many mutants there were, and which survive.
#[derive(Clone, Debug, Default)]
pub struct Outcome {
    /// All of them.
    pub mutants: usize,
    /// Those that nothing notices.
    pub survivors: Vec<Survivor>,
}

/// What a host acts on. The name of the rule is not part of it: a row that another one stands in for survives.
type Acted = (Reason, Scope, bool, Option<u64>, bool, bool, Option<Repair>);

fn acted(verdict: &Classification) -> Acted {
    let wait = verdict.retry_after_ms.map(|span| span.0);
    let flags = (verdict.usage_window, verdict.request_size_ceiling, verdict.failover);
    (verdict.reason, verdict.scope, flags.0, wait, flags.1, flags.2, verdict.repair)
}

/// A failure, what a host does about it, and which row says so.
struct Known {
    case: Case,
    acted: Acted,
    rule: String,
}

/// Tries every part of every row.
///
/// # Errors
///
/// When the corpus cannot be read.
pub fn run() -> Result<Outcome, String> {
    let known = known()?;
    let mut outcome = Outcome::default();
    for rule in rules() {
        for part in RowPart::ALL {
            let Some(mutant) = Classifier::without(&rule.id, part) else { continue };
            outcome.mutants += 1;
            if !known.iter().filter(|known| may_change(known, &rule.id, part)).any(|known| notices(known, &mutant)) {
                outcome.survivors.push(Survivor { rule: rule.id.clone(), part });
            }
        }
    }
    Ok(outcome)
}

/// The examples come first: most mutants are noticed by the example of their own row.
fn known() -> Result<Vec<Known>, String> {
    let whole = cases::classifier()?;
    let all = cases::examples().into_iter().chain(cases::corpus()?);
    let judged = all.map(|case| {
        let verdict = whole.classify(&case.signal, NOW, false);
        Known { case, acted: acted(&verdict), rule: verdict.rule }
    });
    Ok(judged.collect())
}

/// Conditions that fall away let a row win more; every other part matters only where the row wins already.
fn may_change(known: &Known, rule: &str, part: RowPart) -> bool {
    use RowPart::{Ceiling, Codes, NoStatus, NotProviders, NotStatuses, Providers, Statuses, Unless};
    let wider = [Ceiling, Codes, NoStatus, NotProviders, NotStatuses, Providers, Statuses, Unless].contains(&part);
    wider || known.rule == rule
}

fn notices(known: &Known, mutant: &Classifier) -> bool {
    acted(&mutant.classify(&known.case.signal, NOW, false)) != known.acted
}
