//! `read_statement`: one statement: its accounts, its balance check and its lines in printed order.

use async_trait::async_trait;
use saldo_bookkeeping::{Kinds, TransactionQuery};
use saldo_domain::{
    Statement, StatementAccount, StatementId, StatementStatus, Transaction, TransactionFilter,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{Names, coverage};
use super::totals::totals_as_data;
use super::{Context, READ_STATEMENT, Tool, ToolError};

pub(super) struct ReadStatement;

#[derive(Deserialize)]
pub(super) struct Input {
    statement: String,
    limit: Option<usize>,
}

#[async_trait]
impl Tool for ReadStatement {
    type Input = Input;
    const NAME: &'static str = READ_STATEMENT;
    const DESCRIPTION: &'static str = "Returns an uploaded statement by its id: bank, accounts, period, balances, whether it adds up to the cent, the \
        totals of its transactions, and the first of them.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "statement": {"type": "string", "description": "The statement's id."},
                "limit": {"type": "integer", "minimum": 1, "description": "Maximum number of transactions; default: 50."},
            },
            "required": ["statement"],
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let limit = input.limit.unwrap_or(50).clamp(1, context.limits.rows_max);
        let unknown = || ToolError::Input(format!("unknown statement {:?}", input.statement));
        let id: StatementId = input.statement.parse().map_err(|_| unknown())?;
        let statements = &context.ledger.statements;
        let statement = statements.find_statement(context.user, id).await?.ok_or_else(unknown)?;
        if let (StatementStatus::Failed, Some(failure)) = (statement.status, &statement.failure) {
            return Err(ToolError::Input(failure.message.clone()));
        }
        let lines = statements.list_statement_lines(context.user, id).await?.ok_or_else(unknown)?;
        let names = Names::read(context).await?;
        let filter = TransactionFilter { statement: Some(id), ..TransactionFilter::default() };
        let query = TransactionQuery { kinds: Kinds::All, ..TransactionQuery::of(filter) };
        let totals = context.ledger.books.totals(context.user, &query).await?;
        let shown: Vec<Value> =
            lines.iter().take(limit).map(|line| line_as_data(&line.transaction, &names)).collect();
        Ok(json!({
            "statement": as_data(&statement),
            "accounts": statement.accounts.iter().map(|part| part_as_data(part, &names)).collect::<Vec<_>>(),
            "matched": lines.len(),
            "shown": shown.len(),
            "entries": shown,
            "totals": totals_as_data(&totals)?,
            "coverage": coverage(context).await?,
        }))
    }
}

fn as_data(statement: &Statement) -> Value {
    json!({
        "id": statement.id,
        "file_name": statement.file_name,
        "institution": statement.institution,
        "pages": statement.pages,
        "status": statement.status,
        "outcome": statement.outcome(),
        "read_by": statement.read_by,
    })
}

fn part_as_data(part: &StatementAccount, names: &Names) -> Value {
    json!({
        "account": names.account_names().get(&part.account),
        "currency": part.currency,
        "from": part.period_start,
        "to": part.period_end,
        "opening": part.opening_balance,
        "closing": part.closing_balance,
        "outcome": part.outcome,
        "difference": part.discrepancy,
    })
}

fn line_as_data(transaction: &Transaction, names: &Names) -> Value {
    json!({
        "id": transaction.id,
        "date": transaction.date,
        "description": transaction.description,
        "amount": transaction.amount,
        "category": transaction.category.and_then(|category| names.category_names().get(&category).copied()),
        "account": names.account_names().get(&transaction.account),
        "transactions": of_ids(&[transaction.id]),
    })
}
