//! Recurring payments, duplicates and coverage.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::Days;
use saldo_domain::{
    AccountId, Currency, Date, Entry, EntryFilter, EntryId, EntryKind, Money, PageRequest, Period, Statement,
    StatementId, UserId,
};
use saldo_ledger::Movement;
use saldo_ledger::coverage::{Coverage, PrintedLine, PrintedLines, coverage_of, undecided};
use saldo_ledger::duplicates::find_duplicates;
use saldo_ledger::recurring::{Recurring, find_recurring};

use crate::{Bookkeeper, Result};

/// The days in which patterns are searched: enough for three yearly payments.
const DAYS_BACK: u64 = 3 * 366;

/// A group of transactions that may be one transaction.
#[derive(Debug, Clone)]
pub struct Duplicates {
    /// The account of all of them.
    pub account: AccountId,
    /// The amount of each of them.
    pub amount: Money,
    /// The transactions, by date; at least two.
    pub entries: Vec<Entry>,
}

impl Bookkeeper {
    /// Returns recurring payments and income of the last three years, as of `today`.
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`] if there are too many
    /// transactions; [`crate::Error::Storage`] if the storage fails.
    pub async fn recurring(&self, user: UserId, today: Date) -> Result<Vec<Recurring>> {
        let filter =
            EntryFilter { period: back_from(today), kind: Some(EntryKind::Entry), ..EntryFilter::default() };
        let entries = self.all_entries(user, filter).await?;
        let movements: Vec<Movement<'_>> = entries.iter().map(Movement::from).collect();
        Ok(find_recurring(&movements, today))
    }

    /// Returns groups of transactions of the last three years that may be duplicates.
    /// A group is left out if the user marked all of its pairs as different.
    ///
    /// # Errors
    /// [`crate::Error::TooManyEntries`] if there are too many
    /// transactions; [`crate::Error::Storage`] if the storage fails.
    pub async fn duplicates(&self, user: UserId, today: Date) -> Result<Vec<Duplicates>> {
        let filter = EntryFilter { period: back_from(today), ..EntryFilter::default() };
        let entries = self.all_entries(user, filter).await?;
        let statements = self.statements(user).await?;
        let periods: BTreeMap<StatementId, Period> = statements.iter().filter_map(span).collect();
        let distinct: HashSet<(EntryId, EntryId)> =
            self.storage.list_distinct(user).await?.into_iter().collect();
        let movements: Vec<Movement<'_>> = entries.iter().map(Movement::from).collect();
        let found = find_duplicates(&movements, &periods);
        let by_id: HashMap<EntryId, &Entry> = entries.iter().map(|entry| (entry.id, entry)).collect();
        let groups = found.into_iter().filter(|group| {
            group.entries.iter().enumerate().any(|(index, one)| {
                group.entries[index + 1..].iter().any(|other| {
                    let pair = if one < other { (*one, *other) } else { (*other, *one) };
                    !distinct.contains(&pair)
                })
            })
        });
        let groups = groups.map(|group| Duplicates {
            account: group.account,
            amount: group.amount,
            entries: group
                .entries
                .iter()
                .filter_map(|id| by_id.get(id).map(|entry| (*entry).clone()))
                .collect(),
        });
        Ok(groups.collect())
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
                let (entry, date, amount) = (line.entry.id, line.entry.date, line.entry.amount);
                printed.entry((statement, part)).or_default().push(PrintedLine { entry, date, amount });
            }
        }
        Ok(coverage_of(&statements, &printed))
    }

    async fn statements(&self, user: UserId) -> Result<Vec<Statement>> {
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

fn back_from(today: Date) -> Option<Period> {
    Period::new(today.checked_sub_days(Days::new(DAYS_BACK))?, today)
}

/// Returns the days from the first to the last that the accounts
/// on a statement cover; `None` if it prints no period.
fn span(statement: &Statement) -> Option<(StatementId, Period)> {
    let starts = statement.accounts.iter().filter_map(|account| account.period_start);
    let ends = statement.accounts.iter().filter_map(|account| account.period_end);
    Some((statement.id, Period::new(starts.min()?, ends.max()?)?))
}
