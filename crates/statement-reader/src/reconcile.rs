//! Verification of a draft: opening balance plus transactions must give the closing balance, and every
//! printed running balance, total and count must agree.
//!
//! All functions are pure and compute in minor units with checked arithmetic. They work for transactions
//! edited by a user as well as for those that the reader found.

mod causes;
mod chain;

use saldo_domain::{
    AccountDraft, CauseCode, CheckedAccount, CheckedDraft, Currency, DerivedEnds, Finding, Findings,
    LikelyCause, Money, Outcome, Reconciliation, StatementDraft, TransactionDraft, Witness, text,
};

use causes::{Break, CAUSES_MAX};
pub(crate) use chain::{Chain, Step};

/// Checks every account of a draft.
///
/// Unreadable characters (U+FFFD) become `…` in descriptions. Names and numbers that contain one are removed,
/// because accounts are identified by them.
#[must_use]
pub fn check(draft: StatementDraft) -> CheckedDraft {
    CheckedDraft {
        kind: draft.kind,
        institution: draft.institution.filter(|name| is_read(name)),
        read_by: draft.read_by,
        pages: draft.pages,
        accounts: draft.accounts.into_iter().map(legible).map(check_account).collect(),
    }
}

fn is_read(text: &str) -> bool {
    !text.contains(char::REPLACEMENT_CHARACTER)
}

fn legible(mut draft: AccountDraft) -> AccountDraft {
    draft.name = draft.name.filter(|name| is_read(name));
    draft.number = draft.number.filter(|number| is_read(number));
    for transaction in draft.transactions.iter_mut().filter(|transaction| !is_read(&transaction.description))
    {
        transaction.description = text::legible(&transaction.description);
    }
    draft
}

/// Checks the figures of one account against each other.
///
/// If the statement prints running balances but no opening or closing balance, the missing ones are derived
/// and filled in, and [`Reconciliation::derived`] names them. The witnesses do not include them. The outcome
/// is never better than that of the reader's findings.
#[must_use]
pub fn check_account(mut draft: AccountDraft) -> CheckedAccount {
    let mut reconciliation = reconcile(&draft);
    if reconciliation.outcome != Outcome::Unchecked {
        reconciliation.derived = derive_ends(&mut draft);
    }
    if let Some(findings) = &draft.findings {
        weigh_in(findings, &mut reconciliation);
    }
    if reconciliation.outcome == Outcome::Unbalanced {
        reconciliation.discrepancy = reconciliation.discrepancy.or_else(|| discrepancy(&draft));
    }
    CheckedAccount { draft, reconciliation }
}

/// Lowers the outcome to that of the reader's findings, and names the contradictions on the page.
fn weigh_in(findings: &Findings, reconciliation: &mut Reconciliation) {
    reconciliation.witnesses.extend(findings.witnesses.iter().cloned());
    if reconciliation.outcome != Outcome::Unbalanced && findings.outcome == Outcome::Unbalanced {
        reconciliation.first_broken = findings.contradictions.iter().find_map(|finding| finding.transaction);
        let cause = |finding: &Finding| LikelyCause {
            code: CauseCode::Contradiction,
            message: finding.message.clone(),
            transaction: finding.transaction,
            amount: finding.difference,
        };
        reconciliation.causes = findings.contradictions.iter().take(CAUSES_MAX).map(cause).collect();
    }
    let outcomes = [reconciliation.outcome, findings.outcome];
    reconciliation.outcome = Outcome::worst(outcomes).unwrap_or(Outcome::Unchecked);
}

/// Checks the figures of one account against each other, without the reader's findings and without filling in
/// balances.
///
/// The outcome is balanced if printed balances prove every transaction and nothing contradicts them,
/// unbalanced if a printed figure contradicts the transactions, and unchecked otherwise. Up to a tenth of the
/// running balances may be misprints if opening balance, transactions and closing balance agree.
/// `first_broken` is an index into the transactions of the draft.
#[must_use]
pub fn reconcile(draft: &AccountDraft) -> Reconciliation {
    let Some(steps) = steps(draft) else { return mixed_currencies(draft.currency) };
    let opening = draft.opening_balance.map(Money::minor);
    let closing = draft.closing_balance.map(Money::minor);
    let (chain, reversed) = either_way(opening, closing, &steps);
    let mut witnesses = Vec::new();
    if let Some(holds) = chain.identity {
        witnesses.push(Witness::OpeningAndClosing { holds });
    }
    if chain.printed > 0 {
        witnesses.push(Witness::RunningBalances { printed: chain.printed, holding: chain.holding });
    }
    let totals_hold = check_totals(draft, &steps, &mut witnesses);
    let outcome = match chain.outcome() {
        Outcome::Balanced | Outcome::Unchecked if !totals_hold => Outcome::Unbalanced,
        Outcome::Unchecked if chain.identity == Some(true) && says_that_none(draft) => Outcome::Balanced,
        Outcome::Unchecked if chain.printed > 0 && has_totals(draft) => Outcome::Balanced,
        outcome => outcome,
    };
    let last = steps.len().checked_sub(1);
    let first_broken = match (chain.first_broken, last) {
        (Some(index), Some(last)) if reversed => Some(last - index.min(last)),
        (index, _) => index,
    };
    let discrepancy =
        chain.discrepancy.filter(|minor| *minor != 0).map(|minor| Money::from_minor(minor, draft.currency));
    let first_broken = first_broken.filter(|_| outcome != Outcome::Balanced);
    let causes = if outcome == Outcome::Unbalanced {
        causes::causes(
            draft,
            &steps,
            &Break { gap: chain.first_gap.or(chain.discrepancy), at: first_broken, reversed },
        )
    } else {
        Vec::new()
    };
    Reconciliation { outcome, discrepancy, first_broken, witnesses, causes, derived: DerivedEnds::default() }
}

