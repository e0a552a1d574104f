//! What the native programs of the conformance run share: arguments, files and times.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// Ends the program; an error is told on standard error.
pub fn exit(result: Result<(), String>) -> ! {
    if let Err(error) = &result {
        eprintln!("error: {error}");
    }
    std::process::exit(i32::from(result.is_err()));
}

/// The values of these options, each given as `--name value`.
///
/// # Errors
///
/// An option that is missing.
pub fn arguments<const N: usize>(names: [&str; N]) -> Result<[PathBuf; N], String> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let value = |name: &str| {
        let place = given.iter().position(|word| word == name)?;
        given.get(place + 1).map(PathBuf::from)
    };
    if let Some(missing) = names.iter().find(|name| value(name).is_none()) {
        return Err(format!("{missing} is missing; usage: {}", names.join(" PATH ") + " PATH"));
    }
    Ok(names.map(|name| value(name).unwrap_or_default()))
}

/// The recordings of a folder, by name.
///
/// # Errors
///
/// What the file system says.
pub fn recordings(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = paths.filter(|path| path.extension().is_some_and(|end| end == "json")).collect();
    found.sort();
    Ok(found)
}

/// The rows of the corpus file: id, and the text for `classify`.
///
/// # Errors
///
/// A file that cannot be read, or a line that is no row.
pub fn corpus(file: &Path) -> Result<Vec<(String, String)>, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).ok()?;
        Some((row.get("id")?.as_str()?.to_owned(), row.get("input")?.as_str()?.to_owned()))
    };
    text.lines().map(|line| row(line).ok_or_else(|| format!("not a row: {line}"))).collect()
}

/// One text a line.
#[must_use]
pub fn lines(texts: &[String]) -> String {
    texts.iter().map(|text| format!("{text}\n")).collect()
}

/// Writes a file, and its folder when that is missing.
///
/// # Errors
///
/// What the file system says.
pub fn write(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().unwrap_or(path);
    let done = std::fs::create_dir_all(folder).and_then(|()| std::fs::write(path, text));
    done.map_err(|error| format!("{}: {error}", path.display()))
}

/// The result, and how many nanoseconds it took.
#[expect(clippy::disallowed_types, reason = "a measurement; no decision reads it")]
pub fn timed<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let start = std::time::Instant::now();
    let result = run();
    (result, u64::try_from(start.elapsed().as_nanos()).unwrap_or(u64::MAX))
}

/// A whole number in a larger unit, with three digits behind the point.
#[must_use]
pub fn scaled(nanos: u64, unit: u64) -> Value {
    let text = format!("{}.{:03}", nanos / unit, nanos % unit * 1_000 / unit);
    serde_json::from_str(&text).unwrap_or(Value::Null)
}
