//! Duplicates and coverage.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::Days;
use futures::stream::{self, Stream, StreamExt, TryStreamExt};
use saldo_domain::{
    AccountId, Currency, Date, Money, PageRequest, Period, Statement, StatementId, Transaction,
    TransactionFilter, TransactionId, TransactionKind, UserId,
};
use saldo_ledger::Movement;
use saldo_ledger::coverage::{Coverage, PrintedLine, PrintedLines, coverage_of, undecided};
use saldo_ledger::duplicates::{DuplicateGroup, find_duplicates};

use crate::accounts::require_found;
use crate::{Bookkeeper, Error, Result};

/// The days in which patterns are searched: enough for three yearly payments.
const DAYS_BACK: u64 = 3 * 366;
/// The maximum number of transactions of one account, from these years, to hold in memory (about 200 MB).
const MOVEMENTS_MAX: u32 = 1_000_000;
/// The number of accounts whose transactions are read at once.
const ACCOUNTS_AT_ONCE: usize = 2;
/// The number of transactions that one request names: one page of them.
const IDS_AT_ONCE: usize = PageRequest::LIMIT_MAX as usize;

/// A group of transactions that may be one transaction.
#[derive(Debug, Clone)]
pub struct Duplicates {
    /// The account of the transactions.
    pub account: AccountId,
    /// The amount of each transaction.
    pub amount: Money,
    /// The transactions, by date; at least two.
    pub transactions: Vec<Transaction>,
}

impl Bookkeeper {
    /// Returns groups of transactions of the last three years that may be duplicates.
    /// A group is left out if the user marked all of its pairs as different.
    ///
    /// # Errors
    /// [`crate::Error::TooManyTransactions`] if an account has more than a million
    /// transactions in these years; [`crate::Error::Storage`] if the storage fails.
    pub async fn duplicates(&self, user: UserId, today: Date) -> Result<Vec<Duplicates>> {
        let (periods, distinct) =
            futures::try_join!(self.storage.list_statement_periods(user), self.storage.list_distinct(user),)?;
        let periods: BTreeMap<StatementId, Period> = periods.into_iter().collect();
        let distinct: HashSet<(TransactionId, TransactionId)> = distinct.into_iter().collect();
        let is_undecided = |group: &DuplicateGroup| {
            group.transactions.iter().enumerate().any(|(index, one)| {
                group.transactions[index + 1..].iter().any(|other| {
                    let pair = if one < other { (*one, *other) } else { (*other, *one) };
                    !distinct.contains(&pair)
                })
            })
        };
        let mut groups = Vec::new();
        let mut of_accounts = self.movements_by_account(user, today, None).await?;
        while let Some(movements) = of_accounts.try_next().await? {
            groups.extend(find_duplicates(&movements, &periods).into_iter().filter(is_undecided));
        }
        groups.sort_unstable_by(|one, other| one.transactions.cmp(&other.transactions));
        let ids: Vec<TransactionId> =
            groups.iter().flat_map(|group| group.transactions.iter().copied()).collect();
        let mut by_id = self.transactions_of(user, &ids).await?;
        let groups = groups.into_iter().map(|group| Duplicates {
            account: group.account,
            amount: group.amount,
            transactions: group.transactions.iter().filter_map(|id| by_id.remove(id)).collect(),
        });
        // A transaction may have been deleted since it was examined.
        Ok(groups.filter(|group| group.transactions.len() > 1).collect())
    }

    /// Marks two transactions as different, so that they are no longer suspected to be duplicates.
    ///
    /// # Errors
    /// [`crate::Error::NotFound`] unless both are the user's; [`crate::Error::Storage`] if the storage fails.
    pub async fn keep_apart(&self, user: UserId, one: TransactionId, other: TransactionId) -> Result<()> {
        require_found(self.storage.put_distinct(user, one, other).await?)
    }

    /// Returns the transactions of the last years of each account, in the order of the accounts' IDs. One
    /// account is examined at a time, while the next one is read: no recurring payment and no duplicate has
    /// transactions of two accounts.
    pub(crate) async fn movements_by_account(
        &self,
        user: UserId,
        today: Date,
        kind: Option<TransactionKind>,
    ) -> Result<impl Stream<Item = Result<Vec<Movement>>>> {
        let accounts = self.storage.list_accounts(user).await?;
        let mut ids: Vec<AccountId> = accounts.into_iter().map(|account| account.id).collect();
        ids.sort_unstable();
        let period = back_from(today);
        let read = move |account| self.movements(user, account, period, kind);
        Ok(Box::pin(stream::iter(ids).map(read).buffered(ACCOUNTS_AT_ONCE)))
    }

    /// Returns the transactions of an account that matching examines.
    async fn movements(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
        kind: Option<TransactionKind>,
    ) -> Result<Vec<Movement>> {
        let found = self.storage.list_movements(user, account, period, kind, MOVEMENTS_MAX + 1).await?;
        if found.len() > MOVEMENTS_MAX as usize {
            return Err(Error::TooManyTransactions { most: MOVEMENTS_MAX as usize });
        }
        Ok(found)
    }

    /// Returns the transactions with these IDs.
    async fn transactions_of(
        &self,
        user: UserId,
        ids: &[TransactionId],
    ) -> Result<HashMap<TransactionId, Transaction>> {
        let mut found = HashMap::with_capacity(ids.len());
        for ids in ids.chunks(IDS_AT_ONCE) {
            let filter = TransactionFilter { ids: Some(ids.to_vec()), ..TransactionFilter::default() };
            let page =
                self.storage.list_transactions(user, filter, PageRequest::first(PageRequest::LIMIT_MAX));
            found.extend(page.await?.items.into_iter().map(|transaction| (transaction.id, transaction)));
        }
        Ok(found)
    }

    /// Returns the days that the statements of each account cover, with gaps, overlaps and breaks.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn coverage(&self, user: UserId) -> Result<BTreeMap<(AccountId, Currency), Coverage>> {
        let statements = self.statements(user).await?;
        let mut printed = PrintedLines::new();
        for statement in undecided(&statements) {
            for line in self.storage.list_statement_lines(user, statement).await?.unwrap_or_default() {
                let Ok(part) = usize::try_from(line.part) else { continue };
                let (transaction, date, amount) =
                    (line.transaction.id, line.transaction.date, line.transaction.amount);
                printed.entry((statement, part)).or_default().push(PrintedLine { transaction, date, amount });
            }
        }
        Ok(coverage_of(&statements, &printed))
    }

    /// Returns all statements of the user, newest first.
    ///
    /// # Errors
    /// [`crate::Error::Storage`] if the storage fails.
    pub async fn statements(&self, user: UserId) -> Result<Vec<Statement>> {
        let mut found = Vec::new();
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        loop {
            let next = self.storage.list_statements(user, page).await?;
            found.extend(next.items);
            match next.next_cursor {
                Some(cursor) => page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: Some(cursor) },
                None => return Ok(found),
            }
        }
    }
}

pub(crate) fn back_from(today: Date) -> Period {
    let start = today.checked_sub_days(Days::new(DAYS_BACK)).unwrap_or(Period::FIRST_DAY);
    Period::new(start, today).unwrap_or(Period::EVER)
}
