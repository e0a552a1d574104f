//! The rule table for people. `cargo xtask rules` runs it.
//!
//! `rules list | ablate | mutate | page`

use std::process::ExitCode;
use switchover_tests::rules::{ablate, list, mutate, page};

fn main() -> ExitCode {
    let word = std::env::args().nth(1).unwrap_or_else(|| "list".to_owned());
    let done = match word.as_str() {
        "list" => run_list(),
        "ablate" => run_ablate(),
        "mutate" => run_mutate(),
        "page" => {
            print!("{}", page::text());
            Ok(())
        }
        other => Err(format!("`{other}` is none of list, ablate, mutate, page")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("rules: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run_list() -> Result<(), String> {
    let lines = list::lines();
    for line in &lines {
        println!("{line}");
    }
    let strangers = list::strangers()?;
    println!("{} rows; examples that another row wins: {}", lines.len(), strangers.len());
    if strangers.is_empty() { Ok(()) } else { Err(strangers.join("\n")) }
}

/// rows that stand for one corpus row are few.
fn run_ablate() -> Result<(), String> {
    let worths = ablate::run()?;
    println!("{:<34}{:>6}{:>8}", "row", "wins", "alone");
    for worth in &worths {
        println!("{:<34}{:>6}{:>8}", worth.rule, worth.wins, worth.alone.len());
    }
    let single = ablate::single(&worths);
    println!("rows with exactly one corpus row that only they decide:");
    for worth in &single {
        println!("  {} ({})", worth.rule, worth.alone.join(", "));
    }
    let share = (single.len() * 1000).div_ceil(worths.len().max(1));
    println!(
        "{} of {} rows: {}.{} %, at most {} % are allowed",
        single.len(),
        worths.len(),
        share / 10,
        share % 10,
        ablate::MOST_SINGLE_PERCENT
    );
    if share <= ablate::MOST_SINGLE_PERCENT * 10 {
        Ok(())
    } else {
        Err("too many rows stand for a single error".to_owned())
    }
}

/// survivors are listed, they do not fail.
fn run_mutate() -> Result<(), String> {
    let outcome = mutate::run()?;
    for survivor in &outcome.survivors {
        println!("survives: {} without {:?}", survivor.rule, survivor.part);
    }
    let killed = outcome.mutants - outcome.survivors.len();
    println!("{} mutants, {killed} noticed, {} survive", outcome.mutants, outcome.survivors.len());
    Ok(())
}
