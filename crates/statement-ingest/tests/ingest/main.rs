//! What the crate promises, from the outside.

#[path = "../support/mod.rs"]
mod support;

mod damaged;
mod engines;
mod guarded;
mod import;
mod printed;
