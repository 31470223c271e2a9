//! `balances`: what the accounts held at the end of a day.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{Currency, Money};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::{Context, Tool, ToolError};

pub(super) struct Balances;

#[derive(Deserialize)]
pub(super) struct Input {
    date: Option<NaiveDate>,
    account: Option<String>,
}

#[async_trait]
impl Tool for Balances {
    type Input = Input;
    const NAME: &'static str = "balances";
    const DESCRIPTION: &'static str = "What each account held at the end of a day, as statements print it, the day it is known for, and \
        the sum for each currency.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "date": {"type": "string", "format": "date", "description": "The day, YYYY-MM-DD; today when left out."},
                "account": {"type": "string", "description": "Only this account, by name."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let date = input.date.unwrap_or(context.today);
        let names = Names::read(context).await?;
        let only = input.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let found = context.ledger.entries.list_balances(context.user, date).await?;
        let (mut balances, mut unknown) = (Vec::new(), Vec::new());
        let mut totals = BTreeMap::<Currency, Money>::new();
        for account in names.accounts.iter().filter(|it| only.is_none_or(|only| only == it.id)) {
            let Some(balance) = found.iter().find(|it| it.account == account.id) else {
                unknown.push(account.name.as_str());
                continue;
            };
            let currency = balance.amount.currency();
            let total = totals.entry(currency).or_insert(Money::zero(currency));
            *total = total.checked_add(balance.amount)?;
            balances.push(json!({
                "account": account.name,
                "kind": account.kind,
                "amount": balance.amount,
                "known_for": balance.date,
            }));
        }
        Ok(json!({
            "date": date,
            "balances": balances,
            "totals": totals.values().collect::<Vec<_>>(),
            "accounts_without_balance": unknown,
            "coverage": coverage(context).await?,
        }))
    }
}
