//! Tests of the retry policies: envelopes, buckets, and what no table of failures shows.

mod buckets;
mod envelope;
mod policies;
