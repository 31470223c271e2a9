//! The expected cash flow: future recurring payments day by day.

use std::collections::BTreeMap;

use saldo_domain::{AccountId, Currency, Date, Money, Period};

use crate::error::{Error, Result};
use crate::recurring::Recurring;

/// The maximum number of days of a forecast: ten years. Today's recurring payments say nothing about later
/// years.
const DAYS_MAX: i64 = 3_660;

/// A payment or income that is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// The expected date.
    pub date: Date,
    /// The current amount of the recurring payment, signed.
    pub amount: Money,
    /// The account of the recurring payment.
    pub account: AccountId,
    /// The index of the recurring payment in the slice passed to [`expected`].
    pub recurring: usize,
}

/// The balance of a currency after a day on which payments are expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DayBalance {
    /// The date.
    pub date: Date,
    /// The balance at the end of the date.
    pub balance: Money,
}

/// The expected balances of one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedBalance {
    /// The balance at the start.
    pub start: Money,
    /// The balance after each day on which payments are expected.
    pub days: Vec<DayBalance>,
    /// The lowest balance and the first day on which it is reached. If the balance
    /// never falls below the start, it is the start with the first day of the period.
    pub lowest: DayBalance,
}

/// Returns the payments expected in `period` of the active ones
/// among `recurring`, by date, then in the order of the slice.
///
/// A payment that was expected before the period and has not come is expected on the first day of the period.
///
/// # Errors
/// [`Error::Impossible`] for a period of more than ten years.
pub fn expected(recurring: &[Recurring], period: Period) -> Result<Vec<Expected>> {
    if (period.end() - period.start()).num_days() > DAYS_MAX {
        return Err(Error::Impossible("a forecast can cover at most ten years"));
    }
    let mut found = Vec::new();
    for (index, series) in recurring.iter().enumerate().filter(|(_, series)| series.is_active) {
        // Each date is counted from the first, so that a payment
        // on the 31st returns to the 31st after February.
        let dates = (0..).map_while(|count| series.rhythm.after(series.next, count));
        for date in dates.take_while(|date| *date <= period.end()) {
            let is_late = date < period.start() && date == series.next;
            let date = if is_late { period.start() } else { date };
            if period.contains(date) {
                found.push(Expected {
                    date,
                    amount: series.amount,
                    account: series.account,
                    recurring: index,
                });
            }
        }
    }
    found.sort_by_key(|expected| (expected.date, expected.recurring));
    Ok(found)
}

/// The average days of a month as a fraction: 365.25 / 12 = 487 / 16.
const MONTH_DAYS: (i128, i128) = (487, 16);

/// Spreads spending of `per_month` evenly over the days of `period`. Amounts
/// are negative and rounded so that their sum is exact to the minor unit.
///
/// # Errors
/// [`Error::Money`] if an amount does not fit.
pub fn spread(per_month: Money, period: Period) -> Result<Vec<(Date, Money)>> {
    let (days, parts) = MONTH_DAYS;
    let mut spent = 0_i64;
    let mut found = Vec::new();
    for (date, count) in period.start().iter_days().take_while(|day| *day <= period.end()).zip(1_i128..) {
        let until = i128::from(per_month.minor()) * parts * count / days;
        let until = i64::try_from(until).map_err(|_| saldo_domain::MoneyError::Overflow)?;
        found.push((date, Money::from_minor(spent - until, per_month.currency())));
        spent = until;
    }
    Ok(found)
}

