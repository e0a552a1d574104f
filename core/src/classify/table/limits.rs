//! Rates, concurrency and usage windows (C-7).

use crate::classify::rule::{Row, row};
use crate::classify::{Reason, Scope};

/// Budgets that come back by themselves or at an administrator's word: they stand before billing (C-8).
pub(super) const SPEND: &[Row] = &[
    row("limits.claimed_model_window", Reason::RateLimit)
        .codes(&["claim:seven_day_opus", "claim:seven_day_sonnet", "claim:seven_day_overage_included"])
        .status(&[429])
        .scope(Scope::Model)
        .window(),
    row("limits.claimed_window", Reason::RateLimit)
        .codes(&["claim:five_hour", "claim:seven_day", "claim:overage", "claim:codex"])
        .status(&[429])
        .scope(Scope::Account)
        .window(),
    row("limits.spend_window", Reason::RateLimit)
        .text(&[
            "(?:monthly|daily|weekly|organization|organisation|workspace|project|specified|hit your|reached your).{0,24}(?:spend limit|spending limit|spend cap|spending cap)",
            "specified api usage limits",
            "specified usage limits",
            "crossed budget",
            "key budget limit exceeded",
            "(?:spend limit|spending limit|spending cap|spend cap).{0,30}(?:reached|exceeded|hit|exhausted)",
        ])
        .unless(&["past invoices", "suspended", "insufficient", "past due", "failure to pay", "available credits", "purchase more credits", "out of credits", "no credits"])
        .scope(Scope::Account)
        .window(),
];

/// A limit of minutes that stands beside a window in the text.
const PER_MINUTE: &[&str] = &["per minute.{0,20}limit", "tokens per min", "perminuteperproject"];

