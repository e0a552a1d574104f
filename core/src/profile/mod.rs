//! Auth profiles: credentials without their secrets (P).

mod types;

pub use types::{AuthProfile, Credential, Eligibility, ProfileMetadata, ProfileType};
