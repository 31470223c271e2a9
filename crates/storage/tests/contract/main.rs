//! What every database must do. Each test runs on SQLite and on PostgreSQL.

mod accounts;
mod categories;
mod credentials;
mod drafts;
mod entries;
mod harness;
mod imports;
mod jobs;
mod opening;
mod pages;
mod sessions;
mod statements;
mod totals;
mod users;
mod verifications;
