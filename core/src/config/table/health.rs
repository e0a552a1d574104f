//! `failover.*`: persistence, probes, cooldowns and profiles.

use crate::config::option::Row;
use crate::config::option::Val::{AsLadder, Flag, Local, Map, Num, Nums, Word, Words};
use crate::config::table::{PRESETS, set};
use crate::policy::{CountersReset, LadderCount, Persistence, ProbeWhen, UserPin};

const PERSISTENCE: [(&str, Persistence); 2] = [("turn", Persistence::Turn), ("session", Persistence::Session)];
const PROBE_WHEN: [(&str, ProbeWhen); 2] =
    [("near_expiry", ProbeWhen::NearExpiry), ("throttled", ProbeWhen::Throttled)];
const LADDER_COUNT: [(&str, LadderCount); 2] = [("scope", LadderCount::Scope), ("profile", LadderCount::Profile)];
const COUNTERS_RESET: [(&str, CountersReset); 2] =
    [("window", CountersReset::Window), ("expiry", CountersReset::Expiry)];
const USER_PIN: [(&str, UserPin); 2] = [("strict", UserPin::Strict), ("prefer", UserPin::Prefer)];

pub(super) static ROWS: [Row; 19] = [
    Row::new(
        "failover.preset",
        "latest, sticky, classic, swift",
        Word("latest"),
        "M-1",
        "Which generation of the documents the defaults follow.",
        |p, at| at.word(&PRESETS, &mut p.preset),
    )
    .sticky(Word("sticky"))
    .classic(Word("classic"))
    .swift(Word("swift")),
    Row::new(
        "failover.fallbackPersistence",
        "turn, session",
        Word("turn"),
        "S-2, S-3",
        "Whether a fallback answers one turn or stays selected for the session.",
        |p, at| at.word(&PERSISTENCE, &mut p.fallback_persistence),
    )
    .older(Word("session")),
    Row::new(
        "failover.probe.primaryIntervalMs",
        "ms, 0 never",
        Num(300_000),
        "S-4",
        "How often the origin of a stored fallback is tried again.",
        |p, at| at.ms(0, &mut p.probe.primary_interval),
    )
    .classic(Num(0)),
    Row::new(
        "failover.probe.when",
        "near_expiry, throttled",
        Word("near_expiry"),
        "T-23",
        "When the primary may be tried although it cools down.",
        |p, at| at.word(&PROBE_WHEN, &mut p.probe.when),
    )
    .swift(Word("throttled")),
    Row::new(
        "failover.probe.marginMs",
        "ms",
        Num(120_000),
        "T-23",
        "How long before the end of a cooldown the primary may be tried.",
        |p, at| at.ms(0, &mut p.probe.margin),
    ),
    Row::new(
        "failover.probe.minIntervalMs",
        "ms",
        Num(30_000),
        "T-23",
        "The least time between two probes of a provider.",
        |p, at| at.ms(0, &mut p.probe.min_interval),
    ),
    Row::new(
        "failover.probe.billingIntervalMs",
        "ms",
        Num(30_000),
        "T-23",
        "The least time between two probes of a provider that wants payment.",
        |p, at| at.ms(0, &mut p.probe.billing_interval),
    ),
    Row::new(
        "failover.cooldowns.ladderMs",
        "ms list",
        Nums(&[30_000, 60_000, 300_000]),
        "K-3",
        "How long the first, second and further failures cool a profile down; the last value repeats.",
        |p, at| p.cooldowns.ladder = at.ladder().unwrap_or_default(),
    )
    .classic(Nums(&[60_000, 300_000, 1_500_000, 3_600_000])),
    Row::new(
        "failover.cooldowns.ladderMsByProvider",
        "map",
        Local(&[5_000, 10_000, 30_000]),
        "K-3",
        "The same for single providers, as lists by provider id.",
        set::ladders,
    )
    .older(Map(&[])),
    Row::new(
        "failover.cooldowns.usageWindowLadderMs",
        "ms list",
        Nums(&[300_000, 900_000, 3_600_000]),
        "K-6",
        "The ladder of a spent usage window whose reset time is not known.",
        |p, at| p.cooldowns.usage_window_ladder = at.ladder().unwrap_or_default(),
    )
    .older(AsLadder),
    Row::new(
        "failover.cooldowns.ladderCount",
        "scope, profile",
        Word("scope"),
        "K-3",
        "Whether the ladder counts the failures of what failed or all failures of the profile.",
        |p, at| at.word(&LADDER_COUNT, &mut p.cooldowns.ladder_count),
    )
    .older(Word("profile")),
    Row::new(
        "failover.cooldowns.countersReset",
        "window, expiry",
        Word("window"),
        "K-4",
        "Whether failure counts start again after the failure window or when a cooldown ends.",
        |p, at| at.word(&COUNTERS_RESET, &mut p.cooldowns.counters_reset),
    ),
    Row::new(
        "failover.cooldowns.modelScopedReasons",
        "list",
        Words(&["rate_limit", "overloaded", "timeout", "model_not_found"]),
        "K-7",
        "The reasons that cool one model of a profile down and not the whole profile.",
        set::model_reasons,
    )
    .older(Words(&["rate_limit"])),
    Row::new(
        "failover.cooldowns.exemptProviders",
        "list",
        Words(&["openrouter", "kilocode"]),
        "K-11",
        "Providers that never cool down, since they route upstream themselves.",
        |p, at| set::providers(at, &mut p.cooldowns.exempt_providers),
    )
    .classic(Words(&[])),
    Row::new(
        "failover.order.preferUsableOauth",
        "bool",
        Flag(true),
        "P-6",
        "Whether logins with a usable access token come before expired ones.",
        |p, at| at.flag(&mut p.prefer_usable_oauth),
    )
    .older(Flag(false)),
    Row::new(
        "failover.order.refreshSkewMs",
        "ms",
        Num(60_000),
        "P-8",
        "How long before its end an access token is refreshed.",
        |p, at| at.ms(0, &mut p.refresh_skew),
    ),
    Row::new(
        "failover.stickiness.resetOnCompaction",
        "bool",
        Flag(true),
        "P-9",
        "Whether a compaction ends the automatic pin of the session.",
        |p, at| at.flag(&mut p.reset_on_compaction),
    ),
    Row::new(
        "failover.userPin",
        "strict, prefer",
        Word("strict"),
        "P-11",
        "Whether a profile that a person pinned is the only one or the first one.",
        |p, at| at.word(&USER_PIN, &mut p.user_pin),
    )
    .swift(Word("prefer")),
    Row::new(
        "failover.implicitProfiles",
        "bool",
        Flag(true),
        "P-12",
        "Whether a provider without any profile has one with health.",
        |p, at| at.flag(&mut p.implicit_profiles),
    )
    .older(Flag(false)),
];
