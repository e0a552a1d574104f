//! What a store keeps and the facts that change it (D).

mod apply;
mod fact;
mod kept;
mod keys;
mod read;
mod record;
mod view;

pub use crate::health::unavailable_reason;
pub use apply::{Applied, Change, apply};
pub use fact::{Fact, FactFailed, LeaseFact};
pub use keys::{Key, KeySet};
pub(crate) use read::malformed;
pub use read::read_record;
pub use record::{
    AnyRecord, Count, CountKind, HealthBase, Lease, ProbeMark, ProfileRecord, ProviderRecord, RECORD_VERSION,
    RetryBudgetState, StoredRecord, Window, WindowKind, WindowScope, WindowSource,
};
pub use view::{StateView, Unusable};

#[cfg(test)]
mod tests;
