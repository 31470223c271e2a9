//! `savings_goal`: the time to save an amount, the monthly amount to save by a day,
//! and the balance that remains.

use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Money, Month};
use saldo_ledger::ratio::divided;
use serde::Deserialize;
use serde_json::{Value, json};

use super::arithmetic::{Decimal, currency};
use super::links::transactions;
use super::runway::{MONTHS, RunwayFigures, lasts};
use super::selection::coverage;
use super::totals::{amount_in_preferred, rows_in_preferred};
use super::{Context, Tool, ToolError};

/// The maximum number of months: a hundred years.
const MONTHS_MAX: i64 = 1_200;

pub(super) struct SavingsGoal;

#[derive(Deserialize)]
pub(super) struct Input {
    amount: Decimal,
    monthly: Option<Decimal>,
    by: Option<NaiveDate>,
    #[serde(default)]
    counts_balances: bool,
    currency: Option<Currency>,
}

#[async_trait]
impl Tool for SavingsGoal {
    type Input = Input;
    const NAME: &'static str = "savings_goal";
    const DESCRIPTION: &'static str = "Calculates whether an amount is affordable and how long it takes to save, from the balances of the checking, savings \
        and cash accounts and the average net of the last whole months. It extends the past, promises nothing and ignores interest. \
        Only balances in the currency of the goal count towards it.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "amount": {"type": "string", "description": "The amount to save or pay, as a decimal string."},
                "monthly": {"type": "string", "description": "The amount saved each month, as a decimal string; default: the average net."},
                "by": {"type": "string", "format": "date", "description": "The target day, YYYY-MM-DD."},
                "counts_balances": {"type": "boolean", "description": "Counts the current balances towards the amount."},
                "currency": {"type": "string", "description": "ISO 4217 code; default: the user's currency."},
            },
            "required": ["amount"],
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let currency = currency(input.currency, context).await?;
        let amount = input.amount.money("amount", currency)?;
        let given = input.monthly.as_ref().map(|it| it.money("monthly", currency)).transpose()?;
        let pace = RunwayFigures::read(context, MONTHS).await?;
        let held = pace.as_ref().and_then(|pace| pace.balances.get(&currency).copied());
        let total = pace.as_ref().and_then(|pace| pace.totals.get(&currency));
        let flow = total.map(|total| total.flow);
        let (period, months) = pace.as_ref().and_then(|pace| pace.months).unzip();
        let whole_months = months;
        let months = months.unwrap_or(1);
        let a_month = |sum: Money| divided(sum, u64::from(months));
        let net = flow.map(CashFlow::net).transpose()?.and_then(a_month);
        let counted = held.filter(|_| input.counts_balances);
        let missing = amount.checked_sub(counted.unwrap_or(Money::zero(currency)))?;
        let missing = if missing.is_negative() { Money::zero(currency) } else { missing };
        let monthly = given.or(net);
        let needed = monthly.and_then(|monthly| months_for(missing, monthly));
        let until = input.by.map(|by| months_between(context.today, by)).transpose()?;
        let per_month = until.filter(|months| *months > 0).and_then(|months| up(missing, months));
        let expected = match (held, net, until) {
            (Some(held), Some(net), Some(months)) => Some(held.checked_add(times(net, months)?)?),
            (held, _, None) => held,
            _ => None,
        };
        let left = expected.map(|expected| expected.checked_sub(amount)).transpose()?;
        let all_held: Vec<Money> = pace.iter().flat_map(|pace| pace.balances.values().copied()).collect();
        let as_of = pace.as_ref().map_or(context.today, |pace| pace.as_of);
        let named = [("amount", Some(amount)), ("missing", Some(missing)), ("monthly", monthly)];
        let named = named.into_iter().filter_map(|(name, amount)| Some((name, amount?))).collect();
        let in_preferred = rows_in_preferred(&[(as_of, named)], context).await?;
        let spending = |of: fn(CashFlow) -> Money| flow.map(of);
        Ok(json!({
            "amount": amount,
            "as_of": pace.as_ref().map(|pace| pace.as_of),
            "from": period.map(saldo_domain::Period::start),
            "to": period.map(saldo_domain::Period::end),
            "months": whole_months,
            "balance": held,
            // Only the averages are sums of these transactions; the goal and the balances are not.
            "averages": {
                "spending_per_month": spending(|flow| flow.spending).and_then(a_month),
                "income_per_month": spending(|flow| flow.income).and_then(a_month),
                "net_per_month": net,
                "transactions": total.map(|total| transactions(&total.filter)),
            },
            "missing": missing,
            "monthly": monthly,
            "months_needed": needed,
            "reached_in": needed.and_then(|months| month_after(context.today, months)),
            "by": input.by,
            "months_until": until,
            "needed_per_month": per_month,
            "short_per_month": short(per_month, net)?,
            "expected": expected,
            "left": left,
            "left_per_month": net.map(|net| net.checked_sub(amount)).transpose()?,
            "months_of_spending_left": left.and_then(|left| lasts(left, flow?.spending, months)),
            "in_preferred_currency": in_preferred.first(),
            "balance_in_preferred_currency": amount_in_preferred(&all_held, as_of, context).await?,
            "coverage": coverage(context).await?,
        }))
    }
}

