//! Stage 2, facts: the labeled figures of a document.

use std::ops::Range;

use saldo_domain::Currency;

use super::table::{Cell, Slot, Table};
use super::tokens::Tokens;
use super::weigh::Fact;
use crate::layout::Word;
use crate::read::amount::{Figure, Mark};
use crate::read::currency::named;
use crate::read::date::{DateMark, date_at};
use crate::read::heads::Role;
use crate::read::labeled::{Labeled, labeled};
use crate::read::labels::{Label, squeeze};
use crate::read::lists::{List, list};
use crate::read::rows::{CELL_GAP, Row};
use crate::read::summary::unmet;

/// Returns all labeled figures of a document.
pub(super) fn facts(tokens: &Tokens, table: &Table, currency: Currency) -> Vec<Fact> {
    let found = labeled(&tokens.rows, tokens.style, table.bare);
    let led_to = |(row, minor): (usize, i64)| Fact {
        label: Label::Closing,
        minor: minor.abs(),
        mark: if minor < 0 { Mark::Minus } else { Mark::None },
        row,
        slot: None,
        carried: false,
        is_below: false,
        day: None,
        count: None,
    };
    let unmet: Vec<Fact> = unmet(&tokens.rows, tokens.style, &found).into_iter().map(led_to).collect();
    let slot = |(row, number): (usize, usize)| {
        let after = table.items.partition_point(|item| item.row < row);
        let own = table.items[after..].iter().take_while(|item| item.row == row);
        own.flat_map(|item| &item.cells).find(|cell| cell.figure == number).map(|cell| cell.slot)
    };
    let fact = |one: Labeled| {
        let (row, number) = one.figure;
        let figure = tokens.rows.get(row)?.figures.get(number)?;
        if is_equivalent(&tokens.rows[row], figure, currency) {
            return None;
        }
        let digits = if one.label.is_count() { 0 } else { currency.digits() };
        let minor = figure.minor(tokens.style, digits)?;
        let line = &tokens.rows[one.row].line;
        let dates = || (0..line.words.len()).filter_map(|at| date_at(line, at));
        // The day between the words and the figure: beside them, the same line may print another one.
        let own = one.row == row && !one.is_below;
        let is_beside = |date: &DateMark| {
            let start = date.words.start;
            own && date.words.end == figure.words.start && start > 0 && line.gap_before(start) < CELL_GAP
        };
        let day = dates().find(is_beside).or_else(|| dates().next()).filter(|date| !date.like_amount);
        let day = day.map(|date| date.form);
        let (mark, row, slot) = (figure.mark, one.row, slot(one.figure));
        let (carried, is_below) = (one.carried, one.is_below);
        let count = count_beside(&tokens.rows[one.row], &figure.words).filter(|_| !is_below);
        Some(Fact { label: one.label, minor, mark, row, slot, carried, is_below, day, count })
    };
    let is_sum = |one: &Labeled| {
        !matches!(one.label, Label::TotalIn | Label::TotalOut) || is_sum_of_transactions(tokens, one)
    };
    // Above the first row of a page stand the heads of its columns, which are no labels.
    let is_head = |one: &Labeled| {
        let above = one.row.checked_sub(1).filter(|row| one.is_below && table.is_head[*row]);
        let heads = above.and_then(|row| table.heads.get(table.form_of[row]?));
        matches!(one.label, Label::TotalIn | Label::TotalOut)
            && heads
                .is_some_and(|heads| heads.iter().any(|role| matches!(role, Role::Date | Role::Description)))
    };
    // `Total balance carried forward 133.60 5,262.92 25,239.32` ends with the balance.
    let balance = |one: Fact| {
        let own = || table.items.iter().filter(|item| item.row == one.row).flat_map(|item| &item.cells);
        let is_balance = |cell: &&Cell| table.slots[cell.slot].role == Some(Role::Balance);
        let is_total = one.label == Label::Total && one.carried && !one.is_below && own().count() > 1;
        let cell = own().find(is_balance).filter(|_| is_total)?;
        let (minor, mark, slot) = (cell.minor, cell.mark, Some(cell.slot));
        Some(Fact { label: Label::Closing, minor, mark, slot, count: None, ..one })
    };
    let is_other = |one: &Labeled| is_head(one) || is_carried_total(tokens, table, one);
    let facts = found.into_iter().filter(|one| !is_other(one)).filter(is_sum).filter_map(fact);
    let mut facts: Vec<Fact> = facts.flat_map(|one| std::iter::once(one).chain(balance(one))).collect();
    facts.extend(unmet);
    facts.sort_by_key(|fact| fact.row);
    facts
}

