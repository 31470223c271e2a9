//! Detection of the columns of a CSV from its header row.

use csv::StringRecord;

use super::csv::LINES_BEFORE_HEADS_MAX;
use super::currency::NamedCurrency;
use super::figure::{Figure, written_date};
use super::heads::{WORDS_OF_PEOPLE, is_net, is_state, names_currency, role};
use super::{CsvMapping, ImportError, accounts};
use crate::read::ColumnRole;

/// Upper limit for the rows that are used to detect the content of a column.
const ROWS_SAMPLED_MAX: usize = 200;

/// The indexes of the columns, by their content.
#[derive(Debug, Default, Clone)]
pub(super) struct Columns {
    pub(super) date: Option<usize>,
    pub(super) value_date: Option<usize>,
    pub(super) descriptions: Vec<usize>,
    pub(super) amount: Option<usize>,
    pub(super) money_in: Option<usize>,
    pub(super) money_out: Option<usize>,
    pub(super) fee: Option<usize>,
    pub(super) balance: Option<usize>,
    pub(super) currency: Option<usize>,
    pub(super) indicator: Option<usize>,
    /// The currency that the headers of the amounts name.
    pub(super) unit: Option<NamedCurrency>,
    /// True if headers, the user or running balances determine the columns.
    pub(super) is_proven: bool,
}

impl From<&CsvMapping> for Columns {
    fn from(mapping: &CsvMapping) -> Self {
        Self {
            date: Some(mapping.date),
            value_date: mapping.value_date,
            descriptions: mapping.descriptions.clone(),
            amount: mapping.amount,
            money_in: mapping.money_in,
            money_out: mapping.money_out,
            fee: mapping.fee,
            balance: mapping.balance,
            currency: mapping.currency_column,
            indicator: mapping.direction,
            unit: None,
            is_proven: true,
        }
    }
}

impl Columns {
    /// Returns the columns that a header row names. The rows under it decide if a header has two meanings.
    pub(super) fn of(record: &StringRecord, under: &[(usize, StringRecord)]) -> Self {
        let mut columns = Self { is_proven: true, ..Self::default() };
        let mut currencies = Vec::new();
        for (index, head) in record.iter().enumerate() {
            let keep = |place: &mut Option<usize>| _ = place.get_or_insert(index);
            if names_currency(head) && may_hold_currencies(index, under) {
                currencies.push(index);
                continue;
            }
            match role(head) {
                Some(ColumnRole::Date) => {
                    if columns.date.is_some() {
                        keep(&mut columns.value_date);
                    }
                    keep(&mut columns.date);
                }
                Some(ColumnRole::ValueDate) => keep(&mut columns.value_date),
                Some(ColumnRole::Description) => columns.descriptions.push(index),
                Some(ColumnRole::Out) => keep(&mut columns.money_out),
                Some(ColumnRole::In) => keep(&mut columns.money_in),
                // A net amount already includes the fee, so that it replaces a gross amount.
                Some(ColumnRole::Amount) if is_net(head) => columns.amount = Some(index),
                Some(ColumnRole::Amount) => keep(&mut columns.amount),
                Some(ColumnRole::Fee) => keep(&mut columns.fee),
                Some(ColumnRole::Balance) => keep(&mut columns.balance),
                Some(ColumnRole::Reference) | None => {}
            }
        }
        if columns.date.is_none() {
            columns.date = columns.value_date.take();
        }
        if columns.amount.and_then(|amount| record.get(amount)).is_some_and(is_net) {
            columns.fee = None;
        }
        // The balance may have a currency column of its own; that of the amount directly follows the amount.
        let amounts = [columns.amount, columns.money_in, columns.money_out];
        let follows = |index: &&usize| amounts.iter().flatten().any(|amount| amount + 1 == **index);
        columns.currency = currencies.iter().find(follows).or(currencies.first()).copied();
        columns.named_by(record)
    }

    /// Returns the columns with the currency that the headers of the amounts name.
    pub(super) fn named_by(mut self, head: &StringRecord) -> Self {
        let named = |column: &Option<usize>| NamedCurrency::in_head(head.get((*column)?)?);
        self.unit = self.figures().iter().find_map(named);
        self
    }

    pub(super) fn is_table(&self) -> bool {
        self.date.is_some() && (self.amount.is_some() || self.money_in.is_some() || self.money_out.is_some())
    }

