//! `auth.cooldowns.*`: OpenClaw's own keys.

use crate::config::option::Row;
use crate::config::option::Val::{Map, Num};
use crate::config::table::set;
use crate::time::Span;

/// Ten years, in hours.
const MAX_HOURS: u64 = 87_600;

/// Ten years, in minutes.
const MAX_MINUTES: u64 = 5_256_000;

pub(super) static ROWS: [Row; 9] = [
    Row::new(
        "auth.cooldowns.billingBackoffHours",
        "h",
        Num(5),
        "K-8",
        "How long a profile is disabled after its first billing failure; each further one doubles it.",
        |p, at| set::span(&mut p.cooldowns.billing_base, at.units(Span::hours(1), MAX_HOURS)),
    ),
    Row::new(
        "auth.cooldowns.billingBackoffHoursByProvider",
        "map",
        Map(&[]),
        "K-8",
        "The same for single providers, in hours by provider id.",
        |p, at| {
            set::by_provider(at, |provider, at| {
                let hours = at.units(Span::hours(1), MAX_HOURS);
                p.cooldowns.billing_base_by_provider.extend(hours.map(|span| (provider, span)));
            });
        },
    ),
    Row::new(
        "auth.cooldowns.billingMaxHours",
        "h",
        Num(24),
        "K-8",
        "The longest time that billing failures disable a profile.",
        |p, at| set::span(&mut p.cooldowns.billing_max, at.units(Span::hours(1), MAX_HOURS)),
    ),
    Row::new(
        "auth.cooldowns.authPermanentBackoffMinutes",
        "min",
        Num(10),
        "K-9",
        "How long a profile is disabled after its first permanent auth failure; each further one doubles it.",
        |p, at| set::span(&mut p.cooldowns.auth_permanent_base, at.units(Span::mins(1), MAX_MINUTES)),
    ),
    Row::new(
        "auth.cooldowns.authPermanentMaxMinutes",
        "min",
        Num(60),
        "K-9",
        "The longest time that permanent auth failures disable a profile.",
        |p, at| set::span(&mut p.cooldowns.auth_permanent_max, at.units(Span::mins(1), MAX_MINUTES)),
    ),
    Row::new(
        "auth.cooldowns.failureWindowHours",
        "h",
        Num(24),
        "K-4",
        "Failure counts start again when this long has passed since the last failure.",
        |p, at| set::span(&mut p.cooldowns.failure_window, at.units(Span::hours(1), MAX_HOURS)),
    ),
    Row::new(
        "auth.cooldowns.overloadedProfileRotations",
        "n",
        Num(1),
        "T-9",
        "How many other profiles of the provider are tried when it is overloaded.",
        |p, at| at.count(set::MAX_ROTATIONS, &mut p.overloaded_rotations),
    ),
    Row::new("auth.cooldowns.overloadedBackoffMs", "ms", Num(0), "T-9", "The wait before such a rotation.", |p, at| {
        at.ms(0, &mut p.overloaded_backoff)
    }),
    Row::new(
        "auth.cooldowns.rateLimitedProfileRotations",
        "n",
        Num(1),
        "T-9",
        "How many other profiles of the provider are tried after a rate limit.",
        |p, at| at.count(set::MAX_ROTATIONS, &mut p.rate_limited_rotations),
    ),
];
