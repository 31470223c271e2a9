//! Lines that are dated outside of the time that their
//! statement accounts for, and the day on which each counts.
//!
//! The closing balance of a statement includes all of its lines. A line dated after the
//! closing day would be counted again when the balance is carried forward. A line dated
//! before the previous known balance would not be counted until its own statement ends.

use std::collections::HashMap;

use futures::stream::{self, StreamExt, TryStreamExt};
use saldo_domain::{AccountId, Date, Money, Period, UserId};
use saldo_ledger::history::History;
use saldo_storage::ProvenLine;

use crate::{Bookkeeper, Result};

/// The maximum number of unexplained intervals of an account that are examined, the latest first. Without a
/// limit, all lines would be read if no balance agrees.
const TIMES_MAX: usize = 12;
/// The number of intervals that are examined at once.
const TIMES_AT_ONCE: usize = 2;

/// A line that counts on another day than its date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MisdatedLine {
    /// The account.
    pub(crate) account: AccountId,
    /// The date of the transaction.
    pub(crate) date: Date,
    /// The nearest day on which its statement accounts for it.
    pub(crate) counts_on: Date,
    /// The amount, signed.
    pub(crate) amount: Money,
}

impl Bookkeeper {
    /// Returns the lines that are dated outside of the time that their statement accounts for.
    pub(crate) async fn misdated(
        &self,
        user: UserId,
        histories: &HashMap<AccountId, History>,
    ) -> Result<Vec<MisdatedLine>> {
        let times: Vec<(AccountId, &History, Period)> = histories
            .iter()
            .flat_map(|(account, history)| {
                suspected(history).into_iter().map(move |time| (*account, history, time))
            })
            .collect();
        let read = async |(account, history, time): (AccountId, &History, Period)| {
            let lines = self.storage.list_proven_lines(user, account, time).await?;
            let found = lines.into_iter().filter_map(|line| misdated(&line, time, history));
            Ok::<Vec<MisdatedLine>, crate::Error>(found.collect())
        };
        let found: Vec<Vec<MisdatedLine>> =
            stream::iter(times).map(read).buffered(TIMES_AT_ONCE).try_collect().await?;
        Ok(found.into_iter().flatten().collect())
    }
}

/// Returns the intervals to examine: the time since the last known balance, the intervals in which the
/// transactions do not account for the change of the balance and, if there are any of these, the time before
/// the first known balance. Other intervals have no misdated lines, so their lines need not be read.
fn suspected(history: &History) -> Vec<Period> {
    let Some(((first, _), (last, _))) = history.known().first().copied().zip(history.known().last().copied())
    else {
        return Vec::new();
    };
    let between = |after: Date, until: Date| Period::new(after.succ_opt()?, until);
    let pairs = history.known().windows(2).filter(|pair| !history.explains(pair[0], pair[1]));
    let mut times: Vec<Period> =
        pairs.rev().take(TIMES_MAX).filter_map(|pair| between(pair[0].0, pair[1].0)).collect();
    if !times.is_empty() {
        times.extend(Period::new(Period::FIRST_DAY, first));
    }
    times.extend(between(last, Period::LAST_DAY));
    times
}

/// Returns a line found in `time` as a misdated line, unless its statement accounts for it there.
fn misdated(line: &ProvenLine, time: Period, history: &History) -> Option<MisdatedLine> {
    let counts_on = if line.until < time.start() {
        line.until
    } else if line.until > time.end() {
        let before = history.known().iter().rev().find(|(day, _)| *day < line.until)?;
        before.0.succ_opt()?
    } else {
        return None;
    };
    Some(MisdatedLine { account: line.account, date: line.date, counts_on, amount: line.amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::{Currency, Timestamp, TransactionId};
    use saldo_ledger::history::KnownBalance;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// Creates a history with closing balances from March to May and the transactions of April and May.
    fn history(april: i64, may: i64, opening_of_april: Option<i64>) -> History {
        let certain = [("2025-03-31", 1_000), ("2025-04-30", 1_100), ("2025-05-31", 1_070)];
        let certain = certain.map(|(date, minor)| {
            let opened = opening_of_april.filter(|_| date == "2025-04-30").map(|opening| (None, opening));
            KnownBalance { date: day(date), minor, opened }
        });
        History::new(certain, [(day("2025-04-05"), april), (day("2025-05-05"), may)]).unwrap()
    }

    fn line(date: &str, until: &str) -> ProvenLine {
        let now = Timestamp::from_milliseconds(1);
        let amount = Money::from_minor(30, Currency::parse("EUR").unwrap());
        ProvenLine {
            account: AccountId::new(now),
            transaction: TransactionId::new(now),
            date: day(date),
            amount,
            until: day(until),
        }
    }

    #[test]
    fn only_unexplained_periods_are_read() {
        let april = Period::new(day("2025-04-01"), day("2025-04-30")).unwrap();
        let before = Period::new(Period::FIRST_DAY, day("2025-03-31")).unwrap();
        let since = Period::new(day("2025-06-01"), Period::LAST_DAY).unwrap();
        // In April, the transactions are 30 less than the change of the balance.
        assert_eq!(suspected(&history(70, -30, None)), [april, before, since]);
        assert_eq!(suspected(&history(100, -30, None)), [since]);
        // The statement before that of April is missing. The
        // opening balance of April accounts for its transactions.
        assert_eq!(suspected(&history(70, -30, Some(1_030))), [since]);
    }

    #[test]
    fn a_line_counts_within_its_statement_period() {
        let april = Period::new(day("2025-04-01"), day("2025-04-30")).unwrap();
        let counts_on =
            |date, until| misdated(&line(date, until), april, &history(70, -30, None)).map(|it| it.counts_on);
        assert_eq!(counts_on("2025-04-03", "2025-03-31"), Some(day("2025-03-31")));
        assert_eq!(counts_on("2025-04-29", "2025-05-31"), Some(day("2025-05-01")));
        assert_eq!(counts_on("2025-04-29", "2025-04-30"), None);
    }
}
