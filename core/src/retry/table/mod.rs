//! The rows of the policies. Each file is one service.

pub(super) mod discord;
pub(super) mod git;
pub(super) mod http;
pub(super) mod operations;
pub(super) mod socket;
pub(super) mod telegram;