    /// True if a column is used for anything.
    pub(super) fn uses(&self, column: usize) -> bool {
        let others = [self.date, self.value_date, self.currency, self.indicator];
        self.figures().iter().chain(&others).any(|used| *used == Some(column))
            || self.descriptions.contains(&column)
    }

    /// Returns the columns of figures.
    pub(super) fn figures(&self) -> [Option<usize>; 5] {
        [self.amount, self.money_in, self.money_out, self.fee, self.balance]
    }

    /// Returns the columns without the amount, or without money in and out, if there are both: they state the
    /// same money twice.
    pub(super) fn without_redundant_amounts(mut self, rows: &[(usize, StringRecord)]) -> Self {
        let split = [self.money_in, self.money_out];
        if self.amount.is_none() || split == [None; 2] {
            return self;
        }
        let filled = |row: &StringRecord, columns: &[Option<usize>]| {
            columns.iter().any(|column| cell(row, *column).is_some_and(|text| Figure::parse(text).is_some()))
        };
        let transactions = || {
            let all = [self.amount, self.money_in, self.money_out];
            rows.iter().map(|(_, row)| row).filter(move |row| filled(row, &all))
        };
        let figure = |row: &StringRecord, column| cell(row, column).and_then(Figure::parse);
        // True if each figure in or out equals the amount, apart from the sign.
        let same = |row: &StringRecord| {
            let amount = figure(row, self.amount);
            let is_like = |other: &Figure| amount.as_ref().is_some_and(|amount| amount.is_like(other));
            split
                .iter()
                .filter_map(|column| figure(row, *column))
                .all(|part| part.is_zero() || is_like(&part))
        };
        let turned = |row: &StringRecord| {
            let is_negative = figure(row, self.amount).is_some_and(|amount| amount.negative);
            let is_there = |column| figure(row, column).is_some_and(|part| !part.is_zero());
            if is_negative { is_there(self.money_in) } else { is_there(self.money_out) }
        };
        let amounts_are_whole = transactions().all(|row| filled(row, &[self.amount]));
        let split_is_whole =
            split.iter().all(Option::is_some) && transactions().all(|row| filled(row, &split));
        let agree = transactions().all(same);
        let amounts_are_signed = if agree { !transactions().any(turned) } else { self.money_in.is_none() };
        if split_is_whole || !amounts_are_whole || !amounts_are_signed {
            self.amount = None;
        } else {
            // Money out that differs from the amounts contains charges on top of them.
            if !agree {
                self.fee = self.fee.or(self.money_out);
            }
            (self.money_in, self.money_out) = (None, None);
        }
        self
    }

    /// Returns the columns with descriptions; if no header names one, these are the one or two columns with
    /// the most letters.
    pub(super) fn with_words(mut self, head: Option<&StringRecord>, rows: &[(usize, StringRecord)]) -> Self {
        let widest = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let others = [self.date, self.value_date, self.currency, self.indicator];
        let own = head.map(accounts::Heads::of).unwrap_or_default();
        let is_free = |column: &usize| {
            let name = head.and_then(|head| head.get(*column)).unwrap_or_default();
            !others.contains(&Some(*column))
                && !self.figures().contains(&Some(*column))
                && !matches!(role(name), Some(ColumnRole::Reference))
                && !names_currency(name)
                && !is_state(name)
                && !own.holds(*column)
        };
        // Values are counted once, because a text that is the same on every row says little.
        let letters = |column: usize| {
            let cells: std::collections::BTreeSet<&str> =
                rows.iter().take(ROWS_SAMPLED_MAX).filter_map(|(_, row)| cell(row, Some(column))).collect();
            let is_code = cells.iter().all(|cell| NamedCurrency::of(cell).is_some());
            if is_code { 0 } else { cells.into_iter().map(letters).sum::<usize>() }
        };
        let mut found: Vec<(usize, usize)> = (0..widest)
            .filter(is_free)
            .map(|column| (letters(column), column))
            .filter(|(letters, _)| *letters > 0)
            .collect();
        found.sort_by_key(|(letters, column)| (std::cmp::Reverse(*letters), *column));
        let most = found.first().map_or(0, |(letters, _)| *letters);
        let mut chosen: Vec<usize> = found
            .iter()
            .take(2)
            .filter(|(letters, _)| letters * 2 >= most)
            .map(|(_, column)| *column)
            .collect();
        chosen.sort_unstable();
        if self.descriptions.is_empty() {
            self.descriptions = chosen;
        }
        self.without_directions(rows)
    }

