//! Auth profiles: credentials without their secrets (P).

mod eligibility;
mod ids;
mod order;
mod types;

pub use eligibility::eligibility;
pub(crate) use ids::mapped;
pub use ids::{profile_id, provider_of};
pub use order::{MAX_PROFILES, OrderInput, OrderSource, Ordered, order};
pub use types::{AuthProfile, Credential, Eligibility, ProfileMetadata, ProfileType};

#[cfg(test)]
mod tests;
