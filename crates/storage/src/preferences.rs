//! The port for preferences, exchange rates and pairs of transactions that are not duplicates.

use async_trait::async_trait;
use saldo_domain::{Currency, Date, Preferences, PreferencesChange, Timestamp, TransactionId, UserId};

use crate::Result;

/// The preferences, exchange rates and duplicate decisions of a user.
#[async_trait]
pub trait PreferencesStore: Send + Sync {
    /// Returns the user's preferences, or the defaults if none are stored.
    async fn find_preferences(&self, user: UserId) -> Result<Preferences>;

    /// Changes the user's preferences and returns them. Concurrent changes of different fields both take
    /// effect.
    async fn change_preferences(
        &self,
        user: UserId,
        change: PreferencesChange,
        now: Timestamp,
    ) -> Result<Preferences>;

    /// Stores exchange rates: for a day, the units of a currency that one euro bought, as decimal text. A
    /// rate replaces the one of the same day and currency.
    async fn put_rates(&self, user: UserId, rates: Vec<(Date, Currency, String)>) -> Result<()>;

    /// Returns the rates of these currencies, by currency and day.
    async fn list_rates(
        &self,
        user: UserId,
        currencies: Vec<Currency>,
    ) -> Result<Vec<(Date, Currency, String)>>;

    /// Returns the days of the first and the last rate of each currency.
    async fn list_rate_spans(&self, user: UserId) -> Result<Vec<(Currency, Date, Date)>>;

    /// Deletes all rates of the user.
    async fn delete_rates(&self, user: UserId) -> Result<()>;

    /// Records that two transactions are not duplicates of each other; returns `false` unless the user has
    /// both.
    async fn put_distinct(&self, user: UserId, one: TransactionId, other: TransactionId) -> Result<bool>;

    /// Returns the pairs of transactions that are not duplicates, the smaller id first.
    async fn list_distinct(&self, user: UserId) -> Result<Vec<(TransactionId, TransactionId)>>;
}
