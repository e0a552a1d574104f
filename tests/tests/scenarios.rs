//! Runs every file of `tests/scenarios`. Arguments are parts of names; `SWITCHOVER_BLESS=1` rewrites the logs.

use switchover_tests::suite;

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let (mut passed, mut failed, mut skipped) = (0, 0, 0);
    for path in suite::files() {
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default().to_owned();
        if !wanted.is_empty() && !wanted.iter().any(|part| name.contains(part.as_str())) {
            skipped += 1;
            continue;
        }
        match suite::run(&path) {
            Ok(None) => passed += 1,
            Ok(Some(difference)) => {
                passed += 1;
                println!("blessed {name}\n{difference}\n");
            }
            Err(error) => {
                failed += 1;
                println!("FAILED {name}\n{error}\n");
            }
        }
    }
    let word = if failed == 0 { "ok" } else { "FAILED" };
    println!("\ntest result: {word}. {passed} passed; {failed} failed; {skipped} ignored; scenarios");
    std::process::exit(i32::from(failed > 0));
}
