//! The running balance of an account in a journal, with the places at which a balance is set or asserted.

use saldo_domain::{Account, Date, Money, Period};

use super::{AccountBalances, ExportData};
use crate::error::Result;

/// An item that is written between two transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    /// The balance before the first transaction, written as a transaction with opening balances.
    Opening { date: Date, by: Money, balance: Money },
    /// An adjustment to a known balance that differs from the running one, because transactions are missing.
    Unread { date: Date, by: Money, balance: Money },
    /// One half of moving a transaction to the day on which it counts: its amount is subtracted on its date
    /// and added on the other day.
    Moved { date: Date, by: Money },
    /// A known balance at the end of a day, which the running balance is equal to.
    Closing { date: Date, balance: Money },
    /// The removal of the balance of a closed account, which does not count any longer.
    Closed { date: Date, by: Money },
}

/// The running balance of an account, and the known balances that come later.
#[derive(Debug, Clone)]
pub(super) struct Balances {
    running: Money,
    /// The day the account was closed, if its balances are known. Transactions after it do not count.
    closed_on: Option<Date>,
    /// The date of the latest transaction.
    last: Option<Date>,
    /// The remaining events by day. On one day, openings come
    /// before the transactions and all others after them.
    events: std::vec::IntoIter<(Date, Event)>,
}

/// An event at the beginning or the end of a day. The variants are ordered as they occur within a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Opens(Minor),
    Moves(Minor),
    Holds(Minor),
    Closes,
}

/// An amount in minor units of the account's currency.
type Minor = i64;

impl Balances {
    /// Creates the balances of an account; without events if no balance of it is known.
    pub(super) fn of(books: &ExportData, account: &Account) -> Self {
        let known = books.balances.iter().find(|balances| balances.account == account.id);
        let counts = |date: &Date| account.closed_on.is_none_or(|closed| *date <= closed);
        let mut events = Vec::new();
        if let Some(AccountBalances { opening, known, moved, .. }) = known {
            events.extend(opening.map(|(date, balance)| (date, Event::Opens(balance.minor()))));
            events.extend(known.iter().map(|(date, balance)| (*date, Event::Holds(balance.minor()))));
            for (date, counts_on, amount) in moved {
                events.push((*counts_on, Event::Moves(amount.minor())));
                events.extend(amount.checked_neg().map(|back| (*date, Event::Moves(back.minor()))));
            }
            events.retain(|(date, _)| counts(date));
            events.extend(account.closed_on.map(|date| (date, Event::Closes)));
        }
        events.sort_unstable();
        Self {
            running: Money::zero(account.currency),
            closed_on: account.closed_on.filter(|_| known.is_some()),
            last: None,
            events: events.into_iter(),
        }
    }

    /// Returns the items to write before a transaction of the day `date`.
    pub(super) fn before(&mut self, date: Date) -> Result<Vec<Mark>> {
        let mut marks =
            self.until(|day, event| day < date || day == date && matches!(event, Event::Opens(_)))?;
        if self.last.is_some_and(|last| last < date) {
            marks.extend(self.after_closing()?);
        }
        self.last = Some(date);
        Ok(marks)
    }

    /// Adds the amount of a transaction to the running balance.
    pub(super) fn count(&mut self, amount: Money) -> Result<()> {
        self.running = self.running.checked_add(amount)?;
        Ok(())
    }

    /// Returns the items to write after the last transaction.
    pub(super) fn rest(&mut self) -> Result<Vec<Mark>> {
        let mut marks = self.until(|_, _| true)?;
        marks.extend(self.after_closing()?);
        Ok(marks)
    }

    fn until(&mut self, is_due: impl Fn(Date, Event) -> bool) -> Result<Vec<Mark>> {
        let mut marks = Vec::new();
        while self.events.as_slice().first().is_some_and(|(day, event)| is_due(*day, *event)) {
            let Some((date, event)) = self.events.next() else { break };
            let money = |minor| Money::from_minor(minor, self.running.currency());
            match event {
                Event::Opens(minor) => {
                    let balance = money(minor);
                    let by = balance.checked_sub(self.running)?;
                    self.running = balance;
                    marks.extend((!by.is_zero()).then_some(Mark::Opening { date, by, balance }));
                }
                Event::Moves(minor) => {
                    let by = money(minor);
                    self.running = self.running.checked_add(by)?;
                    marks.push(Mark::Moved { date, by });
                }
                Event::Holds(minor) => {
                    let balance = money(minor);
                    let by = balance.checked_sub(self.running)?;
                    self.running = balance;
                    marks.extend((!by.is_zero()).then_some(Mark::Unread { date, by, balance }));
                    marks.push(Mark::Closing { date, balance });
                }
                Event::Closes => {
                    let next = date.succ_opt().filter(|next| Period::EVER.contains(*next));
                    marks.extend(next.map(|date| self.write_off(date)).transpose()?.flatten());
                }
            }
        }
        Ok(marks)
    }

