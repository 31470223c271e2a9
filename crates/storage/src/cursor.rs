//! Where a page ended, as the opaque text that asks for the next one.

use chrono::NaiveDate;
use saldo_domain::entry::EntryOrder;
use saldo_domain::{Page, PageRequest, Period, Timestamp};

use crate::sql_types::RowId;
use crate::{Error, Result};

/// How many rows to ask for: one more than the page holds shows whether another follows.
pub(crate) fn rows_wanted(page: &PageRequest) -> i64 {
    i64::from(limit(page)) + 1
}

fn limit(page: &PageRequest) -> u32 {
    page.limit.clamp(1, PageRequest::LIMIT_MAX)
}

/// Cuts `rows` to the page and names its end with `cursor` when more follow.
pub(crate) fn cut<Row>(mut rows: Vec<Row>, page: &PageRequest, cursor: impl Fn(&Row) -> String) -> Page<Row> {
    let limit = limit(page) as usize;
    let more = rows.len() > limit;
    rows.truncate(limit);
    let next_cursor = if more { rows.last().map(cursor) } else { None };
    Page { items: rows, next_cursor }
}

/// The end of a page that is sorted by age.
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

/// The end of a page of entries. It names its order, so that it is not taken for the end of another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct EntryCursor {
    pub(crate) size_order: i64,
    pub(crate) date: NaiveDate,
    pub(crate) position: i32,
    pub(crate) id: RowId,
}

impl EntryCursor {
    pub(crate) fn write(self, order: EntryOrder) -> String {
        let Self { size_order, date, position, id } = self;
        format!("{}.{size_order}.{date}.{position}.{}", letter(order), id.typed::<()>())
    }

    pub(crate) fn read(text: &str, order: EntryOrder) -> Result<Self> {
        let mut parts = text.split('.');
        if parts.next() != Some(letter(order)) {
            return Err(Error::InvalidCursor);
        }
        let size_order = number(parts.next())?;
        let date: NaiveDate = parts.next().and_then(|part| part.parse().ok()).ok_or(Error::InvalidCursor)?;
        // The databases know no days outside of these.
        if !Period::EVER.contains(date) {
            return Err(Error::InvalidCursor);
        }
        let position = i32::try_from(number(parts.next())?).map_err(|_| Error::InvalidCursor)?;
        let id = row_id(parts.next())?;
        end(parts.next(), Self { size_order, date, position, id })
    }
}

const fn letter(order: EntryOrder) -> &'static str {
    match order {
        EntryOrder::NewestFirst => "n",
        EntryOrder::OldestFirst => "o",
        EntryOrder::LargestFirst => "l",
        EntryOrder::SmallestFirst => "s",
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
