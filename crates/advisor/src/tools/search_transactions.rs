//! `search_transactions`: single transactions, with the number and the totals of all that match.

use async_trait::async_trait;
use saldo_domain::transaction::TransactionOrder;
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{SelectionInput, as_coverage, known_days, schema, unfinished};
use super::totals::{in_preferred, totals_as_data};
use super::{Context, Tool, ToolError};

pub(super) struct SearchTransactions;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    #[serde(default)]
    order: Order,
    limit: Option<usize>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Order {
    #[default]
    Newest,
    Oldest,
    Largest,
    Smallest,
}

#[async_trait]
impl Tool for SearchTransactions {
    type Input = Input;
    const NAME: &'static str = "search_transactions";
    const DESCRIPTION: &'static str = "Lists single transactions: the newest, oldest, largest or smallest, with the number and the totals of all matches. \
        Use it for lists, counts, averages, the largest or smallest, and the date of the last payment.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        schema(&json!({
            "order": {"type": "string", "enum": ["newest", "oldest", "largest", "smallest"], "description": "Sort order; default: newest first."},
            "limit": {"type": "integer", "minimum": 1, "description": "Maximum number of transactions, per currency for the largest or smallest; default: 20."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let limit = input.limit.unwrap_or(20).clamp(1, context.limits.rows_max);
        let days = input.selection.days()?;
        let selection = input.selection.resolve(context).await?;
        let order = match input.order {
            Order::Newest => TransactionOrder::NewestFirst,
            Order::Oldest => TransactionOrder::OldestFirst,
            Order::Largest => TransactionOrder::LargestFirst,
            Order::Smallest => TransactionOrder::SmallestFirst,
        };
        let books = &context.ledger.books;
        let totals = books.totals(context.user, &selection.query).await?;
        let limit = u32::try_from(limit).unwrap_or(u32::MAX);
        let found = books.list(context.user, &selection.query, order, limit).await?;
        let (accounts, categories) = (selection.names.account_names(), selection.names.category_names());
        let transactions: Vec<Value> = found
            .iter()
            .map(|transaction| {
                let category = |id: &Option<_>| id.and_then(|id| categories.get(&id).copied());
                let mut data = json!({
                    "id": transaction.id,
                    "date": transaction.date,
                    "description": transaction.description,
                    "amount": transaction.amount,
                    "category": category(&transaction.category),
                    "account": accounts.get(&transaction.account),
                    "transactions": of_ids(&[transaction.id]),
                });
                if !transaction.splits.is_empty() {
                    let part = |part: &saldo_domain::Split| {
                        json!({"amount": part.amount, "category": category(&part.category)})
                    };
                    data["splits"] = transaction.splits.iter().map(part).collect();
                }
                data
            })
            .collect();
        let known = known_days(context, selection.query.filter.account.as_slice()).await?;
        let flows: Vec<_> = totals.iter().map(|total| total.flow).collect();
        Ok(json!({
            "filter": selection.understood(),
            "shown": transactions.len(),
            "entries": transactions,
            "matched": totals.iter().map(|total| total.flow.transactions).sum::<u64>(),
            "totals": totals_as_data(&totals)?,
            "in_preferred_currency": in_preferred(&flows, days, context).await?,
            "unfinished": unfinished(known, days),
            "coverage": as_coverage(known),
        }))
    }
}
