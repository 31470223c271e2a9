#![doc = include_str!("../README.md")]

mod declare;
mod error;
mod file;
mod layers;

pub use declare::{
    Setting, Typed, at_least_one, duration, either, host, items, number, optional, parsed, seconds, secret,
    text,
};
pub use error::Error;
pub use file::read_file;
pub use layers::{Known, Layers, without_password};
