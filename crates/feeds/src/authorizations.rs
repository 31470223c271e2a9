//! The use cases of consents: listing banks, sending a user to one, and receiving the answer.

use std::time::Duration;

use rand::distr::{Alphanumeric, SampleString};
use saldo_domain::{FeedAuthorization, FeedBank, FeedId, Timestamp, UserId};
use sha2::{Digest, Sha256};
use url::Url;

use crate::provider::BankOffer;
use crate::{BankFeeds, Error, Result};

/// The time for which a user can consent at the bank.
const LIFETIME: Duration = Duration::from_hours(1);
/// The characters of a state, each of 62: more than 256 bits.
const STATE_CHARACTERS: usize = 48;

/// The feed for which the user consents.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizationTarget {
    /// A new feed of this bank.
    New(FeedBank),
    /// A known feed, whose accounts stay linked.
    Renewal(FeedId),
}

impl BankFeeds {
    /// Returns the banks of a country that can be connected.
    ///
    /// # Errors
    /// [`Error::NoProvider`]; [`Error::NoBanks`] if the provider returns none.
    pub async fn banks(&self, country: &str) -> Result<Vec<BankOffer>> {
        let provider = self.providers.consents.as_ref().ok_or(Error::NoProvider)?;
        provider.banks(country).await.map_err(Error::NoBanks)
    }

    /// Begins an authorization, and returns the address at which the user consents.
    ///
    /// # Errors
    /// [`Error::NoProvider`]; [`Error::TooManyFeeds`]; [`Error::NotFound`] or [`Error::NoBank`] for a renewal
    /// of another feed; [`Error::NotClaimed`]; [`Error::Storage`] if the storage fails.
    pub async fn authorize(&self, user: UserId, target: AuthorizationTarget, now: Timestamp) -> Result<Url> {
        let provider = self.providers.consents.as_ref().ok_or(Error::NoProvider)?;
        let authorization = match target {
            AuthorizationTarget::New(bank) => {
                self.check_number(user).await?;
                FeedAuthorization { bank, feed: None }
            }
            AuthorizationTarget::Renewal(feed) => {
                let known = self.find(user, feed).await?;
                FeedAuthorization { bank: known.bank.ok_or(Error::NoBank)?, feed: Some(feed) }
            }
        };
        let state = Alphanumeric.sample_string(&mut rand::rng(), STATE_CHARACTERS);
        let url = provider.authorize(&authorization.bank, &state).await.map_err(Error::NotClaimed)?;
        let expires_at = now.after(LIFETIME);
        self.storage.insert_feed_authorization(user, hash(&state), authorization, expires_at, now).await?;
        Ok(url)
    }

    /// Ends an authorization with the state and the code that the bank returned. Works once for a state, and
    /// only for the user who began it. Fetches the new or renewed feed, and returns it.
    ///
    /// # Errors
    /// [`Error::NoProvider`]; [`Error::UnknownAuthorization`]; [`Error::NotClaimed`];
    /// [`Error::TooManyFeeds`]; [`Error::NotFound`] for a feed that was deleted meanwhile;
    /// [`Error::Storage`] if the storage fails.
    pub async fn finish_authorization(
        &self,
        user: UserId,
        state: &str,
        code: &str,
        now: Timestamp,
    ) -> Result<FeedId> {
        let provider = self.providers.consents.as_ref().ok_or(Error::NoProvider)?;
        let known = self.storage.take_feed_authorization(user, hash(state), now).await?;
        let FeedAuthorization { bank, feed } = known.ok_or(Error::UnknownAuthorization)?;
        let claimed = provider.finish(code).await.map_err(Error::NotClaimed)?;
        let feed = match feed {
            Some(feed) => {
                self.replace(user, feed, claimed, now).await?;
                feed
            }
            None => self.insert(user, provider.provider(), Some(bank), claimed, now).await?,
        };
        match Box::pin(self.fetch(user, feed, now)).await {
            // The consent is stored; the schedule fetches later.
            Ok(_) | Err(Error::Busy | Error::QuotaUsed) => Ok(feed),
            Err(error) => Err(error),
        }
    }
}

/// Returns the digest under which a state is stored, so that the database does not have the state itself.
fn hash(state: &str) -> [u8; 32] {
    Sha256::digest(state).into()
}
