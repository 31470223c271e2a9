//! `books`: the accounts, categories, merchants and dates that a user has.

use async_trait::async_trait;
use saldo_domain::{TransactionFilter, TransactionKind};
use saldo_storage::Grouping;
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{Names, coverage};
use super::{Context, Tool, ToolError};

/// The maximum number of merchants to list; few users have more.
const MERCHANTS_MAX: usize = 1_000;

pub(super) struct Books;

#[derive(Deserialize)]
pub(super) struct Input {}

#[async_trait]
impl Tool for Books {
    type Input = Input;
    const NAME: &'static str = "books";
    const DESCRIPTION: &'static str = "Lists the user's accounts, categories and merchants, the first and last day with transactions, the preferred currency and the start of the financial year.";

    fn parameters() -> Value {
        json!({"type": "object", "properties": {}, "additionalProperties": false})
    }

    async fn run(_input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let merchants = async {
            let filter = TransactionFilter {
                kind: Some(TransactionKind::Transaction),
                ..TransactionFilter::default()
            };
            match context
                .ledger
                .transactions
                .total_transactions(context.user, filter, Grouping::Merchant)
                .await
            {
                // Only the names are needed.
                // If a sum overflows, the list stays empty and the rest is still returned.
                Err(saldo_storage::Error::SumTooLarge) => Ok(Vec::new()),
                found => Ok(found?),
            }
        };
        let (names, merchants, coverage) =
            futures::try_join!(Names::read(context), merchants, coverage(context))?;
        let preferences = context.ledger.books.preferences(context.user).await?;
        let mut merchants: Vec<String> = merchants.into_iter().map(|total| total.group.to_string()).collect();
        merchants.sort_unstable();
        merchants.dedup();
        let left_out = merchants.len().saturating_sub(MERCHANTS_MAX);
        merchants.truncate(MERCHANTS_MAX);
        let category_names = names.category_names();
        let categories: Vec<Value> = names
            .categories
            .iter()
            .map(|category| {
                let parent = category.parent.and_then(|parent| category_names.get(&parent));
                json!({"name": category.name, "within": parent})
            })
            .collect();
        let accounts: Vec<Value> = names
            .accounts
            .iter()
            .map(|account| {
                json!({
                    "name": account.name,
                    "kind": account.kind,
                    "institution": account.institution,
                    "number": account.number_masked,
                    "currency": account.currency,
                })
            })
            .collect();
        Ok(json!({
            "counts": {"accounts": accounts.len(), "categories": categories.len(), "merchants": merchants.len() + left_out},
            "accounts": accounts,
            "categories": categories,
            "merchants": merchants,
            "merchants_left_out": left_out,
            "coverage": coverage,
            "currency": preferences.currency,
            "financial_year_begins": {
                "month": preferences.fiscal_calendar.first_month(),
                "day": preferences.fiscal_calendar.first_day(),
            },
            "today": context.today,
        }))
    }
}
