//! The port for merchants: the names that the user gives them.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{Author, Edit, MerchantNames, Timestamp, UserId};

use crate::Result;

/// The merchants of a user's transactions.
#[async_trait]
pub trait Merchants: Send + Sync {
    /// Returns the merchants of income and spending in alphabetical order. Names that differ only in the
    /// spelling of umlauts are one merchant, under the name with the most transactions.
    async fn list_merchants(&self, user: UserId) -> Result<Vec<String>>;

    /// Returns the names that the user gave merchants.
    async fn list_merchant_names(&self, user: UserId) -> Result<MerchantNames>;

    /// Returns the date of the latest income or spending of each merchant, by each spelling of its name.
    async fn list_merchant_days(&self, user: UserId) -> Result<BTreeMap<String, NaiveDate>>;

    /// Gives merchants one name, which makes them one; `None` gives each its printed name again. Transactions
    /// of later imports get the name too. The edit can be undone by [`crate::Edits::undo_edit`].
    ///
    /// # Errors
    /// [`crate::EditError::Unknown`] if the user has no transaction of a merchant;
    /// [`crate::Error::SumTooLarge`] if a maintained total would exceed 64 bits.
    async fn name_merchants(
        &self,
        author: Author,
        merchants: Vec<String>,
        name: Option<String>,
        now: Timestamp,
    ) -> Result<Edit>;
}
