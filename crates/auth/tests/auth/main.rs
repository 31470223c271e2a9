//! The behavior of `saldo-auth`, with storage in memory and a manual clock.
#![expect(clippy::unwrap_used, reason = "tests")]

mod account;
mod api_token;
mod browser;
mod recovery;
mod session;
mod sign_in;
mod social;
mod two_step;
