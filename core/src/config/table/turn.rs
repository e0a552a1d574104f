//! `failover.*`: ids of profiles, recovery, replays, time-outs and hosts.

use crate::classify::FinishError;
use crate::config::option::Row;
use crate::config::option::Val::{Flag, Map, Null, Num, Timeouts, Unset, Word, Words};
use crate::config::table::set;
use crate::policy::{FloorEscape, RecoveryMode, StateScope};

const MODE: [(&str, RecoveryMode); 2] = [("first", RecoveryMode::First), ("off", RecoveryMode::Off)];
const ESCAPE: [(&str, FloorEscape); 2] = [("fallback", FloorEscape::Fallback), ("any", FloorEscape::Any)];
const FINISH: [(&str, FinishError); 2] =
    [("server_error", FinishError::ServerError), ("timeout", FinishError::Timeout)];
const SCOPE: [(&str, StateScope); 2] = [("shared", StateScope::Shared), ("agent", StateScope::Agent)];

pub(super) static ROWS: [Row; 38] = [
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
    Row::new(
        "failover.serverErrorProfileRotations",
        "n",
        Num(1),
        "T-9",
        "How many other profiles of the provider are tried after a server error.",
        |p, at| at.count(set::MAX_ROTATIONS, &mut p.server_error_rotations),
    ),
    Row::new(
        "failover.formatErrors",
        "surface, fallback",
        Word("surface"),
        "T-11",
        "Whether a request that is rejected as malformed is shown or tried on the next model.",
        |p, at| at.word(&set::SURFACE, &mut p.format_errors),
    ),
    Row::new(
        "failover.allowFormatRetry",
        "bool",
        Flag(true),
        "T-17",
        "Whether a transcript may be repaired once and sent again.",
        |p, at| at.flag(&mut p.allow_format_retry),
    ),
    Row::new(
        "failover.refusals",
        "surface, fallback",
        Word("surface"),
        "C-16",
        "Whether a refusal is shown or tried on the next model.",
        |p, at| at.word(&set::SURFACE, &mut p.refusals),
    ),
    Row::new(
        "failover.classify.finishError",
        "server_error, timeout",
        Word("server_error"),
        "C-12",
        "What a completed response with finish reason `error` is.",
        |p, at| at.word(&FINISH, &mut p.classify.finish_error),
    )
    .older(Word("timeout")),
    Row::new(
        "failover.classify.extraRules",
        "list",
        Words(&[]),
        "C-20",
        "Rows of your own that are asked before the table of classification.",
        set::extra_rules,
    ),
    Row::new(
        "failover.timeouts",
        "ms",
        Timeouts(10_000, 120_000, 120_000, 600_000),
        "T-21",
        "The time-outs of a call: `connectMs`, `firstTokenMs`, `idleMs` and `totalMs`, each a number or null.",
        set::timeouts,
    ),
    Row::new(
        "failover.deadline.reservePercent",
        "%",
        Num(10),
        "T-20",
        "The share of a turn's time that is kept for each candidate that follows.",
        |p, at| p.reserve_percent = at.number(0..=100).unwrap_or(p.reserve_percent),
    ),
    Row::new(
        "failover.skipCache.ttlMs",
        "ms, 0 off",
        Num(0),
        "T-26",
        "How long a session skips a fallback whose credentials failed; held between 1 s and 10 min.",
        set::skip_cache,
    ),
    Row::new(
        "failover.lastResortProbe",
        "bool",
        Flag(true),
        "T-27",
        "Whether one candidate is tried when everything cools down.",
        |p, at| at.flag(&mut p.last_resort_probe),
    )
    .older(Flag(false)),
    Row::new(
        "failover.waitForCooldownMs",
        "ms",
        Num(0),
        "T-27",
        "How long a turn may wait for the end of a cooldown when everything cools down.",
        |p, at| at.ms(0, &mut p.wait_for_cooldown),
    ),
    Row::new(
        "failover.overloadReplay.max",
        "n",
        Num(10),
        "T-28",
        "How often the chain is walked again when every candidate is overloaded; 0 is off.",
        |p, at| at.count(set::MAX_RETRIES, &mut p.overload_replay.max),
    )
    .older(Num(0)),
    Row::new(
        "failover.overloadReplay.baseMs",
        "ms",
        Num(2_500),
        "T-28",
        "The wait before the first replay; it doubles with each one.",
        |p, at| at.ms(0, &mut p.overload_replay.base),
    ),
    Row::new(
        "failover.overloadReplay.capMs",
        "ms",
        Num(30_000),
        "T-28",
        "The longest wait before a replay.",
        |p, at| at.ms(0, &mut p.overload_replay.cap),
    ),
    Row::new(
        "failover.overloadReplay.noticeAfterMs",
        "ms",
        Num(30_000),
        "T-28",
        "How long a turn waits for an overloaded provider before it says so.",
        |p, at| at.ms(0, &mut p.overload_replay.notice_after),
    ),
    Row::new(
        "failover.overloadReplay.jitter",
        "bool",
        Flag(false),
        "T-28",
        "Whether the waits between replays are spread.",
        |p, at| at.flag(&mut p.overload_replay.jitter),
    ),
    Row::new(
        "failover.serverErrorReplays",
        "n",
        Num(1),
        "T-29",
        "How often the chain is walked again when it ended on a server error.",
        |p, at| at.count(set::MAX_RETRIES, &mut p.server_error_replays),
    )
    .older(Num(0)),
    Row::new(
        "failover.retryBudget",
        "object or null",
        Null,
        "T-30",
        "Limits the retries of the whole fleet: `ratioPermille` 200, `minPerSecond` 10, `windowMs` 10000.",
        set::retry_budget,
    ),
    Row::new(
        "failover.notices",
        "bool",
        Flag(true),
        "S-9",
        "Whether the user is told when the answering model changes.",
        |p, at| at.flag(&mut p.notices),
    )
    .classic(Flag(false)),
    Row::new(
        "failover.hostReplyMs",
        "ms",
        Num(60_000),
        "T-1",
        "How long the turn waits for the host's answer to a question.",
        |p, at| at.ms(1, &mut p.host_reply),
    ),
    Row::new(
        "failover.compactionReplyMs",
        "ms",
        Num(300_000),
        "T-1",
        "How long the turn waits for a compaction.",
        |p, at| at.ms(1, &mut p.compaction_reply),
    ),
    Row::new(
        "failover.maxPriceClass",
        "n or unset",
        Unset,
        "M-12",
        "Candidates of a dearer price class are left out.",
        |p, at| set::price_class(at, &mut p.max_price_class),
    ),
    Row::new(
        "failover.consentAbove",
        "n or unset",
        Unset,
        "M-12",
        "A person is asked before the first call of a price class above this one.",
        |p, at| set::price_class(at, &mut p.consent_above),
    ),
    Row::new(
        "failover.secrets",
        "map",
        Map(&[]),
        "M-1",
        "Where hosts find each profile's secret: `{ env }` or `{ file }` by profile id.",
        set::secrets,
    ),
    Row::new(
        "failover.state.scope",
        "shared, agent",
        Word("shared"),
        "H-6",
        "Whether all agents share one record of a profile's health.",
        |p, at| at.word(&SCOPE, &mut p.state_scope),
    )
    .older(Word("agent")),
    Row::new("failover.store.timeoutMs", "ms", Num(250), "H-6", "How long a host waits for its store.", |p, at| {
        at.ms(1, &mut p.store_timeout)
    }),
];
