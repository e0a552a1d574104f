//! What a store keeps and the facts that change it (D).

mod fact;
mod keys;
mod record;

pub use fact::{Fact, FactFailed, LeaseFact};
pub use keys::{Key, KeySet};
pub use record::{
    AnyRecord, Count, CountKind, HealthBase, Lease, ProbeMark, ProfileRecord, ProviderRecord, RECORD_VERSION,
    RetryBudgetState, StoredRecord, Window, WindowKind, WindowScope, WindowSource,
};
