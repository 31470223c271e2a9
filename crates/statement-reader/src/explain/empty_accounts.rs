//! Stage 1, accounts without transactions beside others: their heads, and equal opening and closing balances.

use saldo_domain::{AccountDraft, Currency, Money, Origin, StatementDraft};

use super::currency;
use super::empty_period::says_none;
use super::tokens::Tokens;
use crate::read::account;
use crate::read::amount::{Figure, Mark};
use crate::read::heads::heads;
use crate::read::labels::{Label, label_of_text};
use crate::read::rows::Row;

/// An account without transactions, and the place of its opening balance.
pub(super) struct EmptyAccount {
    draft: AccountDraft,
    page: u32,
    /// Distance of the baseline from the top of the page, in hundredths of a point.
    baseline: i32,
}

/// Smallest number of heads on a line of heads.
const HEADS_MIN: usize = 2;
/// Removes the rows of the accounts without transactions from their heads on, if other accounts have
/// transactions, and returns these accounts. The lines above the heads may also belong to the document or to
/// the account before.
pub(super) fn take(tokens: &mut Tokens, document: (Currency, Origin)) -> Vec<EmptyAccount> {
    // What is owed on a card without transactions is not distinguished from what is in favor.
    let is_card = account::is_card(tokens.rows.iter()) == Some(true);
    let mut found = Vec::new();
    let mut is_empty = vec![false; tokens.rows.len()];
    let mut from = 0;
    for at in 0..tokens.rows.len() {
        if figures(&tokens.rows[at]).next().is_none() {
            continue;
        }
        if let Some((head, end)) = extent(tokens, document.0, from, at)
            && (!is_card || is_signed(&tokens.rows[at]))
            && let Some(draft) = draft(tokens, document, (from, at, end))
        {
            let line = &tokens.rows[at].line;
            #[expect(clippy::cast_possible_truncation, reason = "a place on a page; casts saturate")]
            let baseline = (line.baseline * 100.0) as i32;
            is_empty[head..=end].fill(true);
            found.push(EmptyAccount { draft, page: line.page, baseline });
        }
        from = at + 1;
    }
    let is_transaction = |row: &Row| {
        !row.dates.is_empty() && figures(row).next().is_some() && label_of_text(&row.text()).is_none()
    };
    let mut others = tokens.rows.iter().zip(&is_empty).filter(|(_, is_empty)| !**is_empty);
    if found.is_empty() || !others.any(|(row, _)| is_transaction(row)) {
        return Vec::new();
    }
    let mut is_empty = is_empty.into_iter();
    tokens.rows.retain(|_| is_empty.next() == Some(false));
    found
}

/// True if a sign beside the balance says that it is in favor of the account holder.
fn is_signed(row: &Row) -> bool {
    figures(row).all(|figure| matches!(figure.mark, Mark::Plus | Mark::Credit))
}

fn figures(row: &Row) -> impl DoubleEndedIterator<Item = &Figure> {
    row.figures.iter().filter(|figure| figure.strong)
}

/// Returns the rows of the heads and of the closing balance, if the row `at` is an opening balance below
/// heads (which stand from `from` on), both balances are equal, and no line, words or totals of zero say that
/// no transactions are between.
fn extent(tokens: &Tokens, currency: Currency, from: usize, at: usize) -> Option<(usize, usize)> {
    let rows = &tokens.rows;
    let label = |row: &Row| label_of_text(&row.text());
    let minor = |figure: &Figure| figure.minor(tokens.style, currency.digits());
    let mut own = figures(&rows[at]);
    let (opening, None) = (own.next()?, own.next()) else { return None };
    if label(&rows[at]) != Some(Label::Opening) {
        return None;
    }
    let head = (from..at).find(|row| heads(&rows[*row].line).len() >= HEADS_MIN)?;
    // Totals of zero may stand between the balances.
    let is_nothing = |row: &Row| {
        matches!(label(row), Some(Label::Total | Label::TotalIn | Label::TotalOut))
            && figures(row).all(|figure| minor(figure) == Some(0))
    };
    let mut with_figures = (at + 1..rows.len()).filter(|below| figures(&rows[*below]).next().is_some());
    let first = with_figures.next()?;
    let end =
        if is_nothing(&rows[first]) { with_figures.find(|row| !is_nothing(&rows[*row]))? } else { first };
    let closing = figures(&rows[end]).next_back()?;
    let totals: Vec<Option<i64>> = figures(&rows[end]).rev().skip(1).map(minor).collect();
    let is_zero = totals.iter().all(|total| *total == Some(0));
    let is_closing = label(&rows[end]) == Some(Label::Closing);
    let says_none = is_closing && (end == at + 1 || end > first || says_none(&rows[at..end]))
        || totals.len() > 1 && label(&rows[end]).is_some();
    let is_in_favor = |figure: &Figure| matches!(figure.mark, Mark::None | Mark::Plus | Mark::Credit);
    let is_equal = minor(opening).is_some() && minor(opening) == minor(closing);
    (is_equal && is_zero && says_none && is_in_favor(opening) && is_in_favor(closing)).then_some((head, end))
}

fn draft(
    tokens: &Tokens,
    document: (Currency, Origin),
    (from, at, end): (usize, usize, usize),
) -> Option<AccountDraft> {
    let own = &tokens.rows[from..=end];
    let (currency, _) = currency::account(own, document)?;
    let (_, kind) = account::kind(own, false);
    let minor = figures(&tokens.rows[at]).next()?.minor(tokens.style, currency.digits())?;
    let balance = Some(Money::from_minor(minor, currency));
    Some(AccountDraft {
        number: account::number(own),
        opening_balance: balance,
        closing_balance: balance,
        printed_count: Some(0),
        ..AccountDraft::new(kind, currency)
    })
}

/// Inserts the accounts before those whose transactions are below them. They have the period of the others.
pub(super) fn insert(empty: Vec<EmptyAccount>, statement: &mut StatementDraft) {
    for account in empty {
        let is_above = |other: &AccountDraft| {
            let places = other.transactions.iter().filter_map(|row| row.place);
            places.map(|place| (place.page, place.y)).min() < Some((account.page, account.baseline))
        };
        let at = statement.accounts.iter().take_while(|other| is_above(other)).count();
        let (start, end) = match statement.accounts.first() {
            Some(other) => (other.period_start, other.period_end),
            None => (None, None),
        };
        statement.accounts.insert(at, AccountDraft { period_start: start, period_end: end, ..account.draft });
    }
}
