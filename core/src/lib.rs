//! Decides what an LLM client does when a model call fails.
//!
//! The core is pure: no I/O, no clock, no randomness, no global state. Time, seed and stored state are arguments, and
//! what a host must do comes back as data. The run loop of every host, in any language, is the same:
//!
//! 1. Build an [`Engine`] once from a config.
//! 2. Load the records that [`Engine::keys`] names, and call [`Engine::begin`].
//! 3. Carry the effects of the [`turn::Step`] out in list order, report what happened with [`turn::Turn::handle`], until
//!    `next` is `Done`.
//! 4. Apply each fact and patch to its record with [`Engine::apply`], inside one compare-and-set.
//!
//! | module | what it decides | rules |
//! | --- | --- | --- |
//! | [`classify`] | an error signal in, a verdict out | C |
//! | [`redact`] | what may leave the core as text | C-19 |
//! | [`config`], [`policy`] | a config in, a policy that cannot be wrong out | M-1, 09-options |
//! | [`select`] | which models, in which order | M |
//! | [`profile`] | which credentials, in which order | P |
//! | [`health`] | which of them rest, and until when | K |
//! | [`state`] | records, and the facts that change them | D |
//! | [`session`] | what a conversation keeps | S |
//! | [`turn`] | one request through to an answer or a final failure | T |
//! | [`retry`] | channels, Git, sockets and SDKs: may this be tried again | R |
//! | [`outbox`] | which message may be sent now, and what a lost owner means | O |
//! | [`explain`], [`status`] | read-only views | M-10, S-10 |
//! | [`wire`] | all of it as JSON text | H-2 |

pub mod classify;
pub mod config;
pub mod engine;
pub mod error;
pub mod explain;
pub mod health;
pub mod outbox;
pub mod policy;
pub mod profile;
pub mod redact;
pub mod refs;
pub mod retry;
pub mod rng;
#[cfg(feature = "schema")]
pub mod schema;
pub mod select;
pub mod session;
pub mod state;
pub mod status;
pub mod time;
pub mod turn;
pub mod wire;

pub use engine::Engine;
