//! `explain_transaction`: the origin of a transaction:
//! the file, the page, the position, the printed line and the reason for its category.

use async_trait::async_trait;
use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{Transaction, TransactionId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{Names, SelectionInput, coverage, schema};
use super::{Context, Tool, ToolError};

/// The default number of transactions.
const TRANSACTIONS: usize = 5;
/// The maximum number of transactions. Each takes several storage queries.
const TRANSACTIONS_MAX: usize = 20;

pub(super) struct ExplainTransaction;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    #[serde(rename = "entry")]
    transaction: Option<String>,
    limit: Option<usize>,
}

#[async_trait]
impl Tool for ExplainTransaction {
    type Input = Input;
    const NAME: &'static str = "explain_transaction";
    const DESCRIPTION: &'static str = "Returns the source of transactions, newest first: the file and account of the statement, the page and the position on it, \
        the line as printed, whether the statement adds up, and the origin of the category.";

    fn parameters() -> Value {
        schema(&json!({
            "entry": {"type": "string", "description": "The id of one transaction, instead of a search."},
            "limit": {"type": "integer", "minimum": 1, "description": "Maximum number, at most 20; default: 5."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let limit = input.limit.unwrap_or(TRANSACTIONS).clamp(1, TRANSACTIONS_MAX);
        let selection = input.selection.resolve(context).await?;
        let (found, matched) = if let Some(text) = &input.transaction {
            let unknown = || ToolError::Input(format!("unknown transaction {text:?}"));
            let id: TransactionId = text.parse().map_err(|_| unknown())?;
            let transaction =
                context.ledger.transactions.find_transaction(context.user, id).await?.ok_or_else(unknown)?;
            (vec![transaction], 1)
        } else {
            let books = &context.ledger.books;
            let totals = books.totals(context.user, &selection.query).await?;
            let limit = u32::try_from(limit).unwrap_or(u32::MAX);
            let found =
                books.list(context.user, &selection.query, TransactionOrder::NewestFirst, limit).await?;
            (found, totals.iter().map(|total| total.flow.transactions).sum::<u64>())
        };
        let mut transactions = Vec::with_capacity(found.len());
        for transaction in &found {
            transactions.push(explained(transaction, &selection.names, context).await?);
        }
        Ok(json!({
            "filter": selection.understood(),
            "entries": transactions,
            "matched": matched,
            "shown": found.len(),
            "coverage": coverage(context).await?,
        }))
    }
}

async fn explained(
    transaction: &Transaction,
    names: &Names,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let statement = match transaction.statement {
        Some(id) => context.ledger.statements.find_statement(context.user, id).await?,
        None => None,
    };
    let rule = context.ledger.books.rule_of(context.user, transaction).await?;
    let statement = statement.map(|statement| {
        json!({
            "id": statement.id,
            "file_name": statement.file_name,
            "institution": statement.institution,
            "pages": statement.pages,
            "outcome": statement.outcome(),
            "read_by": statement.read_by,
        })
    });
    Ok(json!({
        "id": transaction.id,
        "date": transaction.date,
        "value_date": transaction.value_date,
        "description": transaction.description,
        "printed": transaction.original_description,
        "amount": transaction.amount,
        "balance": transaction.balance,
        "account": names.account_names().get(&transaction.account),
        "category": transaction.category.and_then(|it| names.category_names().get(&it).copied()),
        "category_by": transaction.category.map(|_| transaction.category_by),
        "rule": rule,
        "line": transaction.position + 1,
        "place": transaction.place,
        "statement": statement,
        "transactions": of_ids(&[transaction.id]),
    }))
}
