//! The records of D-1.

use super::Fact;
use super::read::known_part;
use crate::classify::Reason;
use crate::profile::AuthProfile;
use crate::session::SessionEntry;
use crate::time::Millis;
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// The newest record version that this engine writes; a newer one is refused (D-4).
pub const RECORD_VERSION: u32 = 1;

/// A record as a store hands it over: key, JSON value, version of the compare-and-set (H-6).
///
/// Written again, as in a saved turn, it holds only what an engine knows of it: a foreign record with secrets in it
/// leaks nothing (P-1).
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct StoredRecord {
    /// Its key, without the tenant prefix.
    pub key: String,
    /// The record.
    pub value: Value,
    /// Opaque version of the store.
    #[serde(default, skip_serializing_if = "Value::is_null")]
    pub version: Value,
}

impl Serialize for StoredRecord {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let versioned = usize::from(!self.version.is_null());
        let mut fields = serializer.serialize_struct("StoredRecord", 2 + versioned)?;
        fields.serialize_field("key", &self.key)?;
        fields.serialize_field("value", &known_part(&self.key, &self.value))?;
        if versioned > 0 {
            fields.serialize_field("version", &self.version)?;
        }
        fields.end()
    }
}

/// Any record, told apart by its key (D-1).
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum AnyRecord {
    /// `profile/...` or `account/...`.
    Profile(Box<ProfileRecord>),
    /// `session/...`.
    Session(Box<SessionEntry>),
    /// `provider/...`.
    Provider(Box<ProviderRecord>),
}

/// `profile/<scope>/<profileId>`, and the same shape for `account/...` (D-1).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfileRecord {
    /// Record version.
    pub v: u32,
    /// The profile, when the store owns it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<AuthProfile>,
    /// Start of the last call with it (P-7).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_used: Option<Millis>,
    /// The mark under which the health below was recorded (P-1).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_version: Option<String>,
    /// Who refreshes it now (P-8).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refresh_lease: Option<Lease>,
    /// Time of the last success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_success_at: Option<Millis>,
    /// What was folded before `recent` (K-15).
    #[serde(default)]
    pub base: HealthBase,
    /// The last facts, sorted, at most 32 (K-15).
    #[serde(default)]
    pub recent: Vec<Fact>,
    /// The fold's result, kept for readers; never read by a decision (K-2).
    #[serde(default)]
    pub windows: Vec<Window>,
}

/// The folded state before the recent facts (K-15).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct HealthBase {
    /// Time of the newest fact in it; older facts that arrive late change counts only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Millis>,
    /// Windows at that point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub windows: Vec<Window>,
    /// Counts at that point.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub counts: Vec<Count>,
}

/// How often one scope failed in a row (K-3, K-4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Count {
    /// What is counted.
    pub kind: CountKind,
    /// The model, when the failures were model-scoped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// How many.
    pub n: u32,
    /// Time of the last one.
    pub last_at: Millis,
}

/// What a count counts: each ladder has its own (K-3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum CountKind {
    /// Cooldown failures.
    Cooldown,
    /// Usage windows without an absolute reset (K-6).
    UsageWindow,
    /// Billing (K-8).
    Billing,
    /// Permanent auth (K-9).
    AuthPermanent,
}

/// A time in which a profile is not used (K-1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Window {
    /// Cooldown, disabled or blocked.
    pub kind: WindowKind,
    /// What it covers.
    pub scope: WindowScope,
    /// The model, for scope `model`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    /// Its end; at this instant the profile is free again.
    pub until: Millis,
    /// Why.
    pub reason: Reason,
    /// Where the end came from.
    pub source: WindowSource,
    /// The step of the ladder that opened it.
    pub count: u32,
}

/// The three kinds of window (K-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WindowKind {
    /// Short.
    Cooldown,
    /// Long: billing or permanent auth.
    Disabled,
    /// Until a reset time that the provider stated.
    Blocked,
}

/// What a window covers (K-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WindowScope {
    /// All models of the profile.
    Profile,
    /// One model of the profile.
    Model,
    /// Everything of the account.
    Account,
}

/// Where a window's end came from (K-1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum WindowSource {
    /// Our ladder.
    Ladder,
    /// The provider said so.
    Provider,
}

/// A lease: who holds it, and until when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Lease {
    /// The turn id of the holder.
    pub owner: String,
    /// Its end.
    pub until: Millis,
}

/// A probe mark: one prober in the fleet for each interval (T-25).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProbeMark {
    /// The turn id of the prober.
    pub owner: String,
    /// Until when nobody else probes.
    pub until: Millis,
    /// When it was taken.
    pub at: Millis,
}

/// `provider/<scope>/<provider>` (D-1).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProviderRecord {
    /// Record version.
    pub v: u32,
    /// The standing probe mark (T-25).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub probe: Option<ProbeMark>,
    /// The fleet's retry budget (T-30).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<RetryBudgetState>,
}

/// What was fed to and drawn from the retry budget in the current window (T-30).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RetryBudgetState {
    /// Start of the window.
    pub window_start: Millis,
    /// First attempts in it.
    pub fed: u64,
    /// Retries in it.
    pub drawn: u64,
}
