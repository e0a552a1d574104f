//! Tests of selection and chain.
