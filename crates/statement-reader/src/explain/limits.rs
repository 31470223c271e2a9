//! Stage 1, limits: lines below the transactions whose figures are no balances of the account.

use super::table::{Cell, Table};
use super::tokens::Tokens;
use crate::read::heads::Role;
use crate::read::labels::{names_no_balance, squeeze};

/// Removes lines such as `Available limit 6,000.00` below the last transaction of a list, in the column of
/// the balances.
pub(super) fn leave(tokens: &Tokens, table: &mut Table) {
    let mut has_rows_below: Option<usize> = None;
    let mut kept = Vec::with_capacity(table.items.len());
    for item in std::mem::take(&mut table.items).into_iter().rev() {
        let is_balance = |cell: &Cell| table.slots[cell.slot].role == Some(Role::Balance);
        let has_only_balances = !item.cells.is_empty() && item.cells.iter().all(is_balance);
        let is_limit = has_only_balances
            && item.date.is_none()
            && item.label.is_none()
            && has_rows_below != Some(item.block)
            && names_no_balance(&squeeze(&tokens.rows[item.row].text()));
        if !has_only_balances {
            has_rows_below = Some(item.block);
        }
        if !is_limit {
            kept.push(item);
        }
    }
    kept.reverse();
    table.items = kept;
}
