#![doc = include_str!("../README.md")]

mod accounts;
mod alike;
mod budgets;
mod by_hand;
mod categories;
mod categorizer;
mod edits;
mod error;
mod export;
mod known;
mod lookalikes;
mod model_sorting;
mod net_worth;
mod own_csv;
mod patterns;
mod preferences;
mod query;
mod questions;
mod recheck;
mod reports;
mod rules;
mod sorting;
mod thresholds;
mod touches;
mod transfers;
mod user_queue;
mod usual;

#[cfg(test)]
mod test_books;

use std::sync::Arc;

use saldo_domain::{Entry, EntryFilter, PageRequest, UserId};
use saldo_storage::Storage;
pub use saldo_storage::{
    AccountChange, AccountMerge, CategoryChange, EDIT_ENTRIES_MAX, ENTRY_TAGS_MAX, EntryChange, NewEntry,
    NewHandAccount, Selection,
};

pub use accounts::{AccountNow, UndoneMerge};
pub use alike::Alike;
pub use budgets::BudgetNow;
pub use categorizer::{Categorized, Categorizer};
pub use edits::UndoneEdit;
pub use error::{Error, Result};
pub use lookalikes::AccountPair;
pub use model_sorting::{AskLimits, AskStopped, AskedModel, ModelQuestion};
pub use net_worth::{AccountBalance, Balances, ConvertedWorth, NetWorth, NetWorthPoint};
pub use patterns::Duplicates;
pub use preferences::ReadRates;
pub use query::{Breakdown, BreakdownRow, FlowTotal, Kinds, ListOrder, RowGroup, TransactionQuery};
pub use questions::{AskedQuestion, Behind};
pub use reports::{CashFlowQuestion, Converted, FlowBucket, SpendingQuestion, SpendingRow};
pub use saldo_ledger::known::KnownDays;
pub use sorting::{RulePreview, Sorted, Suggested};
pub use thresholds::{Threshold, Thresholds};
pub use transfers::{OfferReason, OfferedTransfer, RATE_BAND_PER_MILLE};
pub use user_queue::{Turn, UserQueue};
pub use usual::UsualSpending;

/// The most transactions that rules, the learner and the matching of transfers examine together, because
/// they are held in memory. No figure has this limit.
pub const ENTRIES_MAX: usize = 200_000;

/// A user's accounts and transactions, and the use cases for them. Cloning is cheap.
#[derive(Clone)]
pub struct Bookkeeper {
    storage: Arc<dyn Storage>,
}

impl Bookkeeper {
    /// Creates a bookkeeper for this storage.
    #[must_use]
    pub fn new(storage: Arc<dyn Storage>) -> Self {
        Self { storage }
    }

    /// Checks that the storage answers.
    ///
    /// # Errors
    /// [`Error::Storage`] if it does not.
    pub async fn check_health(&self) -> Result<()> {
        Ok(self.storage.check_health().await?)
    }

    /// Returns all transactions that match a filter, at most [`ENTRIES_MAX`].
    async fn all_entries(&self, user: UserId, filter: EntryFilter) -> Result<Vec<Entry>> {
        self.mapped(user, filter, ENTRIES_MAX, |entry| entry).await
    }

    /// Returns the needed part of each transaction that matches a filter, at most `most`.
    async fn mapped<T>(
        &self,
        user: UserId,
        filter: EntryFilter,
        most: usize,
        part: impl Fn(Entry) -> T,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.add_mapped(user, filter, most, part, &mut found).await?;
        Ok(found)
    }

    /// Adds the needed part of each transaction that matches a filter to `found`, which has at most `most`.
    async fn add_mapped<T>(
        &self,
        user: UserId,
        filter: EntryFilter,
        most: usize,
        part: impl Fn(Entry) -> T,
        found: &mut Vec<T>,
    ) -> Result<()> {
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        loop {
            let next = self.storage.list_entries(user, filter.clone(), page).await?;
            found.extend(next.items.into_iter().map(&part));
            if found.len() > most {
                return Err(Error::TooManyEntries { most });
            }
            match next.next_cursor {
                Some(cursor) => page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: Some(cursor) },
                None => return Ok(()),
            }
        }
    }
}
