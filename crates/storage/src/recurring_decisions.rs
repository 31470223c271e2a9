//! The port for decisions about recurring payments.

use async_trait::async_trait;
use saldo_domain::UserId;
use saldo_ledger::recurring::{RecurringDecision, RecurringKey};

use crate::Result;

/// The maximum number of decisions about recurring payments of a user.
pub const RECURRING_DECISIONS_MAX: usize = 1_000;

/// The decisions of a user about recurring payments.
#[async_trait]
pub trait RecurringDecisions: Send + Sync {
    /// Returns the user's decisions, by the names of the merchants.
    async fn list_recurring_decisions(&self, user: UserId) -> Result<Vec<RecurringDecision>>;

    /// Deletes the decisions with exactly these keys, and stores a new one, which also replaces the one with
    /// its own key. Returns `false` if the user would have more than [`RECURRING_DECISIONS_MAX`]; nothing is
    /// changed then.
    async fn replace_recurring_decisions(
        &self,
        user: UserId,
        replaced: Vec<RecurringKey>,
        new: Option<RecurringDecision>,
    ) -> Result<bool>;
}
