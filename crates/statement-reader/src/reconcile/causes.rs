//! Likely causes of a contradiction, for the user who checks the statement.
//!
//! If a single transaction between two printed figures is wrong, the difference between them shows its
//! correct amount. Comparing it with the amount that was read suggests the error.

use std::ops::Range;

use saldo_domain::{AccountDraft, CauseCode, LikelyCause, Money};

use super::Step;

/// Largest number of causes returned.
pub(super) const CAUSES_MAX: usize = 5;
/// Largest number of transactions named for one kind of cause.
const SAME_MAX: usize = 2;
/// Largest number of suspects that are tested for wrong digits. With more, a fitting digit is found by
/// chance.
const SUSPECTS_OF_DIGITS_MAX: usize = 40;

type Cause = LikelyCause<usize>;

/// Position of a contradiction.
pub(super) struct Break {
    /// Printed figure minus expected figure, in minor units.
    pub(super) gap: Option<i64>,
    /// Index of the transaction at which the contradiction appears.
    pub(super) at: Option<usize>,
    /// True if the newest transaction comes first.
    pub(super) reversed: bool,
}

/// Returns the likely causes of a contradiction, the likeliest first.
pub(super) fn causes(draft: &AccountDraft, steps: &[Step], broken: &Break) -> Vec<Cause> {
    let mut causes = Vec::new();
    if let Some(gap) = broken.gap.filter(|gap| *gap != 0) {
        let suspects = suspects(draft, steps, broken);
        let mut found = by_amount(draft, steps, gap, suspects);
        found.sort_by_key(|cause| cause.code as u8);
        for cause in found {
            if causes.iter().filter(|known: &&Cause| known.code == cause.code).count() < SAME_MAX {
                causes.push(cause);
            }
        }
        causes.truncate(CAUSES_MAX - 1);
        causes.push(missing(draft, gap, broken.at));
    }
    totals(draft, steps, &mut causes);
    if causes.is_empty() {
        causes.push(LikelyCause {
            code: CauseCode::Contradiction,
            message: "The printed figures contradict each other.".to_owned(),
            transaction: broken.at,
            amount: Money::from_minor(broken.gap.unwrap_or(0), draft.currency),
        });
    }
    causes.truncate(CAUSES_MAX);
    causes
}

/// Returns the transactions between the last figure that holds and the first that does not.
fn suspects(draft: &AccountDraft, steps: &[Step], broken: &Break) -> Range<usize> {
    let Some(at) = broken.at.filter(|at| *at < steps.len()) else { return 0..steps.len() };
    let has_balance = |index: &usize| steps[*index].balance.is_some();
    let (before, range) = if broken.reversed {
        let before = (at + 1..steps.len()).find(has_balance);
        (before, at..before.unwrap_or(steps.len()))
    } else {
        let before = (0..at).rev().find(has_balance);
        (before, before.map_or(0, |index| index + 1)..at + 1)
    };
    let known = before.map_or(draft.opening_balance.map(Money::minor), |index| steps[index].balance);
    let sum = steps[range.clone()].iter().try_fold(0_i64, |sum, step| sum.checked_add(step.amount));
    let reached = known.zip(sum).and_then(|(known, sum)| known.checked_add(sum));
    // These transactions lead to their own balance, so the error comes after them.
    let are_proved = reached.is_some() && reached == steps[at].balance;
    if are_proved { at..at } else { range }
}

/// Returns, for each suspect, the error that would explain the difference if it alone is wrong.
fn by_amount(draft: &AccountDraft, steps: &[Step], gap: i64, suspects: Range<usize>) -> Vec<Cause> {
    let few = suspects.len() <= SUSPECTS_OF_DIGITS_MAX;
    let cause = |index: usize| {
        let (transaction, amount) = (draft.transactions.get(index)?, steps.get(index)?.amount);
        let right = amount.checked_add(gap)?;
        let is_repeated = draft.transactions.iter().enumerate().any(|(other, twin)| {
            other != index
                && (twin.date, twin.amount, &twin.description)
                    == (transaction.date, transaction.amount, &transaction.description)
        });
        let code = code_of(amount, right, is_repeated, few)?;
        let money = Money::from_minor(right, draft.currency);
        let named = format!("{} of {} on {}", transaction.description, transaction.amount, transaction.date);
        let (message, amount) = match code {
            CauseCode::RowDoubled => {
                (format!("This transaction may be listed twice: {named}."), transaction.amount)
            }
            CauseCode::RowExtra => {
                (format!("This transaction may not belong here: {named}."), transaction.amount)
            }
            CauseCode::SignFlipped => (format!("The sign may be wrong: {named} would be {money}."), money),
            CauseCode::AmountDoubled => {
                (format!("The amount may be counted twice: {named} would be {money}."), money)
            }
            CauseCode::DigitsSwapped => {
                (format!("Two digits may be swapped: {named} would be {money}."), money)
            }
            CauseCode::PointSlipped => {
                (format!("The decimal point may be misplaced: {named} would be {money}."), money)
            }
            _ => (format!("A digit may be wrong: {named} would be {money}."), money),
        };
        Some(LikelyCause { code, message, transaction: Some(index), amount })
    };
    suspects.filter_map(cause).collect()
}

