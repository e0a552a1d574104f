//! Generated pages are what their tables say.

use switchover_tests::pages::PAGES;

/// O-2, M-1: the published tables are the ones that decide.
#[test]
fn o2_m1_generated_pages_are_fresh() {
    for page in PAGES {
        let path = format!("{}/../docs/{}", env!("CARGO_MANIFEST_DIR"), page.name);
        let written = std::fs::read_to_string(path).unwrap_or_default();
        assert!(written == (page.text)(), "docs/{} is stale: run `cargo xtask pages`", page.name);
    }
}

/// M-1: the example of the configuration page is read without a warning.
#[test]
fn m1_the_example_of_the_configuration_page_is_valid() {
    let text = (PAGES[0].text)();
    let example = text.split("```json5\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let config: serde_json::Value = json5::from_str(example).expect("JSON5");
    let (_, warnings) = switchover_core::config::read(&config).expect("a valid config");
    assert!(warnings.is_empty(), "{warnings:?}");
}
