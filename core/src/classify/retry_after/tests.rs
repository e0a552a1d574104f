//! Every form of a stated wait, with the milliseconds it means (C-18).

use super::super::tests::{NOW, classify};
use super::super::{Classification, ErrorSignal};
use super::date::{Stamp, days, stamp};
use super::duration::with_units;
use std::collections::BTreeMap;

fn header(name: &str, value: &str) -> Classification {
    let headers = BTreeMap::from([(name.to_owned(), value.to_owned())]);
    classify(&ErrorSignal { status: Some(429), headers: Some(headers), ..ErrorSignal::default() })
}

fn text(provider: &str, text: &str) -> Classification {
    classify(&ErrorSignal {
        provider: Some(provider.into()),
        status: Some(429),
        body: Some(text.into()),
        ..ErrorSignal::default()
    })
}

const fn ms(got: &Classification) -> Option<u64> {
    match got.retry_after_ms {
        Some(span) => Some(span.0),
        None => None,
    }
}

/// C-18: headers; now is 2026-07-01T00:00:00Z.
#[test]
fn c18_headers() {
    for (name, value, wait) in [
        ("retry-after", "20", Some(20_000)),
        ("Retry-After", " 1.5 ", Some(1_500)),
        ("retry-after", "0", Some(0)),
        ("retry-after", "-5", Some(0)),
        ("retry-after", "soon", None),
        ("retry-after", "NaN", None),
        ("retry-after", "", None),
        ("retry-after", "2678400", Some(2_678_400_000)),
        ("retry-after", "2678401", None),
        ("retry-after", "99999999999999999999999", None),
        ("retry-after", "Wed, 01 Jul 2026 00:00:30 GMT", Some(30_000)),
        ("retry-after", "Wednesday, 01-Jul-26 00:01:00 GMT", Some(60_000)),
        ("retry-after", "Wed Jul  1 00:02:00 2026", Some(120_000)),
        ("retry-after", "Tue, 30 Jun 2026 00:00:30 GMT", Some(0)),
        ("retry-after", "2026-07-01T00:00:45Z", Some(45_000)),
        ("retry-after", "30s", Some(30_000)),
        ("retry-after-ms", "1234", Some(1_234)),
        ("Retry-After-Ms", "12.3", Some(13)),
        ("x-ms-retry-after-ms", "500", Some(500)),
        ("x-ratelimit-reset", "10", Some(10_000)),
        ("x-ratelimit-reset", "1782864060", Some(60_000)),
        ("x-ratelimit-reset", "1782864060000", Some(60_000)),
        ("x-ratelimit-reset-requests", "6m0s", Some(360_000)),
        ("x-ratelimit-reset-tokens", "1h2m3.5s", Some(3_723_500)),
        ("x-ratelimit-reset-tokens", "40ms", Some(40)),
        ("x-rate-limit-reset-tokens", "55", Some(55_000)),
        ("ratelimit-reset", "7", Some(7_000)),
        ("anthropic-ratelimit-requests-reset", "2026-07-01T00:00:09Z", Some(9_000)),
        ("anthropic-ratelimit-tokens-reset", "2026-07-01T02:00:00+01:00", Some(3_600_000)),
    ] {
        assert_eq!(ms(&header(name, value)), wait, "{name}: {value}");
    }
}

