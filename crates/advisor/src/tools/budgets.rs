//! `budgets`: the state of each budget in a month.

use async_trait::async_trait;
use chrono::Datelike;
use saldo_bookkeeping::TransactionQuery;
use saldo_domain::{Budget, BudgetRhythm, FiscalCalendar, Month, Period, TransactionFilter};
use saldo_ledger::ratio::percentage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::transactions;
use super::selection::{Names, as_coverage, known_days};
use super::totals::rows_in_preferred;
use super::{Context, Tool, ToolError};

/// The maximum number of months in one call.
const MONTHS_MAX: usize = 24;

pub(super) struct Budgets;

#[derive(Deserialize)]
pub(super) struct Input {
    month: Option<String>,
    last: Option<String>,
    category: Option<String>,
}

#[async_trait]
impl Tool for Budgets {
    type Input = Input;
    const NAME: &'static str = "budgets";
    const DESCRIPTION: &'static str = "Returns the user's budgets in a month, or in each of several: the amount, the amount rolled over, the spending net of \
        refunds and the rest; a negative rest is overspent. A yearly budget counts from the beginning of its year.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "month": {"type": "string", "description": "The month, YYYY-MM; default: the current month."},
                "last": {"type": "string", "description": "The last month, YYYY-MM, for one row per month, at most 24."},
                "category": {"type": "string", "description": "Only the budgets of this category and those below it, by name."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let read = |text: &str| {
            text.parse()
                .map_err(|_| ToolError::Input(format!("{text:?} is not a month; write it like \"2025-06\"")))
        };
        let this = || {
            Month::of(context.today)
                .ok_or_else(|| ToolError::Input("the month is missing; name one".to_owned()))
        };
        let first: Month = input.month.as_deref().map_or_else(this, read)?;
        let last: Month = input.last.as_deref().map_or(Ok(first), read)?;
        let mut months = vec![first];
        while let Some(next) = months.last().and_then(|month| month.plus(1)).filter(|next| *next <= last) {
            months.push(next);
        }
        if months.len() > MONTHS_MAX {
            return Err(ToolError::Input(format!("budgets can be shown for at most {MONTHS_MAX} months")));
        }
        let names = Names::read(context).await?;
        let only = input.category.as_deref().map(|name| names.categories_within(name)).transpose()?;
        let category_names = names.category_names();
        let known = known_days(context, &[]).await?;
        let calendar = context.ledger.books.preferences(context.user).await?.fiscal_calendar;
        let (mut rows, mut amounts, mut all) = (Vec::new(), Vec::new(), 0);
        for month in &months {
            let mut found = context.ledger.books.budgets(context.user, *month).await?;
            found.sort_by_key(|it| category_names.get(&it.budget.category).copied());
            all = found.len();
            found.retain(|it| only.as_ref().is_none_or(|only| only.contains(&it.budget.category)));
            for it in &found {
                let Some(state) = it.state else { continue };
                let figures = [("budget", state.amount), ("spent", state.spent), ("left", state.left)];
                amounts.push((month.period().end(), figures.to_vec()));
                let available = state.amount.checked_add(state.rolled).ok();
                rows.push(json!({
                    "month": month,
                    "category": category_names.get(&it.budget.category),
                    "rhythm": it.budget.rhythm,
                    "since": state.since,
                    "budget": state.amount,
                    "rolled_over": state.rolled,
                    "spent": state.spent,
                    "left": state.left,
                    "spent_percent": available.and_then(|available| percentage(state.spent, available)),
                    "is_over": known.is_some_and(|known| known.is_over(month.period())),
                    "transactions": spent_on(&it.budget, calendar, state.since, *month),
                }));
            }
        }
        let left_out = rows.len().saturating_sub(context.limits.rows_max);
        // If there are too many rows, the earliest are dropped.
        let mut rows = rows.split_off(left_out);
        let in_preferred = rows_in_preferred(&amounts[left_out..], context).await?;
        for (row, one) in rows.iter_mut().zip(in_preferred) {
            row["in_preferred_currency"] = one;
        }
        Ok(json!({
            "month": last,
            "first_month": first,
            "rows": rows,
            "rows_left_out": left_out,
            "budgets_in_all": all,
            "coverage": as_coverage(known),
        }))
    }
}

/// Returns the query of the transactions that count against a budget, from `since` to `month`.
///
/// A financial year may begin in the middle of a month. The days before that belong to the previous year.
fn spent_on(budget: &Budget, calendar: FiscalCalendar, since: Month, month: Month) -> Option<Value> {
    let turns =
        |month: &Month| budget.rhythm == BudgetRhythm::Yearly && month.month() == calendar.first_month();
    let turn = |month: Month| month.period().start().with_day(calendar.first_day());
    let start = if turns(&since) { turn(since)? } else { since.period().start() };
    let end = match month.plus(1).filter(turns) {
        Some(next) => turn(next)?.pred_opt()?,
        None => month.period().end(),
    };
    let query = TransactionQuery::of(TransactionFilter {
        category: Some(budget.category),
        period: Period::new(start, end),
        ..TransactionFilter::default()
    });
    query.in_currency(budget.amount.currency()).map(|filter| transactions(&filter))
}
