//! `balances`: the balance of each account at the end of a day.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::{Currency, Money, Period};
use saldo_storage::Balance;
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
    const DESCRIPTION: &'static str = "What each account held at the end of a day: the last balance that a statement prints or the person states \
        by then (`known`, for the day `known_for`) and the entries since; and the sum for each currency.";
    const SUMS_ACCOUNTS: bool = true;

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
            let amount = carried(context, balance, date).await?;
            let total = totals.entry(amount.currency()).or_insert(Money::zero(amount.currency()));
            *total = total.checked_add(amount)?;
            balances.push(json!({
                "account": account.name,
                "kind": account.kind,
                "amount": amount,
                "known": balance.amount,
                "known_for": balance.date,
            }));
        }
        let together: Vec<Money> = totals.values().copied().collect();
        Ok(json!({
            "date": date,
            "balances": balances,
            "totals": totals.values().collect::<Vec<_>>(),
            "in_preferred_currency": amount_in_preferred(&together, date, context).await?,
            "accounts_without_balance": unknown,
            "coverage": coverage(context).await?,
        }))
    }
}

/// Adds to a known balance all transactions after its day until `date`.
///
/// A statement may include transactions in its closing balance that have a later date.
/// They are not added again.
async fn carried(context: &Context<'_>, known: &Balance, date: NaiveDate) -> Result<Money, ToolError> {
    let Some(since) = known.date.succ_opt().and_then(|first| Period::new(first, date)) else {
        return Ok(known.amount);
    };
    let (entries, account) = (&context.ledger.entries, known.account);
    let flows = entries.list_day_flows(context.user, vec![account], since).await?;
    let own = flows.iter().filter(|flow| flow.net.currency() == known.amount.currency());
    let held = own.map(|flow| flow.net).try_fold(known.amount, Money::checked_add)?;
    let lines = entries.list_proven_lines(context.user, account, since).await?;
    let counted = lines.iter().filter(|line| line.until <= known.date);
    Ok(counted.map(|line| line.amount).try_fold(held, Money::checked_sub)?)
}
