//! What is wrong with the inputs of a command, before any row sees them.

use super::command::Command;
use super::entry::{ENTRY_VERSION, Entry};
use super::options::OutboxOptions;
use crate::error::{Misuse, Problem, Problems};

/// An entry of a newer version, options and texts out of range.
pub(super) fn check(entry: Option<&Entry>, command: &Command, options: &OutboxOptions) -> Result<(), Misuse> {
    if let Some(entry) = entry.filter(|entry| entry.v > ENTRY_VERSION) {
        let message =
            format!("the entry has version {}, this engine knows {ENTRY_VERSION}: use a newer engine", entry.v);
        return Err(Misuse::new("newer_version", message));
    }
    let mut problems = options.check();
    if let Command::Enqueue { id, channel, to, payload_ref, max_attempts, .. } = command {
        let texts = [("id", id, 200), ("channel", channel, 100), ("to", to, 500), ("payloadRef", payload_ref, 2_000)];
        problems.extend(texts.into_iter().filter_map(|(name, text, most)| text_problem(name, text, most)));
        if channel.contains('/') {
            problems.push(
                Problem::new("malformed", "command.enqueue.channel", "A channel has no slash.").with(channel, "a name"),
            );
        }
        if max_attempts.is_some_and(|n| !(1..=100).contains(&n)) {
            let path = "command.enqueue.maxAttempts";
            let found = max_attempts.unwrap_or(0).to_string();
            problems
                .push(Problem::new("out_of_range", path, "So many attempts are not allowed.").with(found, "1 to 100"));
        }
    }
    if problems.is_empty() { Ok(()) } else { Err(wrong(problems)) }
}

fn wrong(problems: Problems) -> Misuse {
    let message = problems.iter().map(Problem::to_string).collect::<Vec<_>>().join("; ");
    Misuse { problems, ..Misuse::new("invalid_args", message) }
}

fn text_problem(name: &str, text: &str, most: usize) -> Option<Problem> {
    (text.trim().is_empty() || text.len() > most).then(|| {
        Problem::new("out_of_range", format!("command.enqueue.{name}"), "The text is empty or too long.")
            .with(format!("{} bytes", text.len()), format!("1 to {most} bytes"))
    })
}
