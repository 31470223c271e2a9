//! The state of budgets.

use std::collections::BTreeMap;

use chrono::Datelike;
use saldo_domain::report::Group;
use saldo_domain::{
    Budget, BudgetId, BudgetRhythm, Date, FiscalCalendar, Money, Month, Period, Timestamp, TransactionFilter,
    UserId,
};
use saldo_ledger::budget::{self, BudgetState};
use saldo_storage::Grouping;

use crate::accounts::require_found;
use crate::{Bookkeeper, Error, Result};

/// A budget and its state in a month.
#[derive(Debug, Clone)]
pub struct BudgetNow {
    /// The budget.
    pub budget: Budget,
    /// The state; `None` before the budget begins, after it
    /// ends, and if it began more than a hundred years ago.
    pub state: Option<BudgetState>,
}

impl Bookkeeper {
    /// Returns all budgets with their state in `month`.
    ///
    /// # Errors
    /// [`crate::Error::Ledger`] or [`crate::Error::Money`] if a sum
    /// does not fit; [`crate::Error::Storage`] if the storage fails.
    pub async fn budgets(&self, user: UserId, month: Month) -> Result<Vec<BudgetNow>> {
        let calendar = self.storage.find_preferences(user).await?.fiscal_calendar;
        let mut found = Vec::new();
        for budget in self.storage.list_budgets(user).await? {
            let spent = self.spent_by_month(user, &budget, calendar, month).await?;
            let states = match budget::states(&budget, calendar, &spent, month) {
                // A budget that is too old for a state must not make the others fail.
                Err(saldo_ledger::Error::Impossible(_)) => Vec::new(),
                states => states?,
            };
            let state = states.last().copied().filter(|state| state.month == month);
            found.push(BudgetNow { budget, state });
        }
        Ok(found)
    }

    /// Stores a budget: a new one, or a new version of one with the same id.
    ///
    /// # Errors
    /// [`Error::NotFound`] for a category that is not the user's; [`Error::BudgetTaken`] if the category has
    /// another budget in this currency; [`Error::Storage`] if the storage fails.
    pub async fn put_budget(&self, user: UserId, budget: &Budget, now: Timestamp) -> Result<()> {
        let put = self.storage.put_budget(user, budget.clone(), now).await;
        put.map_err(|error| match error {
            saldo_storage::Error::Conflict => Error::BudgetTaken,
            error => error.into(),
        })
    }

    /// Replaces a budget.
    ///
    /// # Errors
    /// As for [`Self::put_budget`]; [`Error::NotFound`] for an unknown budget.
    pub async fn replace_budget(&self, user: UserId, budget: &Budget, now: Timestamp) -> Result<()> {
        let budgets = self.storage.list_budgets(user).await?;
        require_found(budgets.iter().any(|known| known.id == budget.id))?;
        self.put_budget(user, budget, now).await
    }

    /// Deletes a budget.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`] if the storage fails.
    pub async fn delete_budget(&self, user: UserId, budget: BudgetId) -> Result<()> {
        require_found(self.storage.delete_budget(user, budget).await?)
    }

    /// Returns the spending of each month until the end of `until`. If the fiscal
    /// years of a yearly budget begin within a month, the days before belong to
    /// the year that ends, so that their spending is added to the previous month.
    async fn spent_by_month(
        &self,
        user: UserId,
        budget: &Budget,
        calendar: FiscalCalendar,
        until: Month,
    ) -> Result<BTreeMap<Month, Money>> {
        let filter = TransactionFilter {
            category: Some(budget.category),
            period: Period::new(budget.start.period().start(), until.period().end()),
            ..TransactionFilter::default()
        };
        if filter.period.is_none() {
            return Ok(BTreeMap::new());
        }
        let turns_within = budget.rhythm == BudgetRhythm::Yearly && calendar.first_day() > 1;
        let grouping = if turns_within { Grouping::Day } else { Grouping::Month };
        let totals = self.storage.total_transactions(user, filter, grouping).await?;
        let mut spent: BTreeMap<Month, Money> = BTreeMap::new();
        for total in
            totals.into_iter().filter(|total| total.flow.spending.currency() == budget.amount.currency())
        {
            let month = match total.group {
                Group::Month(month) => Some(month),
                Group::Day(day) => month_in_year(day, calendar),
                Group::Whole
                | Group::Category(_)
                | Group::Merchant(_)
                | Group::Account(_)
                | Group::Tag(_) => None,
            };
            let net = total.flow.spending.checked_sub(total.flow.income)?;
            if let Some(month) = month {
                let sum = spent.entry(month).or_insert_with(|| Money::zero(net.currency()));
                *sum = sum.checked_add(net)?;
            }
        }
        Ok(spent)
    }
}

/// Returns the month of a day, or the previous one if a later day of the month begins the next fiscal year.
fn month_in_year(day: Date, calendar: FiscalCalendar) -> Option<Month> {
    let month = Month::of(day)?;
    let is_before_turn = month.month() == calendar.first_month() && day.day() < calendar.first_day();
    if is_before_turn { month.plus(-1) } else { Some(month) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::{Books, NOW};
    use saldo_domain::{Currency, EditAction, PreferencesChange, RollOver};
    use saldo_storage::{Selection, TransactionChange};

    #[test]
    fn days_before_the_fiscal_new_year_belong_to_the_old_year() {
        let british = FiscalCalendar::new(4, 6).unwrap();
        let month = |text: &str| month_in_year(text.parse().unwrap(), british).unwrap().to_string();
        assert_eq!(
            [month("2025-04-05"), month("2025-04-06"), month("2025-05-01")],
            ["2025-03", "2025-04", "2025-05"]
        );
    }

    #[tokio::test]
    async fn a_yearly_budget_runs_from_the_day_on_which_fiscal_years_begin() {
        let books = Books::of(&[]).await;
        let storage = &books.keeper.storage;
        let fiscal_calendar = FiscalCalendar::new(4, 6);
        let change = PreferencesChange { fiscal_calendar, ..PreferencesChange::default() };
        storage.change_preferences(books.user, change, NOW).await.unwrap();
        let category = storage.list_categories(books.user).await.unwrap()[0].id;
        let budget = Budget {
            id: BudgetId::new(NOW),
            category,
            amount: Money::from_minor(1_000, Currency::parse("EUR").unwrap()),
            rhythm: BudgetRhythm::Yearly,
            roll_over: RollOver::Unspent,
            start: "2024-04".parse().unwrap(),
            end: None,
        };
        storage.put_budget(books.user, budget, NOW).await.unwrap();
        for day in ["2024-04-05", "2024-04-06", "2025-04-05", "2025-04-06"] {
            let transaction = books.add_on(day.parse().unwrap(), "Shop").await;
            let change = TransactionChange { category: Some(Some(category)), ..TransactionChange::default() };
            let one = Selection::Ids(vec![transaction]);
            storage
                .change_transactions(books.user.into(), one, change, EditAction::Change, NOW)
                .await
                .unwrap();
        }
        let mut states = Vec::new();
        for month in ["2025-03", "2025-04"] {
            let now = books.keeper.budgets(books.user, month.parse().unwrap()).await.unwrap();
            let state = now[0].state.unwrap();
            states.push((state.spent.minor(), state.rolled.minor(), state.left.minor()));
        }
        // At the end of March, the payment of April 5 is still to come. The year has two payments of three
        // euros, so that four of its ten euros roll over.
        assert_eq!(states, [(300, 0, 700), (300, 400, 1_100)]);
    }

    #[tokio::test]
    async fn an_invalid_budget_does_not_hide_others() {
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
