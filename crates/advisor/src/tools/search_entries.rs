//! `search_entries`: single entries, with how many there are and what they come to.

use std::collections::{BTreeMap, VecDeque};

use async_trait::async_trait;
use saldo_domain::entry::EntryOrder;
use saldo_domain::{Currency, Entry};
use serde::Deserialize;
use serde_json::{Value, json};

use super::selection::{SelectionInput, coverage, schema};
use super::totals::Totals;
use super::{Context, Tool, ToolError};

pub(super) struct SearchEntries;

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
impl Tool for SearchEntries {
    type Input = Input;
    const NAME: &'static str = "search_entries";
    const DESCRIPTION: &'static str = "Single entries (booked lines): the newest, oldest, largest or smallest, with how many match in all and \
        what they come to. Use it for lists, counts, averages, the largest or smallest, and when something was last paid.";

    fn parameters() -> Value {
        schema(&json!({
            "order": {"type": "string", "enum": ["newest", "oldest", "largest", "smallest"], "description": "Which come first; newest when left out."},
            "limit": {"type": "integer", "minimum": 1, "description": "How many entries at most, of the largest or smallest for each currency; 20 when left out."},
        }))
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let limit = input.limit.unwrap_or(20).clamp(1, context.limits.rows_max);
        let selection = input.selection.resolve(context).await?;
        let order = match input.order {
            Order::Newest => EntryOrder::NewestFirst,
            Order::Oldest => EntryOrder::OldestFirst,
            // The smallest are the last of the largest.
            Order::Largest | Order::Smallest => EntryOrder::LargestFirst,
        };
        let (mut totals, mut matched) = (Totals::default(), 0_u64);
        // Amounts of two currencies do not compare, so that each has its own largest; dates do.
        let by_size = matches!(input.order, Order::Largest | Order::Smallest);
        let mut kept_of = BTreeMap::<Option<Currency>, VecDeque<Entry>>::new();
        selection
            .for_each(context, order, |entry| {
                totals.add(&entry)?;
                matched += 1;
                let kept = kept_of.entry(by_size.then(|| entry.amount.currency())).or_default();
                if kept.len() < limit {
                    kept.push_back(entry);
                } else if input.order == Order::Smallest {
                    kept.pop_front();
                    kept.push_back(entry);
                }
                Ok(())
            })
            .await?;
        if input.order == Order::Smallest {
            for kept in kept_of.values_mut() {
                kept.make_contiguous().reverse();
            }
        }
        let (accounts, categories) = (selection.names.account_names(), selection.names.category_names());
        let entries: Vec<Value> = kept_of
            .values()
            .flatten()
            .map(|entry| {
                json!({
                    "id": entry.id,
                    "date": entry.date,
                    "description": entry.description,
                    "amount": entry.amount,
                    "category": entry.category.and_then(|category| categories.get(&category)),
                    "account": accounts.get(&entry.account),
                })
            })
            .collect();
        let shown = entries.len();
        Ok(json!({
            "filter": selection.understood(),
            "entries": entries,
            "matched": matched,
            "shown": shown,
            "totals": totals.as_data(None)?,
            "coverage": coverage(context).await?,
        }))
    }
}
