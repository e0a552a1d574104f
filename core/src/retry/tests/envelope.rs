//! Envelopes.

use crate::retry::{Envelope, EnvelopePatch, Jitter, policies};
use crate::time::{MAX_SAFE, Span};

/// the defaults of every policy.
#[test]
fn r2_the_envelopes_are_those_of_the_rule() {
    let told: Vec<String> = policies()
        .iter()
        .map(|info| {
            let Envelope { attempts, min_delay_ms, max_delay_ms, jitter } = info.envelope;
            format!("{:?} {attempts} {} {} {}", info.policy, min_delay_ms.0, max_delay_ms.0, jitter.0)
        })
        .collect();
    assert_eq!(
        told,
        [
            "Envelope 3 400 30000 100000",
            "DiscordSend 3 500 30000 100000",
            "DiscordRest 3 500 300000 100000",
            "DiscordGateway 50 2000 30000 0",
            "Telegram 3 400 30000 100000",
            "ProviderOperation 2 250 1000 100000",
            "Websocket 2 0 0 0",
            "Git 2 1000 1000 0",
        ]
    );
}

/// waits double up to the cap, and jitter adds at most its fraction.
#[test]
fn r2_waits_double_within_the_envelope_and_jitter_goes_up_only() {
    let envelope = Envelope::new(50, Span(400), Span::secs(30), 100_000);
    for n in 1..80 {
        let plain = 400_u64.saturating_mul(1 << (n - 1).min(20)).min(30_000);
        for seed in 0..50 {
            let wait = envelope.wait(n, None, seed).0;
            assert!(wait >= plain && wait <= (plain + plain / 10).min(30_000), "n={n}: {wait} for {plain}");
        }
    }
    let bare = Envelope { jitter: Jitter(0), ..envelope };
    assert_eq!((1..=4).map(|n| bare.wait(n, None, 9).0).collect::<Vec<_>>(), [400, 800, 1_600, 3_200]);
}

/// a stated wait is a floor; it is not cut, and spread upwards.
#[test]
fn r2_a_stated_wait_is_a_floor() {
    let envelope = Envelope::new(3, Span(400), Span::secs(30), 100_000);
    for seed in 0..50 {
        let wait = envelope.wait(1, Some(Span::secs(20)), seed).0;
        assert!((20_000..=22_000).contains(&wait), "{wait}");
    }
    assert_eq!(envelope.wait(1, Some(Span(u64::MAX)), 1).0, MAX_SAFE);
}

/// the same seed gives the same wait.
#[test]
fn r2_the_same_seed_gives_the_same_wait() {
    let envelope = Envelope::new(3, Span(400), Span::secs(30), 100_000);
    assert_eq!(envelope.wait(2, None, 7), envelope.wait(2, None, 7));
    assert!((0..20).any(|seed| envelope.wait(2, None, seed) != envelope.wait(2, None, 7)));
}

/// fractions are read exactly, and only fractions.
#[test]
fn r2_jitter_is_a_fraction() {
    let read = |text: &str| serde_json::from_str::<Jitter>(text).map(|jitter| jitter.0).ok();
    let told: Vec<_> = ["0", "0.1", "0.25", "1", "0.0000019", "1.01", "-0.1", "2", "1e9"].map(read).to_vec();
    assert_eq!(told, [Some(0), Some(100_000), Some(250_000), Some(1_000_000), Some(1), None, None, None, None]);
    let patch = EnvelopePatch { attempts: Some(5), ..EnvelopePatch::default() };
    assert_eq!(Envelope::new(3, Span(1), Span(2), 0).with(&patch).map(|envelope| envelope.attempts), Ok(5));
}