/// Returns the expected balances of each currency from those at the start of `period` and the expected
/// amounts, which must be sorted by date. Currencies without a starting balance are left out.
///
/// # Errors
/// [`Error::Money`] if a balance does not fit.
///
/// ```
/// use saldo_domain::{Currency, Money, Period};
/// use saldo_ledger::forecast::balances_ahead;
///
/// let euro = Currency::parse("EUR")?;
/// let money = |text| Money::parse(text, euro);
/// let period = Period::month(2025, 5).expect("a month");
/// let expected = [("2025-05-03".parse()?, money("-800.00")?), ("2025-05-28".parse()?, money("2500.00")?)];
/// let ahead = balances_ahead(&[(euro, money("500.00")?)].into(), expected, period)?;
/// assert_eq!(ahead[&euro].lowest.balance.to_string(), "-300.00 EUR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn balances_ahead(
    start: &BTreeMap<Currency, Money>,
    expected: impl IntoIterator<Item = (Date, Money)>,
    period: Period,
) -> Result<BTreeMap<Currency, ExpectedBalance>> {
    let mut found: BTreeMap<Currency, ExpectedBalance> = start
        .iter()
        .map(|(currency, money)| {
            let lowest = DayBalance { date: period.start(), balance: *money };
            (*currency, ExpectedBalance { start: *money, days: Vec::new(), lowest })
        })
        .collect();
    for (date, amount) in expected {
        let Some(ahead) = found.get_mut(&amount.currency()) else { continue };
        let before = ahead.days.last().map_or(ahead.start, |day| day.balance);
        let balance = before.checked_add(amount)?;
        match ahead.days.last_mut().filter(|day| day.date == date) {
            Some(day) => day.balance = balance,
            None => ahead.days.push(DayBalance { date, balance }),
        }
    }
    for ahead in found.values_mut() {
        for day in &ahead.days {
            if day.balance.minor() < ahead.lowest.balance.minor() {
                ahead.lowest = *day;
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recurring::{Regularity, Rhythm};
    use saldo_domain::transaction::Direction;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }
    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }
    fn dated(expected: &[Expected]) -> Vec<(Date, Money)> {
        expected.iter().map(|item| (item.date, item.amount)).collect()
    }

    #[test]
    fn spending_is_spread_evenly_without_a_remainder() {
        let days = spread(euro(48_700), period("2025-05-01", "2025-05-31")).unwrap();
        assert_eq!((days.len(), days[0]), (31, (day("2025-05-01"), euro(-1_600))));
        assert_eq!(days.iter().map(|(_, money)| money.minor()).sum::<i64>(), -31 * 1_600);
        let cent = spread(euro(100), period("2025-05-01", "2025-06-30")).unwrap();
        assert_eq!(cent.iter().map(|(_, money)| money.minor()).sum::<i64>(), -200);
    }

    fn recurring(minor: i64, rhythm: Rhythm, next: &str) -> Recurring {
        Recurring {
            account: "00000000-0000-0000-0000-000000000001".parse().unwrap(),
            merchant: "x".to_owned(),
            printed: "x".to_owned(),
            description: "X".to_owned(),
            direction: if minor < 0 { Direction::Out } else { Direction::In },
            rhythm,
            amount: euro(minor),
            regularity: Regularity::Fixed,
            next: day(next),
            is_active: true,
            price_changes: Vec::new(),
            transactions: Vec::new(),
            first: day("2025-01-01"),
            last: day("2025-01-01"),
        }
    }
    fn period(start: &str, end: &str) -> Period {
        Period::new(day(start), day(end)).unwrap()
    }

    #[test]
    fn recurring_payments_are_added_to_the_calendar() {
        let rent = recurring(-80_000, Rhythm::Monthly, "2025-05-31");
        let salary = recurring(250_000, Rhythm::Monthly, "2025-05-30");
        let over = Recurring { is_active: false, ..rent.clone() };
        let span = period("2025-05-15", "2025-07-31");
        let found = expected(&[rent, salary, over], span).unwrap();
        let dates: Vec<String> = found.iter().map(|item| item.date.to_string()).collect();
        assert_eq!(
            dates,
            ["2025-05-30", "2025-05-31", "2025-06-30", "2025-06-30", "2025-07-30", "2025-07-31"]
        );
        let start = BTreeMap::from([(euro(0).currency(), euro(10_000))]);
        let ahead = &balances_ahead(&start, dated(&found), span).unwrap()[&euro(0).currency()];
        assert_eq!(ahead.days.len(), 5);
        assert_eq!(ahead.days[4].balance, euro(10_000 + 3 * (250_000 - 80_000)));
        assert_eq!(ahead.lowest, DayBalance { date: day("2025-05-15"), balance: euro(10_000) });
    }

    #[test]
    fn the_lowest_balance_is_known_with_its_day() {
        let span = period("2025-05-01", "2025-05-31");
        let found = expected(
            &[
                recurring(-80_000, Rhythm::Monthly, "2025-05-03"),
                recurring(250_000, Rhythm::Monthly, "2025-05-28"),
            ],
            span,
        )
        .unwrap();
        let start = BTreeMap::from([(euro(0).currency(), euro(50_000))]);
        let ahead = &balances_ahead(&start, dated(&found), span).unwrap()[&euro(0).currency()];
        assert_eq!(ahead.lowest, DayBalance { date: day("2025-05-03"), balance: euro(-30_000) });
    }

    #[test]
    fn late_payments_are_expected_on_the_first_day() {
        let found =
            expected(&[recurring(-100, Rhythm::Weekly, "2025-04-29")], period("2025-05-01", "2025-05-07"));
        let dates: Vec<String> = found.unwrap().iter().map(|item| item.date.to_string()).collect();
        assert_eq!(dates, ["2025-05-01", "2025-05-06"]);
    }

    #[test]
    fn an_overflowing_balance_and_a_forecast_of_a_century_are_errors() {
        let span = period("2025-05-01", "2025-05-31");
        let found = expected(&[recurring(-1, Rhythm::Monthly, "2025-05-03")], span).unwrap();
        let start = BTreeMap::from([(euro(0).currency(), euro(i64::MIN))]);
        assert!(matches!(balances_ahead(&start, dated(&found), span), Err(Error::Money(_))));
        assert!(matches!(expected(&[], period("1925-01-01", "2025-05-31")), Err(Error::Impossible(_))));
    }
}
