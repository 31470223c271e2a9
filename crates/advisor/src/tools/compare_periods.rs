//! `compare_periods`: the same question about two periods, and the difference.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::entry::EntryOrder;
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Money};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{SelectionInput, coverage, schema};
use super::totals::{Totals, percentage};
use super::{Context, Tool, ToolError};

pub(super) struct ComparePeriods;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    other_from: Option<NaiveDate>,
    other_to: Option<NaiveDate>,
}

#[async_trait]
impl Tool for ComparePeriods {
    type Input = Input;
    const NAME: &'static str = "compare_periods";
    const DESCRIPTION: &'static str = "Income, spending and net of one period (from, to) and of another (other_from, other_to), and the change \
        from the other period to this one, for each currency.";

    fn parameters() -> Value {
        schema(&json!({
            "other_from": {"type": "string", "format": "date", "description": "First day of the other period."},
            "other_to": {"type": "string", "format": "date", "description": "Last day of the other period, included."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let mut other = input.selection.clone();
        (other.from, other.to) = (input.other_from, input.other_to);
        let (this, other) = futures::try_join!(totals(input.selection, context), totals(other, context))?;
        let mut currencies: Vec<Currency> = this.0.0.keys().chain(other.0.0.keys()).copied().collect();
        currencies.sort_unstable();
        currencies.dedup();
        let changes: Vec<Value> = currencies
            .into_iter()
            .map(|currency| change(flow_of(&this.0, currency), flow_of(&other.0, currency)))
            .collect::<Result<_, _>>()?;
        Ok(json!({
            "this": {"filter": this.1, "totals": this.0.as_data(None)?},
            "other": {"filter": other.1, "totals": other.0.as_data(None)?},
            "changes": changes,
            "coverage": coverage(context).await?,
        }))
    }
}

async fn totals(selection: SelectionInput, context: &Context<'_>) -> Result<(Totals, Value), ToolError> {
    let selection = selection.resolve(context).await?;
    let mut totals = Totals::default();
    selection.for_each(context, EntryOrder::OldestFirst, |entry| Ok(totals.add(&entry)?)).await?;
    Ok((totals, selection.understood()))
}

fn flow_of(totals: &Totals, currency: Currency) -> CashFlow {
    totals.0.get(&currency).map_or(CashFlow::nothing(currency), |total| total.flow)
}

fn change(this: CashFlow, other: CashFlow) -> Result<Value, ToolError> {
    let figure = |this: Money, other: Money| -> Result<Value, ToolError> {
        let difference = this.checked_sub(other)?;
        Ok(
            json!({"this": this, "other": other, "difference": difference, "percent": percentage(difference, other)}),
        )
    };
    Ok(json!({
        "currency": this.income.currency(),
        "income": figure(this.income, other.income)?,
        "spending": figure(this.spending, other.spending)?,
        "net": figure(this.net()?, other.net()?)?,
    }))
}
