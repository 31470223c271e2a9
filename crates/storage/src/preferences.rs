//! What a person prefers, and the rates, mappings and decisions they gave.

use async_trait::async_trait;
use saldo_domain::{Currency, Date, EntryId, Preferences, PreferencesChange, Timestamp, UserId};

use crate::Result;

/// A person's preferences and the like.
#[async_trait]
pub trait Preferring: Send + Sync {
    /// What the person prefers; the defaults when they said nothing.
    async fn find_preferences(&self, user: UserId) -> Result<Preferences>;

    /// Changes what the person prefers, and returns it. Of changes at the same time each holds.
    async fn change_preferences(
        &self,
        user: UserId,
        change: PreferencesChange,
        now: Timestamp,
    ) -> Result<Preferences>;

    /// Adds rates of days, each the units of a currency that one euro bought, as decimal text; those of the same day and currency are replaced.
    async fn put_rates(&self, user: UserId, rates: Vec<(Date, Currency, String)>) -> Result<()>;

    /// The rates of these currencies, by currency and day.
    async fn list_rates(
        &self,
        user: UserId,
        currencies: Vec<Currency>,
    ) -> Result<Vec<(Date, Currency, String)>>;

    /// The days of the first and the last rate of each currency.
    async fn list_rate_spans(&self, user: UserId) -> Result<Vec<(Currency, Date, Date)>>;

    /// Deletes all rates.
    async fn delete_rates(&self, user: UserId) -> Result<()>;

    /// Remembers that two entries are not duplicates of each other; `false` when one of them is not the person's.
    async fn put_distinct(&self, user: UserId, one: EntryId, other: EntryId) -> Result<bool>;

    /// The pairs that are not duplicates; the lesser id first.
    async fn list_distinct(&self, user: UserId) -> Result<Vec<(EntryId, EntryId)>>;
}
