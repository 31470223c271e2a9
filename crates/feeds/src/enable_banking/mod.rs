//! The adapter of Enable Banking, by its reference at <https://enablebanking.com/docs/api/reference/>.

mod answer;
mod key;

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use chrono::SecondsFormat;
use reqwest::{RequestBuilder, StatusCode};
use saldo_domain::{Clock, Date, FeedBank, FeedProvider};
use saldo_guarded_http::GuardedClient;
use serde::de::DeserializeOwned;
use serde_json::json;
use url::Url;

use crate::http::{self, AnswerLimits};
use crate::provider::{
    BankConsents, BankFeed, BankOffer, Claimed, Credential, FeedError, FetchRequest, Fetched, FetchedAccount,
};
use crate::values::messages;
use answer::{AuthorizedSession, Consent, ConsentAccount};

pub use key::{ApplicationKey, KeyError};

/// The address of the API.
pub const ENABLE_BANKING_URL: &str = "https://api.enablebanking.com";

/// The fetches of an account that many banks permit on a day without their customer.
const FETCHES_PER_DAY: u32 = 4;
/// The days for which consent is asked, unless the bank permits fewer. The law permits no more (regulation
/// 2018/389, as amended by 2022/2360).
const CONSENT_DAYS: u32 = 180;
/// The time for all requests of a fetch.
const FETCH_TIME_MAX: Duration = Duration::from_mins(5);
/// The codes after which only a new consent helps.
const REVOKED_CODES: [&str; 5] = [
    "EXPIRED_SESSION",
    "CLOSED_SESSION",
    "REVOKED_SESSION",
    "SESSION_DOES_NOT_EXIST",
    "WRONG_SESSION_STATUS",
];
/// The codes of an authorization code that cannot be used.
const CODE_CODES: [&str; 2] = ["EXPIRED_AUTHORIZATION_CODE", "WRONG_AUTHORIZATION_CODE"];
/// The code of days that a bank no longer returns.
const PERIOD_CODE: &str = "WRONG_TRANSACTIONS_PERIOD";

/// Enable Banking, which reads the accounts of banks in Europe with the consent of their customers.
pub struct EnableBanking {
    client: GuardedClient,
    url: Url,
    key: ApplicationKey,
    redirect: Url,
    limits: AnswerLimits,
    clock: Arc<dyn Clock>,
}

impl EnableBanking {
    /// Creates the adapter. Browsers come back from banks to `redirect`, which must be registered for the
    /// application.
    #[must_use]
    pub fn new(
        client: GuardedClient,
        url: Url,
        key: ApplicationKey,
        redirect: Url,
        limits: AnswerLimits,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self { client, url, key, redirect, limits, clock }
    }

    fn address(&self, path: &[&str]) -> Result<Url, FeedError> {
        let mut url = self.url.clone();
        http::check(&self.client, &url)?;
        url.path_segments_mut().map_err(|()| FeedError::Malformed)?.pop_if_empty().extend(path);
        Ok(url)
    }

    /// Sends a request with a token of the application, and reads its answer.
    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, FeedError> {
        let token = self.key.token(self.clock.now())?;
        let request = request.timeout(self.limits.time_max).bearer_auth(token);
        let answer = request.send().await.map_err(|error| http::failed(&error))?;
        let status = answer.status();
        let body = http::body(answer, self.limits.bytes_max).await?;
        if !status.is_success() {
            return Err(refusal(status, &body));
        }
        serde_json::from_slice(&body).map_err(|_| FeedError::Malformed)
    }

    async fn get<T: DeserializeOwned>(&self, url: &Url) -> Result<T, FeedError> {
        self.send(self.client.get(url)?).await
    }

    async fn post<T: DeserializeOwned>(&self, url: &Url, body: serde_json::Value) -> Result<T, FeedError> {
        let request = self.client.post(url)?.header("content-type", "application/json");
        self.send(request.body(body.to_string())).await
    }

