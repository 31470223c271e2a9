//! Integration tests of the advisor over a real SQLite database.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

mod analyst;
mod books;
mod by_hand;
mod carla;
mod figures;
mod grounding;
mod injection;
mod ledger_tools;
mod replies;
mod tools;

/// Returns settings after a change.
fn changed<T>(mut settings: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut settings);
    settings
}
