//! `spending`: totals of money out or money in, by group.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;
use chrono::Weekday;
use saldo_bookkeeping::{Breakdown, BreakdownRow, KnownDays, RowGroup};
use saldo_domain::transaction::Direction;
use saldo_domain::{Currency, Granularity, Money};
use saldo_ledger::ratio::{divided, percentage};
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::transactions;
use super::selection::{Names, SelectionInput, as_coverage, known_days, schema, unfinished};
use super::totals::{in_preferred, totals_as_data};
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
    #[serde(rename = "most_entries")]
    MostTransactions,
    #[serde(rename = "fewest_entries")]
    FewestTransactions,
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
    Year,
    Week,
    Weekday,
    Day,
}

impl Input {
    /// Returns the input for a chart, with as many rows as fit on a screen.
    pub(super) const fn bars(selection: SelectionInput, by: By) -> Self {
        Self { selection, by, order: None, limit: Some(BARS_MAX) }
    }
}

/// The maximum number of bars: five years of months.
const BARS_MAX: usize = 60;

#[async_trait]
impl Tool for Spending {
    type Input = Input;
    const NAME: &'static str = "spending";
    const DESCRIPTION: &'static str = "Returns spending (direction \"out\", the default) or income (direction \"in\"): totals by category, merchant, \
        account, month, quarter, year, week, weekday or day, with their share in percent of the total in that currency.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        let mut schema = schema(&json!({
            "by": {
                "type": "string",
                "enum": ["category", "category_group", "merchant", "account", "month", "quarter", "year", "week", "weekday", "day"],
                "description": "The grouping. A category is counted without its subcategories, a category_group with them; quarters and years are those of the user's financial year; a week is named by its Monday.",
            },
            "order": {"type": "string", "enum": ["greatest", "least", "most_entries", "fewest_entries"], "description": "Sort order; default: greatest first, but periods by date."},
            "limit": {"type": "integer", "minimum": 1, "description": "Maximum number of rows per currency; default: 20."},
        }));
        schema["required"] = json!(["by"]);
        schema
    }

    async fn run(mut input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let direction = *input.selection.direction.get_or_insert(Direction::Out);
        let days = input.selection.days()?;
        let selection = input.selection.resolve(context).await?;
        let books = &context.ledger.books;
        let totals = books.totals(context.user, &selection.query).await?;
        let mut rows = books.breakdown(context.user, &selection.query, input.by.into()).await?;
        let amount = |row: &BreakdownRow| match direction {
            Direction::Out => row.flow.spending,
            Direction::In => row.flow.income,
        };
        let currency = |row: &BreakdownRow| row.flow.income.currency();
        rows.sort_by(|one, other| {
            let by_size = match (input.order, input.by) {
                (Some(Order::Least), _) => amount(one).minor().cmp(&amount(other).minor()),
                (Some(Order::MostTransactions), _) => other.flow.transactions.cmp(&one.flow.transactions),
                (Some(Order::FewestTransactions), _) => one.flow.transactions.cmp(&other.flow.transactions),
                // Months, weeks and days are chronological by default.
                (None, By::Month | By::Quarter | By::Year | By::Week | By::Day) => Ordering::Equal,
                _ => amount(other).minor().cmp(&amount(one).minor()),
            };
            currency(one).cmp(&currency(other)).then(by_size).then_with(|| one.group.cmp(&other.group))
        });
        let limit = input.limit.unwrap_or(20).clamp(1, context.limits.rows_max);
        let all = rows.len();
        // Uncategorized transactions are not a group. A merchant with two currencies counts once.
        let groups: BTreeSet<RowGroup> =
            rows.iter().map(|row| row.group.clone()).filter(|it| *it != RowGroup::Category(None)).collect();
        // Amounts of different currencies do not compare, so the limit applies to each currency.
        let mut taken = BTreeMap::<Currency, usize>::new();
        rows.retain(|row| {
            let taken = taken.entry(currency(row)).or_default();
            *taken += 1;
            *taken <= limit
        });
        let left_out = all - rows.len();
        let known = known_days(context, selection.query.filter.account.as_slice()).await?;
        let rows: Vec<Value> = rows
            .iter()
            .map(|row| {
                let total = totals.iter().find(|it| it.flow.income.currency() == currency(row));
                let total = total.map(|total| match direction {
                    Direction::Out => total.flow.spending,
                    Direction::In => total.flow.income,
                });
                as_data(row, amount(row), total, input.by, &selection.names, known)
            })
            .collect();
        let flows: Vec<_> = totals.iter().map(|total| total.flow).collect();
        Ok(json!({
            "filter": selection.understood(),
            "rows": rows,
            "rows_left_out": left_out,
            "groups": groups.len(),
            "totals": totals_as_data(&totals)?,
            "in_preferred_currency": in_preferred(&flows, days, context).await?,
            "unfinished": unfinished(known, days),
            "coverage": as_coverage(known),
        }))
    }
}

fn as_data(
    row: &BreakdownRow,
    amount: Money,
    total: Option<Money>,
    by: By,
    names: &Names,
    known: Option<KnownDays>,
) -> Value {
    let count = row.flow.transactions;
    let mut data = json!({
        "group": name(&row.group, by, names),
        "amount": amount,
        "entries": count,
        "average": divided(amount, count),
        "share": total.and_then(|total| percentage(amount, total)),
        "transactions": transactions(&row.filter),
    });
    if let Some(period) = row.group.period() {
        data["from"] = json!(period.start());
        data["to"] = json!(period.end());
        data["is_over"] = json!(known.is_some_and(|known| known.is_over(period)));
    }
    if row.filter.category_alone {
        data["without_subcategories"] = json!(true);
    }
    data
}

fn name(group: &RowGroup, by: By, names: &Names) -> Option<String> {
    match group {
        RowGroup::Category(category) => {
            let category = (*category)?;
            names.categories.iter().find(|it| it.id == category).map(|it| it.name.clone())
        }
        RowGroup::Merchant(merchant) => Some(merchant.clone()),
        RowGroup::Tag(tag) => Some(tag.as_str().to_owned()),
        RowGroup::Account(account) => {
            names.accounts.iter().find(|it| it.id == *account).map(|it| it.name.clone())
        }
        RowGroup::Weekday(number) => {
            let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
            Weekday::try_from(*number).ok().map(|day| days[day.num_days_from_monday() as usize].to_owned())
        }
        RowGroup::Time(start, _, _) if matches!(by, By::Week) => Some(start.to_string()),
        RowGroup::Time(_, name, _) => Some(name.clone()),
    }
}

impl From<By> for Breakdown {
    fn from(by: By) -> Self {
        match by {
            By::Category => Self::Category,
            By::CategoryGroup => Self::CategoryGroup,
            By::Merchant => Self::Merchant,
            By::Account => Self::Account,
            By::Weekday => Self::Weekday,
            By::Day => Self::Time(Granularity::Day),
            By::Week => Self::Time(Granularity::Week),
            By::Month => Self::Time(Granularity::Month),
            By::Quarter => Self::Time(Granularity::Quarter),
            By::Year => Self::Time(Granularity::Year),
        }
    }
}
