//! What holds for the files of the repository as a whole.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use std::fs;
use std::path::{Path, PathBuf};

/// Folders that hold no code of ours.
const FOREIGN: [&str; 8] = [".git", "target", "node_modules", "dist", "corpus", "__pycache__", ".venv", "build"];
/// Endings of code files.
const CODE: [&str; 8] = ["rs", "ts", "mjs", "js", "py", "go", "java", "wit"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_path_buf()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Every file below `folder` with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
        if path.is_dir() && !FOREIGN.contains(&name.as_str()) {
            found.extend(files(&path, endings));
        } else if path.extension().is_some_and(|ending| endings.contains(&ending.to_string_lossy().as_ref())) {
            found.push(path);
        }
    }
    found
}

fn is_comment(line: &str) -> bool {
    line.trim_start().starts_with("//")
}

#[test]
fn q4_the_core_names_no_clock_environment_network_file_thread_or_process() {
    const BANNED: [&str; 6] = ["std::time", "std::env", "std::net", "std::fs", "std::thread", "std::process"];
    let sources = files(&root().join("core/src"), &["rs"]);
    assert!(sources.len() > 10, "the core was not found");
    // Test modules read the corpus; they are no part of the core that ships.
    let ships =
        |path: &&PathBuf| !path.components().any(|part| part.as_os_str() == "tests") && !path.ends_with("tests.rs");
    for path in sources.iter().filter(ships) {
        let text = read(path);
        for line in text.lines().filter(|line| !is_comment(line)) {
            assert!(!BANNED.iter().any(|word| line.contains(word)), "{}: {line}", path.display());
        }
    }
}

#[test]
fn q4_unsafe_code_is_forbidden_in_the_core() {
    assert!(read(&root().join("Cargo.toml")).contains("unsafe_code = \"forbid\""));
    assert!(read(&root().join("core/Cargo.toml")).contains("[lints]\nworkspace = true"));
}

#[test]
fn q7_code_files_stay_under_400_lines() {
    let long: Vec<String> = files(&root(), &CODE)
        .iter()
        .filter(|path| !path.to_string_lossy().contains(".gen."))
        .map(|path| (read(path).lines().count(), path))
        .filter(|(lines, _)| *lines >= 400)
        .map(|(lines, path)| format!("{} has {lines} lines", path.display()))
        .collect();
    assert!(long.is_empty(), "{long:#?}");
}

#[test]
fn h12_the_folder_wit_holds_only_wit_and_no_second_copy_exists() {
    let here: Vec<_> = fs::read_dir(root().join("wit")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(
        here.len() > 3 && here.iter().all(|path| path.extension().is_some_and(|ending| ending == "wit")),
        "{here:?}"
    );
    assert_eq!(files(&root(), &["wit"]).len(), here.len(), "a .wit file outside of wit/");
}

/// Fields and cases need a comment; everything that a later version could add needs `@since` and a comment.
#[test]
fn h12_every_wit_item_is_documented_and_dated() {
    for path in files(&root().join("wit"), &["wit"]) {
        let text = read(&path);
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        for (place, line) in lines.iter().enumerate() {
            let skipped = ["//", "@", "}", "package ", "use ", "export "].iter().any(|start| line.starts_with(start));
            if line.is_empty() || skipped {
                continue;
            }
            let dated = line.ends_with('{') || line.starts_with("type ") || line.contains("func(");
            let above = if dated { place - 2 } else { place - 1 };
            assert!(lines[above].starts_with("///"), "{}: no comment above `{line}`", path.display());
            assert!(!dated || lines[place - 1].starts_with("@since("), "{}: no @since above `{line}`", path.display());
        }
    }
}

#[test]
fn lock_files_name_no_registry_host_but_the_public_one() {
    assert!(!read(&root().join("js/package-lock.json")).contains("\"resolved\""));
    let cargo = read(&root().join("Cargo.lock"));
    let sources = cargo.lines().filter(|line| line.starts_with("source = "));
    for line in sources {
        assert_eq!(line, "source = \"registry+https://github.com/rust-lang/crates.io-index\"");
    }
}
