#![doc = include_str!("../README.md")]

mod descriptors;
mod guarded;
mod heads;
mod paced;
mod wait_budget;

pub use descriptors::{connections_max, raise_descriptor_limit};
pub use guarded::{GuardedConnection, HEAD_TIME_MAX};
pub use heads::{Decoded, Framing, RequestDecoder};
pub use paced::{Lateness, Paced, is_too_slow};
pub use wait_budget::{MinimumSpeed, WaitBudget};
