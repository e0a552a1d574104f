//! JSON schemas of every wire type, for generated types and documentation; never part of a shipped build.

use crate::classify::{Classification, ErrorSignal, HostRule};
use crate::error::{Misuse, Problem, StateError};
use crate::explain::{Explanation, OrderedProfile};
use crate::profile::AuthProfile;
use crate::select::SelectRequest;
use crate::session::{SessionEntry, SessionPatch};
use crate::state::{Applied, Change, Fact, KeySet, ProfileRecord, ProviderRecord, StoredRecord};
use crate::status::Status;
use crate::turn::{Effect, Event, Next, Outcome, Selection, Snapshot, Step, TurnRequest};
use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Value, json};

/// One document whose `$defs` hold every wire type by its name.
///
/// Hosts write some of these and read others; the schemas describe what is read, so optional fields may be absent.
#[must_use]
pub fn all() -> Value {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    inputs(&mut generator);
    outputs(&mut generator);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Switchover",
        "description": "Every value that crosses the boundary of the core.",
        "$defs": generator.take_definitions(true),
    })
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
    generator.subschema_for::<Problem>();
    generator.subschema_for::<Misuse>();
    generator.subschema_for::<StateError>();
}
