//! Discord's buckets.

use crate::engine::Engine;
use crate::retry::{Buckets, RetryAction, RetryAnswer, RetryRequest, next};
use crate::time::Millis;
use serde_json::{Value, json};

/// One bot that carries its buckets from question to question.
struct Bot {
    engine: Engine,
    buckets: Option<Buckets>,
}

impl Bot {
    fn new() -> Self {
        Self { engine: Engine::new(&json!({})).unwrap(), buckets: None }
    }

    fn ask(&mut self, route: &str, now: u64, what: Value) -> RetryAnswer {
        let mut request = json!({ "policy": "discord_rest", "operation": "GET", "route": route, "now": now, "envelope": { "jitter": 0 } });
        request.as_object_mut().unwrap().extend(what.as_object().cloned().unwrap_or_default());
        let mut request: RetryRequest = serde_json::from_value(request).unwrap();
        request.buckets = self.buckets.take();
        let answer = next(&self.engine, &request).unwrap();
        self.buckets.clone_from(&answer.buckets);
        answer
    }

    fn start(&mut self, route: &str, now: u64) -> Millis {
        let answer = self.ask(route, now, json!({}));
        assert_eq!(answer.action, RetryAction::Start);
        answer.at.unwrap()
    }

    fn answered(&mut self, route: &str, now: u64, remaining: u64, bucket: &str) {
        let headers = json!({
            "X-RateLimit-Bucket": bucket, "X-RateLimit-Remaining": remaining.to_string(), "X-RateLimit-Reset-After": "5.000",
        });
        let answer = self.ask(route, now, json!({ "success": { "headers": headers } }));
        assert_eq!(answer.action, RetryAction::Succeeded);
    }
}

/// a bucket that is used up holds its route back, and no other.
#[test]
fn r3_a_bucket_holds_back_its_own_route() {
    let mut bot = Bot::new();
    assert_eq!(bot.start("a", 0), Millis(0));
    bot.answered("a", 10, 1, "one");
    assert_eq!(bot.start("a", 20), Millis(20), "one is left");
    assert_eq!(bot.start("a", 30), Millis(5_010), "and was taken");
    assert_eq!(bot.start("b", 30), Millis(30));
    assert_eq!(bot.start("a", 5_010), Millis(5_010), "full again");
}

/// routes that share a bucket share its budget.
#[test]
fn r3_routes_may_share_a_bucket() {
    let mut bot = Bot::new();
    bot.answered("a", 0, 3, "shared");
    bot.answered("b", 0, 0, "shared");
    assert_eq!(bot.start("a", 1), Millis(5_000));
}

/// a 429 of a route closes its bucket, a global one closes all.
#[test]
fn r3_a_429_closes_a_bucket_or_all_of_them() {
    let limited =
        |global: bool| json!({ "failure": { "status": 429, "body": { "retry_after": 2.5, "global": global } } });
    let mut bot = Bot::new();
    let answer = bot.ask("a", 0, limited(false));
    assert_eq!((answer.action, answer.at), (RetryAction::Retry, Some(Millis(2_500))));
    assert_eq!((bot.start("a", 1), bot.start("b", 1)), (Millis(2_500), Millis(1)));
    bot.ask("a", 0, limited(true));
    assert_eq!(bot.start("b", 1), Millis(2_500));
    let by_header =
        json!({ "failure": { "status": 429, "headers": { "Retry-After": "9", "X-RateLimit-Global": "true" } } });
    bot.ask("c", 0, by_header);
    assert_eq!(bot.start("b", 1), Millis(9_000));
}

/// what is kept is bounded, and what is over is forgotten.
#[test]
fn r3_buckets_are_bounded() {
    let mut bot = Bot::new();
    for n in 0..600 {
        bot.answered(&format!("route {n}"), n, 0, &format!("bucket {n}"));
    }
    let kept = bot.buckets.clone().unwrap();
    assert!(kept.buckets.len() <= 256 && kept.routes.len() <= 256, "{} {}", kept.buckets.len(), kept.routes.len());
    bot.answered("late", 1_000_000, 1, "late");
    assert_eq!(bot.buckets.unwrap().buckets.len(), 1);
}
