//! Whether a profile may be used at all (P-3). Cooldowns are another matter: they pass.

use super::ids::mapped;
use super::{AuthProfile, Credential, Eligibility, ProfileType};
use crate::policy::Policy;
use crate::refs::normalise_provider;
use crate::time::Millis;

/// The last instant that a calendar date can hold in JavaScript, in epoch milliseconds; a later expiry is a mistake.
const LAST_DATE: i64 = 8_640_000_000_000_000;

/// The code of a profile for a provider (P-3). The first that applies: missing, of another provider, of another type
/// than configured, without a credential, with a bad or a past expiry.
#[must_use]
pub fn eligibility(policy: &Policy, provider: &str, profile: Option<&AuthProfile>, now: Millis) -> Eligibility {
    let Some(profile) = profile else { return Eligibility::ProfileMissing };
    if !belongs(policy, profile, provider) {
        return Eligibility::ProviderMismatch;
    }
    if !mode_fits(policy, profile) {
        return Eligibility::ModeMismatch;
    }
    match profile.credential {
        Credential::Missing => Eligibility::MissingCredential,
        Credential::Unresolved => Eligibility::UnresolvedRef,
        Credential::Present | Credential::Refreshable => expiry(profile, now),
    }
}

/// The profile is of this provider, by its own field or through `failover.profileIdPrefixes` (P-2).
pub(crate) fn belongs(policy: &Policy, profile: &AuthProfile, provider: &str) -> bool {
    let own = normalise_provider(&profile.provider);
    own == provider || mapped(policy, &own) == provider
}

/// A configured `oauth` also accepts a stored `token`.
fn mode_fits(policy: &Policy, profile: &AuthProfile) -> bool {
    let configured = policy.auth.profiles.iter().find(|configured| configured.id == profile.id);
    configured.is_none_or(|configured| {
        configured.mode == profile.kind || (configured.mode, profile.kind) == (ProfileType::Oauth, ProfileType::Token)
    })
}

/// Static credentials end at their expiry; an OAuth login can be refreshed whatever its expiry says.
fn expiry(profile: &AuthProfile, now: Millis) -> Eligibility {
    match profile.expires_at {
        Some(at) if profile.kind != ProfileType::Oauth && !(1..=LAST_DATE).contains(&at) => Eligibility::InvalidExpires,
        Some(_) if profile.kind != ProfileType::Oauth && profile.expired(now) => Eligibility::Expired,
        _ => Eligibility::Ok,
    }
}

impl Eligibility {
    /// The wire name, e.g. `mode_mismatch`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::ProfileMissing => "profile_missing",
            Self::ProviderMismatch => "provider_mismatch",
            Self::ModeMismatch => "mode_mismatch",
            Self::MissingCredential => "missing_credential",
            Self::Expired => "expired",
            Self::InvalidExpires => "invalid_expires",
            Self::UnresolvedRef => "unresolved_ref",
        }
    }
}
