//! The fold: facts in their own order to windows and counts (K-2 to K-12).

use super::counts;
use super::ladder::{self, BLOCK_LIMIT, STATED_LIMIT};
use super::slots::{Claim, Slots};
use crate::classify::{Reason, Scope};
use crate::policy::Cooldowns;
use crate::state::{Count, CountKind, Fact, FactFailed, HealthBase, Window, WindowKind, WindowScope};
use crate::time::Millis;

/// What the fold needs to know beside the facts.
#[derive(Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) cooldowns: &'a Cooldowns,
    /// Provider of the record.
    pub(crate) provider: &'a str,
    /// The record is an account's (D-1).
    pub(crate) account: bool,
}

/// The result of a fold.
#[derive(Clone, Debug, Default)]
pub(crate) struct Folded {
    pub(crate) windows: Vec<Window>,
    pub(crate) counts: Vec<Count>,
}

/// Folds facts, already sorted, over a base.
pub(crate) fn fold<'f>(base: &HealthBase, facts: impl Iterator<Item = &'f Fact>, context: Context<'_>) -> Folded {
    let slots = Slots::from_base(&base.windows);
    let mut folding = Folding { slots, counts: base.counts.clone(), instant: Instant::default(), context };
    for fact in facts {
        folding.take(fact);
    }
    let mut counts = folding.counts;
    counts.sort_by(|a, b| (a.kind, &a.model).cmp(&(b.kind, &b.model)));
    Folded { windows: folding.slots.into_windows(), counts }
}

/// The steps that facts of one instant took. A storm of failures in one millisecond opens one window with the first
/// step, as it would over two of them (K-5).
#[derive(Default)]
struct Instant {
    at: Millis,
    steps: Vec<((CountKind, Option<String>), u32)>,
}

impl Instant {
    /// The first step that `key` took at `at`.
    fn first(&mut self, at: Millis, key: (CountKind, Option<String>), n: u32) -> u32 {
        if self.at != at {
            *self = Self { at, steps: Vec::new() };
        }
        if let Some((_, first)) = self.steps.iter().find(|(known, _)| *known == key) {
            return *first;
        }
        self.steps.push((key, n));
        n
    }
}

struct Folding<'a> {
    slots: Slots,
    counts: Vec<Count>,
    instant: Instant,
    context: Context<'a>,
}

