//! The adapter for OpenAI-compatible servers, against a server that plays what providers really send.

#![expect(clippy::unwrap_used, reason = "what fails in a test is to stop it")]

mod failures;
mod quirks;
mod requests;
mod stopping;
mod token_limit;
mod upstream;
