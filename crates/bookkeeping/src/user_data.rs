//! The data that several parts of an answer need.

use saldo_domain::{Account, Category, Date, Preferences, UserId};
use saldo_ledger::known::KnownDays;

use crate::{Bookkeeper, Result};

/// A user's preferences, accounts and categories, and the days for which there is data. They are read once
/// for an answer.
#[derive(Debug, Clone)]
pub struct UserData {
    /// The preferences.
    pub preferences: Preferences,
    /// All accounts.
    pub accounts: Vec<Account>,
    /// All categories.
    pub categories: Vec<Category>,
    /// The days for which there is data of any account; `None` without transactions.
    pub known: Option<KnownDays>,
    /// The day as of which the rest is.
    pub today: Date,
}

impl Bookkeeper {
    /// Returns the data of a user as of `today`.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn user_data(&self, user: UserId, today: Date) -> Result<UserData> {
        let stored = async {
            Ok(futures::try_join!(
                self.storage.find_preferences(user),
                self.storage.list_accounts(user),
                self.storage.list_categories(user),
            )?)
        };
        let ((preferences, accounts, categories), known) =
            futures::try_join!(stored, self.known_days(user, &[], today))?;
        Ok(UserData { preferences, accounts, categories, known, today })
    }
}
