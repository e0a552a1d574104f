//! Any bytes as the text of an error: as body, as message, and redacted (C-2, C-19).
#![no_main]

use libfuzzer_sys::fuzz_target;
use switchover_core::classify::ErrorSignal;
use switchover_core::redact::redact;

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data).into_owned();
    let redacted = redact(&text);
    assert_eq!(redact(&redacted), redacted, "redaction is idempotent (H-11)");
    switchover_fuzz::check(&ErrorSignal { body: Some(text.clone().into()), ..ErrorSignal::default() });
    switchover_fuzz::check(&ErrorSignal { message: Some(text), status: Some(429), ..ErrorSignal::default() });
});
