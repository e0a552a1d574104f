//! What a selection carries besides its model: the session's pin and the harness (M-3).

use crate::policy::Policy;
use crate::profile::provider_of;
use crate::refs::ModelRef;
use crate::session::{PinSource, SessionEntry};

/// The session's pin, when its profile belongs to the selected provider. An old pin without a source was made by a
/// success if a compaction count stands beside it.
pub(super) fn pin(policy: &Policy, entry: &SessionEntry, provider: &str) -> Option<(String, PinSource)> {
    let profile = entry.auth_profile_override.clone().filter(|id| !id.trim().is_empty())?;
    let fits = provider_of(policy, &profile).is_none_or(|own| own == provider);
    let counted = entry.auth_profile_override_compaction_count.is_some();
    let guessed = if counted { PinSource::Auto } else { PinSource::User };
    fits.then(|| (profile, entry.auth_profile_override_source.unwrap_or(guessed)))
}

/// The harness of a model: its own, else its provider's.
pub(super) fn runtime(policy: &Policy, model: &ModelRef) -> Option<String> {
    let provider = policy.models.providers.get(&model.provider)?;
    let own = provider.models.get(&model.model).and_then(|known| known.runtime.clone());
    own.or_else(|| provider.runtime.clone())
}
