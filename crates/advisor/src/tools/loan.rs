//! `loan`: the cost of a loan, by its term or by its monthly payment.

use async_trait::async_trait;
use saldo_domain::{Currency, Money};
use saldo_ledger::loan::{Installment, monthly_payment, plan};
use serde::Deserialize;
use serde_json::{Value, json};

use super::arithmetic::{Decimal, currency, months};
use super::{Context, Tool, ToolError};

pub(super) struct Loan;

#[derive(Deserialize)]
pub(super) struct Input {
    debt: Decimal,
    rate_percent: Decimal,
    down_payment: Option<Decimal>,
    payment: Option<Decimal>,
    extra: Option<Decimal>,
    months: Option<u32>,
    years: Option<u32>,
    currency: Option<Currency>,
}

#[async_trait]
impl Tool for Loan {
    type Input = Input;
    const NAME: &'static str = "loan";
    const DESCRIPTION: &'static str = "Calculates a loan: the lowest monthly payment for a term, or the term for a monthly payment, with the total interest \
        and that of each year; optionally with a down payment and extra payments. Interest is charged monthly at a twelfth of the yearly rate, to the cent; the last payment is the rest.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "debt": {"type": "string", "description": "The amount borrowed or still owed, as a decimal string."},
                "rate_percent": {"type": "string", "description": "Interest rate in percent per year, such as \"4\" or \"3.75\"."},
                "down_payment": {"type": "string", "description": "The amount paid at once; only the rest of the debt is borrowed."},
                "payment": {"type": "string", "description": "The monthly payment; default: calculated from the term."},
                "extra": {"type": "string", "description": "The amount paid each month in addition to the payment."},
                "months": {"type": "integer", "minimum": 1, "description": "The term in months, added to the years if both are given."},
                "years": {"type": "integer", "minimum": 1, "description": "The term in years."},
                "currency": {"type": "string", "description": "ISO 4217 code; default: the user's currency."},
            },
            "required": ["debt", "rate_percent"],
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let currency = currency(input.currency, context).await?;
        let price = input.debt.money("debt", currency)?;
        let given = |amount: &Option<Decimal>, what| match amount {
            Some(amount) => amount.money(what, currency),
            None => Ok(Money::zero(currency)),
        };
        let (down, extra) = (given(&input.down_payment, "down_payment")?, given(&input.extra, "extra")?);
        let debt = price.checked_sub(down)?;
        let rate = input.rate_percent.rate()?;
        let payment = match (&input.payment, months(input.months, input.years)?) {
            (Some(payment), _) => payment.money("payment", currency)?,
            (None, Some(months)) => monthly_payment(debt, rate, months)?,
            (None, None) => {
                return Err(ToolError::Input(
                    "the term is missing; give the monthly payment, or the number of months or years"
                        .to_owned(),
                ));
            }
        };
        let instalments = plan(debt, rate, payment.checked_add(extra)?)?;
        let sum =
            |of: fn(&Installment) -> Money, part: &[Installment]| Money::sum(currency, part.iter().map(of));
        let by_year: Vec<Value> = instalments
            .chunks(12)
            .zip(1_u32..)
            .take(context.limits.rows_max)
            .map(|(part, year)| {
                Ok(json!({
                    "year": year,
                    "paid": sum(|it| it.payment, part)?,
                    "interest": sum(|it| it.interest, part)?,
                    "repaid": sum(|it| it.repaid, part)?,
                    "owed": part.last().map(|it| it.owed),
                }))
            })
            .collect::<Result<_, ToolError>>()?;
        let mut answer = json!({
            "debt": debt,
            "rate_percent": input.rate_percent.text(),
            "payment": payment,
            "months": instalments.len(),
            "last_payment": instalments.last().map(|it| it.payment),
            "total_paid": sum(|it| it.payment, &instalments)?,
            "total_interest": sum(|it| it.interest, &instalments)?,
            "by_year": by_year,
        });
        if !down.is_zero() {
            answer["price"] = json!(price);
            answer["down_payment"] = json!(down);
        }
        if !extra.is_zero() {
            let without = plan(debt, rate, payment)?;
            answer["extra"] = json!(extra);
            answer["without_extra"] =
                json!({"months": without.len(), "total_interest": sum(|it| it.interest, &without)?});
        }
        Ok(answer)
    }
}
