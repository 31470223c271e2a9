//! Labels of a table's rows, and digits of amounts that run into their descriptions.

use saldo_domain::Currency;

use super::glued::{GROUP, first_group};
use super::table::{Cell, EDGE, Slot, Table};
use super::tokens::Tokens;
use crate::layout::Word;
use crate::read::amount::{Figure, Mark, minor};
use crate::read::labels::{Label, is_carried, label_of, label_of_text, names_some_balance, squeeze};
use crate::read::lists::{List, list};
use crate::read::rows::Row;

/// Words of rows that state the balance after the rows above them.
static DAY_BALANCES: List = List::new(|| list("day balances"));

/// Returns the label of a row's figures.
pub(super) fn label_of_item(row: &Row, cells: &[Cell], text: &str, squeezed: &str) -> Option<Label> {
    if DAY_BALANCES.iter().any(|words| squeezed.starts_with(words)) {
        return Some(Label::Balance);
    }
    // Beside the address or the title may stand a box with balances and totals.
    let of_cell = || label_of(&squeeze(&row.label_cell(cells.first()?.figure)));
    let label = label_of_text(text).or_else(|| label_of(squeezed));
    // Before the words may stand the day of the balance: `Bewertungsdatum 30.04.2025  Bewertungssaldo`.
    let some_balance =
        || names_some_balance(&row.label_cell(cells.first()?.figure)).then_some(Label::Balance);
    let label = label.or_else(|| of_cell().filter(|_| row.dates.is_empty())).or_else(some_balance)?;
    // `Total withdrawals 3,644.86 Total deposits 5,280.65` is no line of sums below their columns.
    let is_one_way = |number: &usize| {
        let label = label_of(&squeeze(&row.label_cell(*number)));
        row.figures[*number].strong && matches!(label, Some(Label::TotalIn | Label::TotalOut))
    };
    // A carried figure with the mark of a balance is none of a column's sums.
    let is_marked = matches!(cells, [cell] if matches!(cell.mark, Mark::Credit | Mark::Debit));
    Some(match label {
        Label::Total if (0..row.figures.len()).filter(is_one_way).count() > 1 => Label::TotalOut,
        Label::Total if is_marked && is_carried(squeezed) => Label::Balance,
        label => label,
    })
}

/// True if a word of the text ends with digits where the amounts of a column end: an amount may be part of
/// it.
pub(super) fn has_lost_digits(row: &Row, form: usize, table: &Table) -> bool {
    // A whole number is a figure of the row, but none of a table whose amounts have decimals.
    let is_read = |figure: &Figure| figure.strong || table.takes(figure);
    let is_figure = |at: usize| row.figures.iter().any(|one| is_read(one) && one.words.contains(&at));
    let is_date = |at: usize| row.dates.iter().any(|date| date.words.contains(&at));
    let is_aligned = |word: &Word| {
        let mut own = table.slots.iter().filter(|slot| slot.form == form);
        let is_number = word.text.bytes().all(|byte| byte.is_ascii_digit());
        // A number without decimals may stand on either side of its column.
        let is_within = |slot: &Slot| is_number && word.x0 < slot.x1 && slot.x0 < word.x1;
        own.any(|slot| is_within(slot) || !slot.is_left && (slot.x1 - word.x1).abs() < EDGE)
    };
    let mut words = row.line.words.iter().enumerate();
    words.any(|(at, word)| {
        word.text.ends_with(|c: char| c.is_ascii_digit())
            && is_aligned(word)
            && !is_figure(at)
            && !is_date(at)
    })
}

/// Largest gap between a figure and the description that runs into it, in font sizes.
const GLUED: f32 = 0.95;
/// Largest number of digits that may belong to the description.
const GLUED_DIGITS_MAX: usize = 9;

/// Returns the amounts that the last digits of a figure make, if text stands too close before it.
pub(super) fn suffixes(tokens: &Tokens, currency: Currency, row: &Row, figure: &Figure) -> Vec<i64> {
    let before = figure.words.start.checked_sub(1);
    let is_close = before.is_some() && row.line.gap_before(figure.words.start) < GLUED;
    // A sign or currency before the digits ends the description.
    let begins = row.line.words[figure.words.start].text.starts_with(|c: char| c.is_numeric());
    if !is_close || !begins {
        return Vec::new();
    }
    let cuts = figure.core.char_indices().skip(1).take(GLUED_DIGITS_MAX).map(|(at, _)| &figure.core[at..]);
    let is_whole = |text: &&str| {
        let mut characters = text.chars();
        let (first, second) = (characters.next(), characters.next());
        first.is_some_and(|c| c.is_ascii_digit())
            && (first != Some('0') || second.is_some_and(|c| !c.is_ascii_digit()))
    };
    let minor = |core: &str| minor(core, tokens.style, currency.digits());
    let is_grouped = |text: &&str| first_group(text) <= GROUP || !tokens.is_grouped;
    // Between words of one figure, only a whole word may belong to the description.
    let is_word = |text: &&str| {
        let is_one = figure.words.len() == 1 || !figure.core.contains(' ');
        is_one || figure.core.strip_suffix(*text).is_some_and(|before| before.ends_with(' '))
    };
    cuts.filter(is_whole)
        .filter(is_grouped)
        .filter(is_word)
        .filter(|text| text.contains(['.', ',']))
        .filter_map(minor)
        .filter(|minor| *minor != 0)
        .collect()
}
