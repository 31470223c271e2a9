#![doc = include_str!("../README.md")]

mod channel;
mod delivery;
mod digest;
mod error;
#[cfg(feature = "http")]
mod http;
mod look;
#[cfg(feature = "mail")]
mod mail;
mod notifier;
mod rules;
mod schedule;
#[cfg(feature = "http")]
pub mod settings;
mod words;

pub use channel::{Channel, Details, Message, SendError, Target};
pub use error::{Error, Result};
#[cfg(feature = "http")]
pub use http::{Ntfy, Webhook};
#[cfg(feature = "mail")]
pub use mail::ByMail;
pub use notifier::{ChannelRequest, CreatedChannel, Listed, NOTIFICATIONS_MAX, Notifier, Settings};
