//! Retry policies beside the model calls: channels, gateways, provider jobs, Git, sockets, SDKs.
//!
//! A policy is data: an envelope, a table of operations that says which of them may be repeated, and rows that say what a
//! failure proves. [`next`] is one function for all of them: it repeats what is idempotent, or what is proven not to have
//! started, and nothing else.

mod answer;
mod buckets;
mod envelope;
mod next;
mod operation;
mod policy;
mod request;
mod row;
mod sdk_cap;
mod table;
#[cfg(test)]
mod tests;

pub use answer::{GiveUp, RetryAction, RetryAnswer};
pub use buckets::{Bucket, Buckets};
pub use envelope::{Envelope, EnvelopePatch, Jitter};
pub use next::next;
pub use operation::Replay;
pub use policy::RetryPolicy;
pub use request::{RetryRequest, RetryState, RetrySuccess};
pub use row::Proof;
pub use sdk_cap::{SdkCap, SdkCapRequest, sdk_cap};

#[cfg(any(test, feature = "schema"))]
pub use policy::{PolicyInfo, policies};