/// Returns amounts and balances in minor units; `None` if a figure's currency differs from the account's.
fn steps(draft: &AccountDraft) -> Option<Vec<Step>> {
    let is_ours = |money: Money| money.currency() == draft.currency;
    let ends =
        [draft.opening_balance, draft.closing_balance, draft.printed_total_in, draft.printed_total_out];
    if !ends.into_iter().flatten().all(is_ours) {
        return None;
    }
    let step = |transaction: &TransactionDraft| {
        (is_ours(transaction.amount) && transaction.balance.is_none_or(is_ours)).then(|| Step {
            amount: transaction.amount.minor(),
            balance: transaction.balance.map(Money::minor),
        })
    };
    draft.transactions.iter().map(step).collect()
}

fn mixed_currencies(currency: Currency) -> Reconciliation {
    Reconciliation {
        outcome: Outcome::Unbalanced,
        discrepancy: None,
        first_broken: None,
        witnesses: Vec::new(),
        causes: vec![LikelyCause {
            code: CauseCode::MixedCurrencies,
            message: "The account has amounts in two currencies.".to_owned(),
            transaction: None,
            amount: Money::zero(currency),
        }],
        derived: DerivedEnds::default(),
    }
}

/// Checks the chain in both directions and returns the better one, with true if the newest transaction comes
/// first. Statements print the oldest or the newest first; the right direction explains more of the printed
/// balances.
fn either_way(opening: Option<i64>, closing: Option<i64>, steps: &[Step]) -> (Chain, bool) {
    let forwards = Chain::check(opening, closing, steps);
    if forwards.outcome() == Outcome::Balanced {
        return (forwards, false);
    }
    let newest_last: Vec<Step> = steps.iter().rev().copied().collect();
    let backwards = Chain::check(opening, closing, &newest_last);
    if backwards.rank() > forwards.rank() { (backwards, true) } else { (forwards, false) }
}

/// True if there are no transactions and the statement says so: a count of 0, or both totals 0. An unchanged
/// balance is not sufficient, because it also remains if all rows of a page were overlooked and their amounts
/// cancel out.
fn says_that_none(draft: &AccountDraft) -> bool {
    let is_nothing = |total: Option<Money>| total.is_some_and(Money::is_zero);
    let moved_nothing = is_nothing(draft.printed_total_in) && is_nothing(draft.printed_total_out);
    draft.transactions.is_empty() && (draft.printed_count == Some(0) || moved_nothing)
}

/// True if the totals of both directions are printed. If they hold, they prove the transactions before the
/// first running balance and after the last one.
fn has_totals(draft: &AccountDraft) -> bool {
    draft.printed_total_in.is_some() && draft.printed_total_out.is_some() && !draft.transactions.is_empty()
}

/// True if the printed totals and the printed count, if any, agree with the transactions.
fn check_totals(draft: &AccountDraft, steps: &[Step], witnesses: &mut Vec<Witness>) -> bool {
    let sum = |wanted: fn(i64) -> bool| -> Option<i64> {
        steps
            .iter()
            .map(|step| step.amount)
            .filter(|amount| wanted(*amount))
            .try_fold(0_i64, i64::checked_add)
    };
    let mut all = true;
    if let Some(total) = draft.printed_total_in {
        let holds = sum(|amount| amount > 0) == Some(total.minor());
        witnesses.push(Witness::TotalIn { holds });
        all &= holds;
    }
    if let Some(total) = draft.printed_total_out {
        let holds = sum(|amount| amount < 0).and_then(i64::checked_neg) == Some(total.minor());
        witnesses.push(Witness::TotalOut { holds });
        all &= holds;
    }
    if let Some(count) = draft.printed_count {
        let holds = u32::try_from(steps.len()) == Ok(count);
        witnesses.push(Witness::Count { holds });
        all &= holds;
    }
    all
}

/// Fills in missing opening and closing balances from the first and last running balance, and reports which.
fn derive_ends(draft: &mut AccountDraft) -> DerivedEnds {
    let Some(steps) = steps(draft) else { return DerivedEnds::default() };
    let (opening, closing) =
        (draft.opening_balance.map(Money::minor), draft.closing_balance.map(Money::minor));
    let (_, reversed) = either_way(opening, closing, &steps);
    let ordered: Vec<Step> = if reversed { steps.into_iter().rev().collect() } else { steps };
    let money = |minor: i64| Money::from_minor(minor, draft.currency);
    let first = ordered.first().and_then(|step| step.balance?.checked_sub(step.amount));
    let last = ordered.last().and_then(|step| step.balance);
    let derived = DerivedEnds {
        opening: draft.opening_balance.is_none() && first.is_some(),
        closing: draft.closing_balance.is_none() && last.is_some(),
    };
    draft.opening_balance = draft.opening_balance.or(first.map(money));
    draft.closing_balance = draft.closing_balance.or(last.map(money));
    derived
}

/// Returns the closing balance minus opening balance and transactions, unless it is zero.
fn discrepancy(draft: &AccountDraft) -> Option<Money> {
    let transactions =
        Money::sum(draft.currency, draft.transactions.iter().map(|transaction| transaction.amount)).ok()?;
    let reached = draft.opening_balance?.checked_add(transactions).ok()?;
    draft.closing_balance?.checked_sub(reached).ok().filter(|difference| !difference.is_zero())
}

#[cfg(test)]
mod tests;
