//! Accounts that look like duplicates. The user can merge
//! them, and reports name them where amounts may count twice.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, Period, UserId};
use saldo_ledger::lookalikes::{LookAlike, day_nets, look_alikes};
use saldo_storage::MonthFlow;

use crate::{Bookkeeper, Result};

/// The number of months that are compared before the latest month with transactions.
const MONTHS_BACK: i32 = 36;

/// A pair of accounts that may be one account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountPair {
    /// The account that comes first in the list of accounts.
    pub one: Account,
    /// The account that comes later.
    pub other: Account,
    /// The reason why they may be one account.
    pub found: LookAlike,
}

impl Bookkeeper {
    /// Returns the pairs of accounts that look like duplicates,
    /// except those that the user marked as different.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn account_pairs(&self, user: UserId) -> Result<Vec<AccountPair>> {
        let accounts = self.storage.list_accounts(user).await?;
        let months = self.storage.list_month_flows(user).await?;
        let found = self.look_alikes(user, &accounts, &months).await?;
        let by_id: HashMap<AccountId, Account> =
            accounts.into_iter().map(|account| (account.id, account)).collect();
        let account = |id| by_id.get(&id).cloned();
        let pair = |found: LookAlike| {
            Some(AccountPair { one: account(found.one)?, other: account(found.other)?, found })
        };
        Ok(found.into_iter().filter_map(pair).collect())
    }

    /// Returns the pairs of accounts that may be the same one, so that their amounts may count twice in sums.
    /// If accounts are named, only pairs of these count.
    ///
    /// # Errors
    /// As for [`Self::account_pairs`].
    pub async fn counted_twice(&self, user: UserId, accounts: &[AccountId]) -> Result<Vec<[AccountId; 2]>> {
        if accounts.len() == 1 {
            return Ok(Vec::new());
        }
        let is_meant = |id: &AccountId| accounts.is_empty() || accounts.contains(id);
        let pairs = self.account_pairs(user).await?;
        let ids = pairs.into_iter().map(|pair| [pair.one.id, pair.other.id]);
        Ok(ids.filter(|pair| pair.iter().all(is_meant)).collect())
    }

    pub(crate) async fn look_alikes(
        &self,
        user: UserId,
        accounts: &[Account],
        months: &[MonthFlow],
    ) -> Result<Vec<LookAlike>> {
        if accounts.len() < 2 {
            return Ok(Vec::new());
        }
        let identities = self.storage.list_account_identities(user).await?;
        let distinct: HashSet<(AccountId, AccountId)> =
            self.storage.list_distinct_accounts(user).await?.into_iter().collect();
        let last = months.iter().map(|flow| flow.month).max();
        let period = last.and_then(|last| {
            let start = last.plus(-MONTHS_BACK).unwrap_or(last).period().start();
            Period::new(start, last.period().end())
        });
        let flows = match period {
            Some(period) => {
                let ids = accounts.iter().map(|account| account.id).collect();
                self.storage.list_day_flows(user, ids, period).await?
            }
            None => Vec::new(),
        };
        let nets = day_nets(flows.iter().map(|flow| (flow.account, flow.date, flow.net.minor())));
        Ok(look_alikes(accounts, &identities, &nets, &distinct))
    }
}
