//! The balance of an account at the end of each day, from known balances and the transactions between them.
//!
//! Net worth and the exports with balances both use it.

use std::collections::HashMap;

use saldo_domain::{Date, MoneyError};

/// A balance that is known, printed by a statement or entered
/// by the user, in minor units of the account's currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownBalance {
    /// The day at whose end the account had this balance.
    pub date: Date,
    /// The balance in minor units.
    pub minor: i64,
    /// The opening balance of the statement that closes with this balance, with the first
    /// day of its period if known. `None` for a balance that is not a closing balance.
    pub opened: Option<(Option<Date>, i64)>,
}

/// The known balances and the transactions of one account, in minor units of its currency.
///
/// ```
/// use saldo_domain::Date;
/// use saldo_ledger::history::{History, KnownBalance};
///
/// let day = |text: &str| text.parse::<Date>();
/// let known = KnownBalance { date: day("2025-05-10")?, minor: 10_000, opened: None };
/// let moved = [(day("2025-05-08")?, -500), (day("2025-05-12")?, -2_000)];
/// let history = History::new([known], moved)?;
/// let at = |text: &str| Ok::<_, chrono::ParseError>(history.at(day(text)?));
/// assert_eq!((at("2025-05-08")?, at("2025-05-12")?), (Some(10_000), Some(8_000)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct History {
    /// The known balances by day, one per day.
    known: Vec<(Date, i64)>,
    /// The opening balance of the statement that closes with
    /// a known balance, by the day of the closing balance.
    opened: HashMap<Date, i64>,
    /// The first day of the statement that closes with the first known balance. Its opening
    /// balance is known from that day on, even if the first transaction comes later.
    start: Option<Date>,
    /// Each day with transactions, with the sum of all amounts up to its end.
    sums: Vec<(Date, i64)>,
}

/// The opening balance and the known balances that a journal
/// needs so that its balances equal those of a [`History`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ledger {
    /// The balance before the first transaction, and the first day on which it is known.
    pub opening: Option<(Date, i64)>,
    /// The known balances by day.
    pub known: Vec<(Date, i64)>,
}

impl History {
    /// Creates a history from known balances and from amounts with the day each counts on. Where the
    /// days within a month do not matter, an amount may be the sum of the month on its last day. Of
    /// two balances of one day, the later one in the iterator wins. Neither iterator has to be sorted.
    ///
    /// # Errors
    /// [`MoneyError::Overflow`] if the sum of the amounts does not fit into 64 bits.
    pub fn new(
        certain: impl IntoIterator<Item = KnownBalance>,
        moved: impl IntoIterator<Item = (Date, i64)>,
    ) -> Result<Self, MoneyError> {
        let mut history = Self::default();
        let mut certain: Vec<KnownBalance> = certain.into_iter().collect();
        certain.sort_by_key(|balance| balance.date);
        for KnownBalance { date, minor, opened } in certain {
            match history.known.last_mut() {
                Some(last) if last.0 == date => last.1 = minor,
                _ => history.known.push((date, minor)),
            }
            history.opened.extend(opened.map(|(_, opening)| (date, opening)));
            if history.known.len() == 1 {
                history.start = opened.and_then(|(start, _)| start).filter(|start| *start <= date);
            }
        }
        history.sums = moved.into_iter().collect();
        history.sums.sort_by_key(|(day, _)| *day);
        let mut until = 0_i64;
        for (_, sum) in &mut history.sums {
            until = until.checked_add(*sum).ok_or(MoneyError::Overflow)?;
            *sum = until;
        }
        Ok(history)
    }

    /// Returns the known balances by day.
    #[must_use]
    pub fn known(&self) -> &[(Date, i64)] {
        &self.known
    }

    /// Returns the sum of all amounts up to the end of `date`.
    fn moved_until(&self, date: Date) -> i64 {
        let after = self.sums.partition_point(|(day, _)| *day <= date);
        after.checked_sub(1).map_or(0, |index| self.sums[index].1)
    }

    /// Returns the balance at the end of `date`, in minor units. It is the last known
    /// balance plus the transactions since. Before the first known balance, it is that
    /// balance less the transactions up to it. `None` before the first day with any
    /// data, without any known balance, or if the balance does not fit into 64 bits.
    #[must_use]
    pub fn at(&self, date: Date) -> Option<i64> {
        let after = self.known.partition_point(|(day, _)| *day <= date);
        if let Some((day, minor)) = after.checked_sub(1).map(|index| self.known[index]) {
            return minor.checked_add(self.moved_until(date).checked_sub(self.moved_until(day))?);
        }
        let (day, minor) = *self.known.first()?;
        if date < self.first()? {
            return None;
        }
        minor.checked_sub(self.moved_until(day).checked_sub(self.moved_until(date))?)
    }

