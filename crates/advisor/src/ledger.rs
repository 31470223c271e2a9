//! What the advisor reads: the storage ports that tools need, and what is worked out over them.

use std::sync::Arc;

use saldo_bookkeeping::Bookkeeper;
use saldo_storage::{Accounts, Categories, Entries, Statements, Storage};

/// What tools read.
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
    /// What recurs, budgets, net worth and coverage.
    pub books: Bookkeeper,
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
            books: Bookkeeper::new(Arc::clone(storage)),
        }
    }
}
