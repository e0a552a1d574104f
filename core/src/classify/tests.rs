//! Tests of the classifier by rule.
