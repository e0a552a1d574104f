//! What reading a config brings to light: errors, warnings, and keys that are somebody else's.

use crate::error::{Problem, Problems};

/// Warnings beyond this number are counted, not listed.
const MAX_WARNINGS: usize = 200;

/// How many unread keys the one line names.
const NAMED: usize = 10;

/// Problems, collected over the whole config.
#[derive(Default)]
pub(super) struct Found {
    errors: Problems,
    warnings: Problems,
    more_warnings: usize,
    unread: Vec<String>,
}

impl Found {
    pub(super) fn error(&mut self, problem: Problem) {
        self.errors.push(problem);
    }

    pub(super) fn warn(&mut self, problem: Problem) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(problem);
        } else {
            self.more_warnings = self.more_warnings.saturating_add(1);
        }
    }

    /// A key of the pasted config that is not read here.
    pub(super) fn unread(&mut self, path: String) {
        self.unread.push(path);
    }

    /// True while warnings are still listed one by one.
    pub(super) fn lists_warnings(&self) -> bool {
        self.warnings.len() < MAX_WARNINGS
    }

    /// The errors if there are any, else the warnings.
    pub(super) fn finish(mut self) -> Result<Problems, Problems> {
        if !self.errors.is_empty() {
            return Err(self.errors);
        }
        if self.more_warnings > 0 {
            let message = format!("{} more warnings are not listed", self.more_warnings);
            self.warnings.push(Problem::new("more_warnings", "", message));
        }
        self.warnings.extend(not_read(&self.unread));
        Ok(self.warnings)
    }
}

/// One line for everything that is not read, so that a pasted config does not drown in warnings.
fn not_read(paths: &[String]) -> Option<Problem> {
    let count = paths.len();
    let shorten = |path: &String| path.chars().take(60).collect::<String>();
    let mut names: Vec<String> = paths.iter().take(NAMED).map(shorten).collect();
    if count > NAMED {
        names.push("...".to_owned());
    }
    let (what, verb) = if count == 1 { ("section or key", "is") } else { ("sections and keys", "are") };
    let message = format!("{count} other {what} of this config {verb} not read here: {}", names.join(", "));
    (count > 0).then(|| Problem::new("not_read", "", message))
}
