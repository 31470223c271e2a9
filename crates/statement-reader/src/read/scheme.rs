//! One way of understanding a table's columns and signs, and the entries that follow from it.

use super::amount::Mark;
use super::heads::{Role, Section};

/// A row that may be an entry, with its figures in minor units.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Item {
    /// The anchor it was made of.
    pub(crate) anchor: usize,
    /// The headed table it stands in.
    pub(crate) table: usize,
    /// Whether a date is printed on the row itself.
    pub(crate) dated: bool,
    /// Its day: printed on the row or carried from a row before.
    pub(crate) date: chrono::NaiveDate,
    /// The other day, if printed.
    pub(crate) value_date: Option<chrono::NaiveDate>,
    /// Its figures.
    pub(crate) cells: Vec<Cell>,
    /// The section it stands under.
    pub(crate) section: Option<Section>,
    /// Whether its words are also those of a balance or a sum, so that it may be no entry.
    pub(crate) is_labelled: bool,
}

/// A figure in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cell {
    /// The column.
    pub(crate) column: usize,
    /// Without sign, in minor units.
    pub(crate) minor: i64,
    /// The sign as printed.
    pub(crate) mark: Mark,
}

/// What the sign of a figure in a column of amounts means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Scheme {
    /// A minus is money out, a bare figure money in.
    Plain,
    /// A bare figure is money out, as on cards.
    Charges,
    /// The section says.
    Section,
    /// The running balance says.
    Balance,
}

/// A way of understanding a table.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Plan {
    /// What each column holds; `None` is left aside.
    pub(crate) roles: Vec<Option<Role>>,
    /// Columns of which most figures carry a minus.
    pub(crate) signed: Vec<bool>,
    /// Columns without a head: a dated row that has a figure nowhere else has its amount there.
    pub(crate) headless: Vec<bool>,
    /// What signs mean in a column of amounts.
    pub(crate) scheme: Scheme,
    /// Whether balances are printed as what is owed.
    pub(crate) owed: bool,
}

/// An entry of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Move {
    /// The item it came from.
    pub(crate) item: usize,
    /// Signed from the account holder's side.
    pub(crate) amount: i64,
    /// The balance after it.
    pub(crate) balance: Option<i64>,
    /// Whether it is the charge of a separate column.
    pub(crate) fee: bool,
    /// Whether its sign is still to be found from the balances.
    open: bool,
}

impl Plan {
    /// A balance as the account holder sees it.
    pub(crate) fn balance(&self, minor: i64, mark: Mark) -> i64 {
        match mark {
            Mark::Credit => minor,
            Mark::Debit => -minor,
            _ if (mark == Mark::Minus) == self.owed => minor,
            _ => -minor,
        }
    }

    fn role(&self, cell: &Cell) -> Option<Role> {
        self.roles.get(cell.column).copied().flatten()
    }

    /// Whether an amount of an item comes from a column that no head calls one, while a figure under such a head is left
    /// aside: a reference that happens to be the right number must not stand for the amount that is printed.
    pub(crate) fn displaces(&self, item: &Item, heads: &[Option<Role>]) -> bool {
        let is_amount = |role: Option<Role>| matches!(role, Some(Role::Out | Role::In | Role::Amount));
        let head = |cell: &Cell| heads.get(cell.column).copied().flatten();
        let first = |role: Role| item.cells.iter().find(|cell| self.role(cell) == Some(role));
        let is_taken =
            |cell: &Cell| self.role(cell).and_then(first).is_some_and(|taken| taken.column == cell.column);
        let (mut unheaded, mut left) = (false, false);
        for cell in item.cells.iter().filter(|cell| cell.minor != 0) {
            unheaded |= !is_amount(head(cell)) && is_amount(self.role(cell)) && is_taken(cell);
            left |= is_amount(head(cell)) && !is_taken(cell);
        }
        unheaded && left
    }

    /// Whether an item has a figure under a head that calls it a balance, and no figure of it is taken for one: a reading
    /// must not hold because it throws away the balances that contradict it.
    pub(crate) fn forgets(&self, item: &Item, heads: &[Option<Role>]) -> bool {
        let is_headed = |cell: &Cell| heads.get(cell.column) == Some(&Some(Role::Balance));
        item.cells.iter().any(is_headed)
            && item.cells.iter().all(|cell| self.role(cell) != Some(Role::Balance))
    }

    /// The entries of all items; `None` where the balances leave a sign undecided.
    pub(crate) fn moves(
        &self,
        items: &[Item],
        opening: Option<i64>,
        newest_first: bool,
    ) -> Option<Vec<Move>> {
        let mut moves = Vec::with_capacity(items.len());
        for (index, item) in items.iter().enumerate() {
            self.item_moves(index, item, &mut moves);
        }
        if moves.iter().any(|entry| entry.open) {
            if newest_first {
                moves.reverse();
            }
            let solved = solve(&mut moves, opening);
            if newest_first {
                moves.reverse();
            }
            solved?;
        }
        Some(moves)
    }

