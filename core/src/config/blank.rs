//! The empty policy that the defaults of a preset are written into.

use crate::classify::ClassifyOptions;
use crate::policy::{
    AuthConfig, Cooldowns, CountersReset, FloorEscape, LadderCount, Models, OverloadReplay, Persistence, Policy,
    Preset, Probe, ProbeWhen, Recovery, RecoveryMode, StateScope, Surface, Timeouts, UserPin,
};
use crate::time::Span;
use std::collections::{BTreeMap, BTreeSet};

/// A policy without any value; never shown to anybody before the table has filled it.
pub(super) fn policy() -> Policy {
    Policy {
        preset: Preset::Latest,
        models: Models::default(),
        auth: AuthConfig::default(),
        cooldowns: cooldowns(),
        fallback_persistence: Persistence::Turn,
        probe: probe(),
        prefer_usable_oauth: false,
        refresh_skew: Span::ZERO,
        reset_on_compaction: false,
        user_pin: UserPin::Strict,
        implicit_profiles: false,
        profile_id_prefixes: BTreeMap::new(),
        recovery: recovery(),
        server_error_rotations: 0,
        rate_limited_rotations: 0,
        overloaded_rotations: 0,
        overloaded_backoff: Span::ZERO,
        format_errors: Surface::Surface,
        allow_format_retry: false,
        refusals: Surface::Surface,
        classify: ClassifyOptions::default(),
        timeouts: Timeouts { connect: None, first_token: None, idle: None, total: None },
        timeouts_by_provider: BTreeMap::new(),
        reserve_percent: 0,
        skip_cache_ttl: None,
        last_resort_probe: false,
        wait_for_cooldown: Span::ZERO,
        overload_replay: replay(),
        server_error_replays: 0,
        retry_budget: None,
        notices: false,
        host_reply: Span::ZERO,
        compaction_reply: Span::ZERO,
        max_price_class: None,
        consent_above: None,
        state_scope: StateScope::Shared,
        store_timeout: Span::ZERO,
        secrets: BTreeMap::new(),
    }
}

fn cooldowns() -> Cooldowns {
    Cooldowns {
        ladder: Vec::new(),
        ladder_by_provider: BTreeMap::new(),
        usage_window_ladder: Vec::new(),
        ladder_count: LadderCount::Scope,
        counters_reset: CountersReset::Window,
        model_scoped_reasons: BTreeSet::new(),
        exempt_providers: BTreeSet::new(),
        billing_base: Span::ZERO,
        billing_base_by_provider: BTreeMap::new(),
        billing_max: Span::ZERO,
        auth_permanent_base: Span::ZERO,
        auth_permanent_max: Span::ZERO,
        failure_window: Span::ZERO,
    }
}

fn probe() -> Probe {
    Probe {
        primary_interval: Span::ZERO,
        when: ProbeWhen::NearExpiry,
        margin: Span::ZERO,
        min_interval: Span::ZERO,
        billing_interval: Span::ZERO,
    }
}

fn recovery() -> Recovery {
    Recovery {
        mode: RecoveryMode::Off,
        rate_limit_retries: 0,
        transient_retries: 0,
        window: Span::ZERO,
        max_retries: None,
        max_retry_delay: Span::ZERO,
        fast_retries: None,
        fast_wait: None,
        base: Span::ZERO,
        cap: Span::ZERO,
        floor_escape: FloorEscape::Fallback,
    }
}

fn replay() -> OverloadReplay {
    OverloadReplay { max: 0, base: Span::ZERO, cap: Span::ZERO, notice_after: Span::ZERO, jitter: false }
}