/// C-18: fields of a body and words, each alone.
#[test]
#[expect(clippy::too_many_lines, reason = "one table of forms")]
fn c18_bodies_and_texts() {
    for (said, wait) in [
        ("{\"retry_after\":5}", Some(5_000)),
        ("{\"retry_after\":1.25}", Some(1_250)),
        ("{\"retry_after\":null}", None),
        ("{\"retry_after\":\"12\"}", Some(12_000)),
        ("{\"retry_after_seconds\":7}", Some(7_000)),
        ("{\"retry_after_ms\":700}", Some(700)),
        ("{\"retryDelay\":\"34.07s\"}", Some(34_070)),
        ("{\"details\":[{\"retryDelay\":\"256527.791609974s\"}]}", Some(256_527_792)),
        ("{\"resets_in_seconds\":13872}", Some(13_872_000)),
        ("{\"resets_at\":1782864090}", Some(90_000)),
        ("{\"reset_at\":\"2026-07-01T00:01:30Z\"}", Some(90_000)),
        ("{\"resetsAt\":1782864090000}", Some(90_000)),
        ("{\"quotaResetDelay\":\"71h15m27.791609974s\"}", Some(256_527_792)),
        ("{\"estimated_time\":20.5}", Some(20_500)),
        ("{'retry_after': 5, 'x': None}", Some(5_000)),
        ("retry-after-ms=504641000", Some(504_641_000)),
        ("try again in 1m12.5s", Some(72_500)),
        ("Please try again in 174ms.", Some(174)),
        ("try again in 23m58.56s. Need more?", Some(1_438_560)),
        ("try again in 1 hour and 5 minutes", Some(3_900_000)),
        ("try again in 5 days 22 hours 11\nminutes.", Some(511_860_000)),
        ("please try again after 1 seconds", Some(1_000)),
        ("try again in a moment", None),
        ("try again later", None),
        ("retry after 20 seconds", Some(20_000)),
        ("Please retry after 86400 seconds.", Some(86_400_000)),
        ("retry after 30", Some(30_000)),
        ("retry-after: 30", Some(30_000)),
        ("retry after 2 attempts", Some(2_000)),
        ("Please retry in 38.922534355s.", Some(38_923)),
        ("wait 5 minutes", Some(300_000)),
        ("Please wait 8s.", Some(8_000)),
        ("please wait for 10 seconds", Some(10_000)),
        ("please wait before trying again", None),
        ("Back off for at least 120 seconds", Some(120_000)),
        ("resets in 3h", Some(10_800_000)),
        ("Your rate limit resets in ~5s.", Some(5_000)),
        ("reset after 29s", Some(29_000)),
        ("Your quota will reset after 161h39m41s.", Some(581_981_000)),
        ("available again in 2 days", Some(172_800_000)),
        ("resets at 14:30 UTC", Some(52_200_000)),
        ("resets at 00:00 UTC", Some(0)),
        ("resets at 14:30", None),
        ("resets 11:50pm", None),
        ("will reset at 2026-07-02 10:00:00 UTC", Some(122_400_000)),
        ("will reset at 2026-07-02 10:00:00", None),
        ("It will reset at 2026-07-01 23:59:59 +0800 CST", Some(57_599_000)),
        ("resets at 2026-07-01T12:00:00Z", Some(43_200_000)),
        ("resets at Wed, 01 Jul 2026 00:00:30 GMT", Some(30_000)),
        ("请在 30 秒后重试", Some(30_000)),
        ("请5分钟后再试", Some(300_000)),
        ("请等待 2 小时", Some(7_200_000)),
        ("1天后重置", Some(86_400_000)),
        ("请稍后再试", None),
        ("try again in 400 days", None),
        ("try again in 99999999999999999999s", None),
    ] {
        assert_eq!(ms(&text("x", said)), wait, "{said}");
    }
}

/// C-18: a clock time without a zone counts where the provider's zone is known, and gives way to anything stated.
#[test]
fn c18_zones_of_providers() {
    let said = "Usage limit reached for 5 hour. Your limit will reset at 2026-07-01 10:00:00";
    assert_eq!(ms(&text("zai", said)), Some(7_200_000));
    assert_eq!(ms(&text("other", said)), None);
    assert!(text("other", said).usage_window);
    assert_eq!(ms(&text("zhipu", "您的限额将在 2026-07-01 09:00:00 重置。")), Some(3_600_000));
    assert_eq!(ms(&text("zai", &format!("{said} retry-after-ms=1000"))), Some(1_000));
}

