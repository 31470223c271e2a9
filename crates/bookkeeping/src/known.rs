//! The days for which a user has data.

use chrono::Days;
use futures::future::try_join_all;
use saldo_domain::query::AccountBehind;
use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{AccountId, Date, PageRequest, TransactionFilter, UserId};
use saldo_ledger::known::KnownDays;

use crate::{Bookkeeper, Result, UserData};

/// The largest number of days by which the data of an account that is in use may end before that of the
/// others: many banks issue statements every quarter. An account without data for longer is taken to be
/// out of use.
const BEHIND_DAYS_MAX: u64 = 100;

impl Bookkeeper {
    /// Returns the days for which there is data of these accounts, or of any account if none is
    /// given, as of `today`; `None` without transactions. See [`KnownDays::together`] for several accounts.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn known_days(
        &self,
        user: UserId,
        accounts: &[AccountId],
        today: Date,
    ) -> Result<Option<KnownDays>> {
        if accounts.is_empty() {
            return self.days_of(user, None, today).await;
        }
        let each = accounts.iter().map(|account| self.days_of(user, Some(*account), today));
        let all: Vec<KnownDays> = try_join_all(each).await?.into_iter().flatten().collect();
        Ok(KnownDays::together(&all))
    }

    /// Returns the open accounts whose data ends before `until` and before that of the others, although they
    /// seem to be in use. None of `accounts` means all.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn accounts_behind(
        &self,
        user: UserId,
        data: &UserData,
        accounts: &[AccountId],
        until: Date,
    ) -> Result<Vec<AccountBehind>> {
        let open = data.accounts.iter().filter(|it| it.closed_on.is_none());
        let meant = open.filter(|it| accounts.is_empty() || accounts.contains(&it.id)).map(|it| it.id);
        let end = async |account| {
            let known = self.days_of(user, Some(account), data.today).await?;
            Ok::<_, crate::Error>(known.map(|known| AccountBehind { account, until: known.until }))
        };
        let mut ends: Vec<AccountBehind> =
            try_join_all(meant.map(end)).await?.into_iter().flatten().collect();
        let Some(last) = ends.iter().map(|one| one.until).max() else { return Ok(ends) };
        let expected = last.min(until);
        ends.retain(|one| one.until < expected && one.until + Days::new(BEHIND_DAYS_MAX) >= expected);
        Ok(ends)
    }

    async fn days_of(
        &self,
        user: UserId,
        account: Option<AccountId>,
        today: Date,
    ) -> Result<Option<KnownDays>> {
        let end = async |order| {
            let filter = TransactionFilter { account, order, ..TransactionFilter::default() };
            let page = self.storage.list_transactions(user, filter, PageRequest::first(1)).await?;
            Ok::<_, crate::Error>(page.items.first().map(|transaction| transaction.date))
        };
        let covered = async { Ok(self.storage.find_covered_days(user, account).await?) };
        let (first, last, covered) = futures::try_join!(
            end(TransactionOrder::OldestFirst),
            end(TransactionOrder::NewestFirst),
            covered,
        )?;
        Ok(first.zip(last).map(|ends| KnownDays::of(ends, covered, today)))
    }
}
