//! `failover.*`: rotation, replays, time-outs and hosts.

use crate::classify::FinishError;
use crate::config::option::Row;
use crate::config::option::Val::{Flag, Map, Null, Num, Timeouts, Unset, Word, Words};
use crate::config::table::set;
use crate::policy::StateScope;

const FINISH: [(&str, FinishError); 2] =
    [("server_error", FinishError::ServerError), ("timeout", FinishError::Timeout)];
const SCOPE: [(&str, StateScope); 2] = [("shared", StateScope::Shared), ("agent", StateScope::Agent)];

pub(super) static ROWS: [Row; 26] = [
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
