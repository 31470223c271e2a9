#![doc = include_str!("../README.md")]

pub mod budget;
pub mod coverage;
pub mod duplicates;
pub mod edit;
mod error;
pub mod export;
pub mod fiscal;
pub mod forecast;
pub mod history;
pub mod identity;
pub mod known;
pub mod learn;
pub mod loan;
pub mod lookalikes;
pub mod merchants;
pub mod merge;
mod movement;
pub mod query;
pub mod rates;
pub mod ratio;
pub mod receipts;
pub mod recurring;
pub mod rules;
pub mod transfers;
pub mod unusual;

pub use error::{Error, Result};
pub use movement::Movement;
