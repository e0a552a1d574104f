//! Pages of `docs/` that are written from tables of the core.

mod configuration;
mod outbox;

/// A page: its file below `docs/`, and what must stand in it.
pub struct Page {
    /// File name, e.g. `outbox.md`.
    pub name: &'static str,
    /// The whole text.
    pub text: fn() -> String,
}

/// Every generated page but the rules of the classifier, which `cargo xtask rules --page` writes.
pub const PAGES: [Page; 2] =
    [Page { name: "configuration.md", text: configuration::text }, Page { name: "outbox.md", text: outbox::text }];
