//! The contract of the storage. Each test runs on SQLite and on PostgreSQL.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

mod accounts;
mod answers;
mod api_tokens;
mod archive_restore;
mod archives;
mod categories;
mod chats;
mod credentials;
mod drafts;
mod edits;
mod edits_of_many;
mod encryption;
mod failures;
mod goals;
mod harness;
mod import_again;
mod import_choices;
mod import_scans;
mod imports;
mod inspect;
mod instances;
mod jobs;
mod maintained_totals;
mod merchants;
mod merges;
mod opening;
mod pages;
mod periodic;
mod proven_lines;
mod recurring_decisions;
mod saved_views;
mod schema;
mod searching;
mod sessions;
mod snapshots;
mod splits;
mod statements;
mod totals;
mod transactions;
mod transfers;
mod two_steps;
mod undo;
mod users;
mod verifications;
