#![doc = include_str!("../README.md")]

mod error;
mod feeds;
mod file;
mod plan;
mod provider;
mod schedule;
#[cfg(feature = "simplefin")]
mod simplefin;

pub use error::{Error, Result};
pub use feeds::{BankFeeds, FetchLimits, LinkRequest, Listed};
pub use provider::{
    BankFeed, BoxError, Claimed, Credential, FeedError, Fetched, FetchedAccount, FetchedRow, FileImporter,
};
#[cfg(feature = "simplefin")]
pub use simplefin::{AnswerLimits, SimpleFin};
