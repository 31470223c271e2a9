//! Integration tests: exports that are read back, exports that
//! other programs accept, and the accuracy of the learner.

#![expect(clippy::unwrap_used, reason = "tests")]

mod accepted;
mod balances;
mod corpus;
mod generated;
mod learned;
mod round_trips;
mod tools;
mod transfers;
