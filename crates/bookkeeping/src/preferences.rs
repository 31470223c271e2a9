//! The user's preferences, and their table of exchange rates.

use saldo_domain::{Currency, Date, Preferences, PreferencesChange, Timestamp, UserId};
use saldo_ledger::rates::read_ecb;

use crate::{Bookkeeper, Result};

/// The result of reading a table of rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadRates {
    /// The number of rates.
    pub rates: usize,
    /// Column names that are not currencies in ISO 4217.
    pub unknown: Vec<String>,
}

impl Bookkeeper {
    /// Returns the user's preferences: the currency of sums and the start of the financial year.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn preferences(&self, user: UserId) -> Result<Preferences> {
        Ok(self.storage.find_preferences(user).await?)
    }

    /// Changes the preferences, and returns them.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn change_preferences(
        &self,
        user: UserId,
        change: PreferencesChange,
        now: Timestamp,
    ) -> Result<Preferences> {
        Ok(self.storage.change_preferences(user, change, now).await?)
    }

    /// Returns the currencies with stored rates, with their first and last day.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn rate_spans(&self, user: UserId) -> Result<Vec<(Currency, Date, Date)>> {
        Ok(self.storage.list_rate_spans(user).await?)
    }

    /// Adds the rates of a table of the European Central Bank.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] with the line that cannot be read; [`crate::Error::Storage`] if the storage
    /// fails.
    pub async fn add_rates(&self, user: UserId, table: &[u8]) -> Result<ReadRates> {
        let file = read_ecb(table)?;
        let rates: Vec<_> =
            file.rates.iter().map(|rate| (rate.date, rate.to, rate.rate.to_string())).collect();
        let count = rates.len();
        self.storage.put_rates(user, rates).await?;
        Ok(ReadRates { rates: count, unknown: file.unknown })
    }

    /// Deletes all rates.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn delete_rates(&self, user: UserId) -> Result<()> {
        Ok(self.storage.delete_rates(user).await?)
    }
}
