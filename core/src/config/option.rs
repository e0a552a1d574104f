//! One option: where it stands, what it is measured in, its default in each preset, how it is set.

use super::at::At;
use crate::policy::{Policy, Preset};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// What the generated reference says about an option (09-options).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OptionInfo {
    /// Its place, e.g. `failover.probe.marginMs`.
    pub path: String,
    /// Unit or allowed words, e.g. `ms`.
    pub unit: String,
    /// Its default in each preset, as text.
    pub default: PresetDefaults,
    /// The rule that uses it.
    pub rule: String,
    /// What it does, in one sentence.
    pub doc: String,
}

/// The default of an option in each preset, as text; `unset` where there is none.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, reason = "the names are the presets of M-1")]
pub struct PresetDefaults {
    pub latest: String,
    pub sticky: String,
    pub classic: String,
    pub swift: String,
}

/// A default.
#[derive(Clone, Copy)]
pub(super) enum Val {
    Num(u64),
    Nums(&'static [u64]),
    Flag(bool),
    Word(&'static str),
    Words(&'static [&'static str]),
    Map(&'static [(&'static str, &'static str)]),
    Unset,
    Null,
    /// The ladder of each local server.
    Local(&'static [u64]),
    /// Connect, first token, idle; total is unset; first token of local servers.
    Timeouts(u64, u64, u64, u64),
    /// Whatever `cooldowns.ladderMs` is.
    AsLadder,
}

impl Val {
    /// As the generated reference and 09-options write it.
    fn text(self) -> String {
        let numbers = |list: &[u64]| list.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
        match self {
            Self::Num(number) => number.to_string(),
            Self::Nums(list) => numbers(list),
            Self::Flag(flag) => flag.to_string(),
            Self::Word(word) => word.to_owned(),
            Self::Words([]) => "[]".to_owned(),
            Self::Words(words) => words.join(", "),
            Self::Map([]) => "{}".to_owned(),
            Self::Map(pairs) => pairs.iter().map(|(key, to)| format!("{key}: {to}")).collect::<Vec<_>>().join(", "),
            Self::Unset => "unset".to_owned(),
            Self::Null => "null".to_owned(),
            Self::Local(list) => format!("local servers {}", numbers(list)),
            Self::Timeouts(connect, first, idle, local) => {
                format!("connect {connect}, first token {first}, idle {idle}, total unset; local: first token {local}")
            }
            Self::AsLadder => "as ladderMs".to_owned(),
        }
    }

    /// As a config would write it; `None` when it follows another option.
    pub(super) fn json(self, locals: &[String]) -> Option<Value> {
        let each_local = |value: Value| locals.iter().map(|id| (id.clone(), value.clone())).collect::<Map<_, _>>();
        Some(match self {
            Self::Num(number) => json!(number),
            Self::Nums(list) => json!(list),
            Self::Flag(flag) => json!(flag),
            Self::Word(word) => json!(word),
            Self::Words(words) => json!(words),
            Self::Map(pairs) => pairs.iter().map(|(key, to)| ((*key).to_owned(), json!(to))).collect(),
            Self::Unset | Self::Null => Value::Null,
            Self::Local(list) => Value::Object(each_local(json!(list))),
            Self::Timeouts(connect, first, idle, local) => {
                let mut map = each_local(json!({ "firstTokenMs": local }));
                let all = json!({ "connectMs": connect, "firstTokenMs": first, "idleMs": idle, "totalMs": null });
                map.insert("default".to_owned(), all);
                Value::Object(map)
            }
            Self::AsLadder => return None,
        })
    }
}

/// Takes a value of a config into the policy, or reports what is wrong with it.
pub(super) type Setter = fn(&mut Policy, &mut At<'_, '_>);

/// A row of the table.
pub(super) struct Row {
    pub(super) path: &'static str,
    unit: &'static str,
    rule: &'static str,
    doc: &'static str,
    latest: Val,
    sticky: Option<Val>,
    classic: Option<Val>,
    swift: Option<Val>,
    pub(super) set: Setter,
}

impl Row {
    pub(super) const fn new(
        path: &'static str,
        unit: &'static str,
        latest: Val,
        rule: &'static str,
        doc: &'static str,
        set: Setter,
    ) -> Self {
        Self { path, unit, rule, doc, latest, sticky: None, classic: None, swift: None, set }
    }

    /// The default of `sticky`, where it differs from `latest`.
    pub(super) const fn sticky(mut self, val: Val) -> Self {
        self.sticky = Some(val);
        self
    }

    /// The default of `classic`, where it differs from `latest`.
    pub(super) const fn classic(mut self, val: Val) -> Self {
        self.classic = Some(val);
        self
    }

    /// The default of both older presets.
    pub(super) const fn older(self, val: Val) -> Self {
        self.sticky(val).classic(val)
    }

    /// The default of `swift`, where it differs from `latest`.
    pub(super) const fn swift(mut self, val: Val) -> Self {
        self.swift = Some(val);
        self
    }

    pub(super) fn default(&self, preset: Preset) -> Val {
        let own = match preset {
            Preset::Latest => None,
            Preset::Sticky => self.sticky,
            Preset::Classic => self.classic,
            Preset::Swift => self.swift,
        };
        own.unwrap_or(self.latest)
    }

    /// `failover.timeouts` is written with its placeholder.
    pub(super) fn info(&self) -> OptionInfo {
        let text = |preset| self.default(preset).text();
        let each = if matches!(self.latest, Val::Timeouts(..)) { ".<provider or default>" } else { "" };
        OptionInfo {
            path: format!("{}{each}", self.path),
            unit: self.unit.to_owned(),
            default: PresetDefaults {
                latest: text(Preset::Latest),
                sticky: text(Preset::Sticky),
                classic: text(Preset::Classic),
                swift: text(Preset::Swift),
            },
            rule: self.rule.to_owned(),
            doc: self.doc.to_owned(),
        }
    }
}
