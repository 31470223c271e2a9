//! Balances along an account's entries: where one is set, and where a statement's closing can be asserted.

use saldo_domain::{AccountId, Date, Money, Outcome, Period};

use super::{Books, StatementBalance};
use crate::error::Result;

/// Something to write between two entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The first statement opens with what was there before: an entry against opening balances.
    Opening { date: Date, by: Money, balance: Money },
    /// A statement opens with another balance than the entries make: what lies between was never read.
    Unread { date: Date, by: Money, balance: Money },
    /// At the end of the day a statement closes with this balance, and the entries make it.
    Closing { date: Date, balance: Money },
    /// At the end of the day a statement closes with this balance, but entries of others stand among its own.
    NotAsserted { date: Date, balance: Money },
}

/// The running balance of an account, and the statements still ahead.
#[derive(Debug, Clone)]
pub(super) struct Balances {
    running: Money,
    is_anchored: bool,
    /// The latest end of the statements before.
    reached: Option<Date>,
    /// In the order of their days; at one day openings come before the entries, closings after.
    events: std::vec::IntoIter<(Date, Phase, StatementBalance)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Opens,
    Closes,
}

impl Balances {
    /// Of the statements that add up and print both balances.
    pub(super) fn of(books: &Books, account: AccountId, currency: saldo_domain::Currency) -> Self {
        let mut events = Vec::new();
        for statement in &books.statements {
            let is_whole = statement.opening.is_some() && statement.closing.is_some();
            let is_ours = statement.account == account && statement.currency == currency;
            if is_whole && is_ours && statement.outcome == Outcome::Balanced {
                events.push((statement.days.start(), Phase::Opens, *statement));
                events.push((statement.days.end(), Phase::Closes, *statement));
            }
        }
        events.sort_by_key(|(date, phase, statement)| {
            (*date, *phase, statement.days.start(), statement.statement)
        });
        let running = Money::zero(currency);
        Self { running, is_anchored: false, reached: None, events: events.into_iter() }
    }

    /// What to write before an entry of the day `date`.
    pub(super) fn before(&mut self, date: Date) -> Result<Vec<Mark>> {
        self.until(|day, phase| (day, phase) <= (date, Phase::Opens))
    }

    /// Counts an entry.
    pub(super) fn count(&mut self, amount: Money) -> Result<()> {
        self.running = self.running.checked_add(amount)?;
        Ok(())
    }

    /// What to write after the last entry.
    pub(super) fn rest(&mut self) -> Result<Vec<Mark>> {
        self.until(|_, _| true)
    }

    fn until(&mut self, is_due: impl Fn(Date, Phase) -> bool) -> Result<Vec<Mark>> {
        let mut marks = Vec::new();
        while self.events.as_slice().first().is_some_and(|(day, phase, _)| is_due(*day, *phase)) {
            let Some((date, phase, statement)) = self.events.next() else { break };
            match (phase, statement.opening, statement.closing) {
                (Phase::Opens, Some(opening), _) => marks.extend(self.open(date, opening, statement.days)?),
                (Phase::Closes, _, Some(balance)) if self.running == balance => {
                    marks.push(Mark::Closing { date, balance });
                }
                (Phase::Closes, _, Some(balance)) => marks.push(Mark::NotAsserted { date, balance }),
                _ => {}
            }
        }
        Ok(marks)
    }

    /// Sets the balance to what a statement opens with, unless an earlier one reaches into its days.
    fn open(&mut self, date: Date, opening: Money, days: Period) -> Result<Option<Mark>> {
        let overlaps = self.reached.is_some_and(|reached| days.start() <= reached);
        self.reached = self.reached.max(Some(days.end()));
        let by = opening.checked_sub(self.running)?;
        let was_anchored = std::mem::replace(&mut self.is_anchored, true);
        if overlaps || by.is_zero() {
            return Ok(None);
        }
        self.running = opening;
        Ok(Some(if was_anchored {
            Mark::Unread { date, by, balance: opening }
        } else {
            Mark::Opening { date, by, balance: opening }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::{Currency, Id, Timestamp};

    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }
    fn day(number: u32) -> Date {
        Date::from_ymd_opt(2025, 5, number).unwrap()
    }
    /// The marks of statements (first day, last day, opening, closing) around entries (day, amount).
    fn marks(statements: &[(u32, u32, i64, i64)], entries: &[(u32, i64)]) -> Vec<Mark> {
        let account = Id::new(Timestamp::from_milliseconds(0));
        let mut books = Books::default();
        for (first, last, opening, closing) in statements {
            books.statements.push(StatementBalance {
                statement: Id::new(Timestamp::from_milliseconds(0)),
                account,
                currency: euro(0).currency(),
                days: Period::new(day(*first), day(*last)).unwrap(),
                opening: Some(euro(*opening)),
                closing: Some(euro(*closing)),
                outcome: Outcome::Balanced,
            });
        }
        let mut balances = Balances::of(&books, account, euro(0).currency());
        let mut found = Vec::new();
        for (date, minor) in entries {
            found.extend(balances.before(day(*date)).unwrap());
            balances.count(euro(*minor)).unwrap();
        }
        found.extend(balances.rest().unwrap());
        found
    }
    fn closing(date: u32, minor: i64) -> Mark {
        Mark::Closing { date: day(date), balance: euro(minor) }
    }

    #[test]
    fn statements_that_follow_one_another_are_opened_once_and_each_closing_is_asserted() {
        let found = marks(&[(1, 10, 100, 90), (11, 20, 90, 95)], &[(2, -10), (15, 5)]);
        let opening = Mark::Opening { date: day(1), by: euro(100), balance: euro(100) };
        assert_eq!(found, [opening, closing(10, 90), closing(20, 95)]);
    }

    #[test]
    fn what_lies_between_two_statements_is_an_entry_of_its_own() {
        let found = marks(&[(1, 10, 0, -10), (15, 20, 40, 45)], &[(2, -10), (16, 5)]);
        let unread = Mark::Unread { date: day(15), by: euro(50), balance: euro(40) };
        assert_eq!(found, [closing(10, -10), unread, closing(20, 45)]);
    }

    #[test]
    fn a_closing_among_the_entries_of_another_statement_is_not_asserted() {
        let found = marks(&[(1, 10, 0, -10), (9, 20, -10, -5)], &[(2, -8), (9, 5), (10, -2)]);
        assert_eq!(found, [Mark::NotAsserted { date: day(10), balance: euro(-10) }, closing(20, -5)]);
    }

    #[test]
    fn entries_before_the_first_statement_count_into_its_opening() {
        let found = marks(&[(5, 10, 100, 110)], &[(1, 30), (6, 10)]);
        let opening = Mark::Opening { date: day(5), by: euro(70), balance: euro(100) };
        assert_eq!(found, [opening, closing(10, 110)]);
    }
}
