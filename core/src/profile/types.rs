//! The profile and its eligibility codes (P-1, P-3).

use crate::time::Millis;
use serde::{Deserialize, Serialize};

/// How a credential works (P-1). The order is that of round robin (P-6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProfileType {
    /// A login with refreshable tokens, usually a subscription.
    Oauth,
    /// A static token; credential chains such as `aws-sdk` too.
    #[serde(alias = "aws-sdk", alias = "aws_sdk")]
    Token,
    /// An API key, usually paid per use.
    #[serde(alias = "api-key", alias = "apiKey")]
    ApiKey,
}

/// What the host knows of the secret behind a profile (P-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Credential {
    /// It is there.
    #[default]
    Present,
    /// The access token is gone but can be refreshed.
    Refreshable,
    /// There is none.
    Missing,
    /// A reference to it could not be resolved.
    Unresolved,
}

/// One credential of one provider, without its secret (P-1). Foreign records with more fields are accepted; the rest is
/// dropped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct AuthProfile {
    /// `provider:default`, `provider:<email>` or `provider:<label>` (P-2).
    pub id: String,
    /// Provider id.
    pub provider: String,
    /// How the credential works.
    #[serde(rename = "type")]
    pub kind: ProfileType,
    /// End of the access token or static token, epoch milliseconds. Kept as signed so that a bad value can be told.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<i64>,
    /// E-mail of the login.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    /// What is billed together (C-4).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub account_id: Option<String>,
    /// A name for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The provider's mode, when it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// What the host knows of the secret.
    #[serde(default)]
    pub credential: Credential,
    /// `projectId`, `enterpriseUrl`; nothing else is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<ProfileMetadata>,
    /// Opaque mark that changes when the secret changes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_version: Option<String>,
}

/// The two facts that a provider needs beside the secret (P-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfileMetadata {
    /// Cloud project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// Host of an enterprise installation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enterprise_url: Option<String>,
}

impl AuthProfile {
    /// A profile with nothing but its id, provider and type.
    #[must_use]
    pub fn bare(id: &str, provider: &str, kind: ProfileType) -> Self {
        Self {
            id: id.to_owned(),
            provider: provider.to_owned(),
            kind,
            expires_at: None,
            email: None,
            account_id: None,
            label: None,
            mode: None,
            credential: Credential::Present,
            metadata: None,
            credential_version: None,
        }
    }

    /// The class of billing: `subscription` for logins and tokens, `key` for API keys (C-4, D-1).
    #[must_use]
    pub const fn billing_class(&self) -> &'static str {
        match self.kind {
            ProfileType::Oauth | ProfileType::Token => "subscription",
            ProfileType::ApiKey => "key",
        }
    }

    /// The access token is over at `now`.
    #[must_use]
    pub fn expired(&self, now: Millis) -> bool {
        self.expires_at.is_some_and(|at| u64::try_from(at).map_or(true, |at| at <= now.0))
    }
}

/// Why a profile may or may not be used at all (P-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names are the definitions of P-3")]
pub enum Eligibility {
    Ok,
    ProfileMissing,
    ProviderMismatch,
    ModeMismatch,
    MissingCredential,
    Expired,
    InvalidExpires,
    UnresolvedRef,
}
