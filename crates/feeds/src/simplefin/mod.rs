//! The adapter of the SimpleFIN protocol, by its text at <https://www.simplefin.org/protocol.html>.

mod answer;

use std::time::Duration;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::NaiveTime;
use reqwest::{Response, StatusCode};
use saldo_domain::Date;
use saldo_guarded_http::{GuardedClient, Refused, is_private_host};
use url::Url;

use crate::provider::{BankFeed, Claimed, Credential, FeedError, Fetched};

/// The most bytes of an access URL.
const ACCESS_BYTES_MAX: usize = 2_000;

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
        time_max: Duration,
    ) -> Self {
        Self { bytes_max, accounts_max, transactions_max, time_max }
    }
}

/// Servers of the SimpleFIN protocol. The setup token of a user has the address of the server.
pub struct SimpleFin {
    client: GuardedClient,
    limits: AnswerLimits,
}

impl SimpleFin {
    /// Creates the adapter.
    #[must_use]
    pub const fn new(client: GuardedClient, limits: AnswerLimits) -> Self {
        Self { client, limits }
    }

    /// Checks that the address is encrypted. In a private network that is permitted, it need not be.
    fn check(&self, url: &Url) -> Result<String, FeedError> {
        let host = GuardedClient::check(url)?;
        let is_safe = url.scheme() == "https" || self.client.is_permitted(&host);
        if is_safe { Ok(host) } else { Err(FeedError::Insecure) }
    }

    async fn body(&self, mut answer: Response, bytes_max: usize) -> Result<Vec<u8>, FeedError> {
        let mut body = Vec::new();
        while let Some(chunk) = answer.chunk().await.map_err(|error| failed(&error))? {
            if body.len() + chunk.len() > bytes_max {
                return Err(FeedError::TooLarge);
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body)
    }
}

#[async_trait]
impl BankFeed for SimpleFin {
    async fn claim(&self, token: &str) -> Result<Claimed, FeedError> {
        let url = claim_url(token).ok_or(FeedError::InvalidToken)?;
        self.check(&url)?;
        let request = self.client.post(&url)?.timeout(self.limits.time_max).header("content-length", "0");
        let answer = request.send().await.map_err(|error| failed(&error))?;
        match answer.status() {
            StatusCode::FORBIDDEN => return Err(FeedError::TokenUsed),
            status if !status.is_success() => return Err(FeedError::Status(status.as_u16())),
            _ => {}
        }
        let body = self.body(answer, ACCESS_BYTES_MAX).await?;
        let text = String::from_utf8(body).map_err(|_| FeedError::Malformed)?;
        let (url, _, _) = access(text.trim()).ok_or(FeedError::Malformed)?;
        let label = self.check(&url)?;
        Ok(Claimed { credential: Credential(text.trim().to_owned()), label })
    }

    async fn fetch(&self, credential: &Credential, since: Date) -> Result<Fetched, FeedError> {
        let (mut url, user, password) = access(&credential.0).ok_or(FeedError::Malformed)?;
        self.check(&url)?;
        url.path_segments_mut().map_err(|()| FeedError::Malformed)?.pop_if_empty().push("accounts");
        let start = since.and_time(NaiveTime::MIN).and_utc().timestamp().to_string();
        // The second version has other errors; a server that does not know the parameter ignores it.
        url.query_pairs_mut().extend_pairs([("start-date", &start[..]), ("pending", "1"), ("version", "1")]);
        let request = self.client.get(&url)?.timeout(self.limits.time_max).basic_auth(user, Some(password));
        let answer = request.send().await.map_err(|error| failed(&error))?;
        match answer.status() {
            StatusCode::FORBIDDEN => return Err(FeedError::Revoked),
            StatusCode::PAYMENT_REQUIRED => return Err(FeedError::PaymentRequired),
            status if !status.is_success() => return Err(FeedError::Status(status.as_u16())),
            _ => {}
        }
        let body = self.body(answer, self.limits.bytes_max).await?;
        answer::read(&body, &self.limits)
    }
}

/// Returns the address in a setup token.
fn claim_url(token: &str) -> Option<Url> {
    let token: String = token.split_whitespace().collect();
    let text = String::from_utf8(STANDARD.decode(token).ok()?).ok()?;
    text.trim().parse().ok()
}

/// Splits an access URL into the address, the user name and the password.
fn access(text: &str) -> Option<(Url, String, String)> {
    let mut url: Url = text.parse().ok()?;
    let plain = |text: &str| {
        // Basic authentication carries the characters, where a URL has their escapes.
        let pairs = format!("x={}", text.replace('+', "%2B"));
        url::form_urlencoded::parse(pairs.as_bytes()).next().map(|(_, value)| value.into_owned())
    };
    let (user, password) = (plain(url.username())?, plain(url.password()?)?);
    url.set_username("").ok()?;
    url.set_password(None).ok()?;
    url.set_query(None);
    url.set_fragment(None);
    Some((url, user, password))
}

impl From<Refused> for FeedError {
    fn from(refused: Refused) -> Self {
        match refused {
            Refused::PrivateAddress => Self::PrivateAddress,
            _ => Self::InvalidToken,
        }
    }
}

fn failed(error: &reqwest::Error) -> FeedError {
    if is_private_host(error) { FeedError::PrivateAddress } else { FeedError::Unreachable }
}

#[cfg(test)]
mod tests;
