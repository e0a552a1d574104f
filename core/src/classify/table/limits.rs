//! Rates, concurrency and usage windows (C-7).

use crate::classify::rule::{Row, row};
use crate::classify::{Reason, Scope};

/// Budgets that come back by themselves or at an administrator's word: they stand before billing (C-8).
pub(super) const SPEND: &[Row] = &[
    row("limits.claimed_window", Reason::RateLimit)
        .codes(&["claim:five_hour", "claim:seven_day", "claim:seven_day_opus", "claim:seven_day_sonnet", "claim:seven_day_overage_included", "claim:overage", "claim:codex"])
        .status(&[429])
        .scope(Scope::Account)
        .window(),
    row("limits.spend_window", Reason::RateLimit)
        .text(&[
            "(?:monthly|daily|weekly|organization|organisation|workspace|project|your|specified).{0,24}(?:spend limit|spending limit|spend cap|spending cap|spend-limit)",
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

pub(super) const ROWS: &[Row] = &[
    row("limits.fireworks_usage", Reason::RateLimit).on(&["fireworks"]).text(&["exceeded your usage limits"]),
    row("limits.window", Reason::RateLimit)
        .text(&[
            "(?:daily|weekly|monthly|hourly|5-hour|5 hour|five-hour|five hour|24-hour|24 hour|7-day|session|per day|per week|per month|for 5 hour|weekly/monthly).{0,40}(?:limit|quota|usage|allowance|cap\\b|allocation)",
            "(?:limit|quota|allowance|usage).{0,40}(?:per day|per week|per month|per hour|for the day|for today|this week|this month|for this month|for 5 hour|5-hour|5h\\b|for the week|for the month|/day|/week|/month)",
            "(?:tokens|requests|calls|messages|credits).{0,4}(?:per|/) (?:day|week|month|hour|1 hour)",
            "limited to.{0,30}/ (?:day|month|week|hour)",
            "limit exceeded (?:\\(daily|\\(weekly|\\(monthly) limit",
            "crossed budget",
            "\\btpd\\b",
            "\\brpd\\b",
            "perdayperproject",
            "per_day",
            "per-day",
            "free-models-per-day",
            "quota.{0,24}(?:will reset|resets|reset after)",
            "usage limit.{0,40}(?:reached|exceeded|hit)",
            "(?:reached|hit|exceeded).{0,40}(?:usage limit|usage limits|api usage limits|plan limit|spend limit|spending limit|spend cap|spending cap|session limit|your limit|plan's limit)",
            "regain access on",
            "out of codex messages",
            "rate limit resets on",
            "individual quota reached",
            "exhausted your capacity on this model",
            "exhausted your daily quota",
            "x-codex-primary-used-percent: 100",
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
        .unless(&["per minute.{0,20}limit", "tokens per min", "perminuteperproject"])
        .scope(Scope::Account)
        .window(),
    row("limits.cooldown", Reason::RateLimit).text(&["model_cooldown", "cooling down"]).long_wait(),
    row("limits.rate", Reason::RateLimit).text(&[
        "rate limit",
        "rate_limit",
        "rate-limit",
        "ratelimitexceeded",
        "ratelimitreached",
        "no deployments available for selected model",
        "too many requests",
        "too many concurrent",
        "too many tokens",
        "throttl",
        "resource exhausted",
        "resource_exhausted",
        "resource has been exhausted",
        "(?:requests|tokens|calls|queries).{0,4}per.{0,3}(?:min|sec)",
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
        "requests are being sent too",
        "request was throttled",
        "slow down",
        "you have no quota",
        "limit exceeded.{0,40}try again",
        "请求过于频繁",
        "调用频率",
        "频率限制",
        "速率限制",
        "并发数",
        "并发限制",
        "请求过多",
        "请求太频繁",
        "限流",
        "配额不足",
        "配额已用尽",
        "额度已用尽",
        "limite de taxa",
        "límite de velocidad",
        "demasiadas solicitudes",
        "muitas solicitações",
        "quá nhiều yêu cầu",
    ]).unless(&["high demand", "engine is currently overloaded", "server is currently overloaded", "model is currently overloaded", "ratelimiterror: the server", "overloaded_error", "server had an error"]).not_status(&[408, 504, 522, 524]),
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
    "requestlimitexceeded",
    "servicequotaexceededexception",
    "provisionedthroughputexceededexception",
    "concurrency_limit_exceeded",
    "429",
])];
