//! Checking a statement again after a person changed its lines: "balanced" is what the figures say, not what was true before.

use saldo_domain::{AccountDraft, AccountKind, EntryDraft, Outcome, StatementId, UserId};
use saldo_storage::PartCheck;

use super::Ingest;
use crate::error::Error;
use crate::reconcile::reconcile;

impl Ingest {
    /// Checks what a statement's lines add up to now, and stores what was found. `None` when the person has no such statement.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn recheck_statement(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> Result<Option<Outcome>, Error> {
        let Some(found) = self.storage.find_statement(user, statement).await? else { return Ok(None) };
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let checks = found.accounts.iter().enumerate().map(|(part, account)| {
            let lines: Vec<_> = lines.iter().filter(|line| line.part as usize == part).collect();
            let entries = lines.iter().map(|line| EntryDraft {
                date: line.entry.date,
                value_date: line.entry.value_date,
                description: line.entry.description.clone(),
                amount: line.entry.amount,
                balance: line.entry.balance,
                place: line.place,
            });
            // Printed totals and counts are not kept: the balances bear the check alone.
            let draft = AccountDraft {
                number: account.number_masked.clone(),
                name: None,
                kind: AccountKind::Other,
                currency: account.currency,
                period_start: account.period_start,
                period_end: account.period_end,
                opening_balance: account.opening_balance,
                closing_balance: account.closing_balance,
                entries: entries.collect(),
                printed_total_in: None,
                printed_total_out: None,
                printed_count: None,
            };
            let checked = reconcile(&draft);
            PartCheck {
                outcome: checked.outcome,
                discrepancy: checked.discrepancy,
                first_broken: checked
                    .first_broken
                    .and_then(|index| lines.get(index))
                    .map(|line| line.entry.id),
                witnesses: checked.witnesses,
            }
        });
        self.storage.put_reconciliations(user, statement, checks.collect()).await?;
        Ok(self.storage.find_statement(user, statement).await?.and_then(|statement| statement.outcome()))
    }
}
