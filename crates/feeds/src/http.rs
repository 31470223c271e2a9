//! Requests to providers: their limits, their addresses, and their answers.

use std::time::Duration;

use reqwest::Response;
use saldo_guarded_http::{GuardedClient, Refused, is_private_host};
use url::Url;

use crate::provider::FeedError;

/// Limits of an answer.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct AnswerLimits {
    /// The bytes.
    pub bytes_max: usize,
    /// The accounts.
    pub accounts_max: usize,
    /// The transactions of all accounts.
    pub transactions_max: usize,
    /// The pages of transactions of an account, for providers that return pages.
    pub pages_max: usize,
    /// The time for a request and its answer.
    pub time_max: Duration,
}

impl AnswerLimits {
    /// Creates limits.
    #[must_use]
    pub const fn new(
        bytes_max: usize,
        accounts_max: usize,
        transactions_max: usize,
        pages_max: usize,
        time_max: Duration,
    ) -> Self {
        Self { bytes_max, accounts_max, transactions_max, pages_max, time_max }
    }
}

/// Checks that an address is encrypted, and returns its host. In a private network that is permitted, it need
/// not be.
pub(crate) fn check(client: &GuardedClient, url: &Url) -> Result<String, FeedError> {
    let host = GuardedClient::check(url)?;
    let is_safe = url.scheme() == "https" || client.is_permitted(&host);
    if is_safe { Ok(host) } else { Err(FeedError::Insecure) }
}

/// Returns the body of an answer.
pub(crate) async fn body(mut answer: Response, bytes_max: usize) -> Result<Vec<u8>, FeedError> {
    let mut body = Vec::new();
    while let Some(chunk) = answer.chunk().await.map_err(|error| failed(&error))? {
        if body.len() + chunk.len() > bytes_max {
            return Err(FeedError::TooLarge);
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Returns the reason why a request had no answer.
pub(crate) fn failed(error: &reqwest::Error) -> FeedError {
    if is_private_host(error) { FeedError::PrivateAddress } else { FeedError::Unreachable }
}

impl From<Refused> for FeedError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::PrivateAddress => Self::PrivateAddress,
            _ => Self::InvalidToken,
        }
    }
}
