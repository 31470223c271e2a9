//! Tests of the OpenAI adapter against a server that replays real answers of providers.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

mod failures;
mod quirks;
mod requests;
mod stopping;
mod token_limit;
mod upstream;
