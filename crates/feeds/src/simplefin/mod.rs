//! The adapter of the SimpleFIN protocol, by its text at <https://www.simplefin.org/protocol.html>.

mod answer;

use async_trait::async_trait;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chrono::NaiveTime;
use reqwest::StatusCode;
use saldo_domain::FeedProvider;
use saldo_guarded_http::GuardedClient;
use url::Url;

use crate::http::{self, AnswerLimits};
use crate::provider::{BankFeed, Claimed, Credential, FeedError, FetchRequest, Fetched, SetupTokens};

/// The most bytes of an access URL.
const ACCESS_BYTES_MAX: usize = 2_000;

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
}

#[async_trait]
impl SetupTokens for SimpleFin {
    async fn claim(&self, token: &str) -> Result<Claimed, FeedError> {
        let url = claim_url(token).ok_or(FeedError::InvalidToken)?;
        http::check(&self.client, &url)?;
        let request = self.client.post(&url)?.timeout(self.limits.time_max).header("content-length", "0");
        let answer = request.send().await.map_err(|error| http::failed(&error))?;
        match answer.status() {
            StatusCode::FORBIDDEN => return Err(FeedError::TokenUsed),
            status if !status.is_success() => return Err(FeedError::Status(status.as_u16())),
            _ => {}
        }
        let body = http::body(answer, ACCESS_BYTES_MAX).await?;
        let text = String::from_utf8(body).map_err(|_| FeedError::Malformed)?;
        let (url, _, _) = access(text.trim()).ok_or(FeedError::Malformed)?;
        let label = http::check(&self.client, &url)?;
        Ok(Claimed { credential: Credential(text.trim().to_owned()), label, valid_until: None })
    }
}

#[async_trait]
impl BankFeed for SimpleFin {
    fn provider(&self) -> FeedProvider {
        FeedProvider::Simplefin
    }

    /// The protocol has no number; that of the server's settings applies.
    fn fetches_per_day(&self) -> u32 {
        u32::MAX
    }

    async fn fetch(&self, request: FetchRequest<'_>) -> Result<Fetched, FeedError> {
        let (mut url, user, password) = access(&request.credential.0).ok_or(FeedError::Malformed)?;
        http::check(&self.client, &url)?;
        url.path_segments_mut().map_err(|()| FeedError::Malformed)?.pop_if_empty().push("accounts");
        let start = request.since.and_time(NaiveTime::MIN).and_utc().timestamp().to_string();
        // The second version has other errors; a server that does not know the parameter ignores it.
        url.query_pairs_mut().extend_pairs([("start-date", &start[..]), ("pending", "1"), ("version", "1")]);
        let request = self.client.get(&url)?.timeout(self.limits.time_max).basic_auth(user, Some(password));
        let answer = request.send().await.map_err(|error| http::failed(&error))?;
        match answer.status() {
            StatusCode::FORBIDDEN => return Err(FeedError::Revoked),
            StatusCode::PAYMENT_REQUIRED => return Err(FeedError::PaymentRequired),
            status if !status.is_success() => return Err(FeedError::Status(status.as_u16())),
            _ => {}
        }
        let body = http::body(answer, self.limits.bytes_max).await?;
        answer::read(&body, &self.limits)
    }

    /// The protocol has no request for that: users disable a connection at their provider.
    async fn end(&self, _: &Credential) -> Result<(), FeedError> {
        Ok(())
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

#[cfg(test)]
mod tests;