    /// Fetches the linked accounts. One that fails is left out with a message, unless all do.
    async fn fetch_all(&self, request: FetchRequest<'_>) -> Result<Fetched, FeedError> {
        let consent: Consent =
            serde_json::from_str(&request.credential.0).map_err(|_| FeedError::Malformed)?;
        let state: answer::SessionState = self.get(&self.address(&["sessions", &consent.session])?).await?;
        if state.status != "AUTHORIZED" {
            return Err(FeedError::Revoked);
        }
        let (mut fetched, mut first_error, mut read) = (Fetched::default(), None, 0);
        let mut left = self.limits.transactions_max;
        for known in &consent.accounts {
            if !request.linked.contains(&&known.key[..]) {
                let details = known.details(&consent.bank);
                fetched.accounts.push(FetchedAccount { key: known.key.clone(), details, rows: Vec::new() });
                continue;
            }
            match self.account(known, &consent.bank, request.since, &mut left).await {
                Ok(account) => {
                    read += 1;
                    fetched.accounts.push(account);
                }
                Err(Failure::Of(error)) if !is_of_account(&error) => return Err(error),
                Err(failure) => {
                    fetched.messages.push(format!("{}: {failure}. This account is left out.", known.name));
                    first_error.get_or_insert(failure);
                }
            }
        }
        let is_known = |key: &&str| consent.accounts.iter().any(|account| account.key == *key);
        if !request.linked.iter().all(is_known) {
            fetched.messages.push("An account is not in your consent at the bank; renew it.".to_owned());
        }
        fetched.messages = messages(fetched.messages);
        match first_error {
            Some(Failure::Of(error)) if read == 0 => Err(error),
            _ => Ok(fetched),
        }
    }

    async fn account(
        &self,
        known: &ConsentAccount,
        bank: &FeedBank,
        since: Date,
        left: &mut usize,
    ) -> Result<FetchedAccount, Failure> {
        let Some(currency) = known.details(bank).currency else {
            return Err(Failure::Unreadable("its currency is unknown"));
        };
        let url = self.address(&["accounts", &known.uid, "balances"])?;
        let balances: answer::Balances = self.get(&url).await?;
        let balance = balances.best(currency, self.clock.now()).map_err(Failure::Unreadable)?;
        let transactions = match self.transactions(known, since, "default", left).await {
            // Some banks keep fewer days; this strategy returns those that there are.
            Err(FeedError::Code(code)) if code == PERIOD_CODE => {
                self.transactions(known, since, "longest", left).await?
            }
            found => found?,
        };
        answer::account(known, bank, balance, &transactions).map_err(Failure::Unreadable)
    }

    /// Returns the transactions of all pages. A page can be empty and have a successor.
    async fn transactions(
        &self,
        known: &ConsentAccount,
        since: Date,
        strategy: &str,
        left: &mut usize,
    ) -> Result<Vec<answer::Transaction>, FeedError> {
        let mut first = self.address(&["accounts", &known.uid, "transactions"])?;
        first.query_pairs_mut().extend_pairs([("date_from", &since.to_string()[..]), ("strategy", strategy)]);
        let (mut url, mut found) = (first.clone(), Vec::new());
        for _ in 0..self.limits.pages_max {
            let page: answer::Page = self.get(&url).await?;
            *left = left.checked_sub(page.transactions.len()).ok_or(FeedError::TooLarge)?;
            found.extend(page.transactions);
            let Some(key) = page.continuation_key.filter(|key| !key.is_empty()) else { return Ok(found) };
            url = first.clone();
            url.query_pairs_mut().append_pair("continuation_key", &key);
        }
        Err(FeedError::TooLarge)
    }
}

