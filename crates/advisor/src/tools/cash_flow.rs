//! `cash_flow`: income, spending and net.

use std::collections::BTreeMap;

use async_trait::async_trait;
use saldo_bookkeeping::{Breakdown, BreakdownRow, FlowTotal, KnownDays, RowGroup, TransactionQuery};
use saldo_domain::transaction::Direction;
use saldo_domain::{Granularity, Period, TransactionFilter, report};
use saldo_ledger::ratio::percentage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::transactions;
use super::selection::{SelectionInput, as_coverage, known_days, limits_as_data, schema, unfinished};
use super::totals::{add_averages, in_preferred, totals_as_data};
use super::{Context, Tool, ToolError};

pub(super) struct CashFlow;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    by: Option<By>,
    #[serde(default)]
    share_of_all: bool,
    #[serde(default)]
    beside_all_income: bool,
    #[serde(default)]
    limits_of_total: bool,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum By {
    Month,
    Quarter,
    Year,
}

#[async_trait]
impl Tool for CashFlow {
    type Input = Input;
    const NAME: &'static str = "cash_flow";
    const DESCRIPTION: &'static str = "Returns income, spending, net, averages and the savings rate in percent for each currency, in total and, if \
        requested, by month, quarter or year (of the user's financial year). Averages are over whole months and days.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        schema(&json!({
            "by": {"type": "string", "enum": ["month", "quarter", "year"], "description": "Adds one row per month, quarter or year."},
            "share_of_all": {"type": "boolean", "description": "Adds the share, in percent, of all transactions of the period."},
            "beside_all_income": {"type": "boolean", "description": "Compares the selected spending with all income of the period, so that net is the income left after it."},
            "limits_of_total": {"type": "boolean", "description": "Applies at_least, at_most, above and below to the total instead of to each transaction."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let days = input.selection.days()?;
        let all =
            if input.share_of_all { Some(totals(input.selection.widened(), context).await?) } else { None };
        let income = SelectionInput { direction: Some(Direction::In), ..input.selection.widened() };
        let mut selected = input.selection;
        let limits = input.limits_of_total.then(|| selected.take_limits());
        if input.beside_all_income {
            selected.direction = Some(Direction::Out);
        }
        let selection = selected.resolve(context).await?;
        let income = if input.beside_all_income { Some(income.resolve(context).await?.query) } else { None };
        let known = known_days(context, selection.query.filter.account.as_slice()).await?;
        let books = &context.ledger.books;
        let mut found = books.totals(context.user, &selection.query).await?;
        if let Some(income) = &income {
            found = beside(found, books.totals(context.user, income).await?)?;
        }
        let mut data = totals_as_data(&found)?;
        if income.is_none() {
            add_averages(&mut data, &found, &selection.query, known, context).await?;
        }
        for (data, total) in data.iter_mut().zip(&found) {
            if income.is_some() {
                // Income and spending come from different filters, so no single query lists both.
                data["transactions"] = Value::Null;
            }
            if let Some(all) = &all {
                let currency = total.flow.income.currency();
                data["all"] = share(total.flow, all.iter().find(|it| it.flow.income.currency() == currency));
            }
            if let Some(limits) = limits {
                data["within_limits"] = json!({
                    "income": limits.contains(total.flow.income),
                    "spending": limits.contains(total.flow.spending),
                });
            }
        }
        let flows: Vec<report::CashFlow> = found.iter().map(|total| total.flow).collect();
        let mut answer = json!({
            "filter": selection.understood(),
            "totals": data,
            "in_preferred_currency": in_preferred(&flows, days, context).await?,
            "unfinished": unfinished(known, days),
            "coverage": as_coverage(known),
        });
        if let Some(limits) = limits {
            answer["limits_of_total"] = Value::Object(limits_as_data(limits));
        }
        if let Some(by) = input.by {
            answer["rows"] = rows(by.into(), &selection.query, income.as_ref(), known, context).await?;
        }
        Ok(answer)
    }
}

async fn totals(selection: SelectionInput, context: &Context<'_>) -> Result<Vec<FlowTotal>, ToolError> {
    let selection = selection.resolve(context).await?;
    Ok(context.ledger.books.totals(context.user, &selection.query).await?)
}

/// Combines the selected spending with all income, for each currency.
fn beside(spending: Vec<FlowTotal>, income: Vec<FlowTotal>) -> Result<Vec<FlowTotal>, ToolError> {
    let mut found = BTreeMap::new();
    for total in spending.into_iter().chain(income) {
        let currency = total.flow.income.currency();
        let sum = match found.remove(&currency) {
            None => total,
            Some(other) => {
                let other: FlowTotal = other;
                FlowTotal {
                    flow: other.flow.checked_add(total.flow)?,
                    transactions_in: other.transactions_in + total.transactions_in,
                    transactions_out: other.transactions_out + total.transactions_out,
                    filter: TransactionFilter { direction: None, ..other.filter },
                }
            }
        };
        found.insert(currency, sum);
    }
    Ok(found.into_values().collect())
}

/// Returns a row for each month, quarter or year, earliest first, with totals for each currency.
async fn rows(
    granularity: Granularity,
    query: &TransactionQuery,
    income: Option<&TransactionQuery>,
    known: Option<KnownDays>,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let books = &context.ledger.books;
    let by = Breakdown::Time(granularity);
    let mut rows = books.breakdown(context.user, query, by).await?;
    if let Some(income) = income {
        rows.extend(books.breakdown(context.user, income, by).await?);
    }
    let mut groups = BTreeMap::<RowGroup, Vec<BreakdownRow>>::new();
    for row in rows {
        let of = groups.entry(row.group.clone()).or_default();
        let currency = row.flow.income.currency();
        match of.iter_mut().find(|other| other.flow.income.currency() == currency) {
            Some(other) => other.flow = other.flow.checked_add(row.flow)?,
            None => of.push(row),
        }
    }
    let named = |(group, rows): (RowGroup, Vec<BreakdownRow>)| {
        let (period, RowGroup::Time(_, name, _)) = (group.period(), group) else { return Ok(Value::Null) };
        let totals: Vec<Value> = rows
            .iter()
            .map(|row| {
                let net = row.flow.net()?;
                let filter = if income.is_none() { transactions(&row.filter) } else { Value::Null };
                Ok(json!({
                    "currency": net.currency(),
                    "income": row.flow.income,
                    "spending": row.flow.spending,
                    "net": net,
                    "entries": row.flow.transactions,
                    "savings_rate": percentage(net, row.flow.income),
                    "transactions": filter,
                }))
            })
            .collect::<Result<_, ToolError>>()?;
        let days = period.unwrap_or(Period::EVER);
        Ok(json!({
            "group": name,
            "from": days.start(),
            "to": days.end(),
            "is_over": known.is_some_and(|known| known.is_over(days)),
            "totals": totals,
        }))
    };
    Ok(Value::Array(groups.into_iter().map(named).collect::<Result<_, ToolError>>()?))
}

fn share(part: report::CashFlow, all: Option<&FlowTotal>) -> Value {
    let Some(all) = all else { return Value::Null };
    let flow = all.flow;
    json!({
        "income": {"amount": flow.income, "share": percentage(part.income, flow.income)},
        "spending": {
            "amount": flow.spending,
            "share": percentage(part.spending, flow.spending),
            "share_of_income": percentage(part.spending, flow.income),
        },
        "transactions": transactions(&all.filter),
    })
}

impl From<By> for Granularity {
    fn from(by: By) -> Self {
        match by {
            By::Month => Self::Month,
            By::Quarter => Self::Quarter,
            By::Year => Self::Year,
        }
    }
}