/// Returns the number of months to save an amount, rounded up.
/// Returns `None` if nothing is put aside, or if it takes more than [`MONTHS_MAX`] months.
fn months_for(missing: Money, monthly: Money) -> Option<i64> {
    if missing.is_zero() {
        return Some(0);
    }
    if monthly.is_negative() || monthly.is_zero() {
        return None;
    }
    let months = (missing.minor() - 1) / monthly.minor() + 1;
    (months <= MONTHS_MAX).then_some(months)
}

fn months_between(today: NaiveDate, by: NaiveDate) -> Result<i64, ToolError> {
    let number = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    let months = number(by) - number(today);
    if by < today && months < 0 || months > MONTHS_MAX {
        return Err(ToolError::Input(format!("{by} must be a day within the next hundred years")));
    }
    Ok(months)
}

/// Returns an even share for each month, rounded up so that the last month completes the amount.
fn up(amount: Money, months: i64) -> Option<Money> {
    let share = amount.minor().checked_add(months - 1)?.checked_div(months)?;
    Some(Money::from_minor(share, amount.currency()))
}

fn times(amount: Money, months: i64) -> Result<Money, ToolError> {
    let minor = amount.minor().checked_mul(months).ok_or(saldo_domain::MoneyError::Overflow)?;
    Ok(Money::from_minor(minor, amount.currency()))
}

/// Returns the amount by which the monthly net falls short of the required share, or `None` if it is enough.
fn short(per_month: Option<Money>, net: Option<Money>) -> Result<Option<Money>, ToolError> {
    let (Some(per_month), Some(net)) = (per_month, net) else { return Ok(None) };
    let short = per_month.checked_sub(net)?;
    Ok((!short.is_negative() && !short.is_zero()).then_some(short))
}

fn month_after(today: NaiveDate, months: i64) -> Option<Month> {
    Month::of(today)?.plus(i32::try_from(months).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    #[test]
    fn a_started_month_counts_as_a_whole_one() {
        assert_eq!(months_for(euros(500_000), euros(20_000)), Some(25));
        assert_eq!(months_for(euros(500_001), euros(20_000)), Some(26));
        assert_eq!(months_for(euros(0), euros(-1)), Some(0));
        assert_eq!(months_for(euros(1), euros(0)), None);
        assert_eq!(months_for(euros(i64::MAX), euros(1)), None);
        assert_eq!(up(euros(1_000), 3), Some(euros(334)));
    }

    #[test]
    fn a_past_day_is_rejected_as_a_goal() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(months_between(day("2025-07-15"), day("2026-06-01")).unwrap(), 11);
        assert_eq!(months_between(day("2025-07-15"), day("2025-07-01")).unwrap(), 0);
        assert!(months_between(day("2025-07-15"), day("2025-06-30")).is_err());
    }
}
