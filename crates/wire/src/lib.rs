#![doc = include_str!("../README.md")]

pub mod accounts;
pub mod attachments;
pub mod body;
pub mod budgets;
pub mod categories;
pub mod categorize;
pub mod chats;
pub mod described;
pub mod edits;
mod error;
pub mod feeds;
pub mod fields;
pub mod figures;
pub mod filter;
pub mod findings;
pub mod goals;
pub mod households;
pub mod imports;
pub mod jobs;
pub mod lists;
pub mod mailboxes;
pub mod merchants;
pub mod notifications;
pub mod openapi;
pub mod patterns;
pub mod prefer;
pub mod preferences;
pub mod queries;
pub mod reports;
pub mod rules;
pub mod saved_views;
pub mod shared_expenses;
pub mod statements;
pub mod transactions;
pub mod uploads;

pub use error::{Error, Result};
pub use saldo_domain::openapi::DecimalText;

/// An id of any record, instead of `Id<T>` in annotations: the document does not distinguish the kinds of id.
pub type AnyId = saldo_domain::Id<()>;
