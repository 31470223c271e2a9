//! The days for which a user has data.

use std::collections::BTreeSet;

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
        let mut ends = self.ends_of(user, meant, data.today).await?;
        let Some(last) = ends.iter().map(|one| one.until).max() else { return Ok(ends) };
        let expected = last.min(until);
        ends.retain(|one| is_behind(one, expected));
        Ok(ends)
    }

    /// Returns the open accounts that have statements and whose data ends before `until`, although they seem
    /// to be in use. An account without statements, such as a wallet, can be complete on any day.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub(crate) async fn statements_behind(
        &self,
        user: UserId,
        data: &UserData,
        until: Date,
    ) -> Result<Vec<AccountBehind>> {
        let covered: BTreeSet<AccountId> =
            self.coverage(user).await?.into_keys().map(|(account, _)| account).collect();
        let open = data.accounts.iter().filter(|it| it.closed_on.is_none() && covered.contains(&it.id));
        let mut ends = self.ends_of(user, open.map(|it| it.id), data.today).await?;
        ends.retain(|one| is_behind(one, until));
        Ok(ends)
    }

    /// Returns the last days with complete data of these accounts. One without transactions has none.
    async fn ends_of(
        &self,
        user: UserId,
        accounts: impl Iterator<Item = AccountId>,
        today: Date,
    ) -> Result<Vec<AccountBehind>> {
        let end = async |account| {
            let known = self.days_of(user, Some(account), today).await?;
            Ok::<_, crate::Error>(known.map(|known| AccountBehind { account, until: known.until }))
        };
        Ok(try_join_all(accounts.map(end)).await?.into_iter().flatten().collect())
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

/// True if the data of an account ends before `expected`, but not so early that it is out of use.
fn is_behind(one: &AccountBehind, expected: Date) -> bool {
    one.until < expected && one.until + Days::new(BEHIND_DAYS_MAX) >= expected
}
