#![doc = include_str!("../README.md")]

mod disk;
mod error;
mod place;
pub mod private;
pub mod secret;

#[cfg(unix)]
pub use disk::free_bytes;
pub use disk::{Disk, DiskFull, existing};
pub use error::Error;
pub use place::{FilePlace, PREFIXES};
