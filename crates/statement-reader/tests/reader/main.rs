//! Tests of the public interface of the crate.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

#[expect(dead_code, reason = "other tests use more of it")]
#[path = "../support/mod.rs"]
mod support;

mod engines;
mod forms;
mod printed;
mod user_answers;
mod verdicts;
