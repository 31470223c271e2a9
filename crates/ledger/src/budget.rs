//! The state of budgets month by month, with amounts that roll over.

use std::collections::BTreeMap;

use saldo_domain::{Budget, BudgetRhythm, FiscalCalendar, Money, Month, RollOver};

use crate::error::{Error, Result};

/// The maximum number of months of a budget: a hundred years.
const MONTHS_MAX: usize = 1_200;

/// The state of a budget at the end of a month, or so far in the current month.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BudgetState {
    /// The month of the state.
    pub month: Month,
    /// The first month of the budget's period: `month` itself for a monthly budget, the
    /// first month of the fiscal year for a yearly one, and never before the budget's start.
    pub since: Month,
    /// The limit for the period.
    pub amount: Money,
    /// The rest of the previous period that rolled over;
    /// negative if it was overspent and overspending rolls over.
    pub rolled: Money,
    /// The spending since the beginning of `since`; negative if refunds exceed it.
    pub spent: Money,
    /// The rest: `amount` plus `rolled` less `spent`; negative if overspent.
    pub left: Money,
}

impl BudgetState {
    /// Returns the limit with what rolled over.
    ///
    /// # Errors
    /// [`Error::Money`] if it exceeds 64 bits.
    pub fn available(&self) -> Result<Money> {
        Ok(self.amount.checked_add(self.rolled)?)
    }

    /// Returns the spent share of the available amount, in thousandths,
    /// rounded toward zero; `None` if nothing is available.
    #[must_use]
    pub fn spent_per_mille(&self) -> Option<i64> {
        let available = i128::from(self.available().ok()?.minor());
        (available > 0)
            .then(|| i64::try_from(i128::from(self.spent.minor()) * 1_000 / available).unwrap_or(i64::MAX))
    }
}

/// Returns the states of `budget` from its first month to `until`, both included.
/// `spent` has the spending of each month: money out less refunds as a positive
/// amount in the budget's currency. Months without spending may be missing.
///
/// A yearly budget counts the months of a fiscal year of `calendar`, from its first
/// month. If fiscal years begin within a month, the caller adds the spending of the days
/// before to the previous month. The year in which a budget begins has the full amount.
///
/// # Errors
/// [`Error::Impossible`] if the budget's amount is not positive or the time exceeds a
/// hundred years; [`Error::Money`] if a sum does not fit or spending is in another currency.
///
/// ```
/// use saldo_domain::{Budget, BudgetRhythm, Currency, FiscalCalendar, Id, Money, RollOver, Timestamp};
/// use saldo_ledger::budget::states;
///
/// let (now, euro) = (Timestamp::from_milliseconds(0), Currency::parse("EUR")?);
/// let budget = Budget {
///     id: Id::new(now),
///     category: Id::new(now),
///     amount: Money::parse("100.00", euro)?,
///     rhythm: BudgetRhythm::Monthly,
///     roll_over: RollOver::Unspent,
///     start: "2025-01".parse()?,
///     end: None,
/// };
/// let spent = [("2025-01".parse()?, Money::parse("40.00", euro)?)].into();
/// let states = states(&budget, FiscalCalendar::CALENDAR, &spent, "2025-02".parse()?)?;
/// assert_eq!(states[1].left.to_string(), "160.00 EUR");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn states(
    budget: &Budget,
    calendar: FiscalCalendar,
    spent: &BTreeMap<Month, Money>,
    until: Month,
) -> Result<Vec<BudgetState>> {
    if budget.amount.is_negative() || budget.amount.is_zero() {
        return Err(Error::Impossible("the amount of a budget must be greater than zero"));
    }
    let nothing = Money::zero(budget.amount.currency());
    let mut found: Vec<BudgetState> = Vec::new();
    let mut month = Some(budget.start);
    let last = budget.end.map_or(until, |end| end.min(until));
    while let Some(this) = month.filter(|month| *month <= last) {
        if found.len() == MONTHS_MAX {
            return Err(Error::Impossible("a budget can cover at most one hundred years"));
        }
        let in_month = spent.get(&this).copied().unwrap_or(nothing);
        let next = match found.last() {
            Some(before) if !begins(budget, calendar, this) => {
                BudgetState { month: this, spent: before.spent.checked_add(in_month)?, ..*before }
            }
            before => BudgetState {
                month: this,
                since: this,
                amount: budget.amount,
                rolled: before.map_or(nothing, |before| rolled(budget, before)),
                spent: nothing.checked_add(in_month)?,
                left: nothing,
            },
        };
        let left = next.available()?.checked_sub(next.spent)?;
        found.push(BudgetState { left, ..next });
        month = this.plus(1);
    }
    Ok(found)
}