/// C-18: an absolute time gives both, a relative one only the wait.
#[test]
fn c18_absolute_times_give_reset_at() {
    let got = text("x", "resets at 2026-07-01T12:00:00Z");
    assert_eq!(got.reset_at.map(|at| at.0), Some(NOW.0 + 43_200_000));
    assert_eq!(text("x", "resets in 3h").reset_at, None);
}

/// C-18: the largest floor of several wins.
#[test]
fn c18_the_largest_floor_wins() {
    let headers = BTreeMap::from([("retry-after".to_owned(), "5".to_owned())]);
    let signal = ErrorSignal {
        status: Some(429),
        headers: Some(headers),
        body: Some("retry after 20 seconds, {\"retry_after\": 7}".into()),
        ..ErrorSignal::default()
    };
    assert_eq!(ms(&classify(&signal)), Some(20_000));
}

fn quota(pairs: &[(&str, &str)], status: u16, body: &str) -> Option<u64> {
    let headers = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
    ms(&classify(&ErrorSignal {
        status: Some(status),
        headers: Some(headers),
        body: Some(body.into()),
        ..ErrorSignal::default()
    }))
}

/// C-18: quota headers count for a rate limit, for the bucket that is used up or named, and only when nothing else is stated.
#[test]
fn c18_quota_headers_count_last() {
    let both = [
        ("x-ratelimit-remaining-requests", "0"),
        ("x-ratelimit-reset-requests", "6m0s"),
        ("x-ratelimit-remaining-tokens", "100"),
        ("x-ratelimit-reset-tokens", "9m0s"),
    ];
    assert_eq!(quota(&both, 429, "slow down"), Some(360_000));
    assert_eq!(quota(&both, 429, "retry after 3 seconds"), Some(3_000));
    assert_eq!(quota(&both, 500, "down"), None);
    assert_eq!(quota(&both[2..], 429, "too many requests"), None);
    assert_eq!(quota(&both[2..], 429, "too many tokens per minute"), Some(540_000));
    let gone = [
        ("x-ratelimit-remaining-requests", "0"),
        ("x-ratelimit-reset-requests", "2s"),
        ("x-ratelimit-remaining-tokens", "0"),
        ("x-ratelimit-reset-tokens", "8s"),
    ];
    assert_eq!(quota(&gone, 429, ""), Some(8_000));
    let codex = [
        ("x-codex-primary-used-percent", "100"),
        ("x-codex-primary-reset-after-seconds", "60"),
        ("x-codex-secondary-used-percent", "20"),
        ("x-codex-secondary-reset-after-seconds", "900"),
    ];
    assert_eq!(quota(&codex, 429, ""), Some(60_000));
}

/// C-18: dates are read as they are written, over every day of 150 years.
#[test]
fn c18_dates_round_trip() {
    let mut expected = 0;
    for year in 1970..2120_u64 {
        for (month, length) in [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].into_iter().enumerate() {
            let leap = month == 1 && year % 4 == 0 && year != 2100;
            for day in 1..=length + u64::from(leap) {
                let month = u64::try_from(month).unwrap() + 1;
                assert_eq!(days(year, month, day), Some(expected));
                let written = format!("{year}-{month:02}-{day:02}t12:34:56z");
                assert_eq!(stamp(&written), Some(Stamp::At(expected * 86_400_000 + 45_296_000)), "{written}");
                expected += 1;
            }
        }
    }
    assert_eq!((days(2026, 2, 29), days(2026, 13, 1), days(2026, 4, 31), days(1969, 1, 1)), (None, None, None, None));
}

/// C-18: durations are read as they are written.
#[test]
fn c18_durations_round_trip() {
    for seconds in (0..400_000_u64).step_by(997) {
        let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
        for written in [
            format!("{hours}h{minutes}m{rest}s"),
            format!("{hours} hours, {minutes} minutes and {rest} seconds"),
            format!("{seconds}s"),
            format!("{}ms", seconds * 1_000),
        ] {
            assert_eq!(with_units(&written), Some(seconds * 1_000), "{written}");
        }
    }
}
