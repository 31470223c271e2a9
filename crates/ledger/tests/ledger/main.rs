//! The crate from outside: exports that are read back and that other programs accept, and the learner, measured.

#![expect(clippy::unwrap_used, reason = "tests")]

mod accepted;
mod balances;
mod corpus;
mod generated;
mod learnt;
mod round_trips;
mod tools;
