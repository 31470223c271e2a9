//! The days for which a user has data.

use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{Date, PageRequest, TransactionFilter, UserId};
use saldo_ledger::known::KnownDays;

use crate::{Bookkeeper, Result};

impl Bookkeeper {
    /// Returns the days for which there is data, as of `today`; `None` without transactions.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn known_days(&self, user: UserId, today: Date) -> Result<Option<KnownDays>> {
        let end = async |order| {
            let filter = TransactionFilter { order, ..TransactionFilter::default() };
            let page = self.storage.list_transactions(user, filter, PageRequest::first(1)).await?;
            Ok::<_, crate::Error>(page.items.first().map(|transaction| transaction.date))
        };
        let Some(first) = end(TransactionOrder::OldestFirst).await? else { return Ok(None) };
        let Some(last) = end(TransactionOrder::NewestFirst).await? else { return Ok(None) };
        let covered = self.storage.find_covered_days(user).await?;
        Ok(Some(KnownDays::of((first, last), covered, today)))
    }
}
