//! The user's statements.

use saldo_domain::{AccountId, Page, PageRequest, Statement, StatementId, UserId};
use saldo_storage::StatementLine;

use super::Ingest;
use crate::error::Error;

/// A name of a statement.
#[derive(Clone, Debug)]
pub enum StatementName {
    /// The id.
    Id(StatementId),
    /// The key of its file in the file store.
    FileKey(String),
}

impl Ingest {
    /// Returns a page of the user's statements, or of those with a part of `account`, newest first.
    ///
    /// # Errors
    /// [`Error::Storage`], also if the cursor is not valid.
    pub async fn statements(
        &self,
        user: UserId,
        account: Option<AccountId>,
        page: PageRequest,
    ) -> Result<Page<Statement>, Error> {
        Ok(match account {
            Some(account) => self.storage.list_statements_of_account(user, account, page).await?,
            None => self.storage.list_statements(user, page).await?,
        })
    }

    /// Returns a statement.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`].
    pub async fn statement(&self, user: UserId, statement: StatementId) -> Result<Statement, Error> {
        self.storage.find_statement(user, statement).await?.ok_or(Error::NotFound)
    }

    /// Returns the statement with this name.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`].
    pub async fn named_statement(&self, user: UserId, name: &StatementName) -> Result<Statement, Error> {
        match name {
            StatementName::Id(id) => self.statement(user, *id).await,
            StatementName::FileKey(key) => {
                self.storage.find_statement_by_key(user, key).await?.ok_or(Error::NotFound)
            }
        }
    }

    /// Returns the lines of a statement in its own order, account by account.
    ///
    /// # Errors
    /// [`Error::NotFound`]; [`Error::Storage`].
    pub async fn lines(&self, user: UserId, statement: StatementId) -> Result<Vec<StatementLine>, Error> {
        self.storage.list_statement_lines(user, statement).await?.ok_or(Error::NotFound)
    }
}
