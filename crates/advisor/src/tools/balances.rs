//! `balances`: the balance of each account at the end of a day.

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_bookkeeping::AccountBalance;
use saldo_domain::AccountId;
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::totals::amount_in_preferred;
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
    const DESCRIPTION: &'static str = "Returns the balance of each account at the end of a day: the last balance that a statement prints or the user \
        entered by then (`known`, of the day `known_for`) plus the transactions since; and the sum for each currency.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "date": {"type": "string", "format": "date", "description": "The day, YYYY-MM-DD; default: today."},
                "account": {"type": "string", "description": "Only this account, by name."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let date = input.date.unwrap_or(context.today);
        let names = Names::read(context).await?;
        let only = input.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let found = context.ledger.books.balances(context.user, date).await?;
        let is_asked_for = |account: &AccountId| only.is_none_or(|only| only == *account);
        let held: Vec<&AccountBalance> =
            found.accounts.iter().filter(|held| is_asked_for(&held.account)).collect();
        // A single account has no sum besides its balance.
        let totals = match only {
            Some(_) => held.iter().map(|held| held.amount).collect(),
            None => found.sums.clone(),
        };
        let of = |id: AccountId| names.accounts.iter().find(|account| account.id == id);
        let balances: Vec<Value> = held
            .iter()
            .filter_map(|held| {
                let account = of(held.account)?;
                Some(json!({
                    "account": account.name,
                    "kind": account.kind,
                    "amount": held.amount,
                    "known": held.known,
                    "known_for": held.known_on,
                }))
            })
            .collect();
        let unknown = found.unknown.into_iter().filter(is_asked_for);
        Ok(json!({
            "date": date,
            "balances": balances,
            "totals": totals,
            "in_preferred_currency": amount_in_preferred(&totals, date, context).await?,
            "accounts_without_balance": unknown.filter_map(|id| Some(&of(id)?.name)).collect::<Vec<_>>(),
            "coverage": coverage(context).await?,
        }))
    }
}
