//! `models.providers`: what is known of providers and their models (M-11).

use super::at::At;
use super::local;
use crate::policy::{ConfiguredModel, ConfiguredProvider, Policy};
use crate::refs::normalise_provider;
use crate::time::MAX_SAFE;
use serde_json::Value;

const PROVIDER_KEYS: [&str; 5] = ["agentRuntime", "api", "baseUrl", "models", "runtime"];
const MODEL_KEYS: [&str; 9] =
    ["agentRuntime", "api", "contextWindow", "id", "images", "input", "priceClass", "runtime", "tools"];

/// Reads `models`, of which only `providers` matters here.
pub(super) fn read(at: &mut At<'_, '_>, policy: &mut Policy) {
    let Some(keys) = at.object() else { return };
    at.check_keys(keys, &["providers"], true);
    at.within("providers", |at| {
        at.each(|key, at| {
            let id = normalise_provider(key);
            if let Some(provider) = provider(at, &id) {
                policy.models.providers.insert(id, provider);
            }
        });
    });
}

fn provider(at: &mut At<'_, '_>, id: &str) -> Option<ConfiguredProvider> {
    let keys = at.object()?;
    at.check_keys(keys, &PROVIDER_KEYS, true);
    let address = at.within("baseUrl", |at| at.text().is_some_and(local::is_loopback)).unwrap_or(false);
    let mut provider = ConfiguredProvider {
        api: text(at, "api"),
        local: address || local::is_local(id),
        runtime: runtime(at),
        ..ConfiguredProvider::default()
    };
    at.within("models", |at| {
        for (index, value) in at.list().into_iter().flatten().enumerate() {
            provider.models.extend(model(&mut at.element(index, value)));
        }
    });
    Some(provider)
}

fn model(at: &mut At<'_, '_>) -> Option<(String, ConfiguredModel)> {
    let keys = at.object()?;
    at.check_keys(keys, &MODEL_KEYS, true);
    let Some(id) = text(at, "id") else {
        if !keys.contains_key("id") {
            at.wrong("missing", "an object with an `id`");
        }
        return None;
    };
    let images = flag(at, "images").or_else(|| accepts_images(at));
    let mut price_class = None;
    at.within("priceClass", |at| super::table::price_class(at, &mut price_class));
    let model = ConfiguredModel {
        context_window: at.within("contextWindow", |at| at.number(1..=MAX_SAFE)).flatten(),
        tools: flag(at, "tools"),
        images,
        api: text(at, "api"),
        price_class,
        runtime: runtime(at),
    };
    Some((id, model))
}

/// OpenClaw's `input: ["text", "image"]`.
fn accepts_images(at: &mut At<'_, '_>) -> Option<bool> {
    at.within("input", |at| at.texts()).flatten().map(|kinds| kinds.contains(&"image"))
}

fn text(at: &mut At<'_, '_>, key: &str) -> Option<String> {
    at.within(key, |at| at.text().map(str::to_owned)).flatten()
}

fn flag(at: &mut At<'_, '_>, key: &str) -> Option<bool> {
    let mut flag = false;
    at.within(key, |at| at.flag(&mut flag)).map(|()| flag)
}

/// `runtime`, or OpenClaw's `agentRuntime` with its `id`: an opaque harness name (M-3).
pub(super) fn runtime(at: &mut At<'_, '_>) -> Option<String> {
    let own = text(at, "runtime");
    let nested = at.value.get("agentRuntime").and_then(|runtime| runtime.get("id")).and_then(Value::as_str);
    own.or_else(|| nested.map(str::trim).filter(|id| !id.is_empty()).map(str::to_owned))
}
