//! Bank accounts.

use async_trait::async_trait;
use saldo_domain::{Account, AccountId, Timestamp, UserId};

use crate::Result;

/// The person's bank accounts.
#[async_trait]
pub trait Accounts: Send + Sync {
    /// The person's accounts, oldest first.
    async fn list_accounts(&self, user: UserId) -> Result<Vec<Account>>;

    /// The person's account with this id.
    async fn find_account(&self, user: UserId, account: AccountId) -> Result<Option<Account>>;

    /// Gives the account a new name; `None` when the person has no such account.
    async fn rename_account(
        &self,
        user: UserId,
        account: AccountId,
        name: &str,
        now: Timestamp,
    ) -> Result<Option<Account>>;
}
