//! `savings_growth`: the growth of savings with compound interest.

use async_trait::async_trait;
use saldo_domain::{Currency, Money};
use saldo_ledger::loan::{YearlyRate, savings_after};
use saldo_ledger::ratio::rounded;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::arithmetic::{Decimal, currency, months};
use super::{Context, Tool, ToolError};

/// Converts a yearly rate in millionths to a monthly fraction: 1,000,000 millionths, 12 months.
const DENOMINATOR: i128 = 1_000_000 * 12;
/// Fractions of a minor unit in calculations: billionths.
const PRECISION: i128 = 1_000_000_000;

pub(super) struct SavingsGrowth;

#[derive(Deserialize)]
pub(super) struct Input {
    start: Option<Decimal>,
    monthly: Option<Decimal>,
    rate_percent: Decimal,
    months: Option<u32>,
    years: Option<u32>,
    #[serde(default)]
    booked: Option<Compounding>,
    currency: Option<Currency>,
}

/// The interval at which interest is compounded.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Compounding {
    #[default]
    Monthly,
    Quarterly,
    HalfYearly,
    Yearly,
}

impl Compounding {
    const fn months(self) -> u32 {
        match self {
            Self::Monthly => 1,
            Self::Quarterly => 3,
            Self::HalfYearly => 6,
            Self::Yearly => 12,
        }
    }
}

#[async_trait]
impl Tool for SavingsGrowth {
    type Input = Input;
    const NAME: &'static str = "savings_growth";
    const DESCRIPTION: &'static str = "Calculates the growth of savings: a starting amount, an amount added at the end of each month, and interest credited \
        monthly at a twelfth of the yearly rate, to the cent; or compounded each quarter, half year or year, rounded once at the end.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "start": {"type": "string", "description": "The starting amount, as a decimal string; default: 0."},
                "monthly": {"type": "string", "description": "The amount added each month, as a decimal string; default: 0."},
                "rate_percent": {"type": "string", "description": "Interest rate in percent per year, such as \"4\" or \"3.75\"."},
                "months": {"type": "integer", "minimum": 1, "description": "Number of months, added to the years if both are given."},
                "years": {"type": "integer", "minimum": 1, "description": "Number of years."},
                "booked": {"type": "string", "enum": ["monthly", "quarterly", "half_yearly", "yearly"], "description": "The compounding interval; default: monthly."},
                "currency": {"type": "string", "description": "ISO 4217 code; default: the user's currency."},
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
        let months = months(input.months, input.years)?.ok_or_else(|| {
            ToolError::Input("the term is missing; give the number of months or years".to_owned())
        })?;
        let booked = input.booked.unwrap_or_default();
        let at = |month: u32| -> Result<(Money, Money), ToolError> {
            let paid_in = start.minor().checked_add(
                monthly.minor().checked_mul(i64::from(month)).ok_or(saldo_domain::MoneyError::Overflow)?,
            );
            let paid_in = Money::from_minor(paid_in.ok_or(saldo_domain::MoneyError::Overflow)?, currency);
            let balance = match booked {
                Compounding::Monthly => savings_after(start, rate, monthly, month)?,
                other => compounded(start, rate, monthly, month, other)
                    .ok_or(saldo_domain::MoneyError::Overflow)?,
            };
            Ok((balance, paid_in))
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
            "booked": booked,
            "balance": balance,
            "paid_in": paid_in,
            "interest": balance.checked_sub(paid_in)?,
            "by_year": rows,
        }))
    }
}

/// Returns the balance after `months`,
/// with `added` at the end of each month and interest compounded at each interval and at the end.
///
/// Amounts are calculated in billionths of a minor unit. The result is rounded half to even once at the end.
fn compounded(
    start: Money,
    rate: YearlyRate,
    added: Money,
    months: u32,
    booked: Compounding,
) -> Option<Money> {
    let scaled = |amount: Money| i128::from(amount.minor()).checked_mul(PRECISION);
    let (mut balance, mut product) = (scaled(start)?, 0_i128);
    for month in 1..=months {
        product = product.checked_add(balance.checked_mul(i128::from(rate.millionths()))?)?;
        balance = balance.checked_add(scaled(added)?)?;
        if month % booked.months() == 0 || month == months {
            balance = balance.checked_add(rounded(product, DENOMINATOR)?)?;
            product = 0;
        }
    }
    Some(Money::from_minor(i64::try_from(rounded(balance, PRECISION)?).ok()?, start.currency()))
}
