//! Stage 2, summaries above the transactions that they sum up: the new charges of each card of an account.

use super::table::{Cell, Item};
use crate::read::amount::Mark;
use crate::read::labels::Label;

/// Removes undated rows, with the total below them, if it is their sum and that of the first dated rows after
/// it: they sum up these rows.
pub(super) fn leave_repeated(items: &mut Vec<Item>) {
    let mut at = 0;
    while at < items.len() {
        let is_part = |item: &&Item| item.date.is_none() && item.label.is_none();
        let parts = items[at..].iter().take_while(is_part).count();
        let total = items.get(at + parts).filter(|total| {
            let is_total = matches!(total.label, Some(Label::Total | Label::TotalIn | Label::TotalOut));
            parts > 0 && is_total && signed(total) == sum(&items[at..at + parts])
        });
        let total = total.and_then(signed);
        if total.is_some_and(|total| begin_with(&items[at + parts + 1..], total)) {
            items.drain(at..=at + parts);
        } else {
            at += parts.max(1);
        }
    }
}

/// Returns the last figure of an item with its sign. Before an amount may stand the original one in another
/// currency.
fn signed(item: &Item) -> Option<i64> {
    let Cell { minor, mark, .. } = item.cells.last()?;
    Some(if matches!(mark, Mark::Minus | Mark::Credit) { -minor } else { *minor })
}

fn sum(items: &[Item]) -> Option<i64> {
    items.iter().try_fold(0_i64, |sum, item| sum.checked_add(signed(item)?))
}

/// True if some first dated items, without labels, have this sum.
fn begin_with(items: &[Item], total: i64) -> bool {
    let mut sum = 0_i64;
    let dated = items.iter().filter(|item| item.label.is_none() && item.date.is_some());
    dated.map_while(signed).any(|minor| {
        sum = sum.saturating_add(minor);
        sum == total
    })
}
