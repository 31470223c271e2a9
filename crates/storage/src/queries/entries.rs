//! Booked lines.

use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::entry::EntryOrder;
use saldo_domain::report::GroupTotal;
use saldo_domain::{CategoryId, Entry, EntryFilter, EntryId, Page, PageRequest, Timestamp, UserId, text};

use super::backend::{Backend, Connection, Database};
use super::{balances, totals};
use crate::cursor::{EntryCursor, cut, rows_wanted};
use crate::rows::{EntryRow, storable};
use crate::schema::{categories, entries};
use crate::sql_types::{At, RowId};
use crate::{Balance, Entries, EntryChange, Grouping, Result};

/// Narrows a boxed query over entries to the person's own that `filter` lets through.
///
/// A macro, because a list and each kind of total are queries of different types.
macro_rules! narrowed {
    ($query:expr, $user:expr, $filter:expr) => {{
        use crate::schema::{entries, statement_lines};
        use crate::sql_types::RowId;

        let (user, filter): (RowId, &saldo_domain::EntryFilter) = ($user, $filter);
        let mut query = $query.filter(entries::user_id.eq(user));
        if let Some(account) = filter.account {
            query = query.filter(entries::account_id.eq(RowId::from(account)));
        }
        if let Some(statement) = filter.statement {
            let printed = statement_lines::table
                .filter(statement_lines::user_id.eq(user))
                .filter(statement_lines::statement_id.eq(RowId::from(statement)))
                .select(statement_lines::entry_id);
            query = query.filter(entries::id.eq_any(printed));
        }
        if let Some(category) = filter.category {
            query = query.filter(entries::category_id.eq(RowId::from(category)));
        }
        if let Some(period) = filter.period {
            query = query.filter(entries::date.between(period.start(), period.end()));
        }
        if let Some(text) = &filter.text {
            let pattern = crate::search::containing(text);
            query = query.filter(entries::search_text.like(pattern).escape('\\'));
        }
        if let Some(direction) = filter.direction {
            query = match direction {
                saldo_domain::entry::Direction::In => query.filter(entries::amount_minor.gt(0)),
                saldo_domain::entry::Direction::Out => query.filter(entries::amount_minor.lt(0)),
            };
        }
        if let Some(kind) = filter.kind {
            query = query.filter(entries::kind.eq(crate::rows::word(kind)?));
        }
        query
    }};
}
pub(super) use narrowed;

#[async_trait]
impl Entries for Database {
    async fn list_entries(
        &self,
        user: UserId,
        filter: EntryFilter,
        page: PageRequest,
    ) -> Result<Page<Entry>> {
        let order = filter.order;
        let after = page.cursor.as_deref().map(|text| EntryCursor::read(text, order)).transpose()?;
        let query = page_of(user.into(), &filter, after, rows_wanted(&page))?;
        self.read(async move |connection| {
            let rows: Vec<EntryRow> = query.load(connection).await?;
            let page = cut(rows, &page, |row: &EntryRow| end_of(row).write(order));
            let items = page.items.into_iter().map(Entry::try_from).collect::<Result<_>>()?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn find_entry(&self, user: UserId, entry: EntryId) -> Result<Option<Entry>> {
        self.read(async move |connection| {
            let row = entries::table
                .filter(entries::user_id.eq(RowId::from(user)))
                .filter(entries::id.eq(RowId::from(entry)))
                .select(EntryRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(Entry::try_from).transpose()
        })
        .await
    }

    async fn update_entry(
        &self,
        user: UserId,
        entry: EntryId,
        change: EntryChange,
        now: Timestamp,
    ) -> Result<Option<Entry>> {
        self.write(async move |connection| {
            if let Some(Some(category)) = change.category
                && !owns_category(connection, user, category).await?
            {
                return Ok(None);
            }
            let description = change.description.as_deref().map(storable);
            let theirs = entries::table
                .filter(entries::user_id.eq(RowId::from(user)))
                .filter(entries::id.eq(RowId::from(entry)));
            let row = diesel::update(theirs)
                .set((
                    description.as_deref().map(|text| entries::search_text.eq(text::folded(text))),
                    description.as_deref().map(|text| entries::description.eq(text.to_owned())),
                    change.category.map(|category| entries::category_id.eq(category.map(RowId::from))),
                    entries::updated_at.eq(At(now)),
                ))
                .returning(EntryRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            row.map(Entry::try_from).transpose()
        })
        .await
    }

    async fn total_entries(
        &self,
        user: UserId,
        filter: EntryFilter,
        by: Grouping,
    ) -> Result<Vec<GroupTotal>> {
        self.read(async move |connection| totals::of(connection, user, filter, by).await).await
    }

    async fn list_balances(&self, user: UserId, date: NaiveDate) -> Result<Vec<Balance>> {
        self.snapshot(async move |connection| balances::at(connection, user.into(), date).await).await
    }
}

/// A list of entries, not yet asked for.
pub(super) type PageQuery =
    dsl::IntoBoxed<'static, dsl::Select<entries::table, dsl::AsSelect<EntryRow, Backend>>, Backend>;

/// The first `rows` entries after `after` that `filter` lets through, in its order.
pub(super) fn page_of(
    user: RowId,
    filter: &EntryFilter,
    after: Option<EntryCursor>,
    rows: i64,
) -> Result<PageQuery> {
    let query =
        narrowed!(entries::table.select(EntryRow::as_select()).into_boxed(), user, filter).limit(rows);
    let query = match filter.order {
        EntryOrder::NewestFirst => {
            query.order((entries::date.desc(), entries::position.desc(), entries::id.desc()))
        }
        EntryOrder::OldestFirst => query.order((entries::date, entries::position, entries::id)),
        EntryOrder::LargestFirst => {
            query.order((entries::size_order, entries::date, entries::position, entries::id))
        }
    };
    let Some(EntryCursor { size_order, date, position, id }) = after else {
        return Ok(query);
    };
    let later = entries::position.gt(position).or(entries::position.eq(position).and(entries::id.gt(id)));
    let later = entries::date.gt(date).or(entries::date.eq(date).and(later));
    let earlier = entries::position.lt(position).or(entries::position.eq(position).and(entries::id.lt(id)));
    let earlier = entries::date.lt(date).or(entries::date.eq(date).and(earlier));
    // The first condition of each follows from the second; it lets the database start in the index.
    Ok(match filter.order {
        EntryOrder::NewestFirst => query.filter(entries::date.le(date)).filter(earlier),
        EntryOrder::OldestFirst => query.filter(entries::date.ge(date)).filter(later),
        EntryOrder::LargestFirst => {
            let smaller = entries::size_order.gt(size_order);
            let smaller = smaller.or(entries::size_order.eq(size_order).and(later));
            query.filter(entries::size_order.ge(size_order)).filter(smaller)
        }
    })
}

fn end_of(row: &EntryRow) -> EntryCursor {
    EntryCursor { size_order: row.size_order, date: row.date, position: row.position, id: row.id }
}

async fn owns_category(connection: &mut Connection, user: UserId, category: CategoryId) -> Result<bool> {
    let row = categories::table
        .filter(categories::user_id.eq(RowId::from(user)))
        .filter(categories::id.eq(RowId::from(category)))
        .select(categories::id)
        .first::<RowId>(connection)
        .await
        .optional()?;
    Ok(row.is_some())
}
