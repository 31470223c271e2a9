//! The changes that the user made to a transaction, which
//! neither rules nor the matching of transfers may override.

use std::collections::{HashMap, HashSet};

use saldo_domain::{EditAction, Tag, Transaction, TransactionId, TransactionKind, UserId};
use saldo_ledger::rules::RuleOutcome;
use saldo_storage::TransactionStep;

use crate::{Bookkeeper, Result};

/// The maximum number of transactions whose histories are held in memory at once.
const TRANSACTIONS_AT_ONCE: usize = 1_000;

/// The properties of a transaction that the user decided.
#[derive(Debug, Default)]
pub(crate) struct UserDecisions {
    /// True if the user decided that it is no transfer, by changing it or by undoing a match or a rule.
    pub(crate) no_transfer: bool,
    /// True if the user chose the description.
    described: bool,
    /// The tags that the user removed.
    untagged: HashSet<Tag>,
}

impl UserDecisions {
    /// Applies one step of the transaction's history.
    fn follow(&mut self, step: &TransactionStep) {
        let (before, after) = (&step.before, &step.after);
        let by_user = matches!(step.action, EditAction::Change | EditAction::Undo);
        if before.kind != after.kind {
            self.no_transfer = by_user && after.kind == TransactionKind::Transaction;
        }
        if before.description != after.description {
            self.described = by_user;
        }
        for tag in &after.tags {
            self.untagged.remove(tag);
        }
        let gone = before.tags.iter().filter(|tag| by_user && !after.tags.contains(tag));
        self.untagged.extend(gone.cloned());
    }

    /// Returns the changes of a rule without those that contradict the user's decisions.
    fn filter_outcome(&self, mut outcome: RuleOutcome) -> RuleOutcome {
        outcome.description = outcome.description.filter(|_| !self.described);
        outcome.transfer = outcome.transfer.filter(|_| !self.no_transfer);
        outcome.tags.retain(|decided| !self.untagged.contains(&decided.value));
        outcome
    }
}

impl Bookkeeper {
    /// Returns the user's decisions about each of these transactions; those without a history are left out.
    pub(crate) async fn user_decisions(
        &self,
        user: UserId,
        transactions: Vec<TransactionId>,
    ) -> Result<HashMap<TransactionId, UserDecisions>> {
        let mut user_decisions: HashMap<TransactionId, UserDecisions> = HashMap::new();
        for chunk in transactions.chunks(TRANSACTIONS_AT_ONCE) {
            for step in self.storage.list_transaction_steps(user, chunk.to_vec()).await? {
                user_decisions.entry(step.transaction).or_default().follow(&step);
            }
        }
        Ok(user_decisions)
    }

    /// Returns the changes of rules without those that contradict the user's decisions.
    pub(crate) async fn without_user_decisions<'a>(
        &self,
        user: UserId,
        outcomes: Vec<(&'a Transaction, RuleOutcome)>,
    ) -> Result<Vec<(&'a Transaction, RuleOutcome)>> {
        // A transaction stores who chose its category. Only the other changes need the history.
        let asks = |outcome: &RuleOutcome| {
            outcome.description.is_some() || outcome.transfer.is_some() || !outcome.tags.is_empty()
        };
        let asked = outcomes
            .iter()
            .filter(|(_, outcome)| asks(outcome))
            .map(|(transaction, _)| transaction.id)
            .collect();
        let decided = self.user_decisions(user, asked).await?;
        let left = outcomes.into_iter().map(|(transaction, outcome)| match decided.get(&transaction.id) {
            Some(touched) => (transaction, touched.filter_outcome(outcome)),
            None => (transaction, outcome),
        });
        Ok(left.collect())
    }
}