/// True if a figure has the sign of another currency than the account's, which the line names too:
/// `Equivalent 3,513.16 BGN (1 EUR = 1.95583 BGN)`.
fn is_equivalent(row: &Row, figure: &Figure, currency: Currency) -> bool {
    let other = figure.symbol.as_deref().and_then(named).is_some_and(|other| other != currency);
    let names_own = |word: &Word| word.text.trim_matches(|c: char| !c.is_alphabetic()) == currency.code();
    // `1 EUR = 1.95583 BGN`.
    let after = row.line.words.iter().skip(figure.words.end).take(2);
    let is_rate = after.map(|word| word.text.as_str()).any(|text| text == "=");
    (other || is_rate) && row.line.words.iter().any(names_own)
}

/// Longest number of transactions beside a total, in digits.
const COUNT_DIGITS_MAX: usize = 3;

/// Largest number of letters of a unit after a count, such as `KPL`.
const UNIT_LETTERS: usize = 3;

/// Returns the only whole number on a line, such as that of `Total credits (12)`. It begins the words before
/// the figure, or stands in a cell before them, or directly before or after the figure.
pub(super) fn count_beside(row: &Row, figure: &Range<usize>) -> Option<i64> {
    let line = &row.line;
    let has_letters = |word: &Word| word.text.chars().filter(|c| c.is_alphabetic()).count() > UNIT_LETTERS;
    let is_beside = |at: usize| {
        let between = if at < figure.start { at + 1..figure.start } else { figure.end..at };
        let gaps = between.clone().filter(|at| line.gap_before(*at) >= CELL_GAP).count();
        // `63 LINWOOD AVE` in another cell is an address.
        let is_apart = line.words.len() > 1 && line.gap_before(1) >= CELL_GAP;
        at == 0 && gaps == usize::from(is_apart)
            || line.words.get(between).is_some_and(|between| !between.iter().any(has_letters))
    };
    let has_date = (0..line.words.len()).any(|at| date_at(line, at).is_some());
    let is_figure = |at: usize| row.figures.iter().any(|figure| figure.strong && figure.words.contains(&at));
    let number = |(at, word): (usize, &Word)| {
        if has_date || is_figure(at) || !is_beside(at) {
            return None;
        }
        let text = word.text.trim_start_matches('(').trim_end_matches([')', ':']);
        let is_count = !text.is_empty()
            && text.len() <= COUNT_DIGITS_MAX
            && text.bytes().all(|byte| byte.is_ascii_digit())
            && (text == "0" || !text.starts_with('0'));
        is_count.then(|| text.parse::<i64>().ok()).flatten()
    };
    let mut numbers = line.words.iter().enumerate().filter_map(number);
    numbers.next().filter(|_| numbers.next().is_none())
}

/// Words near figures that are not sums of transactions.
static NO_SUMS: List = List::new(|| list("no sums"));

/// True if words of a balance stand beside several figures in columns of money in and out: the totals so far.
fn is_carried_total(tokens: &Tokens, table: &Table, one: &Labeled) -> bool {
    let row = &tokens.rows[one.row];
    let form = table.form_of[one.row];
    let is_one_way = |figure: &Figure| {
        let mut slots = table.slots.iter().filter(|slot| Some(slot.form) == form);
        let shares = |slot: &Slot| slot.x0 < figure.end && figure.x0 < slot.x1;
        slots.any(|slot| shares(slot) && matches!(slot.role, Some(Role::In | Role::Out)))
    };
    let mut own = row.figures.iter().filter(|figure| figure.strong).peekable();
    matches!(one.label, Label::Opening | Label::Closing | Label::Balance)
        && own.peek().is_some()
        && row.figures.iter().filter(|figure| figure.strong).count() > 1
        && own.all(is_one_way)
}

/// True if a total can be a sum of transactions, unlike a limit, the base of a rate, or a sum of the year.
fn is_sum_of_transactions(tokens: &Tokens, one: &Labeled) -> bool {
    let (row, number) = one.figure;
    let own = &tokens.rows[row];
    let above = || row.checked_sub(1).map(|above| tokens.rows[above].line.text());
    let beside = own.label_text(number);
    let text = if beside.is_empty() { above().unwrap_or_default() } else { beside };
    may_be_sum(own, &text)
}

/// True if the words beside a figure of a row do not say that it is the sum of something else.
pub(super) fn may_be_sum(row: &Row, words: &str) -> bool {
    let is_year = |word: &str| word.len() == 4 && (word.starts_with("19") || word.starts_with("20"));
    let is_yearly = || row.dates.is_empty() && words.split_whitespace().any(is_year);
    let is_rate = row.line.words.iter().any(|word| word.text.contains('%'));
    let squeezed = squeeze(words);
    !is_rate && !is_yearly() && !NO_SUMS.iter().any(|word| squeezed.contains(word))
}
