//! Counting test cases in what the runners print.

use std::ops::AddAssign;

/// Cases of one or more suites.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) passed: u64,
    pub(crate) failed: u64,
    pub(crate) skipped: u64,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl Counts {
    /// Adds up the summaries of `cargo test` and of node's runner. `None` when the output has none.
    pub(crate) fn read(output: &str) -> Option<Self> {
        let mut found = None;
        for part in output.lines().filter_map(|line| cargo_summary(line).or_else(|| node_summary(line))) {
            *found.get_or_insert_with(Self::default) += part;
        }
        found
    }
}

/// `test result: ok. 12 passed; 0 failed; 1 ignored; ...`
fn cargo_summary(line: &str) -> Option<Counts> {
    let rest = line.trim_start().strip_prefix("test result: ")?;
    let number = |word: &str| -> Option<u64> {
        let part = rest.split([';', '.']).map(str::trim).find(|part| part.ends_with(word))?;
        part.split(' ').next()?.parse().ok()
    };
    Some(Counts { passed: number(" passed")?, failed: number(" failed")?, skipped: number(" ignored")? })
}

/// `# pass 12` or `i pass 12`, `# fail 0`, `# cancelled 0`, `# skipped 1`, `# todo 0`: one line each, in the tap and the
/// spec form.
fn node_summary(line: &str) -> Option<Counts> {
    let rest = line.strip_prefix("# ").or_else(|| line.strip_prefix("\u{2139} "))?;
    let (word, number) = rest.split_once(' ')?;
    let number = number.parse().ok()?;
    match word {
        "pass" => Some(Counts { passed: number, ..Counts::default() }),
        "fail" | "cancelled" => Some(Counts { failed: number, ..Counts::default() }),
        "skipped" | "todo" => Some(Counts { skipped: number, ..Counts::default() }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Counts;

    fn counts(passed: u64, failed: u64, skipped: u64) -> Option<Counts> {
        Some(Counts { passed, failed, skipped })
    }

    #[test]
    fn q8_cases_of_all_cargo_binaries_are_added_up() {
        let output = "test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.1s\n\
                      noise\n\
                      test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out\n";
        assert_eq!(Counts::read(output), counts(15, 2, 1));
    }

    #[test]
    fn q8_cases_of_the_node_runner_are_read_in_both_forms() {
        assert_eq!(
            Counts::read("# tests 9\n# pass 7\n# fail 1\n# cancelled 1\n# skipped 1\n# todo 1\n"),
            counts(7, 2, 2)
        );
        assert_eq!(Counts::read("\u{2139} pass 4\n\u{2139} fail 0\n"), counts(4, 0, 0));
    }

    #[test]
    fn output_without_a_summary_has_no_counts() {
        assert_eq!(Counts::read("all good\n# passing mentioned\n"), None);
    }
}
