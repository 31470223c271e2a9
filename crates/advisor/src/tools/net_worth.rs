//! `net_worth`: the net worth on a day, or at the end of each month.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{Currency, Period};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::{Context, Tool, ToolError};

pub(super) struct NetWorth;

#[derive(Deserialize)]
pub(super) struct Input {
    date: Option<NaiveDate>,
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    currency: Option<Currency>,
}

impl Input {
    /// Selects the end of each month between two days; without `from`, only the day `to`.
    pub(super) fn between(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Self {
        Self { date: None, from: from.or(to), to, currency: None }
    }
}

#[async_trait]
impl Tool for NetWorth {
    type Input = Input;
    const NAME: &'static str = "net_worth";
    const DESCRIPTION: &'static str = "Returns net worth, the sum of all account balances (loans and card balances are negative), on a day or at the end of each \
        month of a period, with the change of the accounts known throughout it. Balances are the last printed ones plus the transactions since.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "date": {"type": "string", "format": "date", "description": "The day; default: today."},
                "from": {"type": "string", "format": "date", "description": "First day, for one row per month."},
                "to": {"type": "string", "format": "date", "description": "Last day, for one row per month; default: today."},
                "currency": {"type": "string", "description": "Adds one figure in this currency if the user's rates allow; default: the preferred currency."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let end = input.date.or(input.to).unwrap_or(context.today);
        let start = input.from.filter(|_| input.date.is_none()).unwrap_or(end);
        let period = Period::new(start, end)
            .ok_or_else(|| ToolError::Input(format!("from ({start}) must not be after to ({end})")))?;
        let books = &context.ledger.books;
        let currency = match input.currency {
            Some(currency) => Some(currency),
            None => books.preferences(context.user).await?.currency,
        };
        let worth = books.net_worth(context.user, Some(period), currency, context.today).await?;
        let names = Names::read(context).await?;
        let accounts = names.account_names();
        let left_out = worth.points.len().saturating_sub(context.limits.rows_max);
        let points: Vec<Value> = worth
            .points
            .iter()
            .skip(left_out)
            .map(|point| {
                let held: Vec<Value> = point
                    .accounts
                    .iter()
                    .map(|(account, amount)| json!({"account": accounts.get(account), "amount": amount}))
                    .collect();
                let converted = point.converted.as_ref().map(|it| it.amount);
                json!({"date": point.date, "sums": point.sums, "converted": converted, "accounts": held})
            })
            .collect();
        let unknown: Vec<_> = worth.unknown.iter().filter_map(|account| accounts.get(account)).collect();
        Ok(json!({
            "points": points,
            "points_left_out": left_out,
            "change": worth.change()?,
            "accounts_without_balance": unknown,
            "coverage": coverage(context).await?,
        }))
    }
}
