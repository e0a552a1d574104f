//! `failover.*`: ids of profiles and recovery on the same model.

use crate::config::option::Row;
use crate::config::option::Val::{Map, Num, Unset, Word};
use crate::config::table::set;
use crate::policy::{FloorEscape, RecoveryMode};

const MODE: [(&str, RecoveryMode); 2] = [("first", RecoveryMode::First), ("off", RecoveryMode::Off)];
const ESCAPE: [(&str, FloorEscape); 2] = [("fallback", FloorEscape::Fallback), ("any", FloorEscape::Any)];

pub(super) static ROWS: [Row; 12] = [
    Row::new(
        "failover.profileIdPrefixes",
        "map",
        Map(&[("openai-codex", "openai")]),
        "P-2",
        "Which provider a profile id with an old prefix belongs to.",
        set::prefixes,
    ),
    Row::new(
        "failover.recovery.mode",
        "first, off",
        Word("first"),
        "T-6",
        "Whether the same model is called again before another profile or model.",
        |p, at| at.word(&MODE, &mut p.recovery.mode),
    )
    .older(Word("off")),
    Row::new(
        "failover.recovery.rateLimitRetries",
        "n",
        Num(9),
        "T-6",
        "How often the same model is called again after a rate limit.",
        |p, at| at.count(set::MAX_RETRIES, &mut p.recovery.rate_limit_retries),
    ),
    Row::new(
        "failover.recovery.transientRetries",
        "n",
        Num(8),
        "T-6",
        "How often the same model is called again after another passing failure.",
        |p, at| at.count(set::MAX_RETRIES, &mut p.recovery.transient_retries),
    ),
    Row::new(
        "failover.recovery.windowMs",
        "ms",
        Num(90_000),
        "T-6",
        "How long after the first failure the same model may still be called again.",
        |p, at| at.ms(0, &mut p.recovery.window),
    ),
    Row::new(
        "failover.recovery.maxRetries",
        "n",
        Unset,
        "T-6",
        "Replaces both numbers of retries; 0 switches recovery off.",
        |p, at| at.count_or_unset(set::MAX_RETRIES, &mut p.recovery.max_retries),
    ),
    Row::new(
        "failover.recovery.maxRetryDelayMs",
        "ms",
        Num(60_000),
        "T-8",
        "The longest wait for the same model; 0 removes the limit.",
        |p, at| at.ms(0, &mut p.recovery.max_retry_delay),
    ),
    Row::new(
        "failover.recovery.fastRetries",
        "n",
        Unset,
        "T-6",
        "How many retries may be spent while another profile or model is free.",
        |p, at| at.count_or_unset(set::MAX_RETRIES, &mut p.recovery.fast_retries),
    )
    .swift(Num(2)),
    Row::new(
        "failover.recovery.fastWaitMs",
        "ms or unset",
        Unset,
        "T-6",
        "How long may be waited while another profile or model is free.",
        |p, at| at.ms_or_unset(0, &mut p.recovery.fast_wait),
    )
    .swift(Num(10_000)),
    Row::new(
        "failover.recovery.baseMs",
        "ms",
        Num(1_000),
        "T-7",
        "The first back-off; it doubles with each retry.",
        |p, at| at.ms(0, &mut p.recovery.base),
    ),
    Row::new("failover.recovery.capMs", "ms", Num(30_000), "T-7", "The longest back-off.", |p, at| {
        at.ms(0, &mut p.recovery.cap)
    }),
    Row::new(
        "failover.recovery.floorEscape",
        "fallback, any",
        Word("fallback"),
        "T-8",
        "What must be free for the turn to leave a model whose stated wait is too long.",
        |p, at| at.word(&ESCAPE, &mut p.recovery.floor_escape),
    )
    .swift(Word("any")),
];
