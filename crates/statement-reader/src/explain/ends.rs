//! Stage 4, ends: the opening and the closing balance, by their labels or by arithmetic.

use std::collections::{BTreeSet, HashMap, HashSet};

use rustc_hash::FxHashSet;

use super::chain::{Chain, Glued};
use super::weigh::{Account, Fact, Hypothesis, ReadRow, Unlabeled, Use};
use super::weights;
use crate::read::amount::Mark;
use crate::read::labels::Label;

/// Returns the different values printed with a label, from the account holder's side.
pub(super) fn ends(account: &Account<'_>, hypothesis: &Hypothesis, label: Label) -> Vec<i64> {
    let mut values = Vec::new();
    let mut known: HashSet<i64> = HashSet::new();
    let facts = || account.facts.iter().filter(|fact| fact.label == label);
    let only_carried = facts().all(|fact| fact.carried);
    let own = account.items.iter().filter(|item| item.label.is_none() && !item.cells.is_empty());
    let rows: Vec<usize> = own.map(|item| item.row).collect();
    let is_between = |row: usize| rows.iter().any(|own| *own < row) && rows.iter().any(|own| *own > row);
    // A balance that is carried over between transactions closes only a page.
    let is_end =
        |fact: &&Fact| !fact.carried || only_carried && !(label == Label::Closing && is_between(fact.row));
    for fact in facts().filter(is_end) {
        // The figure may stand in a column of money out only because there is no other one.
        let by_mark = from_side(fact.minor, fact.mark, hypothesis.owed);
        values.extend([own_balance(fact, hypothesis), by_mark].into_iter().filter(|one| known.insert(*one)));
    }
    if label == Label::Closing && values.len() > 1 {
        // Order of preference: the last one closes the account, or the first one if it stands in a summary
        // above the rows.
        values.rotate_right(1);
        values[2..].reverse();
    }
    values
}

/// Returns a balance from the account holder's side. Without a mark, a column of money out states a debit
/// balance, and one of money in a credit balance.
pub(super) fn own_balance(fact: &Fact, hypothesis: &Hypothesis) -> i64 {
    let column = fact.slot.map(|slot| hypothesis.uses[slot]);
    match (fact.mark, column) {
        (Mark::None, Some(Use::Out)) => -fact.minor,
        (Mark::None, Some(Use::In)) => fact.minor,
        (mark, _) => from_side(fact.minor, mark, hypothesis.owed),
    }
}

/// Returns a balance from the account holder's side.
fn from_side(minor: i64, mark: Mark, owed: bool) -> i64 {
    match (owed, mark) {
        (true, Mark::Minus | Mark::Credit) | (false, Mark::None | Mark::Plus | Mark::Credit) => minor,
        (true, _) | (false, Mark::Minus | Mark::Debit) => -minor,
    }
}

/// Finds ends whose words are unknown: figures outside the transactions that the transactions lead from, or
/// to. Returns the weight of their places.
pub(super) fn unlabeled_ends(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    read_rows: &[ReadRow],
    (openings, closings): (&mut Vec<i64>, &mut Vec<i64>),
) -> i64 {
    let transactions: FxHashSet<usize> =
        read_rows.iter().filter(|one| !one.is_balance).map(|one| account.items[one.item].row).collect();
    let amounts = amounts_between(account, hypothesis, &transactions);
    let is_free = |row: &usize| !transactions.contains(row) && !amounts.contains(row);
    let free = account.unlabeled.iter().filter(|one| is_free(&one.row) && one.minor != 0);
    let value = |one: &Unlabeled| (one.row, from_side(one.minor, one.mark, hypothesis.owed));
    let values: Vec<(usize, i64)> = free.map(value).collect();
    let rows: HashMap<i64, usize> = values.iter().rev().map(|(row, value)| (*value, *row)).collect();
    if values.is_empty() {
        return 0;
    }
    let sum = |range: &[ReadRow]| range.iter().try_fold(0_i64, |sum, one| sum.checked_add(one.amount));
    let transactions: Vec<ReadRow> = read_rows.iter().filter(|one| !one.is_balance).copied().collect();
    let first = transactions.iter().position(|one| one.balance.is_some());
    if let Some(first) = first {
        let last = transactions.iter().rposition(|one| one.balance.is_some()).unwrap_or(first);
        let after = sum(&transactions[last + 1..]).zip(transactions[last].balance);
        let closing = after.and_then(|(sum, balance)| balance.checked_add(sum));
        let glued = Glued::default();
        let leads = |opening: &i64| {
            let chain = Chain::walk(Some(*opening), None, &transactions[..=first], &glued);
            chain.contradictions.is_empty() && chain.undecided == 0
        };
        if openings.is_empty() {
            let found: BTreeSet<i64> = values.iter().map(|(_, value)| *value).filter(leads).collect();
            openings.extend(found.first().filter(|_| found.len() == 1));
        }
        if closings.is_empty() {
            // From zero on, a total of the transactions would be a closing balance too.
            let is_total = |closing: &i64| sum(&transactions) == Some(*closing);
            closings.extend(closing.filter(|closing| rows.contains_key(closing) && !is_total(closing)));
        }
        return 0;
    }
    let Some(total) = sum(&transactions).filter(|_| transactions.iter().all(|one| one.is_signed)) else {
        return 0;
    };
    match (openings.as_slice(), closings.as_slice()) {
        ([], []) => {
            // The totals of money in and out differ by the same amount as the balances.
            let ins = transactions.iter().map(|one| one.amount.max(0)).fold(0, i64::saturating_add);
            let totals = [ins, total.saturating_sub(ins).saturating_abs()];
            let pair = |(row, opening): &(usize, i64)| {
                let closing = opening.checked_add(total)?;
                if totals.contains(&opening.saturating_abs()) && totals.contains(&closing.saturating_abs()) {
                    return None;
                }
                let below = rows.get(&closing).copied().filter(|_| total != 0)?;
                Some((*opening, closing, *row <= below))
            };
            let found: Vec<(i64, i64, bool)> = values.iter().filter_map(pair).collect();
            let Some((opening, closing, is_first)) = found.iter().max_by_key(|one| one.2) else { return 0 };
            openings.push(*opening);
            closings.push(*closing);
            if *is_first { weights::OPENING_FIRST } else { 0 }
        }
        ([opening], []) => {
            let closing = opening.checked_add(total);
            closings.extend(closing.filter(|closing| rows.contains_key(closing)));
            0
        }
        ([], [closing]) => {
            let opening = closing.checked_sub(total);
            openings.extend(opening.filter(|opening| rows.contains_key(opening)));
            0
        }
        _ => 0,
    }
}

/// Returns the rows between the transactions that have a figure in a column of amounts. It is no balance at
/// either end, but an amount that the hypothesis leaves out.
fn amounts_between(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    transactions: &FxHashSet<usize>,
) -> FxHashSet<usize> {
    let (first, last) = (transactions.iter().min(), transactions.iter().max());
    let is_between =
        |row: usize| first.is_some_and(|first| *first < row) && last.is_some_and(|last| row < *last);
    let is_amount = |slot: usize| matches!(hypothesis.uses[slot], Use::Amount | Use::In | Use::Out);
    let items = account.items.iter().filter(|item| is_between(item.row));
    items.filter(|item| item.cells.iter().any(|cell| is_amount(cell.slot))).map(|item| item.row).collect()
}
