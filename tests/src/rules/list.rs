//! The table as a list, and whether each example is won by its own row (C-20).

use super::cases;
use crate::corpus_row::NOW;
use switchover_core::classify::{RuleInfo, rules};

/// One line for each row, in the order of precedence.
#[must_use]
pub fn lines() -> Vec<String> {
    rules().iter().map(line).collect()
}

fn line(rule: &RuleInfo) -> String {
    let providers = if rule.providers.is_empty() { "every provider".to_owned() } else { rule.providers.join(", ") };
    let (reason, scope) = (rule.reason.as_str(), name_of(&rule.scope));
    format!("{:<32} {:<15} {reason:<17} {scope:<11} {providers}\n    {}", rule.id, rule.family, rule.catches)
}

/// The wire name of a value.
pub(super) fn name_of(value: &impl serde::Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(serde_json::Value::String(name)) => name,
        _ => String::new(),
    }
}

/// The examples that another row wins, in lines; empty when all is well.
///
/// # Errors
///
/// When there is no classifier.
pub fn strangers() -> Result<Vec<String>, String> {
    let classifier = cases::classifier()?;
    let wrong = cases::examples().into_iter().filter_map(|case| {
        let own = case.own?;
        let got = classifier.classify(&case.signal, NOW, false).rule;
        (got != own).then(|| format!("{own}: its example {} is won by {got}", case.id))
    });
    Ok(wrong.collect())
}
