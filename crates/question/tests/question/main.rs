//! Questions with the answers that plain loops over a generated book of two years give.

#![expect(clippy::unwrap_used, reason = "tests")]

mod answers;
mod book;
mod loops;
mod refusals;
mod table;
