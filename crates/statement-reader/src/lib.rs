#![doc = include_str!("../README.md")]

mod layout;
pub mod page;
pub mod read;
pub mod reconcile;
