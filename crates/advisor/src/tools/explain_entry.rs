//! `explain_entry`: the origin of a transaction:
//! the file, the page, the position, the printed line and the reason for its category.

use async_trait::async_trait;
use saldo_bookkeeping::ListOrder;
use saldo_domain::{Entry, EntryId};
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{Names, SelectionInput, coverage, schema};
use super::{Context, Tool, ToolError};

/// The default number of transactions.
const ENTRIES: usize = 5;
/// The maximum number of transactions. Each takes several storage queries.
const ENTRIES_MAX: usize = 20;

pub(super) struct ExplainEntry;

#[derive(Deserialize)]
pub(super) struct Input {
    #[serde(flatten)]
    selection: SelectionInput,
    entry: Option<String>,
    limit: Option<usize>,
}

#[async_trait]
impl Tool for ExplainEntry {
    type Input = Input;
    const NAME: &'static str = "explain_entry";
    const DESCRIPTION: &'static str = "Where entries come from, the newest first: the statement's file and account, the page and the spot on it, \
        the line as it is printed, whether that statement adds up, and who chose the category.";

    fn parameters() -> Value {
        schema(&json!({
            "entry": {"type": "string", "description": "The id of one entry, instead of a search."},
            "limit": {"type": "integer", "minimum": 1, "description": "How many at most; 5 when left out, 20 at most."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let limit = input.limit.unwrap_or(ENTRIES).clamp(1, ENTRIES_MAX);
        let selection = input.selection.resolve(context).await?;
        let (found, matched) = if let Some(text) = &input.entry {
            let unknown = || ToolError::Input(format!("unknown transaction {text:?}"));
            let id: EntryId = text.parse().map_err(|_| unknown())?;
            let entry = context.ledger.entries.find_entry(context.user, id).await?.ok_or_else(unknown)?;
            (vec![entry], 1)
        } else {
            let books = &context.ledger.books;
            let totals = books.totals(context.user, &selection.query).await?;
            let limit = u32::try_from(limit).unwrap_or(u32::MAX);
            let found = books.list(context.user, &selection.query, ListOrder::Newest, limit).await?;
            (found, totals.iter().map(|total| total.flow.entries).sum::<u64>())
        };
        let mut entries = Vec::with_capacity(found.len());
        for entry in &found {
            entries.push(explained(entry, &selection.names, context).await?);
        }
        Ok(json!({
            "filter": selection.understood(),
            "entries": entries,
            "matched": matched,
            "shown": found.len(),
            "coverage": coverage(context).await?,
        }))
    }
}

async fn explained(entry: &Entry, names: &Names, context: &Context<'_>) -> Result<Value, ToolError> {
    let statement = match entry.statement {
        Some(id) => context.ledger.statements.find_statement(context.user, id).await?,
        None => None,
    };
    let rule = context.ledger.books.rule_of(context.user, entry).await?;
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
        "id": entry.id,
        "date": entry.date,
        "value_date": entry.value_date,
        "description": entry.description,
        "printed": entry.original_description,
        "amount": entry.amount,
        "balance": entry.balance,
        "account": names.account_names().get(&entry.account),
        "category": entry.category.and_then(|it| names.category_names().get(&it).copied()),
        "category_by": entry.category.map(|_| entry.category_by),
        "rule": rule,
        "line": entry.position + 1,
        "place": entry.place,
        "statement": statement,
        "transactions": of_ids(&[entry.id]),
    }))
}
