//! Retry policies on the wire (R).

use super::{read, refused, write};
use crate::engine::Engine;
use crate::retry::{RetryRequest, SdkCapRequest, next, sdk_cap};

/// May this be tried (again)? Takes a `RetryRequest`, answers a `RetryAnswer`.
pub(super) fn retry(engine: &Engine, args: &str) -> Result<String, String> {
    let request: RetryRequest = read(args)?;
    next(engine, &request).map(|answer| write(&answer)).map_err(|problems| refused("invalid_args", problems))
}

/// Is this wait left to the SDK? Takes an `SdkCapRequest`, answers an `SdkCap`.
pub(super) fn cap(_: &Engine, args: &str) -> Result<String, String> {
    let response: SdkCapRequest = read(args)?;
    Ok(write(&sdk_cap(&response)))
}
