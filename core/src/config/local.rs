//! Servers on this machine: slow to the first token, quick to come back.

use crate::policy::Policy;
use core::net::IpAddr;
use std::collections::BTreeSet;

/// Providers that run on the user's own machine (09-options).
const LOCAL: [&str; 6] = ["ollama", "lmstudio", "llama-cpp", "vllm", "sglang", "localai"];

/// The provider is one of the known local servers.
pub(super) fn is_local(provider: &str) -> bool {
    LOCAL.contains(&provider)
}

/// Every local server: the known ones and those whose base address is this machine.
pub(super) fn servers(policy: &Policy) -> Vec<String> {
    let configured = policy.models.providers.iter().filter(|(_, provider)| provider.local).map(|(id, _)| id.as_str());
    let all: BTreeSet<&str> = LOCAL.into_iter().chain(configured).collect();
    all.into_iter().map(str::to_owned).collect()
}

/// The host of an address is `localhost` or a loopback address.
pub(super) fn is_loopback(address: &str) -> bool {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = match host.strip_prefix('[').and_then(|v6| v6.split_once(']')) {
        Some((v6, _)) => v6,
        None => host.split(':').next().unwrap_or_default(),
    };
    let name = host.trim_end_matches('.').to_ascii_lowercase();
    let loopback = |ip: IpAddr| ip.to_canonical().is_loopback();
    name == "localhost" || name.ends_with(".localhost") || name.parse::<IpAddr>().is_ok_and(loopback)
}
