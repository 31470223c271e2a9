//! `budgets`: how each budget stands in a month.

use async_trait::async_trait;
use saldo_domain::Month;
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::totals::percentage;
use super::{Context, Tool, ToolError};

pub(super) struct Budgets;

#[derive(Deserialize)]
pub(super) struct Input {
    month: Option<String>,
    category: Option<String>,
}

#[async_trait]
impl Tool for Budgets {
    type Input = Input;
    const NAME: &'static str = "budgets";
    const DESCRIPTION: &'static str = "How the person's budgets stand in a month: the amount, what was rolled over, what is spent (less refunds) \
        and what is left; negative is overspent. A yearly budget counts from the beginning of its year.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "month": {"type": "string", "description": "The month, YYYY-MM; this one when left out."},
                "category": {"type": "string", "description": "Only the budgets of this category and those below it, by name."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let month = match input.month.as_deref() {
            Some(text) => text
                .parse()
                .map_err(|_| ToolError::Input(format!("{text:?} is no month such as \"2025-06\""))),
            None => Month::of(context.today).ok_or_else(|| ToolError::Input("name a month".to_owned())),
        }?;
        let names = Names::read(context).await?;
        let only = input.category.as_deref().map(|name| names.categories_within(name)).transpose()?;
        let mut found = context.ledger.books.budgets(context.user, month).await?;
        let category_names = names.category_names();
        found.sort_by_key(|it| category_names.get(&it.budget.category).copied());
        let all = found.len();
        let rows =
            found.iter().filter(|it| only.as_ref().is_none_or(|only| only.contains(&it.budget.category)));
        let rows: Vec<Value> = rows
            .filter_map(|it| {
                let state = it.state?;
                let available = state.amount.checked_add(state.rolled).ok();
                Some(json!({
                    "category": category_names.get(&it.budget.category),
                    "rhythm": it.budget.rhythm,
                    "since": state.since,
                    "budget": state.amount,
                    "rolled_over": state.rolled,
                    "spent": state.spent,
                    "left": state.left,
                    "spent_percent": available.and_then(|available| percentage(state.spent, available)),
                }))
            })
            .take(context.limits.rows_max)
            .collect();
        Ok(json!({
            "month": month,
            "rows": rows,
            "budgets_in_all": all,
            "coverage": coverage(context).await?,
        }))
    }
}
