//! Stage 3, amounts: the rows that an item is under one hypothesis, with their signs.

use rustc_hash::FxHashMap;

use super::table::{Cell, Item};
use super::weigh::{Account, Hypothesis, ReadRow, Signs, Use};
use crate::read::amount::Mark;
use crate::read::heads::{Role, Section};
use crate::read::labels::Label;

/// For each column and section, the number of figures with the mark of money out, and of all figures.
pub(super) type UsualMarks = FxHashMap<(usize, usize), (usize, usize)>;

pub(super) fn usual_marks(account: &Account<'_>, hypothesis: &Hypothesis) -> UsualMarks {
    let by_section = matches!(hypothesis.signs, Signs::Sections(_));
    let mut counts = UsualMarks::default();
    for item in account.own_items() {
        for cell in item.cells.iter().filter(|cell| cell.minor != 0) {
            let found = counts.entry((cell.slot, if by_section { item.section } else { 0 })).or_default();
            found.0 += usize::from(matches!(cell.mark, Mark::Minus | Mark::Debit));
            found.1 += 1;
        }
    }
    counts
}

/// Adds the rows that an item is under a hypothesis: its amounts, its fees, or a balance alone.
pub(super) fn read_rows_of(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    usual: &UsualMarks,
    index: usize,
    read_rows: &mut Vec<ReadRow>,
) {
    let item = account.items[index];
    if matches!(account.parts[item.section].kind, Some(Section::Excluded)) {
        return;
    }
    let of = |wanted: Use| item.cells.iter().filter(move |cell| hypothesis.uses[cell.slot] == wanted);
    let balance = of(Use::Balance).next().map(|cell| own_balance(hypothesis, cell));
    let mut amounts = amounts_of(account, hypothesis, usual, item);
    if !hypothesis.tail && index >= account.tail {
        return;
    }
    let is_label = item.label.is_some() && !hypothesis.labeled;
    let is_nameless = matches!(item.label, None | Some(Label::Total));
    let mut is_fee_alone = false;
    let may_be_row = account.dated[index]
        && !is_label
        && (item.date.is_some() || hypothesis.undated && is_nameless && account.near[index]);
    if amounts.is_empty() && account.dated[index] && item.label.is_none() {
        amounts.extend(amount_beside_columns(account, hypothesis, index, balance));
    }
    if amounts.is_empty() && may_be_row {
        // A row may state a fee alone.
        amounts.extend(of(Use::Fee).filter(|cell| cell.minor != 0).map(|cell| (-cell.minor, true)).next());
        is_fee_alone = !amounts.is_empty();
    }
    let nothing = ReadRow {
        item: index,
        amount: 0,
        balance,
        is_signed: true,
        is_assumed: false,
        is_doubtful: false,
        is_balance: true,
        is_fee: false,
        has_rest: hypothesis.has_rest(item),
    };
    if let Some(balance) = day_balance(account, hypothesis, index) {
        read_rows.push(ReadRow { balance: Some(balance), ..nothing });
        return;
    }
    if amounts.is_empty() || !may_be_row {
        // A row of several figures above all days is a summary.
        let has_several = !amounts.is_empty() || of(Use::Balance).count() > 1;
        let is_summary =
            !account.dated[index] && matches!(item.label, None | Some(Label::Total)) && has_several;
        let is_total = is_summary
            || item.label == Some(Label::Total) && amounts.is_empty()
            || matches!(item.label, Some(Label::TotalIn | Label::TotalOut))
            || item.label.is_some_and(Label::is_count);
        // A row with a day and an amount that is left out is no mere balance.
        let is_left_out = !amounts.is_empty() && account.dated[index] && item.label.is_none();
        if balance.is_some() && account.near[index] && !is_total && !is_left_out {
            read_rows.push(nothing);
        }
        return;
    }
    let may_lack_mark = matches!(hypothesis.signs, Signs::MarkedOut | Signs::MarkedIn);
    let is_bare = |cell: &Cell| cell.minor != 0 && cell.mark == Mark::None;
    let is_unmarked = may_lack_mark && of(Use::Amount).any(is_bare);
    let is_against = |amount: i64| {
        let wanted = if amount < 0 { Use::In } else { Use::Out };
        amount != 0 && of(wanted).any(|cell| cell.minor == amount.abs())
    };
    let last = amounts.len() - 1;
    for (number, (amount, is_signed)) in amounts.into_iter().enumerate() {
        let balance = balance.filter(|_| number == last);
        let is_doubtful = is_unmarked || is_against(amount);
        read_rows.push(ReadRow { amount, balance, is_signed, is_doubtful, is_balance: false, ..nothing });
    }
    for cell in of(Use::Fee).filter(|cell| cell.minor != 0 && !is_fee_alone) {
        let balance = read_rows.last_mut().and_then(|before| before.balance.take());
        read_rows.push(ReadRow { amount: -cell.minor, balance, is_balance: false, is_fee: true, ..nothing });
    }
}