    /// True if the transactions between two known balances account for the difference.
    /// If a statement is missing between them, it is enough that they account for the
    /// difference between the opening and the closing balance of the later statement.
    #[must_use]
    pub fn explains(&self, (before, held): (Date, i64), (after, holds): (Date, i64)) -> bool {
        let moved = self.moved_until(after).checked_sub(self.moved_until(before));
        let starts = [Some(held), self.opened.get(&after).copied()];
        moved.is_some_and(|moved| {
            starts.into_iter().flatten().any(|from| from.checked_add(moved) == Some(holds))
        })
    }

    /// Returns the first day with any data: a balance, a transaction
    /// or the start of the first statement. `None` without any.
    #[must_use]
    pub fn first(&self) -> Option<Date> {
        let days = [self.known.first(), self.sums.first()].into_iter().flatten().map(|(day, _)| *day);
        days.chain(self.start).min()
    }

    /// Returns the balances for a journal of the transactions from `from` (of all if
    /// `None`) to `until`. With them, the journal has the balance of [`History::at`]
    /// at the end of each of these days. Empty if no balance is known.
    #[must_use]
    pub fn ledger(&self, from: Option<Date>, until: Date) -> Ledger {
        let Some((day, minor)) = self.known.first().copied() else { return Ledger::default() };
        let eve = from.and_then(|from| Some((from, from.pred_opt()?)));
        let opening = match eve.and_then(|(from, eve)| Some((from, self.at(eve)?))) {
            Some(opening) => Some(opening),
            None => self.first().zip(minor.checked_sub(self.moved_until(day))),
        };
        let is_asked = |(day, _): &&(Date, i64)| from.is_none_or(|from| *day >= from) && *day <= until;
        Ledger {
            opening: opening.filter(|(day, _)| *day <= until),
            known: self.known.iter().filter(is_asked).copied().collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }
    fn certain(date: &str, minor: i64) -> KnownBalance {
        KnownBalance { date: day(date), minor, opened: None }
    }

    #[test]
    fn a_balance_is_carried_forward_from_the_last_known_one() {
        let moved = [("2025-02-10", -50), ("2025-03-10", 200), ("2025-04-05", -100)];
        let moved = moved.map(|(date, minor)| (day(date), minor));
        let history = History::new([certain("2025-03-31", 1_000)], moved).unwrap();
        assert_eq!(history.at(day("2025-03-31")), Some(1_000));
        assert_eq!(history.at(day("2025-04-30")), Some(900));
        assert_eq!(history.at(day("2025-02-28")), Some(800));
        assert_eq!(
            history.at(day("2025-01-31")),
            None,
            "the balance before the first transaction is unknown"
        );
    }

    #[test]
    fn a_statement_shows_the_balance_from_its_first_day() {
        let opened = Some((Some(day("2024-12-20")), 70));
        let closing = KnownBalance { date: day("2025-01-19"), minor: 100, opened };
        let history = History::new([closing], [(day("2025-01-05"), 30)]).unwrap();
        assert_eq!(history.at(day("2024-12-19")), None);
        assert_eq!(history.at(day("2024-12-31")), Some(70));
        assert_eq!(history.first(), Some(day("2024-12-20")));
        let ledger = history.ledger(None, day("2025-12-31"));
        assert_eq!(ledger.opening, Some((day("2024-12-20"), 70)));
        assert_eq!(ledger.known, [(day("2025-01-19"), 100)]);
    }

    proptest! {
        #[test]
        fn exported_transactions_reproduce_every_daily_balance(
            known in proptest::collection::vec((0_i64..200, -1_000_i64..1_000), 1..6),
            moved in proptest::collection::btree_map(0_i64..200, -500_i64..500, 0..60),
            start in proptest::option::of(0_i64..200), from in proptest::option::of(0_i64..200),
        ) {
            let on = |number: i64| day("2025-01-01") + chrono::TimeDelta::days(number);
            let opened = start.map(|start| (Some(on(start)), 0));
            let known = known.iter().map(|(date, minor)| KnownBalance { date: on(*date), minor: *minor, opened });
            let moved: Vec<(Date, i64)> = moved.iter().map(|(date, minor)| (on(*date), *minor)).collect();
            let history = History::new(known, moved.clone()).unwrap();
            let from = from.map(on);
            let ledger = history.ledger(from, on(300));
            let mut running = None;
            for date in (0..300).map(on) {
                if ledger.opening.is_some_and(|(first, _)| first == date) {
                    running = ledger.opening.map(|(_, minor)| minor);
                }
                if from.is_none_or(|from| date >= from) {
                    let net: i64 = moved.iter().filter(|(day, _)| *day == date).map(|(_, net)| net).sum();
                    running = running.map(|minor| minor + net);
                    if let Some((_, minor)) = ledger.known.iter().find(|(day, _)| *day == date) {
                        running = Some(*minor);
                    }
                    prop_assert_eq!(running, history.at(date), "{}", date);
                }
            }
        }
    }
}
