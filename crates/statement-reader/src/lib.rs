#![doc = include_str!("../README.md")]

pub mod explain;
mod layout;
pub mod page;
mod plain_text;
pub mod read;
pub mod reconcile;

pub use plain_text::plain_text;
