//! How budgets stand.

use std::collections::BTreeMap;

use saldo_domain::report::Group;
use saldo_domain::{Budget, EntryFilter, Money, Month, Period, UserId};
use saldo_ledger::budget::{self, BudgetState};
use saldo_storage::Grouping;

use crate::{Bookkeeper, Result};

/// A budget, and how it stands in a month.
#[derive(Debug, Clone)]
pub struct BudgetNow {
    /// The budget.
    pub budget: Budget,
    /// How it stands; `None` before it begins and after it ends, and where it began too long ago to be followed.
    pub state: Option<BudgetState>,
}

impl Bookkeeper {
    /// How each budget stands in `month`.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] for sums that do not fit, or when the storage fails.
    pub async fn budgets(&self, user: UserId, month: Month) -> Result<Vec<BudgetNow>> {
        let calendar = self.storage.find_preferences(user).await?.fiscal_calendar;
        let mut found = Vec::new();
        for budget in self.storage.list_budgets(user).await? {
            let spent = self.spent_by_month(user, &budget, month).await?;
            let states = match budget::states(&budget, calendar, &spent, month) {
                // One that began before anybody can remember must not hide the others.
                Err(saldo_ledger::Error::Impossible(_)) => Vec::new(),
                states => states?,
            };
            let state = states.last().copied().filter(|state| state.month == month);
            found.push(BudgetNow { budget, state });
        }
        Ok(found)
    }

    async fn spent_by_month(
        &self,
        user: UserId,
        budget: &Budget,
        until: Month,
    ) -> Result<BTreeMap<Month, Money>> {
        let filter = EntryFilter {
            category: Some(budget.category),
            period: Period::new(budget.start.period().start(), until.period().end()),
            ..EntryFilter::default()
        };
        if filter.period.is_none() {
            return Ok(BTreeMap::new());
        }
        let totals = self.storage.total_entries(user, filter, Grouping::Month).await?;
        let mut spent = BTreeMap::new();
        for total in
            totals.into_iter().filter(|total| total.flow.spending.currency() == budget.amount.currency())
        {
            if let Group::Month(month) = total.group {
                spent.insert(month, total.flow.spending.checked_sub(total.flow.income)?);
            }
        }
        Ok(spent)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::{Books, NOW};
    use saldo_domain::{BudgetId, BudgetRhythm, Currency, RollOver};

    #[tokio::test]
    async fn a_budget_that_cannot_be_followed_hides_no_other() {
        let books = Books::of(&[]).await;
        let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
        for (category, start) in categories.iter().zip(["1000-01", "2025-01"]) {
            let budget = Budget {
                id: BudgetId::new(NOW),
                category: category.id,
                amount: Money::from_minor(100, Currency::parse("EUR").unwrap()),
                rhythm: BudgetRhythm::Monthly,
                roll_over: RollOver::Nothing,
                start: start.parse().unwrap(),
                end: None,
            };
            books.keeper.storage.put_budget(books.user, budget, NOW).await.unwrap();
        }
        let found = books.keeper.budgets(books.user, "2025-05".parse().unwrap()).await.unwrap();
        let left = |start: &str| {
            let now = found.iter().find(|now| now.budget.start.to_string() == start).unwrap();
            now.state.map(|state| state.left.minor())
        };
        assert_eq!((left("1000-01"), left("2025-01")), (None, Some(100)));
    }
}
