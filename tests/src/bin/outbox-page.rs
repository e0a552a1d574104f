//! Prints `docs/outbox.md`. `cargo xtask outbox` runs it.

fn main() {
    print!("{}", switchover_tests::outbox_page::text());
}
