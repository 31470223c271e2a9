//! `spending`: where the money went, or where it came from.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::{Datelike, Weekday};
use saldo_domain::entry::{Direction, EntryOrder};
use saldo_domain::{Currency, Entry, Money};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, SelectionInput, coverage, schema};
use super::totals::{Totals, divided, percentage};
use super::{Context, Tool, ToolError};

pub(super) struct Spending;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    by: By,
    order: Option<Order>,
    limit: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    Greatest,
    Least,
    MostEntries,
    FewestEntries,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum By {
    Category,
    CategoryGroup,
    Merchant,
    Account,
    Month,
    Quarter,
    Week,
    Weekday,
    Day,
}

impl Input {
    /// What a chart asks: as many rows as a screen has room for.
    pub(super) const fn bars(selection: SelectionInput, by: By) -> Self {
        Self { selection, by, order: None, limit: Some(BARS_MAX) }
    }
}

/// Bars of a chart: five years of months.
const BARS_MAX: usize = 60;

#[derive(Clone, Copy)]
struct Row {
    amount: Money,
    entries: u64,
}

#[async_trait]
impl Tool for Spending {
    type Input = Input;
    const NAME: &'static str = "spending";
    const DESCRIPTION: &'static str = "Where the money went (direction \"out\", the default) or came from (direction \"in\"): totals by category, \
        merchant, account, month, quarter, week, weekday or day, with their share in percent of all of that currency.";

    fn parameters() -> Value {
        let mut schema = schema(&json!({
            "by": {
                "type": "string",
                "enum": ["category", "category_group", "merchant", "account", "month", "quarter", "week", "weekday", "day"],
                "description": "What the entries of a row have in common; a week is named by its Monday.",
            },
            "order": {"type": "string", "enum": ["greatest", "least", "most_entries", "fewest_entries"], "description": "Which come first; when left out, the greatest, but months, quarters, weeks and days in their own order."},
            "limit": {"type": "integer", "minimum": 1, "description": "How many rows at most for each currency; 20 when left out."},
        }));
        schema["required"] = json!(["by"]);
        schema
    }

    async fn run(mut input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let direction = *input.selection.direction.get_or_insert(Direction::Out);
        let selection = input.selection.resolve(context).await?;
        let (mut whole, mut rows) = (Totals::default(), BTreeMap::<(Currency, Option<String>), Row>::new());
        selection
            .for_each(context, EntryOrder::OldestFirst, |entry| {
                whole.add(&entry)?;
                let amount =
                    if direction == Direction::Out { entry.amount.checked_neg()? } else { entry.amount };
                let key = (amount.currency(), input.by.group(&entry, &selection.names));
                let row =
                    rows.entry(key).or_insert(Row { amount: Money::zero(amount.currency()), entries: 0 });
                *row = Row { amount: row.amount.checked_add(amount)?, entries: row.entries + 1 };
                Ok(())
            })
            .await?;
        let mut rows: Vec<_> = rows.into_iter().collect();
        rows.sort_by(|((one_currency, one_group), one), ((other_currency, other_group), other)| {
            let by_size = match (input.order, input.by) {
                (Some(Order::Least), _) => one.amount.minor().cmp(&other.amount.minor()),
                (Some(Order::MostEntries), _) => other.entries.cmp(&one.entries),
                (Some(Order::FewestEntries), _) => one.entries.cmp(&other.entries),
                // Months, weeks and days stand in their own order, unless another is asked for.
                (None, By::Month | By::Quarter | By::Week | By::Day) => Ordering::Equal,
                _ => other.amount.minor().cmp(&one.amount.minor()),
            };
            one_currency.cmp(other_currency).then(by_size).then_with(|| one_group.cmp(other_group))
        });
        let limit = input.limit.unwrap_or(20).clamp(1, context.limits.rows_max);
        let all = rows.len();
        // What has no category is in none; a merchant with two currencies is one.
        let groups: BTreeSet<String> = rows.iter().filter_map(|((_, group), _)| group.clone()).collect();
        // Rows of two currencies do not compare, so that each currency has its own greatest.
        let mut taken = BTreeMap::<Currency, usize>::new();
        rows.retain(|((currency, _), _)| {
            let taken = taken.entry(*currency).or_default();
            *taken += 1;
            *taken <= limit
        });
        let left_out = all - rows.len();
        let rows: Vec<Value> = rows
            .into_iter()
            .map(|((currency, group), row)| {
                let total = whole.0.get(&currency).map(|total| match direction {
                    Direction::Out => total.flow.spending,
                    Direction::In => total.flow.income,
                });
                json!({
                    "group": group,
                    "amount": row.amount,
                    "entries": row.entries,
                    "average": divided(row.amount, row.entries),
                    "share": total.and_then(|total| percentage(row.amount, total)),
                })
            })
            .collect();
        Ok(json!({
            "filter": selection.understood(),
            "rows": rows,
            "rows_left_out": left_out,
            "groups": groups.len(),
            "totals": whole.as_data(None)?,
            "coverage": coverage(context).await?,
        }))
    }
}

impl By {
    fn group(self, entry: &Entry, names: &Names) -> Option<String> {
        match self {
            Self::Merchant => Some(entry.merchant.clone()),
            Self::Month => Some(entry.date.format("%Y-%m").to_string()),
            Self::Quarter => Some(format!("{}-Q{}", entry.date.year(), entry.date.quarter())),
            Self::Week => Some(entry.date.week(Weekday::Mon).first_day().to_string()),
            Self::Weekday => Some(entry.date.format("%A").to_string()),
            Self::Day => Some(entry.date.to_string()),
            Self::Account => {
                names.accounts.iter().find(|account| account.id == entry.account).map(|it| it.name.clone())
            }
            Self::Category | Self::CategoryGroup => {
                let category = names.categories.iter().find(|it| Some(it.id) == entry.category)?;
                let parent = category.parent.filter(|_| matches!(self, Self::CategoryGroup));
                let parent = parent.and_then(|parent| names.categories.iter().find(|it| it.id == parent));
                Some(parent.unwrap_or(category).name.clone())
            }
        }
    }
}
