//! JSON schemas of every wire type, for generated types and documentation; never part of a shipped build.

use crate::classify::{Classification, ErrorSignal, HostRule};
use crate::error::{Misuse, Problem, StateError};
use crate::explain::{Explanation, OrderedProfile};
use crate::outbox::{Action, Command, Entry, Index, Lane, OutboxAnswer, OutboxOptions};
use crate::profile::AuthProfile;
use crate::retry::{RetryAnswer, RetryRequest, SdkCap, SdkCapRequest};
use crate::select::SelectRequest;
use crate::session::{SessionEntry, SessionPatch};
use crate::state::{Applied, Change, Fact, KeySet, ProfileRecord, ProviderRecord, StoredRecord};
use crate::status::Status;
use crate::turn::{Effect, Event, Next, Outcome, Selection, Snapshot, Step, TurnRequest};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Value, json};

/// One document whose `$defs` hold every wire type by its name.
///
/// One schema serves both directions: a field that may be absent when it is read or when it is written is optional.
#[must_use]
pub fn all() -> Value {
    let mut definitions = definitions(SchemaSettings::draft2020_12().for_deserialize());
    relax(&mut definitions, &self::definitions(SchemaSettings::draft2020_12().for_serialize()));
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Switchover",
        "description": "Every value that crosses the boundary of the core.",
        "$defs": definitions,
    })
}

fn definitions(settings: SchemaSettings) -> Value {
    let mut generator = settings.into_generator();
    inputs(&mut generator);
    outputs(&mut generator);
    Value::Object(generator.take_definitions(true))
}

/// Drops from `required` what the other schema of the same type does not require.
fn relax(schema: &mut Value, other: &Value) {
    match (schema, other) {
        (Value::Object(schema), Value::Object(other)) => {
            let kept = other.get("required").and_then(Value::as_array);
            if let Some(required) = schema.get_mut("required").and_then(Value::as_array_mut) {
                required.retain(|name| kept.is_some_and(|kept| kept.contains(name)));
            }
            for (key, part) in schema.iter_mut().filter(|(key, _)| *key != "required") {
                if let Some(other) = other.get(key) {
                    relax(part, other);
                }
            }
        }
        (Value::Array(parts), Value::Array(others)) => parts.iter_mut().zip(others).for_each(|(a, b)| relax(a, b)),
        _ => {}
    }
}

fn inputs(generator: &mut SchemaGenerator) {
    generator.subschema_for::<ErrorSignal>();
    generator.subschema_for::<HostRule>();
    generator.subschema_for::<AuthProfile>();
    generator.subschema_for::<TurnRequest>();
    generator.subschema_for::<Snapshot>();
    generator.subschema_for::<SelectRequest>();
    generator.subschema_for::<Event>();
    generator.subschema_for::<Change>();
    generator.subschema_for::<Fact>();
    generator.subschema_for::<SessionPatch>();
    generator.subschema_for::<StoredRecord>();
    generator.subschema_for::<SessionEntry>();
    generator.subschema_for::<ProfileRecord>();
    generator.subschema_for::<ProviderRecord>();
    generator.subschema_for::<Entry>();
    generator.subschema_for::<Command>();
    generator.subschema_for::<OutboxOptions>();
    generator.subschema_for::<RetryRequest>();
    generator.subschema_for::<SdkCapRequest>();
}

fn outputs(generator: &mut SchemaGenerator) {
    generator.subschema_for::<Classification>();
    generator.subschema_for::<KeySet>();
    generator.subschema_for::<Selection>();
    generator.subschema_for::<Applied>();
    generator.subschema_for::<OrderedProfile>();
    generator.subschema_for::<Explanation>();
    generator.subschema_for::<Status>();
    generator.subschema_for::<Step>();
    generator.subschema_for::<Effect>();
    generator.subschema_for::<Next>();
    generator.subschema_for::<Outcome>();
    generator.subschema_for::<OutboxAnswer>();
    generator.subschema_for::<RetryAnswer>();
    generator.subschema_for::<SdkCap>();
    generator.subschema_for::<Index>();
    generator.subschema_for::<Action>();
    generator.subschema_for::<Lane>();
    generator.subschema_for::<Problem>();
    generator.subschema_for::<Misuse>();
    generator.subschema_for::<StateError>();
}
