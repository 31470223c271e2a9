//! `savings_growth`: what savings grow to with compound interest.

use async_trait::async_trait;
use saldo_domain::{Currency, Money};
use saldo_ledger::loan::savings_after;
use serde::Deserialize;
use serde_json::{Value, json};

use super::arithmetic::{Decimal, currency, months};
use super::{Context, Tool, ToolError};

pub(super) struct SavingsGrowth;

#[derive(Deserialize)]
pub(super) struct Input {
    start: Option<Decimal>,
    monthly: Option<Decimal>,
    rate_percent: Decimal,
    months: Option<u32>,
    years: Option<u32>,
    currency: Option<Currency>,
}

#[async_trait]
impl Tool for SavingsGrowth {
    type Input = Input;
    const NAME: &'static str = "savings_growth";
    const DESCRIPTION: &'static str = "What savings grow to: an amount at the start, an amount added at the end of each month, and interest booked \
        monthly at a twelfth of the yearly rate, to the cent. Pure arithmetic; no promise about any rate.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "start": {"type": "string", "description": "What is there at the start, as a decimal string; nothing when left out."},
                "monthly": {"type": "string", "description": "What is added each month, as a decimal string; nothing when left out."},
                "rate_percent": {"type": "string", "description": "Interest in percent a year, such as \"4\" or \"3.75\"."},
                "months": {"type": "integer", "minimum": 1, "description": "For how many months; together with years if both are given."},
                "years": {"type": "integer", "minimum": 1, "description": "For how many years."},
                "currency": {"type": "string", "description": "ISO 4217 code; the person's own when left out."},
            },
            "required": ["rate_percent"],
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let currency = currency(input.currency, context).await?;
        let amount = |given: &Option<Decimal>, what| match given {
            Some(given) => given.money(what, currency),
            None => Ok(Money::zero(currency)),
        };
        let (start, monthly) = (amount(&input.start, "start")?, amount(&input.monthly, "monthly")?);
        let rate = input.rate_percent.rate()?;
        let months = months(input.months, input.years)?
            .ok_or_else(|| ToolError::Input("say for how many months or years".to_owned()))?;
        let at = |month: u32| -> Result<(Money, Money), ToolError> {
            let paid_in = start.minor().checked_add(
                monthly.minor().checked_mul(i64::from(month)).ok_or(saldo_domain::MoneyError::Overflow)?,
            );
            let paid_in = Money::from_minor(paid_in.ok_or(saldo_domain::MoneyError::Overflow)?, currency);
            Ok((savings_after(start, rate, monthly, month)?, paid_in))
        };
        let (balance, paid_in) = at(months)?;
        let mut rows = Vec::new();
        for year in (1..=months / 12).take(context.limits.rows_max) {
            let (balance, paid_in) = at(year * 12)?;
            rows.push(json!({"year": year, "balance": balance, "paid_in": paid_in, "interest": balance.checked_sub(paid_in)?}));
        }
        Ok(json!({
            "start": start,
            "monthly": monthly,
            "rate_percent": input.rate_percent.text(),
            "months": months,
            "balance": balance,
            "paid_in": paid_in,
            "interest": balance.checked_sub(paid_in)?,
            "by_year": rows,
        }))
    }
}