/// Returns the amount of a dated row without one in its columns: the last figure outside of them, beside a
/// balance, or nothing, printed as zero in a column of one direction.
fn amount_beside_columns(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    index: usize,
    balance: Option<i64>,
) -> Option<(i64, bool)> {
    let item = account.items[index];
    if let Some((minor, _)) = item.loose.last().filter(|_| balance.is_some() && item.date.is_some()) {
        return Some((*minor, false));
    }
    let has_balances = item.date.is_some() || hypothesis.uses.contains(&Use::Balance);
    let is_zero = |cell: &Cell| matches!(account.slots[cell.slot].role, Some(Role::In | Role::Out));
    (has_balances && account.near[index] && item.cells.iter().any(is_zero)).then_some((0, true))
}

/// Returns the balance of a day that a row states alone, in a column of amounts of its table.
fn day_balance(account: &Account<'_>, hypothesis: &Hypothesis, index: usize) -> Option<i64> {
    let item = account.items[index];
    if item.label != Some(Label::Balance) || hypothesis.labeled {
        return None;
    }
    let [cell] = item.cells.as_slice() else { return None };
    let is_inside = account.dated[index] && account.near[index];
    match hypothesis.uses[cell.slot] {
        Use::Amount if is_inside => Some(own_balance(hypothesis, cell)),
        Use::In if is_inside && matches!(cell.mark, Mark::Minus | Mark::Debit) => Some(-cell.minor),
        Use::In if is_inside => Some(cell.minor),
        Use::Out if is_inside => Some(-cell.minor),
        _ => None,
    }
}

/// Returns a balance from the account holder's side.
fn own_balance(hypothesis: &Hypothesis, cell: &Cell) -> i64 {
    let is_negative = if hypothesis.owed {
        !matches!(cell.mark, Mark::Minus | Mark::Credit)
    } else {
        matches!(cell.mark, Mark::Minus | Mark::Debit)
    };
    if is_negative { -cell.minor } else { cell.minor }
}

/// Returns the amounts of a row, each with true if the print decides its sign.
fn amounts_of(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    usual: &UsualMarks,
    item: &Item,
) -> Vec<(i64, bool)> {
    let of = |wanted: Use| item.cells.iter().filter(move |cell| hypothesis.uses[cell.slot] == wanted);
    let is_out = |cell: &Cell| matches!(cell.mark, Mark::Minus | Mark::Debit);
    // The mark of most figures does not indicate the opposite direction.
    let marked = |cell: &Cell| {
        let section = if matches!(hypothesis.signs, Signs::Sections(_)) { item.section } else { 0 };
        usual.get(&(cell.slot, section)).copied().unwrap_or_default()
    };
    let is_unusual = |cell: &Cell| {
        let (marked, all) = marked(cell);
        is_out(cell) != (marked * 2 > all)
    };
    let mut amounts: Vec<(i64, bool)> = Vec::new();
    for cell in of(Use::In).filter(|cell| cell.minor != 0) {
        let is_turned = is_unusual(cell) && cell.mark != Mark::None;
        amounts.push((if is_turned { -cell.minor } else { cell.minor }, true));
    }
    for cell in of(Use::Out).filter(|cell| cell.minor != 0) {
        let is_turned = is_unusual(cell) && !matches!(cell.mark, Mark::None | Mark::Debit);
        amounts.push((if is_turned { cell.minor } else { -cell.minor }, true));
    }
    for cell in of(Use::Amount).filter(|cell| cell.minor != 0 || item.date.is_some()) {
        amounts.push(signed(account, hypothesis, item, cell, (is_unusual(cell), marked(cell).0 > 0)));
    }
    // Beside an amount, a zero fills the empty cell of the other direction.
    if amounts.iter().any(|(amount, _)| *amount != 0) {
        amounts.retain(|(amount, _)| *amount != 0);
    }
    amounts
}

/// Returns an amount of a column with both directions, and true if the print decides its sign.
fn signed(
    account: &Account<'_>,
    hypothesis: &Hypothesis,
    item: &Item,
    cell: &Cell,
    (is_unusual, beside_minus): (bool, bool),
) -> (i64, bool) {
    let towards = |is_in: bool| if is_in { cell.minor } else { -cell.minor };
    match &hypothesis.signs {
        Signs::MarkedOut => (towards(!matches!(cell.mark, Mark::Minus | Mark::Debit)), true),
        // Beside a minus, a plus is the opposite.
        Signs::MarkedIn if cell.mark == Mark::Plus => (towards(!beside_minus), true),
        Signs::MarkedIn => (towards(matches!(cell.mark, Mark::Minus | Mark::Credit)), true),
        Signs::Balances => match cell.mark {
            Mark::Credit | Mark::Plus => (cell.minor, true),
            Mark::Debit | Mark::Minus => (-cell.minor, true),
            Mark::None => (cell.minor, false),
        },
        Signs::Sections(unknown) => {
            let is_in = match account.parts[item.section].kind {
                Some(Section::In) => true,
                Some(Section::Out) => false,
                _ => unknown.iter().any(|(section, is_in)| *section == item.section && *is_in),
            };
            let is_in = match cell.mark {
                Mark::Credit => true,
                _ => is_in != is_unusual,
            };
            (towards(is_in), true)
        }
    }
}
