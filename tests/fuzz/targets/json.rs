//! Any JSON: as a whole signal where it is one, and as a parsed body (C-2, C-3).
#![no_main]

use libfuzzer_sys::fuzz_target;
use serde_json::Value;
use switchover_core::classify::ErrorSignal;

fuzz_target!(|data: &[u8]| {
    let Ok(value) = serde_json::from_slice::<Value>(data) else { return };
    if let Ok(signal) = serde_json::from_value::<ErrorSignal>(value.clone()) {
        switchover_fuzz::check(&signal);
    }
    switchover_fuzz::check(&ErrorSignal { body: Some(value), status: Some(400), ..ErrorSignal::default() });
});