/// Returns the error that turns the amount `right` into the amount that was read.
fn code_of(amount: i64, right: i64, is_repeated: bool, few: bool) -> Option<CauseCode> {
    if right == 0 {
        return Some(if is_repeated { CauseCode::RowDoubled } else { CauseCode::RowExtra });
    }
    if Some(right) == amount.checked_neg() {
        return Some(CauseCode::SignFlipped);
    }
    if right.checked_mul(2) == Some(amount) {
        return Some(CauseCode::AmountDoubled);
    }
    if (amount < 0) != (right < 0) {
        return None;
    }
    if [10, 100, 1000]
        .iter()
        .any(|by| amount.checked_mul(*by) == Some(right) || right.checked_mul(*by) == Some(amount))
    {
        return Some(CauseCode::PointSlipped);
    }
    let (read, right) = (amount.unsigned_abs().to_string(), right.unsigned_abs().to_string());
    if !few || read.len() != right.len() {
        return None;
    }
    let differ: Vec<usize> =
        (0..read.len()).filter(|at| read.as_bytes()[*at] != right.as_bytes()[*at]).collect();
    match differ.as_slice() {
        [_] => Some(CauseCode::DigitMisread),
        [one, two] if one + 1 == *two && swapped(&read, &right, *one) => Some(CauseCode::DigitsSwapped),
        _ => None,
    }
}

fn swapped(read: &str, right: &str, at: usize) -> bool {
    let (read, right) = (read.as_bytes(), right.as_bytes());
    read[at] == right[at + 1] && read[at + 1] == right[at]
}

fn missing(draft: &AccountDraft, gap: i64, at: Option<usize>) -> Cause {
    let amount = Money::from_minor(gap, draft.currency);
    let message = match at.and_then(|index| draft.transactions.get(index)) {
        Some(transaction) => format!(
            "A transaction of {amount} may be missing at or before {} on {}.",
            transaction.description, transaction.date
        ),
        None => format!("Transactions totaling {amount} may be missing."),
    };
    LikelyCause { code: CauseCode::RowMissing, message, transaction: at, amount }
}

/// Adds causes for printed totals and counts that differ from the transactions.
fn totals(draft: &AccountDraft, steps: &[Step], causes: &mut Vec<Cause>) {
    let money = |minor: i64| Money::from_minor(minor, draft.currency);
    let sum = |wanted: fn(i64) -> bool| {
        let amounts = steps.iter().map(|step| step.amount).filter(|amount| wanted(*amount));
        amounts.fold(0_i64, i64::saturating_add).saturating_abs()
    };
    let both = [
        (draft.printed_total_in, sum(|amount| amount > 0), "in"),
        (draft.printed_total_out, sum(|amount| amount < 0), "out"),
    ];
    for (printed, counted, way) in both {
        if let Some(printed) = printed.filter(|printed| printed.minor() != counted) {
            causes.push(LikelyCause {
                code: CauseCode::TotalDisagrees,
                message: format!(
                    "The printed total of money {way} is {printed}, but the transactions add up to {}.",
                    money(counted)
                ),
                transaction: None,
                amount: money(printed.minor().saturating_sub(counted)),
            });
        }
    }
    if let Some(count) = draft.printed_count.filter(|count| u32::try_from(steps.len()) != Ok(*count)) {
        causes.push(LikelyCause {
            code: CauseCode::CountDisagrees,
            message: format!("The statement lists {count} transactions, but {} were read.", steps.len()),
            transaction: None,
            amount: money(0),
        });
    }
}
