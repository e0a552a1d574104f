//! Names: providers and model references (M-2).

use serde::{Deserialize, Serialize};
use std::fmt;

/// The id of a provider as it is compared: trimmed, lower case.
#[must_use]
pub fn normalise_provider(id: &str) -> String {
    id.trim().to_lowercase()
}

/// A model of a provider. The model part may hold slashes and `@` (M-2).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ModelRef {
    /// Provider id, trimmed and lower case.
    pub provider: String,
    /// Model id as the provider writes it.
    pub model: String,
}

impl ModelRef {
    /// A ref with a normalised provider and a trimmed model.
    #[must_use]
    pub fn new(provider: &str, model: &str) -> Self {
        Self { provider: normalise_provider(provider), model: model.trim().to_owned() }
    }

    /// Splits `provider/model` at the first slash; `None` without one or with an empty side.
    #[must_use]
    pub fn split(text: &str) -> Option<Self> {
        let (provider, model) = text.trim().split_once('/')?;
        let made = Self::new(provider, model);
        (!made.provider.is_empty() && !made.model.is_empty()).then_some(made)
    }
}

impl fmt::Display for ModelRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.provider, self.model)
    }
}
