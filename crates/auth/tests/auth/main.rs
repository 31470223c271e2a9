//! What `saldo-auth` promises, over storage in memory and a clock that the tests move.
#![expect(clippy::unwrap_used, reason = "tests")]

mod account;
mod api_token;
mod browser;
mod memory;
mod recovery;
mod session;
mod sign_in;
mod social;
mod two_step;
