//! Tests of the crate through its public interface.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

mod support;

mod banks;
mod camt;
mod choices;
mod damaged;
mod guarded;
mod import;
mod import_csv;
mod importing;
mod model;
mod mt940;
mod ofx;
mod pictures;
mod workbooks;
mod zips;

/// Returns settings after a change.
fn changed<T>(mut settings: T, change: impl FnOnce(&mut T)) -> T {
    change(&mut settings);
    settings
}
