//! `statement_coverage`: the days of each account that statements cover, and the missing ones.

use async_trait::async_trait;
use saldo_domain::{Month, Period};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::{Context, Tool, ToolError};

pub(super) struct StatementCoverage;

#[derive(Deserialize)]
pub(super) struct Input {
    account: Option<String>,
}

#[async_trait]
impl Tool for StatementCoverage {
    type Input = Input;
    const NAME: &'static str = "statement_coverage";
    const DESCRIPTION: &'static str = "Returns the days of each account that the uploaded statements cover, the missing months between them, and the \
        statements whose opening balance differs from the previous closing balance.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "account": {"type": "string", "description": "Only this account, by name."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let names = Names::read(context).await?;
        let only = input.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let found = context.ledger.books.coverage(context.user).await?;
        let rows_max = context.limits.rows_max;
        let accounts = names.account_names();
        let rows: Vec<Value> = found
            .iter()
            .filter(|((account, _), _)| only.is_none_or(|only| only == *account))
            .take(rows_max)
            .map(|((account, currency), coverage)| {
                let breaks: Vec<Value> = coverage
                    .breaks
                    .iter()
                    .take(rows_max)
                    .map(|it| json!({"closing": it.closing, "opening": it.opening, "difference": it.difference}))
                    .collect();
                json!({
                    "account": accounts.get(account),
                    "currency": currency,
                    "statements": coverage.spans.len() + coverage.undated.len(),
                    "statements_without_period": coverage.undated.len(),
                    "covered": periods(&coverage.covered, rows_max),
                    "gaps": periods(&coverage.gaps, rows_max),
                    "missing_months": missing_months(&coverage.gaps, rows_max),
                    "overlaps": coverage.overlaps.len(),
                    "breaks": breaks,
                })
            })
            .collect();
        Ok(json!({"rows": rows, "today": context.today, "coverage": coverage(context).await?}))
    }
}

fn periods(periods: &[Period], most: usize) -> Vec<Value> {
    periods.iter().take(most).map(|it| json!({"from": it.start(), "to": it.end()})).collect()
}

/// Returns the months that gaps touch, at most `most`.
fn missing_months(gaps: &[Period], most: usize) -> Vec<Month> {
    let mut months = Vec::new();
    for gap in gaps {
        let mut month = Month::of(gap.start());
        while let Some(this) = month.filter(|it| it.period().start() <= gap.end() && months.len() < most) {
            if months.last() != Some(&this) {
                months.push(this);
            }
            month = this.plus(1);
        }
    }
    months
}
