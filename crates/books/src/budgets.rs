//! Budgets of other programs. They plan an amount for each month, or one that applies from a month on; a
//! budget of Saldo has one amount. The last amount becomes the budget, from the first month in which it
//! applied without a break.

use std::collections::BTreeMap;

use saldo_domain::own_csv::BudgetText;
use saldo_domain::{BudgetRhythm, Currency, Money, Month, RollOver};

/// The first year in which a budget may begin.
const YEAR_MIN: i32 = 1970;

/// An amount that a program plans for a category.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Planned {
    /// The limit. Zero ends the budget.
    pub(crate) amount: Money,
    pub(crate) rhythm: BudgetRhythm,
    pub(crate) roll_over: RollOver,
    /// The first month in which it applies.
    pub(crate) start: Month,
    pub(crate) until: Until,
}

/// The end of a planned amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Until {
    /// The next amount of the category.
    Next,
    /// This month, in which the budget itself ends.
    Month(Month),
    /// Its own month only, because the program has an amount for each month. The budget continues if it is
    /// one of the last two months that have budgets: users plan a month at its beginning.
    OwnMonth,
}

impl Planned {
    pub(crate) fn monthly(amount: Money, start: Month, until: Until) -> Self {
        Self { amount, rhythm: BudgetRhythm::Monthly, roll_over: RollOver::Nothing, start, until }
    }

    pub(crate) fn is_current_era(&self) -> bool {
        self.start.year() >= YEAR_MIN
    }

    fn last_month(&self) -> Option<Month> {
        match self.until {
            Until::Next => None,
            Until::Month(month) => Some(month),
            Until::OwnMonth => Some(self.start),
        }
    }

    /// True if `next` only continues this amount.
    fn continues_in(&self, next: &Self) -> bool {
        let same = |planned: &Self| (planned.amount, planned.rhythm, planned.roll_over);
        let follows = self.last_month().and_then(|last| last.plus(1)).is_none_or(|after| after == next.start);
        follows && same(self) == same(next)
    }
}

/// The planned amounts by category and currency.
#[derive(Debug, Default)]
pub(crate) struct Budgets {
    of: BTreeMap<(String, Currency), Vec<Planned>>,
}

impl Budgets {
    pub(crate) fn add(&mut self, category: &str, planned: Planned) {
        let key = (category.to_owned(), planned.amount.currency());
        self.of.entry(key).or_default().push(planned);
    }

    /// Returns the budgets, and the number of earlier amounts, which they cannot have.
    pub(crate) fn finish(self) -> (Vec<BudgetText>, usize) {
        let planned = self.of.values().flatten();
        let last = planned.filter(|planned| !planned.amount.is_zero()).map(|planned| planned.start).max();
        let (mut budgets, mut earlier) = (Vec::new(), 0);
        for ((category, _), mut planned) in self.of {
            planned.sort_by_key(|planned| planned.start);
            let Some(at) = planned.iter().rposition(|planned| !planned.amount.is_zero()) else { continue };
            let mut first = at;
            while first > 0 && planned[first - 1].continues_in(&planned[first]) {
                first -= 1;
            }
            earlier += planned[..first].iter().filter(|planned| !planned.amount.is_zero()).count();
            let Planned { amount, rhythm, roll_over, .. } = planned[at];
            let end = end(&planned[at..], last);
            budgets.push(BudgetText {
                category,
                amount,
                rhythm,
                roll_over,
                start: planned[first].start,
                end,
            });
        }
        (budgets, earlier)
    }
}

/// Returns the last month of a budget. `rest` begins with its last amount; `last` is the last month that has
/// any budget.
fn end(rest: &[Planned], last: Option<Month>) -> Option<Month> {
    match rest[0].until {
        Until::Next => rest.get(1).and_then(|zero| zero.start.plus(-1)),
        Until::Month(month) => Some(month),
        Until::OwnMonth => {
            let is_recent = last.and_then(|last| last.plus(-1)).is_none_or(|recent| rest[0].start >= recent);
            (!is_recent).then_some(rest[0].start)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn month(text: &str) -> Month {
        text.parse().unwrap()
    }

    fn budgets(planned: &[(&str, &str, i64, Until)]) -> (Vec<String>, usize) {
        let euro = Currency::parse("EUR").unwrap();
        let mut budgets = Budgets::default();
        for (category, start, minor, until) in planned {
            let amount = Money::from_minor(*minor, euro);
            budgets.add(category, Planned::monthly(amount, month(start), *until));
        }
        let (budgets, earlier) = budgets.finish();
        let text = |budget: &BudgetText| {
            let end = budget.end.map_or_else(String::new, |end| end.to_string());
            format!("{} {} {}..{end}", budget.category, budget.amount.decimal(), budget.start)
        };
        (budgets.iter().map(text).collect(), earlier)
    }

    #[test]
    fn the_last_amount_begins_where_it_first_applied_without_a_break() {
        let of = |months: &[(&str, i64)]| {
            let planned: Vec<_> =
                months.iter().map(|(month, minor)| ("Food", *month, *minor, Until::OwnMonth)).collect();
            budgets(&planned)
        };
        assert_eq!(
            of(&[("2024-01", 100), ("2024-03", 200), ("2024-02", 200)]),
            (vec!["Food 2.00 2024-02..".to_owned()], 1)
        );
        assert_eq!(
            of(&[("2024-01", 200), ("2024-02", 0), ("2024-03", 200), ("2024-04", 0)]),
            (vec!["Food 2.00 2024-03..".to_owned()], 1)
        );
        assert_eq!(of(&[("2024-01", 0)]), (Vec::new(), 0));
    }

    #[test]
    fn a_budget_that_the_last_months_lack_ends() {
        let found = budgets(&[
            ("Old", "2023-12", 100, Until::OwnMonth),
            ("New", "2024-05", 100, Until::OwnMonth),
            ("Recent", "2024-04", 100, Until::OwnMonth),
        ]);
        assert_eq!(found.0, ["New 1.00 2024-05..", "Old 1.00 2023-12..2023-12", "Recent 1.00 2024-04.."]);
        let ended = budgets(&[("A", "2024-01", 100, Until::Next), ("A", "2024-06", 0, Until::Next)]);
        assert_eq!(ended.0, ["A 1.00 2024-01..2024-05"]);
        let fixed = budgets(&[("A", "2024-01", 100, Until::Month(month("2024-12")))]);
        assert_eq!(fixed.0, ["A 1.00 2024-01..2024-12"]);
    }
}
