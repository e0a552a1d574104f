//! The outbox page is what the state table says.

use switchover_tests::outbox_page::text;

/// O-2: the transition table is published, and the page is fresh.
#[test]
fn o2_the_published_table_is_the_one_that_decides() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/outbox.md");
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(page == text(), "docs/outbox.md is stale: run `cargo xtask outbox`");
}
