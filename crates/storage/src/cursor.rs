//! Cursors: opaque texts that name the end of a page and request the next one.

use chrono::NaiveDate;
use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{Page, PageRequest, Period, Timestamp};

use crate::sql_types::RowId;
use crate::{Error, Result};

/// Returns the number of rows to load: one more than the page holds, which shows whether another page
/// follows.
pub(crate) fn rows_wanted(page: &PageRequest) -> i64 {
    i64::from(limit(page)) + 1
}

fn limit(page: &PageRequest) -> u32 {
    page.limit.clamp(1, PageRequest::LIMIT_MAX)
}

/// Truncates `rows` to the page. If more follow, names the last row with `cursor`.
pub(crate) fn cut<Row>(mut rows: Vec<Row>, page: &PageRequest, cursor: impl Fn(&Row) -> String) -> Page<Row> {
    let limit = limit(page) as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = if more { rows.last().map(cursor) } else { None };
    Page { items: rows, next_cursor }
}

/// The end of a page that is ordered by time of creation or of the last update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AgeCursor {
    pub(crate) created_at: Timestamp,
    pub(crate) id: RowId,
}

impl AgeCursor {
    pub(crate) fn write(self) -> String {
        format!("{}.{}", self.created_at.as_milliseconds(), self.id.typed::<()>())
    }

    pub(crate) fn read(text: &str) -> Result<Self> {
        let mut parts = text.split('.');
        let created_at = Timestamp::from_milliseconds(number(parts.next())?);
        let id = row_id(parts.next())?;
        end(parts.next(), Self { created_at, id })
    }
}

/// The end of a page of transactions. It includes the order of the page, so that it is rejected in another
/// order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct TransactionCursor {
    pub(crate) size_order: i64,
    pub(crate) date: NaiveDate,
    pub(crate) position: i32,
    pub(crate) id: RowId,
}

impl TransactionCursor {
    pub(crate) fn write(self, order: TransactionOrder) -> String {
        let Self { size_order, date, position, id } = self;
        format!("{}.{size_order}.{date}.{position}.{}", letter(order), id.typed::<()>())
    }

    pub(crate) fn read(text: &str, order: TransactionOrder) -> Result<Self> {
        let mut parts = text.split('.');
        if parts.next() != Some(letter(order)) {
            return Err(Error::InvalidCursor);
        }
        let size_order = number(parts.next())?;
        let date: NaiveDate = parts.next().and_then(|part| part.parse().ok()).ok_or(Error::InvalidCursor)?;
        // The databases cannot store days outside this period.
        if !Period::EVER.contains(date) {
            return Err(Error::InvalidCursor);
        }
        let position = i32::try_from(number(parts.next())?).map_err(|_| Error::InvalidCursor)?;
        let id = row_id(parts.next())?;
        end(parts.next(), Self { size_order, date, position, id })
    }
}

const fn letter(order: TransactionOrder) -> &'static str {
    match order {
        TransactionOrder::NewestFirst => "n",
        TransactionOrder::OldestFirst => "o",
        TransactionOrder::LargestFirst => "l",
        TransactionOrder::SmallestFirst => "s",
    }
}

fn number(part: Option<&str>) -> Result<i64> {
    part.and_then(|part| part.parse().ok()).ok_or(Error::InvalidCursor)
}

fn row_id(part: Option<&str>) -> Result<RowId> {
    let id = part.and_then(|part| part.parse::<saldo_domain::Id<()>>().ok()).ok_or(Error::InvalidCursor)?;
    Ok(RowId::from(id))
}

fn end<T>(rest: Option<&str>, cursor: T) -> Result<T> {
    if rest.is_none() { Ok(cursor) } else { Err(Error::InvalidCursor) }
}
