//! Checks a statement again after the user changed its transactions.

use saldo_domain::{
    AccountDraft, AccountKind, CheckedAccount, Findings, Outcome, StatementId, TransactionDraft,
    TransactionId, UserId,
};
use saldo_statement_reader::reconcile::check_account;
use saldo_storage::{PartCheck, StatementLine};

use crate::Bookkeeper;

impl Bookkeeper {
    /// Checks the current transactions of a statement and stores the result. Returns the new outcome; `None`
    /// if the user has no such statement, or if it has no accounts.
    ///
    /// # Errors
    /// If the storage fails.
    pub async fn recheck_statement(
        &self,
        user: UserId,
        statement: StatementId,
    ) -> saldo_storage::Result<Option<Outcome>> {
        let Some(found) = self.storage.find_statement(user, statement).await? else { return Ok(None) };
        let lines = self.storage.list_statement_lines(user, statement).await?.unwrap_or_default();
        let checks = found.accounts.iter().enumerate().map(|(part, account)| {
            let lines: Vec<_> = lines.iter().filter(|line| line.part as usize == part).collect();
            let findings = account.findings.clone().map(|findings| {
                let is_as_read = |line: &&StatementLine| {
                    line.printed == Some((line.transaction.date, line.transaction.amount))
                };
                let rows = usize::try_from(findings.rows).unwrap_or(usize::MAX);
                Findings { is_current: lines.len() == rows && lines.iter().all(is_as_read), ..findings }
            });
            let transactions = lines.iter().map(|line| TransactionDraft {
                date: line.transaction.date,
                value_date: line.transaction.value_date,
                description: line.transaction.description.clone(),
                amount: line.transaction.amount,
                balance: line.transaction.balance,
                place: line.place,
            });
            let draft = AccountDraft {
                number: account.number_masked.clone(),
                name: None,
                kind: AccountKind::Other,
                currency: account.currency,
                period_start: account.period_start,
                period_end: account.period_end,
                // A balance that was derived from the transactions does not prove them.
                opening_balance: account.opening_balance.filter(|_| !account.printed.derived.opening),
                closing_balance: account.closing_balance.filter(|_| !account.printed.derived.closing),
                closing_on: None,
                transactions: transactions.collect(),
                printed_total_in: account.printed.total_in,
                printed_total_out: account.printed.total_out,
                printed_count: account.printed.count,
                findings: findings.as_ref().and_then(|findings| applying(findings, &lines)),
            };
            let CheckedAccount { draft, reconciliation: checked } = check_account(draft);
            let id_of = |index: usize| lines.get(index).map(|line| line.transaction.id);
            PartCheck {
                outcome: checked.outcome,
                discrepancy: checked.discrepancy,
                first_broken: checked.first_broken.and_then(id_of),
                witnesses: checked.witnesses,
                opening_balance: draft.opening_balance,
                closing_balance: draft.closing_balance,
                derived: checked.derived,
                likely_causes: checked.causes.into_iter().map(|cause| cause.about(id_of)).collect(),
                findings,
            }
        });
        self.storage.put_reconciliations(user, statement, checks.collect()).await?;
        Ok(self.storage.find_statement(user, statement).await?.and_then(|statement| statement.outcome()))
    }
}

/// Returns the findings that apply to the transactions as they are now. After a change, the doubts remain
/// that no change of a transaction can remove.
fn applying(findings: &Findings<TransactionId>, lines: &[&StatementLine]) -> Option<Findings> {
    let index_of =
        |transaction: TransactionId| lines.iter().position(|line| line.transaction.id == transaction);
    let findings = findings.clone().about(index_of);
    if findings.is_current {
        return Some(findings);
    }
    findings.doubts().then(|| findings.after_changes())
}
