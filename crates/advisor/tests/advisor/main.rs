//! The advisor over a real SQLite database.

#![expect(clippy::unwrap_used, reason = "what fails in a test is to stop it")]

mod analyst;
mod books;
mod replies;
mod tools;
