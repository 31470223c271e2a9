//! Lines that the books date outside of the time their statement accounts for: where to look for them, and the day each counts on.
//!
//! A closing balance has all lines of its statement in it. One that is dated after that day would be counted once more when the
//! balance is carried on, and one that is dated before the balance that precedes it not at all until its own statement ends.

use std::collections::HashMap;

use saldo_domain::{AccountId, Date, Money, Period, UserId};
use saldo_storage::ProvenLine;

use super::History;
use crate::{Bookkeeper, Result};

/// How many unexplained times of an account are looked into, the latest first: books in which nothing agrees are not read whole.
const TIMES_MAX: usize = 12;

/// A line that counts on another day than the one it is dated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Stray {
    /// The account.
    pub(super) account: AccountId,
    /// The day in the books.
    pub(super) date: Date,
    /// The nearest day on which its statement accounts for it.
    pub(super) counts_on: Date,
    /// What it moved.
    pub(super) amount: Money,
}

impl Bookkeeper {
    /// The lines that are dated outside of the time their statement accounts for.
    pub(super) async fn strays(
        &self,
        user: UserId,
        histories: &HashMap<AccountId, History>,
    ) -> Result<Vec<Stray>> {
        let mut found = Vec::new();
        for (account, history) in histories {
            for time in suspected(history) {
                let lines = self.storage.list_proven_lines(user, *account, time).await?;
                found.extend(lines.into_iter().filter_map(|line| stray(&line, time, history)));
            }
        }
        Ok(found)
    }
}

/// The times to look into: since the last certain balance, and those in which the books moved another amount than the balances
/// around them did. The others hold no stray, so that their lines, however many, need not be read.
fn suspected(history: &History) -> Vec<Period> {
    let Some(((first, _), (last, _))) = history.known.first().copied().zip(history.known.last().copied())
    else {
        return Vec::new();
    };
    let between = |after: Date, until: Date| Period::new(after.succ_opt()?, until);
    let pairs = history.known.windows(2).filter(|pair| !history.explains(pair[0], pair[1]));
    let mut times: Vec<Period> =
        pairs.rev().take(TIMES_MAX).filter_map(|pair| between(pair[0].0, pair[1].0)).collect();
    if !times.is_empty() {
        times.extend(Period::new(Period::FIRST_DAY, first));
    }
    times.extend(between(last, Period::LAST_DAY));
    times
}

/// A line found in `time`, if its statement does not account for it there.
fn stray(line: &ProvenLine, time: Period, history: &History) -> Option<Stray> {
    let counts_on = if line.until < time.start() {
        line.until
    } else if line.until > time.end() {
        let before = history.known.iter().rev().find(|(day, _)| *day < line.until)?;
        before.0.succ_opt()?
    } else {
        return None;
    };
    Some(Stray { account: line.account, date: line.date, counts_on, amount: line.amount })
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::{Currency, EntryId, Timestamp};

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    /// Closing balances of March to May; in April the books moved 30 less than the balances did.
    fn history() -> History {
        History {
            known: vec![(day("2025-03-31"), 1_000), (day("2025-04-30"), 1_100), (day("2025-05-31"), 1_070)],
            opened: HashMap::new(),
            sums: vec![(day("2025-04-05"), 70), (day("2025-05-05"), 40)],
        }
    }

    fn line(date: &str, until: &str) -> ProvenLine {
        let now = Timestamp::from_milliseconds(1);
        let amount = Money::from_minor(30, Currency::parse("EUR").unwrap());
        ProvenLine {
            account: AccountId::new(now),
            entry: EntryId::new(now),
            date: day(date),
            amount,
            until: day(until),
        }
    }

    #[test]
    fn only_times_that_their_balances_do_not_explain_are_looked_into() {
        let april = Period::new(day("2025-04-01"), day("2025-04-30")).unwrap();
        let before = Period::new(Period::FIRST_DAY, day("2025-03-31")).unwrap();
        let since = Period::new(day("2025-06-01"), Period::LAST_DAY).unwrap();
        assert_eq!(suspected(&history()), [april, before, since]);
        let explained =
            History { sums: vec![(day("2025-04-05"), 100), (day("2025-05-05"), 70)], ..history() };
        assert_eq!(suspected(&explained), [since]);
        // A statement is missing before the one of April, which opens with what it should for what it moved.
        let gap = History { opened: HashMap::from([(day("2025-04-30"), 1_030)]), ..history() };
        assert_eq!(suspected(&gap), [since]);
    }

    #[test]
    fn a_line_counts_on_the_nearest_day_of_the_time_that_its_statement_accounts_for() {
        let april = Period::new(day("2025-04-01"), day("2025-04-30")).unwrap();
        let counts_on = |date, until| stray(&line(date, until), april, &history()).map(|it| it.counts_on);
        assert_eq!(counts_on("2025-04-03", "2025-03-31"), Some(day("2025-03-31")));
        assert_eq!(counts_on("2025-04-29", "2025-05-31"), Some(day("2025-05-01")));
        assert_eq!(counts_on("2025-04-29", "2025-04-30"), None);
    }
}
