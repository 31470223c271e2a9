//! `compare_periods`: the same totals for two periods, and their differences.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_bookkeeping::{FlowTotal, KnownDays, alike};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Money, Period};
use saldo_ledger::ratio::percentage;
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, SelectionInput, as_coverage, behind_as_data, known_days, schema};
use super::totals::{in_preferred, totals_as_data};
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
    const DESCRIPTION: &'static str = "Compares income, spending and net of a period (from, to) with another (other_from, other_to), for each currency. \
        If one of them is unfinished or only partly covered by data, the same days of both are compared, and `note` says so.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        schema(&json!({
            "other_from": {"type": "string", "format": "date", "description": "First day of the other period."},
            "other_to": {"type": "string", "format": "date", "description": "Last day of the other period, included."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let mut other = input.selection.clone();
        let mut this = input.selection;
        (other.from, other.to) = (input.other_from, input.other_to);
        let asked = (this.days()?, other.days()?);
        let account = this.clone().resolve(context).await?.query.filter.account;
        let known = known_days(context, account.as_slice()).await?;
        let last = asked.0.end().max(asked.1.end());
        let books = &context.ledger.books;
        let behind =
            books.accounts_behind(context.user, context.data().await?, account.as_slice(), last).await?;
        let like = known.map(|known| alike(asked.0, asked.1, known)).filter(|like| like.was_cut);
        let cut = like.map(|like| like.periods);
        if let Some((one, another)) = cut {
            (this.from, this.to) = (Some(one.start()), Some(one.end()));
            (other.from, other.to) = (Some(another.start()), Some(another.end()));
        }
        let (this, other) = (totals(this, context).await?, totals(other, context).await?);
        let mut currencies: Vec<Currency> = this.0.iter().chain(&other.0).map(currency_of).collect();
        currencies.sort_unstable();
        currencies.dedup();
        let changes: Vec<Value> = currencies
            .into_iter()
            .map(|currency| change(flow_of(&this.0, currency), flow_of(&other.0, currency)))
            .collect::<Result<_, _>>()?;
        let [one, another] = [&this, &other].map(|side| side.0.iter().map(|it| it.flow).collect::<Vec<_>>());
        Ok(json!({
            "note": note(known, asked, cut),
            "accounts_behind": behind_as_data(&behind, &Names::read(context).await?.accounts),
            "this": {
                "filter": this.1,
                "totals": totals_as_data(&this.0)?,
                "in_preferred_currency": in_preferred(&one, asked.0, context).await?,
                "is_over": known.is_some_and(|known| known.is_over(asked.0)),
            },
            "other": {
                "filter": other.1,
                "totals": totals_as_data(&other.0)?,
                "in_preferred_currency": in_preferred(&another, asked.1, context).await?,
                "is_over": known.is_some_and(|known| known.is_over(asked.1)),
            },
            "changes": changes,
            "same_days_of_both": cut.is_some(),
            "coverage": as_coverage(known),
        }))
    }
}

/// Explains a comparison with a period that is not over. Returns `None` if both periods are over.
fn note(known: Option<KnownDays>, asked: (Period, Period), cut: Option<(Period, Period)>) -> Option<String> {
    let known = known?;
    let named = |period: Period| format!("{} to {}", period.start(), period.end());
    let runs: Vec<Period> =
        [asked.0, asked.1].into_iter().filter(|it| known.unfinished(*it).is_some()).collect();
    match cut {
        Some((this, other)) => Some(format!(
            "One of the periods is not over, or is only partly in the data, which covers {}. The same days of \
             both are compared: {} with {}. Say so.",
            named(Period::new(known.since, known.until).unwrap_or(this)),
            named(this),
            named(other),
        )),
        None if runs.is_empty() => None,
        None => Some(format!(
            "{} is not over, or the data covers it only until {}. It is compared with days that do not correspond to \
             it; say so.",
            runs.into_iter().map(named).collect::<Vec<_>>().join(" and "),
            known.until,
        )),
    }
}

async fn totals(
    selection: SelectionInput,
    context: &Context<'_>,
) -> Result<(Vec<FlowTotal>, Value), ToolError> {
    let selection = selection.resolve(context).await?;
    let totals = context.ledger.books.totals(context.user, &selection.query).await?;
    Ok((totals, selection.understood()))
}

fn currency_of(total: &FlowTotal) -> Currency {
    total.flow.income.currency()
}

fn flow_of(totals: &[FlowTotal], currency: Currency) -> CashFlow {
    let found = totals.iter().find(|total| currency_of(total) == currency);
    found.map_or(CashFlow::nothing(currency), |total| total.flow)
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
