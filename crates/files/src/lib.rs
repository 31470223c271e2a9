#![doc = include_str!("../README.md")]

mod disk;
mod error;
mod place;
pub mod private;
pub mod secret;

pub use disk::{Disk, DiskFull};
pub use error::Error;
pub use place::{FilePlace, PREFIXES};
