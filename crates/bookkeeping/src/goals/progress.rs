//! The progress of a savings goal, as pure arithmetic on whole minor units.

use chrono::{Datelike, Months};
use saldo_domain::{Date, GoalUnknown, Money, MoneyError, Month};
use saldo_ledger::ratio::divided;

/// The number of full months whose change is the pace.
const PACE_MONTHS: i32 = 3;

/// The largest number of months to forecast: a hundred years.
const FORECAST_MONTHS_MAX: i32 = 1_200;

/// A figure, or the reason for which it is unknown.
pub type Known<T> = Result<T, GoalUnknown>;

/// The full months of which the change is the pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PaceMonths {
    /// The first month.
    pub first: Month,
    /// The last month.
    pub last: Month,
}

impl PaceMonths {
    /// Returns the last full months of which all days are known, if they are known until the end of `until`.
    /// `None` in the first months of year 1.
    #[must_use]
    pub fn until(until: Date) -> Option<Self> {
        let month = Month::of(until)?;
        let last = if month.period().end() == until { month } else { month.plus(-1)? };
        Some(Self { first: last.plus(1 - PACE_MONTHS)?, last })
    }

    /// Returns the last day before the months; `None` if they begin with year 1.
    #[must_use]
    pub fn eve(self) -> Option<Date> {
        self.first.plus(-1).map(|month| month.period().end())
    }

    /// Returns the last day of the months.
    #[must_use]
    pub fn end(self) -> Date {
        self.last.period().end()
    }
}

/// The change of the saved amount in the last three full months.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The months.
    pub months: PaceMonths,
    /// The change in all of them together.
    pub change: Money,
    /// The average change of a month, rounded half to even.
    pub per_month: Money,
}

/// The amount to save each month until the target date.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Needed {
    /// The number of whole months until the target date. If less than a month is left, the rest is needed at
    /// once.
    pub months_left: u32,
    /// The amount, rounded up to the minor unit.
    pub per_month: Money,
}

/// The time at which a goal is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reached {
    /// The target is saved.
    Already,
    /// The month in which the target is saved if the pace continues.
    In(Month),
}

/// The data from which the progress of a goal is calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SavedAmounts {
    /// The amount saved by today.
    pub now: Known<Money>,
    /// The months of the pace, and the amounts saved before and after them.
    pub pace: Known<(PaceMonths, Money, Money)>,
}

/// The progress of a goal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GoalProgress {
    /// The amount saved so far. It is negative if a whole balance is.
    pub saved: Known<Money>,
    /// The amount that is missing; zero if the goal is reached.
    pub remaining: Known<Money>,
    /// The saved amount in percent of the target, rounded down, so that 100 is never shown too early.
    pub percent: Known<i64>,
    /// The amount to save each month.
    pub needed: Known<Needed>,
    /// The pace.
    pub pace: Known<Pace>,
    /// The time at which the goal is reached.
    pub reached: Known<Reached>,
}

impl GoalProgress {
    /// Returns the progress towards `target` as of `today`.
    ///
    /// # Errors
    /// [`MoneyError`] if a difference does not fit into 64 bits, or for amounts of another currency.
    pub fn of(
        target: Money,
        target_date: Option<Date>,
        amounts: SavedAmounts,
        today: Date,
    ) -> Result<Self, MoneyError> {
        let pace = match amounts.pace {
            Err(unknown) => Err(unknown),
            Ok((months, before, after)) => {
                let change = after.checked_sub(before)?;
                // A third of an amount always fits.
                let per_month = divided(change, 3).ok_or(MoneyError::Overflow)?;
                Ok(Pace { months, change, per_month })
            }
        };
        let saved = match amounts.now {
            Ok(saved) => saved,
            Err(unknown) => {
                let [remaining, saved] = [Err(unknown); 2];
                let (needed, reached) = (Err(unknown), Err(unknown));
                return Ok(Self { saved, remaining, percent: Err(unknown), needed, pace, reached });
            }
        };
        let missing = target.checked_sub(saved)?;
        let remaining = Money::from_minor(missing.minor().max(0), missing.currency());
        Ok(Self {
            saved: Ok(saved),
            remaining: Ok(remaining),
            percent: Ok(percent(saved, target)),
            needed: needed(remaining, target_date, today),
            pace,
            reached: reached(remaining, pace, today),
        })
    }
}

/// Returns the percentage, rounded down. One that does not fit is the largest or smallest number.
fn percent(saved: Money, target: Money) -> i64 {
    let percent = (i128::from(saved.minor()) * 100).div_euclid(i128::from(target.minor().max(1)));
    i64::try_from(percent).unwrap_or(if percent < 0 { i64::MIN } else { i64::MAX })
}