fn rolled(budget: &Budget, before: &BudgetState) -> Money {
    match budget.roll_over {
        RollOver::Nothing => Money::zero(budget.amount.currency()),
        RollOver::Unspent if before.left.is_negative() => Money::zero(budget.amount.currency()),
        RollOver::Unspent | RollOver::Everything => before.left,
    }
}

/// True if a new period of the budget begins with `month`.
fn begins(budget: &Budget, calendar: FiscalCalendar, month: Month) -> bool {
    match budget.rhythm {
        BudgetRhythm::Monthly => true,
        BudgetRhythm::Yearly => month.month() == calendar.first_month(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use saldo_domain::{Currency, Id, Timestamp};

    fn euro(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }
    fn month(text: &str) -> Month {
        text.parse().unwrap()
    }
    fn budget(rhythm: BudgetRhythm, roll_over: RollOver) -> Budget {
        let now = Timestamp::from_milliseconds(0);
        let start = month("2025-01");
        Budget {
            id: Id::new(now),
            category: Id::new(now),
            amount: euro(100),
            rhythm,
            roll_over,
            start,
            end: None,
        }
    }
    fn left(budget: &Budget, spent: &[(&str, i64)], until: &str) -> Vec<i64> {
        let spent = spent.iter().map(|(text, minor)| (month(text), euro(*minor))).collect();
        let states = states(budget, FiscalCalendar::CALENDAR, &spent, month(until)).unwrap();
        states.iter().map(|state| state.left.minor()).collect()
    }

    #[test]
    fn the_remainder_rolls_over_as_the_user_selected() {
        let spent = [("2025-01", 40), ("2025-02", 190), ("2025-03", 100)];
        let monthly = |roll_over| left(&budget(BudgetRhythm::Monthly, roll_over), &spent, "2025-04");
        assert_eq!(monthly(RollOver::Nothing), [60, -90, 0, 100]);
        assert_eq!(monthly(RollOver::Unspent), [60, -30, 0, 100]);
        assert_eq!(monthly(RollOver::Everything), [60, -30, -30, 70]);
    }

    #[test]
    fn a_yearly_budget_runs_down_through_its_year() {
        let spent = [("2025-01", 30), ("2025-12", 50), ("2026-01", 10)];
        let states = left(&budget(BudgetRhythm::Yearly, RollOver::Everything), &spent, "2026-01");
        assert_eq!((states[0], states[10], states[11], states[12]), (70, 70, 20, 110));
    }

    #[test]
    fn a_refund_gives_money_back_to_the_budget() {
        let state = left(&budget(BudgetRhythm::Monthly, RollOver::Nothing), &[("2025-01", -5)], "2025-01");
        assert_eq!(state, [105]);
    }

    #[test]
    fn a_budget_that_ended_has_no_state_afterwards() {
        let ended =
            Budget { end: Some(month("2025-02")), ..budget(BudgetRhythm::Monthly, RollOver::Nothing) };
        assert_eq!(left(&ended, &[], "2025-12").len(), 2);
        assert_eq!(left(&ended, &[], "2024-12"), [0_i64; 0]);
    }

    #[test]
    fn sums_that_do_not_fit_and_other_currencies_are_errors() {
        let budget = budget(BudgetRhythm::Monthly, RollOver::Everything);
        let spent = |money| BTreeMap::from([(month("2025-01"), money)]);
        let state = |money| states(&budget, FiscalCalendar::CALENDAR, &spent(money), month("2025-01"));
        assert!(matches!(state(euro(i64::MIN)), Err(Error::Money(_))));
        let yen = Money::from_minor(1, Currency::parse("JPY").unwrap());
        assert!(matches!(state(yen), Err(Error::Money(_))));
        let free = Budget { amount: euro(0), ..budget.clone() };
        let result = states(&free, FiscalCalendar::CALENDAR, &BTreeMap::new(), month("2025-01"));
        assert!(matches!(result, Err(Error::Impossible(_))));
    }

    proptest! {
        #[test]
        fn rolling_over_a_whole_budget_loses_no_cent(spent in proptest::collection::vec(-10_000_i64..10_000, 1..60), yearly: bool, first in 1_u32..=12) {
            let rhythm = if yearly { BudgetRhythm::Yearly } else { BudgetRhythm::Monthly };
            let budget = budget(rhythm, RollOver::Everything);
            let months: BTreeMap<Month, Money> =
                spent.iter().zip(0..).map(|(minor, index)| (budget.start.plus(index).unwrap(), euro(*minor))).collect();
            let until = *months.keys().next_back().unwrap();
            let states = states(&budget, FiscalCalendar::new(first, 1).unwrap(), &months, until).unwrap();
            let spans = 1 + states.windows(2).filter(|pair| pair[0].since != pair[1].since).count();
            let given = 100 * i64::try_from(spans).unwrap();
            prop_assert_eq!(states[states.len() - 1].left.minor(), given - spent.iter().sum::<i64>());
        }
    }
}
