//! The crate's promises, tested from the outside.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

#[path = "../support/mod.rs"]
mod support;

mod engines;
mod forms;
mod printed;
