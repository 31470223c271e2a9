//! The API from outside: real HTTP, real databases, real PDFs.

#![expect(clippy::unwrap_used, unreachable_pub, reason = "tests")]

mod app;
mod bad_input;
mod chats;
mod crash;
mod exports;
mod import_previews;
mod imports;
mod isolation;
mod ledger;
mod main_job;
mod openapi;
mod pdf;
mod proofs;
mod reading;
mod reports;
mod sent_again;
mod sharing;
mod tokens;
#[path = "../../../../crates/ledger/tests/ledger/tools.rs"]
mod tools;
