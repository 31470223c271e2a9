//! Questions about two generated years of transactions, with the answers that plain loops compute.

#![expect(clippy::unwrap_used, reason = "tests")]

mod answers;
mod book;
mod loops;
mod readings;
mod refusals;
mod table;