    /// Returns the item that removes the amount of transactions
    /// after the account was closed, which do not count.
    fn after_closing(&mut self) -> Result<Option<Mark>> {
        match self.last.filter(|last| self.closed_on.is_some_and(|closed| closed < *last)) {
            Some(last) => self.write_off(last),
            None => Ok(None),
        }
    }

    fn write_off(&mut self, date: Date) -> Result<Option<Mark>> {
        let by = self.running.checked_neg()?;
        self.running = Money::zero(by.currency());
        Ok((!by.is_zero()).then_some(Mark::Closed { date, by }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use saldo_domain::{AccountKind, Currency, Id, Timestamp};

    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }
    fn day(number: u32) -> Date {
        Date::from_ymd_opt(2025, 5, number).unwrap()
    }
    fn account(closed_on: Option<u32>) -> Account {
        let now = Timestamp::from_milliseconds(0);
        Account {
            id: Id::new(now),
            name: "Everyday".to_owned(),
            institution: None,
            number_masked: None,
            kind: AccountKind::Checking,
            currency: euro(0).currency(),
            by_hand: false,
            closed_on: closed_on.map(day),
            number: None,
            created_at: now,
            updated_at: now,
        }
    }
    /// Returns the items of an account with an opening, known balances (day, balance) and moved
    /// transactions (date, day on which it counts, amount), written around transactions (day, amount).
    fn marks(
        account: &Account,
        (opening, known): ((u32, i64), &[(u32, i64)]),
        moved: &[(u32, u32, i64)],
        transactions: &[(u32, i64)],
    ) -> Vec<Mark> {
        let at = |(date, minor): (u32, i64)| (day(date), euro(minor));
        let balances = AccountBalances {
            account: account.id,
            opening: Some(at(opening)),
            known: known.iter().copied().map(at).collect(),
            moved: moved
                .iter()
                .map(|(date, counts_on, minor)| (day(*date), day(*counts_on), euro(*minor)))
                .collect(),
        };
        let books = ExportData { balances: vec![balances], ..ExportData::default() };
        let mut balances = Balances::of(&books, account);
        let mut found = Vec::new();
        for (date, minor) in transactions {
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
    fn an_account_is_opened_once_and_each_certain_balance_is_asserted() {
        let found = marks(&account(None), ((1, 100), &[(10, 90), (20, 95)]), &[], &[(2, -10), (15, 5)]);
        let opening = Mark::Opening { date: day(1), by: euro(100), balance: euro(100) };
        assert_eq!(found, [opening, closing(10, 90), closing(20, 95)]);
    }

    #[test]
    fn an_unexplained_difference_becomes_a_transaction_on_the_balance_date() {
        let found = marks(&account(None), ((1, 0), &[(10, -10), (20, 45)]), &[], &[(2, -10), (16, 5)]);
        let unread = Mark::Unread { date: day(20), by: euro(50), balance: euro(45) };
        assert_eq!(found, [closing(10, -10), unread, closing(20, 45)]);
    }

    #[test]
    fn a_transaction_counts_on_its_effective_day() {
        let found = marks(&account(None), ((1, 0), &[(10, -15)]), &[(12, 10, -5)], &[(2, -10), (12, -5)]);
        let moved = |date, minor| Mark::Moved { date: day(date), by: euro(minor) };
        assert_eq!(found, [moved(10, -5), closing(10, -15), moved(12, 5)]);
    }

    #[test]
    fn a_closed_account_has_a_zero_balance_after_its_last_day() {
        let found = marks(&account(Some(10)), ((1, 20), &[(15, 99)]), &[], &[(2, -10), (12, 3), (13, 4)]);
        let opening = Mark::Opening { date: day(1), by: euro(20), balance: euro(20) };
        let closed = |date, minor| Mark::Closed { date: day(date), by: euro(minor) };
        assert_eq!(found, [opening, closed(11, -10), closed(12, -3), closed(13, -4)]);
    }
}
