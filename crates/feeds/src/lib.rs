#![doc = include_str!("../README.md")]

mod access;
mod authorizations;
#[cfg(feature = "enable-banking")]
mod enable_banking;
mod error;
mod feeds;
mod file;
#[cfg(any(feature = "enable-banking", feature = "simplefin"))]
mod http;
mod plan;
mod provider;
mod schedule;
#[cfg(all(feature = "enable-banking", feature = "simplefin"))]
pub mod settings;
#[cfg(feature = "simplefin")]
mod simplefin;
#[cfg(any(feature = "enable-banking", feature = "simplefin"))]
mod values;

pub use access::FeedAccess;
pub use authorizations::AuthorizationTarget;
#[cfg(feature = "enable-banking")]
pub use enable_banking::{ApplicationKey, ENABLE_BANKING_URL, EnableBanking, KeyError};
pub use error::{Error, Result};
pub use feeds::{BankFeeds, FetchLimits, LinkRequest, Listed, ListedFeed, Providers};
#[cfg(any(feature = "enable-banking", feature = "simplefin"))]
pub use http::AnswerLimits;
pub use provider::{
    BankConsents, BankFeed, BankOffer, BoxError, Claimed, Credential, FeedError, FetchRequest, Fetched,
    FetchedAccount, FetchedRow, FileImporter, SetupTokens,
};
#[cfg(feature = "simplefin")]
pub use simplefin::SimpleFin;