fn needed(remaining: Money, target_date: Option<Date>, today: Date) -> Known<Needed> {
    let until = target_date.ok_or(GoalUnknown::NoTargetDate)?;
    if until < today && !remaining.is_zero() {
        return Err(GoalUnknown::TargetDatePassed);
    }
    let months_left = whole_months(today, until);
    let share = remaining.minor().unsigned_abs().div_ceil(u64::from(months_left.max(1)));
    // The rest is not negative, and a share is at most the whole of it.
    let minor = i64::try_from(share).unwrap_or(i64::MAX);
    Ok(Needed { months_left, per_month: Money::from_minor(minor, remaining.currency()) })
}

/// Returns the number of whole months from one day to another; zero if the other is not later.
fn whole_months(from: Date, to: Date) -> u32 {
    let number = |day: Date| i64::from(day.year()) * 12 + i64::from(day.month0());
    let Ok(months) = u32::try_from(number(to) - number(from)) else { return 0 };
    let is_whole = from.checked_add_months(Months::new(months)).is_some_and(|day| day <= to);
    if is_whole { months } else { months.saturating_sub(1) }
}

/// Returns the time at which the remaining amount is saved. It is calculated from the change in all months of
/// the pace, so that no rounding adds up.
fn reached(remaining: Money, pace: Known<Pace>, today: Date) -> Known<Reached> {
    if remaining.is_zero() {
        return Ok(Reached::Already);
    }
    let change = pace?.change.minor();
    if change <= 0 {
        return Err(GoalUnknown::PaceNotPositive);
    }
    let thirds = u128::from(remaining.minor().unsigned_abs()) * 3;
    let months = i32::try_from(thirds.div_ceil(u128::from(change.unsigned_abs()))).ok();
    let months = months.filter(|months| *months <= FORECAST_MONTHS_MAX);
    let month = months.and_then(|months| Month::of(today)?.plus(months));
    month.map(Reached::In).ok_or(GoalUnknown::TooFar)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use saldo_domain::Currency;

    use super::*;

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn progress(target: i64, until: Option<&str>, now: i64, before: i64, after: i64) -> GoalProgress {
        let today = day("2026-11-27");
        let months = PaceMonths::until(day("2026-11-26")).unwrap();
        let pace = Ok((months, euros(before), euros(after)));
        let amounts = SavedAmounts { now: Ok(euros(now)), pace };
        GoalProgress::of(euros(target), until.map(day), amounts, today).unwrap()
    }

    fn month(text: &str) -> Month {
        text.parse().unwrap()
    }

    #[test]
    fn a_goal_has_its_rest_its_percentage_and_its_monthly_amount() {
        let progress = progress(100_000, Some("2027-06-30"), 33_333, 3_333, 33_333);
        assert_eq!(progress.remaining, Ok(euros(66_667)));
        assert_eq!(progress.percent, Ok(33));
        // Seven whole months are left until June 27.
        assert_eq!(progress.needed, Ok(Needed { months_left: 7, per_month: euros(9_524) }));
        let pace = progress.pace.unwrap();
        assert_eq!((pace.change, pace.per_month), (euros(30_000), euros(10_000)));
        assert_eq!((pace.months.first, pace.months.last), (month("2026-08"), month("2026-10")));
        assert_eq!(progress.reached, Ok(Reached::In(month("2027-06"))));
    }

    #[test]
    fn the_percentage_never_rounds_up_and_has_no_limit() {
        let percent = |now| progress(1_000, None, now, 0, 0).percent;
        assert_eq!([999, 1_000, 2_500, -1].map(percent), [Ok(99), Ok(100), Ok(250), Ok(-1)]);
        assert_eq!(progress(1, None, i64::MAX, 0, 0).percent, Ok(i64::MAX));
    }

    #[test]
    fn a_reached_goal_needs_nothing_more() {
        let progress = progress(1_000, Some("2026-01-01"), 1_500, 0, 0);
        assert_eq!(progress.remaining, Ok(euros(0)));
        assert_eq!(progress.needed, Ok(Needed { months_left: 0, per_month: euros(0) }));
        assert_eq!(progress.reached, Ok(Reached::Already));
    }

    #[test]
    fn unknown_figures_have_a_reason() {
        let open = progress(1_000, None, 10, 20, 10);
        assert_eq!(open.needed, Err(GoalUnknown::NoTargetDate));
        assert_eq!(open.reached, Err(GoalUnknown::PaceNotPositive));
        assert_eq!(progress(1_000, Some("2026-11-26"), 10, 0, 10).needed, Err(GoalUnknown::TargetDatePassed));
        assert_eq!(progress(1_000_000, None, 10, 0, 2).reached, Err(GoalUnknown::TooFar));
        let unknown = SavedAmounts { now: Err(GoalUnknown::NoBalance), pace: Err(GoalUnknown::NoHistory) };
        let unknown = GoalProgress::of(euros(5), None, unknown, day("2026-11-27")).unwrap();
        assert_eq!(
            (unknown.saved, unknown.percent),
            (Err(GoalUnknown::NoBalance), Err(GoalUnknown::NoBalance))
        );
        assert_eq!(
            (unknown.needed, unknown.pace),
            (Err(GoalUnknown::NoBalance), Err(GoalUnknown::NoHistory))
        );
        let old = SavedAmounts { now: Ok(euros(1)), pace: Err(GoalUnknown::NoHistory) };
        let old = GoalProgress::of(euros(5), None, old, day("2026-11-27")).unwrap();
        assert_eq!(old.reached, Err(GoalUnknown::NoHistory));
    }

    #[test]
    fn only_whole_months_are_left() {
        let left = |from, to| whole_months(day(from), day(to));
        assert_eq!(left("2026-11-27", "2026-12-26"), 0);
        assert_eq!(left("2026-11-27", "2026-12-27"), 1);
        assert_eq!(left("2026-01-31", "2026-02-28"), 1);
        assert_eq!(left("2026-12-31", "2026-01-01"), 0);
        // The rest is needed at once if no whole month is left.
        let now = progress(1_000, Some("2026-11-27"), 10, 0, 10).needed;
        assert_eq!(now, Ok(Needed { months_left: 0, per_month: euros(990) }));
    }

    #[test]
    fn the_months_of_the_pace_are_full() {
        let months = |until| {
            let months = PaceMonths::until(day(until)).unwrap();
            (months.eve().unwrap(), months.end())
        };
        assert_eq!(months("2026-11-29"), (day("2026-07-31"), day("2026-10-31")));
        assert_eq!(months("2026-11-30"), (day("2026-08-31"), day("2026-11-30")));
        assert_eq!(PaceMonths::until(day("0001-02-01")), None);
    }

    proptest! {
        #[test]
        fn the_monthly_amount_is_the_smallest_that_is_enough(
            target in 1_i64..1_000_000_000, now in -1_000_i64..1_000_000_000, days in 0_u64..5_000,
        ) {
            let today = day("2026-11-27");
            let until = today + chrono::Days::new(days);
            let amounts = SavedAmounts { now: Ok(euros(now)), pace: Err(GoalUnknown::NoHistory) };
            let progress = GoalProgress::of(euros(target), Some(until), amounts, today).unwrap();
            let (needed, rest) = (progress.needed.unwrap(), progress.remaining.unwrap().minor());
            let times = i64::from(needed.months_left.max(1));
            prop_assert!(needed.per_month.minor() * times >= rest);
            prop_assert!(needed.per_month.minor() == 0 || (needed.per_month.minor() - 1) * times < rest);
            prop_assert_eq!(progress.percent.unwrap() >= 100, rest == 0);
            let whole = today.checked_add_months(Months::new(needed.months_left)).unwrap();
            let next = today.checked_add_months(Months::new(needed.months_left + 1)).unwrap();
            prop_assert!(whole <= until && until < next);
        }

        #[test]
        fn the_forecast_is_the_first_month_in_which_the_pace_is_enough(
            rest in 1_i64..1_000_000, change in -1_000_i64..100_000,
        ) {
            let today = day("2026-11-27");
            let months = PaceMonths::until(today).unwrap();
            let amounts =
                SavedAmounts { now: Ok(euros(0)), pace: Ok((months, euros(7), euros(7 + change))) };
            let reached = GoalProgress::of(euros(rest), None, amounts, today).unwrap().reached;
            // In thirds of minor units, each month adds `change`.
            let enough = (1..=1_200).find(|count| i64::from(*count) * change >= 3 * rest);
            let expected = match enough {
                Some(count) => Ok(Reached::In(Month::of(today).unwrap().plus(count).unwrap())),
                None if change <= 0 => Err(GoalUnknown::PaceNotPositive),
                None => Err(GoalUnknown::TooFar),
            };
            prop_assert_eq!(reached, expected);
        }
    }
}