impl Folding<'_> {
    fn take(&mut self, fact: &Fact) {
        match fact {
            Fact::ProfileFailed(failed) => self.failed(failed),
            Fact::ProfilePaused { at, reason, model, until, .. } => self.paused(*at, *reason, model.as_deref(), *until),
            Fact::ProfileSucceeded { model, .. } => {
                self.slots.clear_all_but_other_models(model);
                self.counts.retain(|count| count.model.as_ref().is_some_and(|other| other != model));
            }
            Fact::ProfileCleared { .. } => {
                self.slots.clear();
                self.counts.clear();
            }
            _ => {}
        }
    }

    /// The scope of a window that holds for all models of the record.
    const fn whole(&self) -> WindowScope {
        if self.context.account { WindowScope::Account } else { WindowScope::Profile }
    }

    /// K-7: the model alone for model-scoped reasons, when it is known.
    fn scope(&self, reason: Reason, model: Option<&str>) -> (WindowScope, Option<String>) {
        let scoped = self.context.cooldowns.model_scoped_reasons.contains(&reason) && !self.context.account;
        match model.filter(|_| scoped) {
            Some(model) => (WindowScope::Model, Some(model.to_owned())),
            None => (self.whole(), None),
        }
    }

    fn exempt(&self) -> bool {
        self.context.cooldowns.exempt_providers.contains(self.context.provider)
    }

    /// A stated wait that somebody waits out: counts nothing (K-2).
    fn paused(&mut self, at: Millis, reason: Reason, model: Option<&str>, until: Millis) {
        if !cools(reason) || self.exempt() || until <= at {
            return;
        }
        let (scope, model) = self.scope(reason, model);
        let stated = Some(until.min(at + STATED_LIMIT));
        self.slots.claim(&Claim {
            kind: WindowKind::Cooldown,
            scope,
            model,
            at,
            ladder: None,
            stated,
            reason,
            count: 0,
        });
    }

    fn failed(&mut self, fact: &FactFailed) {
        if !touchable(fact.scope) {
            return;
        }
        if let Some(kind) = disabling(fact.reason) {
            return self.open(fact, WindowKind::Disabled, kind, (self.whole(), None));
        }
        if !cools(fact.reason) || self.exempt() {
            return;
        }
        if fact.usage_window && fact.absolute_reset && fact.stated_until.is_some_and(|until| until > fact.at) {
            return self.block(fact);
        }
        let kind = if fact.usage_window { CountKind::UsageWindow } else { CountKind::Cooldown };
        let scope =
            if fact.usage_window { self.usage_scope(fact) } else { self.scope(fact.reason, fact.model.as_deref()) };
        self.open(fact, WindowKind::Cooldown, kind, scope);
    }

    /// K-6: a usage window is the account's, or the model's when the text names one.
    fn usage_scope(&self, fact: &FactFailed) -> (WindowScope, Option<String>) {
        match &fact.model {
            Some(model) if fact.scope == Scope::Model => (WindowScope::Model, Some(model.clone())),
            _ if fact.scope == Scope::Account => (self.whole(), None),
            model => self.scope(fact.reason, model.as_deref()),
        }
    }

    /// K-6: until the stated reset, instead of the ladder.
    fn block(&mut self, fact: &FactFailed) {
        let (scope, model) = match &fact.model {
            Some(model) if fact.scope == Scope::Model => (WindowScope::Model, Some(model.clone())),
            _ => (self.whole(), None),
        };
        let stated = fact.stated_until.map(|until| until.min(fact.at + BLOCK_LIMIT));
        let claim = Claim {
            kind: WindowKind::Blocked,
            scope,
            model,
            at: fact.at,
            ladder: None,
            stated,
            reason: fact.reason,
            count: 0,
        };
        self.slots.claim(&claim);
    }

    fn open(&mut self, fact: &FactFailed, kind: WindowKind, count: CountKind, place: (WindowScope, Option<String>)) {
        let (scope, model) = place;
        let cooldowns = self.context.cooldowns;
        let ended = self.slots.ended(kind, scope, model.as_deref(), fact.at);
        let key = (count, counts::model_of(cooldowns, count, model.as_deref()));
        let n = counts::count(&mut self.counts, cooldowns, key.clone(), fact.at, ended, fact.probe);
        let n = self.instant.first(fact.at, key, n);
        let ladder = fact.at + ladder::step(cooldowns, self.context.provider, count, n);
        let stated = fact.stated_until.filter(|_| kind == WindowKind::Cooldown);
        let claim = Claim {
            kind,
            scope,
            model,
            at: fact.at,
            ladder: Some(ladder),
            stated: stated.map(|until| until.min(fact.at + STATED_LIMIT)),
            reason: fact.reason,
            count: n,
        };
        self.slots.claim(&claim);
    }
}

/// K-2: only these may touch health; a request, the way to the provider, the caller or a conversation is no profile's
/// fault.
const fn touchable(scope: Scope) -> bool {
    matches!(scope, Scope::Credential | Scope::Account | Scope::Model | Scope::Provider)
}

/// K-2: reasons that give a cooldown.
pub(crate) const fn cools(reason: Reason) -> bool {
    matches!(reason, Reason::Auth | Reason::RateLimit | Reason::Overloaded | Reason::Timeout | Reason::ModelNotFound)
}

/// K-2: reasons that disable, with what they count.
pub(crate) const fn disabling(reason: Reason) -> Option<CountKind> {
    match reason {
        Reason::Billing => Some(CountKind::Billing),
        Reason::AuthPermanent => Some(CountKind::AuthPermanent),
        _ => None,
    }
}
