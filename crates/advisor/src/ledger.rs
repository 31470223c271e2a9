//! What the advisor reads: the storage ports that tools need, and no more.

use std::sync::Arc;

use saldo_storage::{Accounts, Categories, Entries, Statements, Storage};

/// The storage ports that tools read.
#[derive(Clone)]
pub struct Ledger {
    /// Booked lines.
    pub entries: Arc<dyn Entries>,
    /// Bank accounts.
    pub accounts: Arc<dyn Accounts>,
    /// Categories.
    pub categories: Arc<dyn Categories>,
    /// Uploaded statements.
    pub statements: Arc<dyn Statements>,
}

impl Ledger {
    /// The ports of a whole storage.
    #[must_use]
    pub fn of(storage: &Arc<dyn Storage>) -> Self {
        Self {
            entries: Arc::clone(storage) as Arc<dyn Entries>,
            accounts: Arc::clone(storage) as Arc<dyn Accounts>,
            categories: Arc::clone(storage) as Arc<dyn Categories>,
            statements: Arc::clone(storage) as Arc<dyn Statements>,
        }
    }
}
