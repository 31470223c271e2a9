//! Accounts that look like duplicates. The user can merge
//! them, and reports name them where amounts may count twice.

use std::collections::{HashMap, HashSet};

use saldo_domain::{Account, AccountId, Month, PageRequest, Period, TransactionFilter, UserId};
use saldo_ledger::lookalikes::{CandidatePair, LookAlike, are_same, day_nets, look_alikes};

use crate::{Bookkeeper, Result};

/// The maximum number of months to compare for a pair of accounts: the last ones that both have.
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
        self.pairs_among(user, accounts).await
    }

    /// Returns the pairs of [`Self::account_pairs`] among these accounts: all of the user's.
    ///
    /// # Errors
    /// As for [`Self::account_pairs`].
    pub async fn pairs_among(&self, user: UserId, accounts: Vec<Account>) -> Result<Vec<AccountPair>> {
        let found = self.look_alikes(user, &accounts).await?;
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

    pub(crate) async fn look_alikes(&self, user: UserId, accounts: &[Account]) -> Result<Vec<LookAlike>> {
        if accounts.len() < 2 {
            return Ok(Vec::new());
        }
        let (days, identities, distinct) = futures::try_join!(
            self.storage.list_account_days(user),
            self.storage.list_account_identities(user),
            self.storage.list_distinct_accounts(user),
        )?;
        let distinct: HashSet<(AccountId, AccountId)> = distinct.into_iter().collect();
        let ids: Vec<AccountId> = accounts.iter().map(|account| account.id).collect();
        let mut flows = Vec::new();
        for period in compared_periods(accounts, &days.into_iter().collect(), &distinct) {
            flows.extend(self.storage.list_day_flows(user, ids.clone(), period).await?);
        }
        let nets = day_nets(flows.iter().map(|flow| (flow.account, flow.date, flow.net.minor())));
        let (mut found, candidate) = look_alikes(accounts, &identities, &nets, &distinct);
        for one in candidate {
            if self.have_the_same(user, &one).await? {
                found.push(one.pair);
            }
        }
        Ok(found)
    }

    /// True if both accounts of a candidate pair have the same transactions on the pair's days.
    async fn have_the_same(&self, user: UserId, candidate: &CandidatePair) -> Result<bool> {
        let mut of_each = [Vec::new(), Vec::new()];
        for (account, transactions) in
            [candidate.pair.one, candidate.pair.other].into_iter().zip(&mut of_each)
        {
            for day in &candidate.days {
                let filter = TransactionFilter {
                    account: Some(account),
                    period: Period::new(*day, *day),
                    ..TransactionFilter::default()
                };
                let page = PageRequest::first(PageRequest::LIMIT_MAX);
                let found = self.storage.list_transactions(user, filter, page).await?;
                // Accounts with more transactions on a day are not compared, to bound the work.
                if found.next_cursor.is_some() {
                    return Ok(false);
                }
                transactions.extend(found.items);
            }
        }
        Ok(are_same(&of_each[0], &of_each[1]))
    }
}

/// Returns the periods in which pairs of accounts are compared, in order and apart from each other: for each
/// pair of one currency that is not in `distinct`, the last months of the time that both have, which may be
/// years ago. Comparing all of that time would read a lifetime of days at each request.
fn compared_periods(
    accounts: &[Account],
    days: &HashMap<AccountId, Period>,
    distinct: &HashSet<(AccountId, AccountId)>,
) -> Vec<Period> {
    let months = |account: &Account| {
        let days = days.get(&account.id)?;
        Month::of(days.start()).zip(Month::of(days.end()))
    };
    let mut periods = Vec::new();
    for (at, one) in accounts.iter().enumerate() {
        for other in &accounts[at + 1..] {
            let pair = (one.id.min(other.id), one.id.max(other.id));
            let both = months(one).zip(months(other));
            let Some((first, second)) = both.filter(|_| one.currency == other.currency) else { continue };
            let (start, last) = (first.0.max(second.0), first.1.min(second.1));
            let start = start.max(last.plus(1 - MONTHS_BACK).unwrap_or(start));
            let period = Period::new(start.period().start(), last.period().end());
            periods.extend(period.filter(|_| !distinct.contains(&pair)));
        }
    }
    periods.sort_unstable_by_key(|period| (period.start(), period.end()));
    let mut apart: Vec<Period> = Vec::new();
    for period in periods {
        match apart.last_mut() {
            Some(before) if period.start() <= before.end() => {
                let end = before.end().max(period.end());
                *before = Period::new(before.start(), end).unwrap_or(*before);
            }
            _ => apart.push(period),
        }
    }
    apart
}
