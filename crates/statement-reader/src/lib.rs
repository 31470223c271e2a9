#![doc = include_str!("../README.md")]

pub mod explain;
mod layout;
pub mod page;
pub mod read;
pub mod reconcile;
