//! The plan of a fetch: from which day on, and which files of months its transactions become.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Datelike, Days};
use saldo_domain::{
    AccountId, Date, FeedAccount, FeedFile, FeedLink, FeedRows, Month, StatementId, Timestamp,
};
use sha2::{Digest, Sha256};

use crate::provider::FetchedAccount;
use crate::{FetchedRow, file};

/// The most days that a fetch covers, including today. SimpleFIN Bridge returns no more.
const DAYS_MAX: u64 = 90;
/// The days for which transactions may be booked late, so that they are asked for again.
const OVERLAP_DAYS: u64 = 10;

/// Returns the first day to ask for: that of the month of ten days before the last import, so that each month
/// is a whole. An account that was never imported is asked for as far back as possible.
pub(crate) fn since(accounts: &[FeedAccount], now: Timestamp) -> Date {
    let back = |date: Date, days| date.checked_sub_days(Days::new(days)).unwrap_or(date);
    let earliest = back(now.date(), DAYS_MAX - 1);
    let linked = accounts.iter().filter(|account| matches!(account.link, FeedLink::Account(_)));
    let last = linked.map(|account| account.imported_at.map(Timestamp::date)).min().flatten();
    let Some(last) = last else { return earliest };
    let first = back(last, OVERLAP_DAYS);
    first.with_day(1).unwrap_or(first).max(earliest)
}

/// A file to import.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct MonthFile {
    pub(crate) month: String,
    pub(crate) name: String,
    pub(crate) content: String,
    pub(crate) rows: FeedRows,
}

/// Returns the files of the months whose transactions differ from those of the files before them. The latest
/// one has the balance.
pub(crate) fn files(
    fetched: &FetchedAccount,
    account: AccountId,
    before: &[FeedFile],
    (since, today): (Date, Date),
) -> Vec<MonthFile> {
    let mut months: BTreeMap<Month, Vec<&FetchedRow>> = BTreeMap::new();
    for row in fetched.rows.iter().filter(|row| row.date >= since) {
        if let Some(month) = Month::of(row.date) {
            months.entry(month).or_default().push(row);
        }
    }
    let latest = months.keys().next_back().copied();
    let mut files = Vec::new();
    for (month, mut rows) in months {
        rows.sort_by(|one, other| (one.date, &one.id).cmp(&(other.date, &other.id)));
        let has_balance = latest == Some(month);
        let name = month.to_string();
        let rows_now = FeedRows {
            ids: rows.iter().map(|row| row.id.clone()).collect(),
            digest: digest(fetched, account, &rows, has_balance),
        };
        let known = before.iter().find(|file| file.month == name);
        if known.is_some_and(|known| known.rows.digest == rows_now.digest) {
            continue;
        }
        let period = month.period();
        let days = (period.start().max(since), period.end().min(today));
        let content = file::ofx(&fetched.details, &rows, days, has_balance);
        let title = file::name(&fetched.details);
        files.push(MonthFile { name: format!("{title} {name}.ofx"), month: name, content, rows: rows_now });
    }
    files
}

/// Returns the digest of what a file says, apart from the day of the fetch.
fn digest(fetched: &FetchedAccount, account: AccountId, rows: &[&FetchedRow], has_balance: bool) -> String {
    let mut digest = Sha256::new();
    let mut add = |text: &str| {
        digest.update(text.len().to_be_bytes());
        digest.update(text);
    };
    add(&account.to_string());
    for row in rows {
        add(&row.id);
        add(&row.date.to_string());
        add(&row.amount.decimal());
        add(&row.description);
    }
    let balance = fetched.details.balance.filter(|_| has_balance);
    add(&balance.map(saldo_domain::Money::decimal).unwrap_or_default());
    hex::encode(digest.finalize())
}

/// Returns the files that newer ones of the same month replace: those that were read, and whose transactions
/// the newer one has all.
pub(crate) fn replaced(files: &[FeedFile]) -> Vec<StatementId> {
    let mut newest: BTreeMap<&str, &FeedFile> = BTreeMap::new();
    let mut replaced = Vec::new();
    for file in files {
        let Some(by) = newest.get(file.month.as_str()) else {
            newest.insert(&file.month, file);
            continue;
        };
        let ids: BTreeSet<&String> = by.rows.ids.iter().collect();
        if by.is_processed && file.rows.ids.iter().all(|id| ids.contains(id)) {
            replaced.push(file.statement);
        }
    }
    replaced
}

#[cfg(test)]
mod tests;