/// The reason why an account is left out.
#[derive(Debug, thiserror::Error)]
enum Failure {
    #[error("{0}")]
    Of(#[from] FeedError),
    #[error("{0}")]
    Unreadable(&'static str),
}

/// True for an error of an account, after which the next one is fetched.
const fn is_of_account(error: &FeedError) -> bool {
    matches!(
        error,
        FeedError::RateLimited
            | FeedError::Code(_)
            | FeedError::Status(_)
            | FeedError::TooLarge
            | FeedError::Malformed
    )
}

/// Returns the error of an answer with another status than success.
fn refusal(status: StatusCode, body: &[u8]) -> FeedError {
    let body = serde_json::from_slice(body).ok();
    let code = body.and_then(answer::ErrorBody::code);
    match code.as_deref() {
        Some(code) if REVOKED_CODES.contains(&code) => FeedError::Revoked,
        Some(code) if CODE_CODES.contains(&code) => FeedError::CodeUsed,
        Some("WRONG_ASPSP_PROVIDED") => FeedError::UnknownBank,
        Some("ASPSP_RATE_LIMIT_EXCEEDED") => FeedError::RateLimited,
        _ if status == StatusCode::TOO_MANY_REQUESTS => FeedError::RateLimited,
        _ if status == StatusCode::UNAUTHORIZED => FeedError::KeyRejected,
        Some(code) => FeedError::Code(code.to_owned()),
        None => FeedError::Status(status.as_u16()),
    }
}

#[async_trait]
impl BankFeed for EnableBanking {
    fn provider(&self) -> FeedProvider {
        FeedProvider::EnableBanking
    }

    fn fetches_per_day(&self) -> u32 {
        FETCHES_PER_DAY
    }

    async fn fetch(&self, request: FetchRequest<'_>) -> Result<Fetched, FeedError> {
        let fetch = Box::pin(self.fetch_all(request));
        tokio::time::timeout(FETCH_TIME_MAX, fetch).await.map_err(|_| FeedError::Unreachable)?
    }

    async fn end(&self, credential: &Credential) -> Result<(), FeedError> {
        let consent: Consent = serde_json::from_str(&credential.0).map_err(|_| FeedError::Malformed)?;
        let url = self.address(&["sessions", &consent.session])?;
        match self.send::<serde_json::Value>(self.client.delete(&url)?).await {
            Ok(_) | Err(FeedError::Revoked) => Ok(()),
            Err(error) => Err(error),
        }
    }
}

#[async_trait]
impl BankConsents for EnableBanking {
    async fn banks(&self, country: &str) -> Result<Vec<BankOffer>, FeedError> {
        let mut url = self.address(&["aspsps"])?;
        url.query_pairs_mut().extend_pairs([
            ("country", country),
            ("psu_type", "personal"),
            ("service", "AIS"),
        ]);
        let found: answer::Aspsps = self.get(&url).await?;
        Ok(found.aspsps.into_iter().map(answer::Aspsp::offer).collect())
    }

    async fn authorize(&self, bank: &FeedBank, state: &str) -> Result<Url, FeedError> {
        let offers = self.banks(&bank.country).await?;
        let offer = offers.into_iter().find(|offer| offer.bank == *bank).ok_or(FeedError::UnknownBank)?;
        let days = offer.days_max.unwrap_or(CONSENT_DAYS).min(CONSENT_DAYS);
        let hours = u64::from(days) * 24;
        // A little less than the most, which the bank counts from its own time.
        let length = Duration::from_hours(hours).saturating_sub(Duration::from_mins(10));
        let until = self.clock.now().after(length).to_utc().to_rfc3339_opts(SecondsFormat::Secs, true);
        let body = json!({
            "access": {"valid_until": until, "balances": true, "transactions": true},
            "aspsp": bank,
            "state": state,
            "redirect_url": self.redirect.as_str(),
            "psu_type": "personal",
        });
        let started: answer::StartedAuthorization = self.post(&self.address(&["auth"])?, body).await?;
        let url: Url = started.url.parse().map_err(|_| FeedError::Malformed)?;
        http::check(&self.client, &url)?;
        Ok(url)
    }

    async fn finish(&self, code: &str) -> Result<Claimed, FeedError> {
        let session: AuthorizedSession =
            self.post(&self.address(&["sessions"])?, json!({"code": code})).await?;
        let (consent, valid_until) = session.consent(&self.limits).ok_or(FeedError::Malformed)?;
        let label = consent.bank.name.clone();
        let text = serde_json::to_string(&consent).map_err(|_| FeedError::Malformed)?;
        Ok(Claimed { credential: Credential(text), label, valid_until: Some(valid_until) })
    }
}

#[cfg(test)]
mod tests;
