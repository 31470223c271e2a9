#![doc = include_str!("../README.md")]

mod accounts;
mod alike;
mod budgets;
mod by_hand;
mod categories;
mod categorizer;
mod categorizing;
mod digests;
mod edits;
mod error;
mod export;
mod goals;
mod known;
mod lookalikes;
mod merchants;
mod model_categorizing;
mod net_worth;
mod own_csv;
mod patterns;
mod preferences;
mod query;
mod questions;
mod recheck;
mod recurring;
mod reports;
mod request_keys;
mod rules;
mod saved_views;
pub mod settings;
mod shown;
mod thresholds;
mod transfers;
mod unusual;
mod user_data;
mod user_decisions;
mod user_queue;
mod usual;

#[cfg(test)]
mod test_books;

use std::sync::Arc;

use saldo_domain::{PageRequest, Transaction, TransactionFilter, UserId};
use saldo_storage::Storage;
pub use saldo_storage::{
    AccountChange, AccountMerge, CategoryChange, EDIT_TRANSACTIONS_MAX, NewManualAccount, NewSavedView,
    NewTransaction, SavedViewChange, Selection, TRANSACTION_TAGS_MAX, TransactionChange,
};

pub use accounts::{AccountNow, UndoneMerge};
pub use alike::SimilarTransactions;
pub use budgets::BudgetNow;
pub use categorizer::{Categorizer, CategorizerOutcome};
pub use categorizing::{Categorized, CategoryReasons, RulePreview, Suggested};
pub use edits::UndoneEdit;
pub use error::{Error, Result};
pub use export::ExportReceipt;
pub use goals::{EarmarkNow, GoalNow, GoalProgress, Known, Needed, Pace, PaceMonths, Reached, SavedAmounts};
pub use lookalikes::AccountPair;
pub use merchants::Merchant;
pub use model_categorizing::{ModelQuestion, ModelRun, ModelRunLimits, ModelRunStopped};
pub use net_worth::{AccountBalance, Balances, ConvertedWorth, NetWorth, NetWorthPoint};
pub use patterns::Duplicates;
pub use preferences::ReadRates;
pub use query::{Breakdown, BreakdownRow, FlowTotal, Kinds, RowGroup, TransactionQuery};
pub use questions::{AnsweredQuestion, Behind, Listing, check_query, transactions_behind};
pub use reports::{CashFlowQuery, Converted, FlowBucket, PreferredAmounts, SpendingQuery, SpendingRow};
pub use request_keys::{BegunRequest, KeyedRequest, RequestKeys};
pub use saldo_ledger::known::KnownDays;
pub use saldo_ledger::query::{LikePeriods, alike};
pub use shown::{EXPECTED_DAYS, Shown, ShownBudget, ShownGroup, ShownRecurring, ShownTotals};
pub use thresholds::{Threshold, Thresholds};
pub use transfers::{OfferReason, OfferedTransfer, RATE_BAND_PER_MILLE};
pub use user_data::UserData;
pub use user_queue::{Turn, UserQueue};
pub use usual::UsualSpending;

/// The maximum number of transactions that rules, the learner and the matching of transfers examine together,
/// because they are held in memory. No figure has this limit.
pub const TRANSACTIONS_MAX: usize = 200_000;

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

    /// Returns all transactions that match a filter, at most [`TRANSACTIONS_MAX`].
    async fn all_transactions(&self, user: UserId, filter: TransactionFilter) -> Result<Vec<Transaction>> {
        self.mapped(user, filter, TRANSACTIONS_MAX, |transaction| transaction).await
    }

    /// Returns the needed part of each transaction that matches a filter, at most `most`.
    async fn mapped<T>(
        &self,
        user: UserId,
        filter: TransactionFilter,
        most: usize,
        part: impl Fn(Transaction) -> T,
    ) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.add_mapped(user, filter, most, part, &mut found).await?;
        Ok(found)
    }

    /// Adds the needed part of each transaction that matches a filter to `found`, which has at most `most`.
    async fn add_mapped<T>(
        &self,
        user: UserId,
        filter: TransactionFilter,
        most: usize,
        part: impl Fn(Transaction) -> T,
        found: &mut Vec<T>,
    ) -> Result<()> {
        let mut page = PageRequest::first(PageRequest::LIMIT_MAX);
        loop {
            let next = self.storage.list_transactions(user, filter.clone(), page).await?;
            found.extend(next.items.into_iter().map(&part));
            if found.len() > most {
                return Err(Error::TooManyTransactions { most });
            }
            match next.next_cursor {
                Some(cursor) => page = PageRequest { limit: PageRequest::LIMIT_MAX, cursor: Some(cursor) },
                None => return Ok(()),
            }
        }
    }
}
