//! Windows while they are folded: one for each kind, scope and model (K-1, K-5).

use super::priority;
use crate::classify::Reason;
use crate::state::{Window, WindowKind, WindowScope, WindowSource};
use crate::time::Millis;

/// At most this many windows are kept (K-1).
const MAX_WINDOWS: usize = 40;

/// A window with the instant at which it was opened; `None` for one that comes from the base.
#[derive(Clone, Debug)]
pub(crate) struct Slot {
    pub(crate) window: Window,
    opened: Option<Millis>,
}

/// What a fact says about a window.
pub(crate) struct Claim {
    pub(crate) kind: WindowKind,
    pub(crate) scope: WindowScope,
    pub(crate) model: Option<String>,
    pub(crate) at: Millis,
    /// The end by our own ladder; `None` when only the provider's word counts.
    pub(crate) ladder: Option<Millis>,
    /// The end that the provider stated.
    pub(crate) stated: Option<Millis>,
    pub(crate) reason: Reason,
    pub(crate) count: u32,
}

impl Claim {
    /// The later of the two ends, and where it came from.
    fn end(&self) -> Option<(Millis, WindowSource)> {
        match (self.ladder, self.stated) {
            (Some(ladder), Some(stated)) if stated > ladder => Some((stated, WindowSource::Provider)),
            (Some(ladder), _) => Some((ladder, WindowSource::Ladder)),
            (None, stated) => stated.map(|stated| (stated, WindowSource::Provider)),
        }
    }

    fn window(&self) -> Option<Window> {
        let (until, source) = self.end()?;
        Some(Window {
            kind: self.kind,
            scope: self.scope,
            model: self.model.clone(),
            until,
            reason: self.reason,
            source,
            count: self.count,
        })
    }
}

/// The windows of one profile or account.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots(Vec<Slot>);

impl Slots {
    pub(crate) fn from_base(windows: &[Window]) -> Self {
        Self(windows.iter().map(|window| Slot { window: window.clone(), opened: None }).collect())
    }

    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    /// Keeps the windows of other models alone (K-12).
    pub(crate) fn clear_all_but_other_models(&mut self, model: &str) {
        self.0.retain(|slot| slot.window.scope == WindowScope::Model && slot.window.model.as_deref() != Some(model));
    }

    fn find(&mut self, kind: WindowKind, scope: WindowScope, model: Option<&str>) -> Option<&mut Slot> {
        self.0.iter_mut().find(|slot| {
            slot.window.kind == kind && slot.window.scope == scope && slot.window.model.as_deref() == model
        })
    }

    /// No window of that kind and scope is open at `at`.
    pub(crate) fn ended(&mut self, kind: WindowKind, scope: WindowScope, model: Option<&str>, at: Millis) -> bool {
        self.find(kind, scope, model).is_none_or(|slot| slot.window.until <= at)
    }

    /// Opens a window. An open one is never extended, but by a provider's word; of two facts of one instant the longest
    /// window wins (K-5).
    pub(crate) fn claim(&mut self, claim: &Claim) {
        let Some(new) = claim.window() else { return };
        let at = claim.at;
        let Some(slot) = self.find(claim.kind, claim.scope, claim.model.as_deref()) else {
            self.0.push(Slot { window: new, opened: Some(at) });
            return self.bound(at);
        };
        let same_instant = slot.opened == Some(at);
        if slot.window.until <= at {
            *slot = Slot { window: new, opened: Some(at) };
        } else if same_instant {
            slot.merge_instant(new);
        } else if let Some(stated) = claim.stated.filter(|stated| *stated > slot.window.until) {
            slot.window.until = stated;
            slot.window.reason = claim.reason;
            slot.window.source = WindowSource::Provider;
        }
    }

    /// K-1: what is over at `at` gives way, then what ends first, windows of one model before wide ones.
    fn bound(&mut self, at: Millis) {
        if self.0.len() > MAX_WINDOWS {
            self.0.retain(|slot| slot.window.until > at);
        }
        while self.0.len() > MAX_WINDOWS {
            let wide = |slot: &Slot| slot.window.scope != WindowScope::Model;
            let rank = |slot: &Slot| (wide(slot), slot.window.until, slot.window.kind, slot.window.model.clone());
            let least = self.0.iter().enumerate().min_by_key(|(_, slot)| rank(slot));
            let place = least.map_or(0, |(place, _)| place);
            self.0.remove(place);
        }
    }

    /// In an order of their own, so that the order of arrival leaves no trace.
    pub(crate) fn into_windows(self) -> Vec<Window> {
        let mut windows: Vec<Window> = self.0.into_iter().map(|slot| slot.window).collect();
        windows.sort_by(|a, b| (a.kind, a.scope, &a.model).cmp(&(b.kind, b.scope, &b.model)));
        windows
    }
}

impl Slot {
    fn merge_instant(&mut self, new: Window) {
        let reason = if priority(new.reason) < priority(self.window.reason) { new.reason } else { self.window.reason };
        let count = self.window.count.max(new.count);
        if new.until > self.window.until {
            self.window = new;
        } else if new.until == self.window.until {
            self.window.reason = reason;
        }
        self.window.count = count;
    }
}
