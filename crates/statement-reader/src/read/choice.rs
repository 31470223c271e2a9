//! Which rows are taken for the entries, where the words of some say that they may be none.

use super::heads::{Role, Section};
use super::scheme::{Item, Move};
use super::search::Question;

/// Which rows may be the entries: with those that carry their date from a row before or without, the likelier first;
/// last, with those under headings that usually hold no entries, because a footer may read like such a heading. Of each,
/// first without the rows that have the words of a balance or a sum, then with them.
pub(super) fn sets(question: &Question<'_>) -> Vec<Vec<usize>> {
    let pick = |undated: bool, excluded: bool, labelled: (bool, bool)| -> Vec<usize> {
        let fits = |item: &Item| {
            (undated || item.dated)
                && (excluded || item.section != Some(Section::Excluded))
                && (!item.is_labelled || if item.dated { labelled.0 } else { labelled.1 })
        };
        (0..question.items.len()).filter(|index| fits(&question.items[*index])).collect()
    };
    let carries = question.carries_dates;
    let mut sets: Vec<Vec<usize>> = Vec::new();
    for (undated, excluded) in [(carries, false), (!carries, false), (carries, true)] {
        for labelled in [(false, false), (true, false), (false, true), (true, true)] {
            // a row without a date that is an entry shows that dates are carried
            let set = pick(undated || labelled.1, excluded, labelled);
            if !set.is_empty() && !sets.contains(&set) {
                sets.push(set);
            }
        }
    }
    sets
}

/// Dated rows left out for their words although their amount is not the balance at their place.
pub(super) fn left_out(
    question: &Question<'_>,
    set: &[usize],
    moves: &[Move],
    opening: Option<i64>,
    newest_first: bool,
) -> u32 {
    let is_out = |index: &usize| {
        let item = &question.items[*index];
        item.is_labelled && item.dated && item.section != Some(Section::Excluded) && !set.contains(index)
    };
    let is_amount =
        |column: usize| matches!(question.roles.get(column), Some(Some(Role::In | Role::Out | Role::Amount)));
    let oldest = if newest_first { moves.last() } else { moves.first() };
    let derived = || oldest.and_then(|entry| entry.balance?.checked_sub(entry.amount));
    let Some(opening) = opening.or_else(derived) else { return 0 };
    let mut count = 0;
    for index in (0..question.items.len()).filter(is_out) {
        let is_before = |entry: &&Move| (set[entry.item] > index) == newest_first;
        let balance =
            moves.iter().filter(is_before).try_fold(opening, |sum, entry| sum.checked_add(entry.amount));
        let is_balance = |minor: i64| balance.and_then(i64::checked_abs) == Some(minor);
        let mut amounts =
            question.items[index].cells.iter().filter(|cell| is_amount(cell.column) && cell.minor != 0);
        count += u32::from(amounts.any(|cell| !is_balance(cell.minor)));
    }
    count
}