    /// Returns the columns without descriptions that contain only words like `DEBIT`, if the amounts have
    /// signs and another description has other words.
    fn without_directions(mut self, rows: &[(usize, StringRecord)]) -> Self {
        let filled = |column: usize| rows.iter().filter_map(move |(_, row)| cell(row, Some(column)));
        let says_more = |column: &usize| filled(*column).any(|text| direction(text).is_none());
        if self.indicator.is_none() && self.descriptions.iter().any(says_more) {
            let has_signs = self
                .amount
                .is_some_and(|amount| filled(amount).filter_map(Figure::parse).any(|figure| figure.negative));
            self.descriptions.retain(|column| !has_signs || says_more(column));
        }
        self
    }

    /// Returns the columns with the one that states the direction on every row, if the amounts have no signs.
    pub(super) fn with_indicator(
        mut self,
        head: Option<&StringRecord>,
        rows: &[(usize, StringRecord)],
    ) -> Self {
        let widest = rows.iter().map(|(_, row)| row.len()).max().unwrap_or(0);
        let amounts: Vec<&StringRecord> = rows
            .iter()
            .map(|(_, row)| row)
            .filter(|row| {
                self.amount.is_some_and(|index| row.get(index).is_some_and(|cell| !cell.trim().is_empty()))
            })
            .collect();
        let signed = amounts.iter().any(|row| {
            self.amount.and_then(|index| Figure::parse(row.get(index)?)).is_some_and(|figure| figure.negative)
        });
        if !signed && !amounts.is_empty() {
            let tells = |column: &usize| {
                amounts.iter().all(|row| row.get(*column).is_some_and(|cell| direction(cell).is_some()))
            };
            self.indicator =
                (0..widest).filter(tells).find(|column| self.may_indicate(*column, head, &amounts));
        }
        self
    }

    /// True if a column may state directions: not if users write in it, and not if it is the only
    /// description.
    fn may_indicate(&self, column: usize, head: Option<&StringRecord>, rows: &[&StringRecord]) -> bool {
        let name = head.and_then(|head| head.get(column)).map(|name| name.trim().to_lowercase());
        if name.is_some_and(|name| WORDS_OF_PEOPLE.contains(&name.as_str())) {
            return false;
        }
        let says_more = |column: &usize| {
            rows.iter().any(|row| cell(row, Some(*column)).is_some_and(|text| direction(text).is_none()))
        };
        !self.descriptions.contains(&column) || self.descriptions.iter().any(says_more)
    }
}

/// True unless a column contains only dates and figures. Such a column has no currencies, whatever its name.
fn may_hold_currencies(column: usize, under: &[(usize, StringRecord)]) -> bool {
    let cells = || under.iter().take(ROWS_SAMPLED_MAX).filter_map(|(_, row)| cell(row, Some(column)));
    let is_other = |text: &str| written_date(text).is_some() || Figure::parse(text).is_some();
    cells().next().is_none() || cells().any(|text| !is_other(text))
}

/// Returns the number of letters of a cell; 0 for a figure or a date.
pub(super) fn letters(text: &str) -> usize {
    if Figure::parse(text).is_some() || written_date(text).is_some() {
        return 0;
    }
    text.chars().filter(|character| character.is_alphabetic()).count()
}

/// Returns the text of a cell; `None` if it is empty.
pub(super) fn cell(record: &StringRecord, column: Option<usize>) -> Option<&str> {
    record.get(column?).map(str::trim).filter(|cell| !cell.is_empty())
}

/// Returns the direction that a cell states: `Some(true)` for money out.
pub(super) fn direction(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "dr" | "d" | "debit" | "dbit" | "af" | "s" | "soll" | "-" | "out" | "debet" | "withdrawal" => {
            Some(true)
        }
        "cr" | "c" | "credit" | "crdt" | "bij" | "h" | "haben" | "+" | "in" | "deposit" => Some(false),
        _ => None,
    }
}

/// Returns the number of the header row, from 1, and the columns.
pub(super) fn heads(rows: &[(usize, StringRecord)]) -> Result<(usize, Columns), ImportError> {
    rows.iter()
        .take(LINES_BEFORE_HEADS_MAX)
        .enumerate()
        .map(|(index, (_, record))| (index + 1, Columns::of(record, &rows[index + 1..])))
        .find(|(_, columns)| columns.is_table())
        .ok_or(ImportError::Unnamed)
}
