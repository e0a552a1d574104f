//! Money is missing: the account must be paid or topped up (C-8).

use crate::classify::rule::{Row, row};
use crate::classify::{Reason, Scope};

/// Texts of plan windows that mention money only as a way out.
const WINDOWS: &[&str] = &[
    "spend limit",
    "spending limit",
    "spending cap",
    "spend cap",
    "daily",
    "weekly",
    "monthly",
    "5-hour",
    "usage limit",
    "resets at",
    "resets in",
    "reset after",
    "reset at",
];
/// Their generic quota text is a rate limit.
const QUOTA_IS_RATE: &[&str] =
    &["google", "gemini", "vertex", "antigravity", "dashscope", "qwen", "aliyun", "alibaba", "bailian", "azure"];

pub(super) const ROWS: &[Row] = &[
    row("billing.openrouter_key_limit", Reason::Billing).on(&["openrouter"]).text(&["key limit exceeded", "key's limit"]),
    row("billing.money", Reason::Billing).text(&[
        "insufficient.{0,20}(?:balance|credit|funds)",
        "(?:balance|credit|credits|funds).{0,24}(?:insufficient|not enough|is too low|too low|depleted|run out|ran out|exhausted|is negative|is zero|is empty|used up|is \\$0)",
        "quota.{0,16}(?:insufficient|not enough)",
        "balance is \\$0",
        "balance is not enough",
        "not enough credit",
        "not enough balance",
        "(?:out of|no remaining|no more|used all available|need more|needs more|requires more|purchase more|buy more) credits",
        "out of credit",
        "can only afford",
        "prompt tokens limit exceeded",
        "have any credits",
        "no credits",
        "all available credits",
        "credit limit exceeded",
        "credits expired",
        "over budget",
        "exceeded budget for",
        "令牌额度已用尽",
        "excedeu sua cota",
        "cuota actual",
        "faturamento",
        "facturación",
        "out of extra usage",
        "draw from your extra usage",
        "extra usage is required",
        "payment required",
        "payment is required",
        "payment method.{0,30}(?:required|missing|invalid|declined|failed)",
        "add a payment method",
        "payment is past due",
        "payment instrument",
        "invalid_payment_instrument",
        "past due",
        "past invoices",
        "(?:account|invoice|bill|payment).{0,20}(?:overdue|in arrears|arrears)",
        "overdue balance",
        "accountoverdue",
        "arrearage",
        "billing hard limit",
        "hard limit has been reached",
        "billing_hard_limit",
        "billing details on our website",
        "(?:check|verify|update|enable).{0,20}your billing",
        "billing is not enabled",
        "billing is disabled",
        "enable billing",
        "billing to be enabled",
        "requires billing",
        "billing account.{0,40}(?:disabled|closed|not active|inactive)",
        "plans & billing",
        "insufficient_quota",
        "free tier of the model has been exhausted",
        "free trial.{0,30}(?:expired|ended|over|used up)",
        "trial.{0,20}(?:has expired|has ended)",
        "(?:subscription|plan).{0,30}(?:has expired|expired|inactive|not active|cancelled|canceled)",
        "no valid coding plan subscription",
        "requires a subscription",
        "subscription.{0,30}does not include access",
        "please recharge",
        "top up your",
        "out of budget",
        "budget has been exceeded",
        "budget exceeded",
        "exceededbudget",
        "exceeded your monthly included credits",
        "set inference limit",
        "余额不足",
        "欠费",
        "额度不足",
        "充值",
        "账户余额",
        "账号余额",
        "已欠费",
        "套餐已过期",
        "资源包",
        "saldo insuficiente",
        "créditos insuficientes",
    ]).unless(&["top up for unlimited", "free quota used", "access token expired", "unlock 1000 free", "free-models-per-day", "daily free", "api key expired"]),
    row("billing.exceeded_quota", Reason::Billing)
        .text(&["exceeded your current quota", "exceeded current quota", "please check your plan and billing", "check your plan and billing"])
        .unless(&["resource_exhausted", "resource exhausted", "quota exceeded for metric", "generate_content", "gemini-api", "perdayperproject", "perminuteperproject"])
        .unless_on(QUOTA_IS_RATE),
    row("billing.unpaid_402", Reason::Billing).status(&[402]).unless(WINDOWS).scope(Scope::Account),
];

/// Ways out that a text may also name beside a limit.
pub(super) const WEAK: &[Row] = &[row("billing.top_up", Reason::Billing)
    .text(&["low credit", "add credits", "add more credits", "add funds", "top-up", "top up", "upgrade to a paid"])
    .not_status(&[429])];
