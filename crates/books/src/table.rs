//! CSV files with a known header row.

use chrono::NaiveDate;
use csv::{ReaderBuilder, StringRecord};
use saldo_domain::Currency;
use saldo_domain::date::{WrittenDate, english_month};

use crate::Error;

/// The rows of a CSV, by the names of its columns.
pub(crate) struct Table {
    head: Vec<String>,
    rows: Vec<(usize, StringRecord)>,
}

/// A row of a [`Table`].
#[derive(Clone, Copy)]
pub(crate) struct Row<'a> {
    head: &'a [String],
    /// The line of the file, from 1.
    pub(crate) line: usize,
    cells: &'a StringRecord,
}

impl Table {
    /// Reads a table of at most `rows_max` rows.
    ///
    /// # Errors
    /// [`Error::Line`] for a row that is not valid CSV, [`Error::TooLarge`] if there are more rows.
    pub(crate) fn read(bytes: &[u8], separator: u8, rows_max: usize) -> Result<Self, Error> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = String::from_utf8_lossy(bytes);
        let mut reader = ReaderBuilder::new()
            .delimiter(separator)
            .flexible(true)
            .has_headers(false)
            .from_reader(text.as_bytes());
        let (mut head, mut rows) = (None, Vec::new());
        for record in reader.records() {
            let record = record.map_err(|_| Error::at(0, "malformed row"))?;
            if head.is_none() {
                head = Some(record.iter().map(|name| name.trim().to_lowercase()).collect());
                continue;
            }
            let line = record.position().map_or(0, csv::Position::line);
            rows.push((usize::try_from(line).unwrap_or_default(), record));
            if rows.len() > rows_max {
                return Err(Error::TooLarge);
            }
        }
        Ok(Self { head: head.unwrap_or_default(), rows })
    }

    /// True if the table has a column with this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.head.iter().any(|head| head == name)
    }

    pub(crate) fn rows(&self) -> impl Iterator<Item = Row<'_>> + Clone {
        self.rows.iter().map(|(line, cells)| Row { head: &self.head, line: *line, cells })
    }
}

impl<'a> Row<'a> {
    /// Returns the cell of a column without white space around it; empty if there is no such column.
    pub(crate) fn cell(self, name: &str) -> &'a str {
        let place = self.head.iter().position(|head| head == name);
        place.and_then(|place| self.cells.get(place)).unwrap_or_default().trim()
    }

    pub(crate) fn not(self, what: &'static str) -> Error {
        Error::at(self.line, what)
    }
}

/// Reads dates as a user writes them. All dates of a file have one order of day and month.
pub(crate) struct Dates {
    month_first: bool,
}

impl Dates {
    /// Returns the order that the dates of a file show. If they leave it open, the month comes first between
    /// slashes for US dollars.
    pub(crate) fn of<'a>(texts: impl Iterator<Item = &'a str>, currency: Option<Currency>) -> Self {
        let (mut between_slashes, mut shown) = (false, None);
        for text in texts {
            if let Some(WrittenDate::Open { first, second, slashed, .. }) = written(text) {
                between_slashes |= slashed;
                shown = shown.or(if first > 12 {
                    Some(false)
                } else if second > 12 {
                    Some(true)
                } else {
                    None
                });
            }
        }
        let is_dollar = currency.is_some_and(|currency| currency.code() == "USD");
        Self { month_first: shown.unwrap_or(between_slashes && is_dollar) }
    }

    pub(crate) const fn month_first() -> Self {
        Self { month_first: true }
    }

    pub(crate) fn read(&self, row: Row<'_>, text: &str) -> Result<NaiveDate, Error> {
        let date = written(text).and_then(|date| date.resolve(self.month_first));
        date.ok_or_else(|| row.not("invalid date"))
    }
}

fn written(text: &str) -> Option<WrittenDate> {
    WrittenDate::parse(text, english_month)
}
