//! The port for records of which model categorized a transaction.

use async_trait::async_trait;
use saldo_domain::{Timestamp, TransactionId, UserId};

use crate::Result;

/// The models that categorized a user's transactions.
#[async_trait]
pub trait ModelChoices: Send + Sync {
    /// Records that `model` chose the categories of these transactions. Transactions that the user does not
    /// have are ignored.
    async fn put_model_choices(
        &self,
        user: UserId,
        transactions: Vec<TransactionId>,
        model: &str,
        now: Timestamp,
    ) -> Result<()>;

    /// Returns the model that last chose the category of a transaction, even if the category was changed
    /// later.
    async fn find_model_choice(&self, user: UserId, transaction: TransactionId) -> Result<Option<String>>;
}
