//! Days: which balance of a day is its last, and which days of a period fill whole months.

use chrono::{Datelike, Days, Months, NaiveDate};
use saldo_domain::Period;

/// A printed row: its amount, and the running balance beside it, in minor units.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Printed {
    pub(crate) amount: i64,
    pub(crate) balance: i64,
}

/// The balance after the day's last booking; `rows` are in the order in which they are printed.
///
/// Some banks print the latest row first. The balances themselves say which way they run.
pub(crate) fn last_balance(rows: &[Printed]) -> Option<i64> {
    let follows = |before: &Printed, after: &Printed| {
        before.balance.checked_add(after.amount).is_some_and(|balance| balance == after.balance)
    };
    let down = rows.windows(2).filter(|pair| follows(&pair[0], &pair[1])).count();
    let up = rows.windows(2).filter(|pair| follows(&pair[1], &pair[0])).count();
    let last = if up > down { rows.first() } else { rows.last() };
    last.map(|row| row.balance)
}

/// A period cut at the ends of months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cut {
    /// The days before the first whole month.
    pub(crate) before: Option<Period>,
    /// The whole months.
    pub(crate) whole: Period,
    /// The days after the last whole month.
    pub(crate) after: Option<Period>,
}

/// Cuts a period at the ends of months; `None` when it holds no whole month.
pub(crate) fn whole_months(period: Period) -> Option<Cut> {
    let first = match period.start() {
        start if start.day() == 1 => start,
        start => start.with_day(1)?.checked_add_months(Months::new(1))?,
    };
    let last = match period.end() {
        end if is_last_of_month(end) => end,
        end => end.with_day(1)?.pred_opt()?,
    };
    let whole = Period::new(first, last)?;
    let before = first.checked_sub_days(Days::new(1)).and_then(|end| Period::new(period.start(), end));
    let after = last.checked_add_days(Days::new(1)).and_then(|start| Period::new(start, period.end()));
    Some(Cut { before, whole, after })
}

fn is_last_of_month(date: NaiveDate) -> bool {
    date.succ_opt().is_none_or(|next| next.month() != date.month())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(start: &str, end: &str) -> Period {
        Period::new(start.parse().unwrap(), end.parse().unwrap()).unwrap()
    }

    #[test]
    fn a_period_is_cut_into_whole_months_and_the_days_around_them() {
        let cut = whole_months(period("2024-01-15", "2024-03-10")).unwrap();
        assert_eq!(cut.before, Some(period("2024-01-15", "2024-01-31")));
        assert_eq!(cut.whole, period("2024-02-01", "2024-02-29"));
        assert_eq!(cut.after, Some(period("2024-03-01", "2024-03-10")));
        let whole = whole_months(period("2024-01-01", "2024-12-31")).unwrap();
        assert_eq!((whole.before, whole.after), (None, None));
        assert_eq!(whole_months(period("2024-01-02", "2024-02-28")), None);
        let ever = Period::new(Period::FIRST_DAY, Period::LAST_DAY).unwrap();
        assert_eq!(whole_months(ever).unwrap().whole, ever);
    }

    fn rows<const N: usize>(rows: [(i64, i64); N]) -> [Printed; N] {
        rows.map(|(amount, balance)| Printed { amount, balance })
    }

    #[test]
    fn the_last_balance_of_a_day_is_the_last_booked_whichever_way_the_bank_prints() {
        assert_eq!(last_balance(&rows([(-100, 900), (-200, 700), (50, 750)])), Some(750));
        assert_eq!(last_balance(&rows([(50, 750), (-200, 700), (-100, 900)])), Some(750));
        assert_eq!(last_balance(&rows([(5, 5)])), Some(5));
        assert_eq!(last_balance(&[]), None);
    }
}