    fn item_moves(&self, index: usize, item: &Item, moves: &mut Vec<Move>) {
        let cell = |role: Role| item.cells.iter().find(|cell| self.role(cell) == Some(role));
        let balance = cell(Role::Balance).map(|cell| self.balance(cell.minor, cell.mark));
        let first = moves.len();
        let mut push = |amount: i64, fee: bool, open: bool| {
            moves.push(Move { item: index, amount, balance: None, fee, open });
        };
        let (out, into) = (cell(Role::Out), cell(Role::In));
        let is_filler = |cell: &&Cell| cell.minor != 0;
        match (out, into) {
            (Some(out), Some(into)) => {
                if let Some(out) = Some(out).filter(is_filler) {
                    push(self.out(out), false, false);
                }
                if let Some(into) = Some(into).filter(is_filler) {
                    push(into_amount(into), false, false);
                }
            }
            (Some(out), None) => push(self.out(out), false, false),
            (None, Some(into)) => push(into_amount(into), false, false),
            (None, None) => {}
        }
        if let Some(amount) = cell(Role::Amount) {
            let (value, open) = self.signed(amount, item.section);
            push(value, false, open);
        }
        let is_headless = |cell: &&Cell| {
            self.role(cell).is_none() && self.headless.get(cell.column).copied().unwrap_or(false)
        };
        let has_amount = out.is_some() || into.is_some() || cell(Role::Amount).is_some();
        if let (Some(cell), true, false) = (item.cells.iter().find(is_headless), item.dated, has_amount) {
            let (value, _) = self.signed(cell, item.section);
            push(value, false, cell.mark == Mark::None);
        }
        if let Some(fee) = cell(Role::Fee).filter(is_filler) {
            let value = if matches!(fee.mark, Mark::Plus | Mark::Credit) { fee.minor } else { -fee.minor };
            push(value, true, false);
        }
        // a filled empty cell is no entry beside one that moves money
        if moves.len() > first + 1 && moves[first..].iter().any(|entry| entry.amount != 0) {
            let own = moves.split_off(first);
            moves.extend(own.into_iter().filter(|entry| entry.amount != 0));
        }
        if moves.len() > first
            && let Some(last) = moves.last_mut()
        {
            last.balance = balance;
        }
    }

    fn out(&self, cell: &Cell) -> i64 {
        let signed = self.signed.get(cell.column).copied().unwrap_or(false);
        match cell.mark {
            Mark::Minus if !signed => cell.minor,
            Mark::Credit => cell.minor,
            _ => -cell.minor,
        }
    }

    fn signed(&self, cell: &Cell, section: Option<Section>) -> (i64, bool) {
        match (cell.mark, self.scheme) {
            (Mark::Debit, _)
            | (Mark::Minus, Scheme::Plain | Scheme::Balance)
            | (Mark::None, Scheme::Charges) => (-cell.minor, false),
            (Mark::None, Scheme::Balance) => (cell.minor, true),
            (Mark::Credit, _) | (_, Scheme::Plain | Scheme::Charges | Scheme::Balance) => (cell.minor, false),
            (_, Scheme::Section) => {
                let minus = cell.mark == Mark::Minus;
                let value = match section {
                    Some(Section::In) => cell.minor,
                    Some(Section::Out) => {
                        let signed = self.signed.get(cell.column).copied().unwrap_or(false);
                        if minus && !signed { cell.minor } else { -cell.minor }
                    }
                    _ if minus => -cell.minor,
                    _ => cell.minor,
                };
                (value, false)
            }
        }
    }
}

fn into_amount(cell: &Cell) -> i64 {
    if matches!(cell.mark, Mark::Minus | Mark::Debit) { -cell.minor } else { cell.minor }
}

/// Signs of at most this many entries between two balances are tried out.
const OPEN_MAX: usize = 12;

/// Finds the signs of open entries from the balances between which they stand; `None` when they are not unique.
fn solve(moves: &mut [Move], opening: Option<i64>) -> Option<()> {
    let mut known = opening;
    let mut start = 0;
    for end in 0..moves.len() {
        let Some(balance) = moves[end].balance else { continue };
        if let Some(before) = known {
            solve_group(&mut moves[start..=end], balance.checked_sub(before)?);
        } else if moves[start..=end].iter().any(|entry| entry.open) {
            // nothing before it: the sign of the first entry is not proved, and its balance must not pretend so
            moves[end].balance = None;
            if end > start {
                return None;
            }
        }
        known = Some(balance);
        start = end + 1;
    }
    Some(())
}

/// A group whose signs are not unique keeps them as printed; the chain then says that it does not hold.
fn solve_group(group: &mut [Move], change: i64) {
    let open: Vec<usize> = (0..group.len()).filter(|index| group[*index].open).collect();
    if open.is_empty() || open.len() > OPEN_MAX {
        return;
    }
    let fixed: i64 =
        group.iter().filter(|entry| !entry.open).map(|entry| entry.amount).fold(0, i64::saturating_add);
    let mut found: Option<u32> = None;
    let mut found_amounts: Vec<i64> = Vec::new();
    for signs in 0..1_u32 << open.len() {
        let amounts: Vec<i64> = open
            .iter()
            .enumerate()
            .map(
                |(bit, index)| {
                    if signs >> bit & 1 == 1 { -group[*index].amount } else { group[*index].amount }
                },
            )
            .collect();
        if amounts.iter().fold(fixed, |sum, amount| sum.saturating_add(*amount)) != change {
            continue;
        }
        if found.is_some() && amounts != found_amounts {
            return;
        }
        found = Some(signs);
        found_amounts = amounts;
    }
    if found.is_some() {
        for (index, amount) in open.iter().zip(found_amounts) {
            group[*index].amount = amount;
        }
    }
}
