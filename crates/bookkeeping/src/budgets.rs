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
    /// How it stands; `None` before it begins and after it ends.
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
            let states = budget::states(&budget, calendar, &spent, month)?;
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
