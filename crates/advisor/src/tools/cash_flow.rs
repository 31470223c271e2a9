//! `cash_flow`: income, spending and what is left.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::Datelike;
use saldo_domain::entry::{Direction, EntryOrder};
use saldo_domain::{Entry, report};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{SelectionInput, days, schema};
use super::totals::{Time, Totals, percentage};
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
    const DESCRIPTION: &'static str = "Income, spending, what is left (net), averages and the savings rate in percent, for each currency; \
        as a whole, and by month or year when asked.";

    fn parameters() -> Value {
        schema(&json!({
            "by": {"type": "string", "enum": ["month", "quarter", "year"], "description": "Also one row for each month, quarter or year."},
            "share_of_all": {"type": "boolean", "description": "Also which part, in percent, this is of all entries of the period."},
            "beside_all_income": {"type": "boolean", "description": "All income of the period beside the spending that is selected, so that net is what is left of income after that."},
            "limits_of_total": {"type": "boolean", "description": "Hold at_least, at_most, above and below against what all entries come to, instead of each entry."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let (from, to) = (input.selection.from, input.selection.to);
        let all =
            if input.share_of_all { Some(whole(input.selection.widened(), context).await?) } else { None };
        let income = SelectionInput { direction: Some(Direction::In), ..input.selection.widened() };
        let mut selected = input.selection;
        let limits = input.limits_of_total.then(|| selected.take_limits());
        if input.beside_all_income {
            selected.direction = Some(Direction::Out);
        }
        let selection = selected.resolve(context).await?;
        let (mut whole, mut rows) = (Totals::default(), BTreeMap::<String, Totals>::new());
        let mut add = |entry: Entry| {
            whole.add(&entry)?;
            if let Some(by) = input.by {
                rows.entry(by.group(entry.date)).or_default().add(&entry)?;
            }
            Ok(())
        };
        selection.for_each(context, EntryOrder::OldestFirst, &mut add).await?;
        if input.beside_all_income {
            income.resolve(context).await?.for_each(context, EntryOrder::OldestFirst, &mut add).await?;
        }
        let days = days(context).await?;
        // A month without data is no month without spending: averages are over the months that have data at all.
        let time = days.and_then(|(first, last)| Time::of((from, to), first, last));
        let mut totals = whole.as_data(time)?;
        if let Some(all) = &all {
            for (data, (currency, total)) in totals.iter_mut().zip(&whole.0) {
                data["all"] = share(total.flow, all.0.get(currency).map(|all| all.flow));
            }
        }
        if let Some(limits) = limits {
            for (data, total) in totals.iter_mut().zip(whole.0.values()) {
                data["within_limits"] = json!({
                    "income": limits.let_through(total.flow.income),
                    "spending": limits.let_through(total.flow.spending),
                });
            }
        }
        let mut answer = json!({
            "filter": selection.understood(),
            "totals": totals,
            "coverage": days.map(|(first, last)| json!({"first": first, "last": last})),
        });
        if let Some(limits) = limits {
            answer["limits_of_total"] = limits.as_data();
        }
        if input.by.is_some() {
            let rows: Vec<Value> = rows
                .iter()
                .map(|(group, totals)| Ok(json!({"group": group, "totals": totals.as_data(None)?})))
                .collect::<Result<_, ToolError>>()?;
            answer["rows"] = Value::Array(rows);
        }
        Ok(answer)
    }
}

async fn whole(selection: SelectionInput, context: &Context<'_>) -> Result<Totals, ToolError> {
    let selection = selection.resolve(context).await?;
    let mut totals = Totals::default();
    selection.for_each(context, EntryOrder::OldestFirst, |entry| Ok(totals.add(&entry)?)).await?;
    Ok(totals)
}

fn share(part: report::CashFlow, all: Option<report::CashFlow>) -> Value {
    let Some(all) = all else { return Value::Null };
    json!({
        "income": {"amount": all.income, "share": percentage(part.income, all.income)},
        "spending": {
            "amount": all.spending,
            "share": percentage(part.spending, all.spending),
            "share_of_income": percentage(part.spending, all.income),
        },
    })
}

impl By {
    fn group(self, date: chrono::NaiveDate) -> String {
        match self {
            Self::Month => date.format("%Y-%m").to_string(),
            Self::Quarter => format!("{}-Q{}", date.year(), date.quarter()),
            Self::Year => date.format("%Y").to_string(),
        }
    }
}
