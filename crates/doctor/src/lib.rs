#![doc = include_str!("../README.md")]

mod checks;
mod finding;
mod inbox;
mod installation;
mod network;

pub use finding::{Finding, Level, has_problem, write};
pub use installation::{BankFeedApplication, Database, Installation};
