//! End-to-end tests of the API: HTTP, both databases, PDFs.

#![expect(clippy::unwrap_used, unreachable_pub, reason = "tests")]

mod account_pairs;
mod answers;
mod app;
mod assets;
mod attachments;
mod backup;
mod backup_schedule;
mod bad_input;
mod bounds;
mod buckets;
mod categorize;
mod chats;
mod connections;
mod consent;
mod crash;
mod disk_and_database;
mod doctor;
mod exports;
mod fairness;
mod figures;
mod file_store;
mod goals;
mod import_previews;
mod imports;
mod inbox;
mod isolation;
mod ledger;
mod main_job;
mod merchants;
mod metrics;
mod my_data;
mod my_data_import;
mod notifications;
mod openapi;
mod other_programs;
mod pdf;
mod power_cut;
mod proofs;
mod query;
mod reading;
mod recurring;
mod reports;
mod rules;
mod saved_views;
mod sent_again;
mod sequences;
mod sessions;
mod sharing;
mod spelling;
mod tokens;
#[path = "../../../../crates/ledger/tests/ledger/tools.rs"]
mod tools;
mod transfers;
mod upstream;
