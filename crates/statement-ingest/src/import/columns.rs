//! Which column of a CSV is which, told by the row that names them.

use csv::StringRecord;
use saldo_domain::Currency;

use super::csv::LINES_BEFORE_HEADS_MAX;
use super::figure::{Figure, marks};
use super::{CsvMapping, ImportError};
use crate::read::{ColumnRole, column_role, signified};

/// Where what stands.
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
    /// A currency that a head names.
    pub(super) unit: Option<Currency>,
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
        }
    }
}

impl Columns {
    pub(super) fn of(record: &StringRecord) -> Self {
        let mut columns = Self::default();
        for (index, head) in record.iter().enumerate() {
            let keep = |place: &mut Option<usize>| _ = place.get_or_insert(index);
            let folded = head.trim().to_lowercase();
            if matches!(
                folded.as_str(),
                "currency"
                    | "ccy"
                    | "währung"
                    | "devise"
                    | "divisa"
                    | "moneda"
                    | "valuta"
                    | "munt"
                    | "waluta"
                    | "moeda"
            ) {
                keep(&mut columns.currency);
                continue;
            }
            match column_role(head) {
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
                Some(ColumnRole::Amount) => keep(&mut columns.amount),
                Some(ColumnRole::Fee) => keep(&mut columns.fee),
                Some(ColumnRole::Balance) => keep(&mut columns.balance),
                Some(ColumnRole::Reference) | None => continue,
            }
            let unit = head
                .split(|character: char| !character.is_ascii_uppercase())
                .find_map(|word| Currency::parse(word).ok().filter(|_| word.len() == 3));
            columns.unit = columns.unit.or(unit);
        }
        if columns.date.is_none() {
            columns.date = columns.value_date.take();
        }
        columns
    }

    pub(super) fn is_table(&self) -> bool {
        self.date.is_some() && (self.amount.is_some() || self.money_in.is_some() || self.money_out.is_some())
    }

    /// The currency whose sign stands beside an amount.
    pub(super) fn beside_figures(&self, rows: &[(usize, StringRecord)]) -> Option<Currency> {
        let columns = [self.amount, self.money_in, self.money_out, self.balance];
        let mut cells =
            rows.iter().flat_map(|(_, record)| columns.iter().filter_map(|column| cell(record, *column)));
        cells.find_map(|cell| marks(cell).into_iter().find_map(signified))
    }

    /// A column that says on every row whether money came or went, when the amounts do not.
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

    /// Whether a column may stand for signs: not one of words that happen to look so, as the only description does.
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

/// What stands in a cell, unless it is empty.
pub(super) fn cell(record: &StringRecord, column: Option<usize>) -> Option<&str> {
    record.get(column?).map(str::trim).filter(|cell| !cell.is_empty())
}

/// Columns of exports, Saldo's own among them, in which people write whatever they like.
const WORDS_OF_PEOPLE: &[&str] =
    &["account", "category", "tags", "note", "notes", "splits", "printed as", "payee", "memo"];

/// Whether money went: `Some(true)`.
pub(super) fn direction(cell: &str) -> Option<bool> {
    match cell.trim().to_lowercase().as_str() {
        "dr" | "d" | "debit" | "dbit" | "af" | "s" | "soll" | "-" | "out" | "debet" | "withdrawal" => {
            Some(true)
        }
        "cr" | "c" | "credit" | "crdt" | "bij" | "h" | "haben" | "+" | "in" | "deposit" => Some(false),
        _ => None,
    }
}

/// The row that names the columns, counted from 1, and the columns.
pub(super) fn heads(rows: &[(usize, StringRecord)]) -> Result<(usize, Columns), ImportError> {
    rows.iter()
        .take(LINES_BEFORE_HEADS_MAX)
        .enumerate()
        .map(|(index, (_, record))| (index + 1, Columns::of(record)))
        .find(|(_, columns)| columns.is_table())
        .ok_or(ImportError::Unnamed)
}
