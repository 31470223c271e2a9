//! The data that tools read.

use std::sync::Arc;

use saldo_bookkeeping::Bookkeeper;
use saldo_storage::{Accounts, Categories, Statements, Storage, Transactions};

/// The data that tools read: the storage ports, and the computations over them.
#[derive(Clone)]
pub struct Ledger {
    /// Transactions.
    pub transactions: Arc<dyn Transactions>,
    /// Bank accounts.
    pub accounts: Arc<dyn Accounts>,
    /// Categories.
    pub categories: Arc<dyn Categories>,
    /// Uploaded statements.
    pub statements: Arc<dyn Statements>,
    /// Recurring payments, budgets, net worth and coverage.
    pub books: Bookkeeper,
}

impl Ledger {
    /// Uses one storage for all ports.
    #[must_use]
    pub fn of(storage: &Arc<dyn Storage>) -> Self {
        Self {
            transactions: Arc::clone(storage) as Arc<dyn Transactions>,
            accounts: Arc::clone(storage) as Arc<dyn Accounts>,
            categories: Arc::clone(storage) as Arc<dyn Categories>,
            statements: Arc::clone(storage) as Arc<dyn Statements>,
            books: Bookkeeper::new(Arc::clone(storage)),
        }
    }
}
