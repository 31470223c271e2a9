//! `duplicates`: transactions that may be duplicates.

use async_trait::async_trait;
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{Names, coverage};
use super::{Context, Tool, ToolError};

pub(super) struct Duplicates;

#[derive(Deserialize)]
pub(super) struct Input {
    limit: Option<usize>,
}

#[async_trait]
impl Tool for Duplicates {
    type Input = Input;
    const NAME: &'static str = "duplicates";
    const DESCRIPTION: &'static str = "Lists possible duplicates: transactions that may have been imported twice from different files, or entered by hand too. \
        Pairs that the user kept are omitted. Two equal lines of one statement are two purchases. Nothing is changed: the user decides on the Duplicates page.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "limit": {"type": "integer", "minimum": 1, "description": "Maximum number; default: 20."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let names = Names::read(context).await?;
        let accounts = names.account_names();
        let found = context.ledger.books.duplicates(context.user, context.today).await?;
        let limit = input.limit.unwrap_or(20).clamp(1, context.limits.rows_max);
        let rows: Vec<Value> = found
            .iter()
            .take(limit)
            .map(|group| {
                let transactions: Vec<Value> = group
                    .transactions
                    .iter()
                    .map(
                        |transaction| json!({"id": transaction.id, "date": transaction.date, "description": transaction.description}),
                    )
                    .collect();
                let ids: Vec<_> = group.transactions.iter().map(|transaction| transaction.id).collect();
                json!({
                    "account": accounts.get(&group.account),
                    "amount": group.amount,
                    "entries": transactions,
                    "transactions": of_ids(&ids),
                })
            })
            .collect();
        Ok(json!({
            "count": found.len(),
            "rows_left_out": found.len() - rows.len(),
            "rows": rows,
            "coverage": coverage(context).await?,
        }))
    }
}