pub(super) const ROWS: &[Row] = &[
    row("limits.fireworks_usage", Reason::RateLimit).on(&["fireworks"]).text(&["exceeded your usage limits"]),
    row("limits.model_window", Reason::RateLimit)
        .text(&[
            "(?:weekly|daily|monthly|hourly|5 hour|five hour).{0,12}(?:opus|sonnet|haiku|fable).{0,12}(?:limit|quota|usage|cap\\b)",
            "(?:opus|sonnet|haiku|fable).{0,16}(?:weekly|daily|monthly|hourly|usage).{0,12}(?:limit|quota|cap\\b)",
            "your (?:opus|sonnet|haiku|fable) (?:limit|usage|quota)",
            "perdayperprojectpermodel",
            "for model.{0,120}(?:per day|\\btpd\\b|\\brpd\\b|per week|per month|daily|weekly|monthly)",
            "reached for (?:gpt|o1|o3|o4|codex|claude|gemini|llama|qwen|deepseek|mistral|kimi|glm|grok).{0,120}(?:per day|\\btpd\\b|\\brpd\\b)",
            "(?:daily|weekly|monthly).{0,40}for (?:this|the) model",
            "this model.{0,40}(?:daily|weekly|monthly|per day)",
        ])
        .unless(PER_MINUTE)
        .scope(Scope::Model)
        .window(),
    row("limits.window", Reason::RateLimit)
        .text(&[
            "(?:daily|weekly|monthly|hourly|5-hour|5 hour|five hour|24-hour|24 hour|7-day|session|per day|per week|per month|for 5 hour|weekly/monthly).{0,40}(?:limit|quota|usage|allowance|cap\\b|allocation)",
            "(?:limit|quota|allowance|usage).{0,40}(?:per day|per week|per month|per hour|for the day|for today|this week|this month|for this month|for 5 hour|5-hour|5h\\b|for the week|for the month|/day|/week|/month)",
            "(?:tokens|requests|calls|messages|credits) per (?:day|week|month|hour|1 hour)",
            "(?:tokens|requests|calls|messages|credits) / (?:day|week|month|hour)",
            "limited to.{0,30}/ (?:day|month|week|hour)",
            "(?:reached|exceeded|exhausted|used up|used all|ran out|run out|no more).{0,40}(?:this month|this week|today|for the day|for the month|for the week)",
            "limit exceeded (?:\\(daily|\\(weekly|\\(monthly) limit",
            "crossed budget",
            "\\btpd\\b",
            "\\brpd\\b",
            "perdayperproject",
            "per day",
            "free models per day",
            "usage limit.{0,40}(?:reached|exceeded|hit)",
            "(?:reached|hit|exceeded).{0,40}(?:usage limit|usage limits|api usage limits|plan limit|spend limit|spending limit|spend cap|spending cap|session limit|your limit|plan's limit)",
            "regain access on",
            "out of codex messages",
            "rate limit resets on",
            "individual quota reached",
            "exhausted your daily quota",
            "x codex primary used percent: 100",
            "claude usage limit",
            "每周",
            "每月使用",
            "每日",
            "当日",
            "今日",
            "日限额",
            "月度",
            "5小时",
            "5 小时",
        ])
        .unless(PER_MINUTE)
        .scope(Scope::Account)
        .window(),
    row("limits.cooldown", Reason::RateLimit).text(&["model cooldown", "cooling down"]).long_wait(),
    row("limits.rate", Reason::RateLimit).text(&[
        "rate limit",
        "limitexceeded",
        "ratelimitreached",
        "(?:rpm|tpm|ipm)exceeded",
        "quotaexceeded",
        "bursttoofast",
        "no deployments available for selected model",
        "limite de requisi",
        "limite excedido",
        "límite excedido",
        "límite de solicitudes",
        "hạn mức",
        "yêu cầu quá",
        "limite de débit",
        "請求過多",
        "頻率過高",
        "频率过高",
        "触发限流",
        "达到.{0,12}限制",
        "リクエストが多すぎ",
        "レート制限",
        "너무 많은 요청",
        "превышен лимит",
        "too many requests",
        "too many concurrent",
        "too many tokens",
        "throttl",
        "resource exhausted",
        "resource has been exhausted",
        "(?:requests|tokens|token|calls|queries|request|input|output) per (?:min|sec)",
        "(?:requests|tokens|calls|queries)/(?:min|sec)",
        "\\btpm\\b",
        "\\brpm\\b",
        "\\bqps\\b",
        "(?:concurrency|concurrent|parallel).{0,40}(?:limit|exceed|reached|breached)",
        "(?:exceeded|reached|exceeds|exceed).{0,40}(?:concurrency|concurrent|quota|request limit)",
        "quota.{0,20}(?:exceeded|exhausted|reached)",
        "quota limit exceeded",
        "allocated quota exceeded",
        "exceeded your current quota",
        "accounts are currently limited",
        "request limit reached",
        "exhausted your capacity",
        "quota.{0,24}(?:will reset|resets|reset after)",
        "requests are being sent too",
        "request was throttled",
        "slow down",
        "you have no quota",
        "limit exceeded.{0,40}try again",
        "(?:请求|調用|调用|访问|频率|速率|并发|次数|流量|qps|tpm|rpm).{0,30}(?:超限|超过|超出|上限|过多|过快|过高|受限|频繁|限制|太多)",
        "(?:exceeded|reached|hit|exhausted|exceeds).{0,40}(?:request|message|call|api|concurrency|throughput) limit",
        "(?:request|requests|call|message|api|concurrency|throughput) limit.{0,20}(?:exceeded|reached|hit|exhausted)",
        "(?:zu viele|troppe|muitas|muchas|demasiadas|trop de|слишком много).{0,12}(?:anfragen|richieste|solicita|requisi|peticiones|requêtes|запрос)",
        "(?:maximum|max).{0,100}(?:reached|exceeded) for",
        "kontingent",
        "할당량",
        "调用频率",
        "并发数",
        "限流",
        "配额不足",
        "配额已用尽",
        "额度已用尽",
        "limite de taxa",
        "límite de velocidad",
        "quá nhiều yêu cầu",
    ]).unless(&["high demand", "engine is currently overloaded", "server is currently overloaded", "model is currently overloaded", "ratelimiterror: the server", "overloaded error", "server had an error"]).not_status(&[408, 504, 522, 524]),
];

/// Codes that mean a limit unless the text said more.
pub(super) const CODES: &[Row] = &[row("limits.by_code", Reason::RateLimit).codes(&[
    "rate_limit_exceeded",
    "rate_limit_error",
    "rate_limit_reached_error",
    "rate_limit",
    "rate_limited",
    "ratelimited",
    "ratelimiterror",
    "ratelimitexceeded",
    "too_many_requests",
    "toomanyrequests",
    "toomanyrequestsexception",
    "throttled",
    "throttling",
    "throttlingexception",
    "throttling_exception",
    "throttling_error",
    "throttling.ratequota",
    "throttling.burstrate",
    "throttling.allocationquota",
    "resource_exhausted",
    "quota_exceeded",
    "quotaexceeded",
    "quota_exhausted",
    "resource_quota_exceeded",
    "requestlimitexceeded",
    "servicequotaexceededexception",
    "provisionedthroughputexceededexception",
    "concurrency_limit_exceeded",
    "429",
])];
