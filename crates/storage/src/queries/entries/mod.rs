//! Lists of transactions, and the conditions of a filter.

mod flows;
mod proven_lines;
mod unproven;

use std::collections::HashMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::entry::EntryOrder;
use saldo_domain::report::GroupTotal;
use saldo_domain::{
    AccountId, CategoryId, Currency, Entry, EntryFilter, EntryId, EntryKind, Money, Page, PageRequest,
    Period, Tag, UserId, text,
};

use super::accounts::balances;
use super::backend::{self, Backend, Connection, Database};
use super::totals;
use super::totals::usual_spellings;
use crate::cursor::{EntryCursor, cut, rows_wanted};
use crate::rows::{EntryRow, PartRow, ROWS_PER_INSERT, TagRow, fit, word};
use crate::schema::{categories, entries, entry_parts, entry_tags, merchant_totals};
use crate::sql_types::RowId;
use crate::{Balance, DayFlow, Entries, Error, Grouping, MonthFlow, ProvenLine, Result, SortedEntry};

/// A filter together with what had to be looked up for it.
pub(super) struct Narrowing {
    pub(super) filter: EntryFilter,
    /// The requested category and its children.
    categories: Option<Vec<RowId>>,
    /// The excluded category and its children.
    without: Option<Vec<RowId>>,
    /// The spellings of the requested merchant.
    spellings: Vec<String>,
    /// True if the user has split any transaction.
    pub(super) has_parts: bool,
    /// The only transactions that can match, if an index found them: those whose text contains the searched
    /// text, or those that may be unreconciled.
    found: Option<Vec<RowId>>,
}

impl Narrowing {
    /// Looks up what `filter` needs.
    pub(super) async fn of(connection: &mut Connection, user: RowId, filter: EntryFilter) -> Result<Self> {
        let categories = match filter.category {
            Some(category) if filter.category_alone => Some(vec![category.into()]),
            Some(category) => Some(with_children(connection, user, category.into()).await?),
            None => None,
        };
        let without = match filter.without_category {
            Some(category) => Some(with_children(connection, user, category.into()).await?),
            None => None,
        };
        let spellings = match &filter.merchant {
            Some(merchant) => spellings_of(connection, user, merchant).await?,
            None => Vec::new(),
        };
        let has_parts = diesel::select(dsl::exists(entry_parts::table.filter(entry_parts::user_id.eq(user))))
            .get_result(connection)
            .await?;
        let longest_word = |name: &String| text::words(name).into_iter().max_by_key(String::len);
        let part = filter.text.as_deref().map(text::sought);
        let part = part.or_else(|| filter.words.as_ref().and_then(longest_word));
        let mut found = match part {
            Some(part) => backend::find_in_texts(connection, user, &part).await?,
            None => None,
        };
        // A text or a statement already narrows the transactions to a few.
        if filter.unreconciled && filter.statement.is_none() && found.is_none() {
            found = unproven::few(connection, user).await?;
        }
        Ok(Self { filter, categories, without, spellings, has_parts, found })
    }

    /// Returns the spellings of the requested merchant.
    pub(super) fn spellings(&self) -> Vec<String> {
        self.spellings.clone()
    }

    /// Returns the condition on categories.
    pub(super) fn sorted(&self) -> Sorted {
        match &self.categories {
            // No transaction both has a category and is uncategorized.
            Some(_) if self.filter.uncategorised => Sorted::Into(Vec::new()),
            Some(categories) => {
                let is_left = |category: &RowId| {
                    self.without.as_ref().is_none_or(|without| !without.contains(category))
                };
                Sorted::Into(categories.iter().copied().filter(is_left).collect())
            }
            // An uncategorized transaction is in no excluded category.
            None if self.filter.uncategorised => Sorted::Nowhere,
            None => self.without.clone().map_or(Sorted::Anyhow, Sorted::Outside),
        }
    }

    /// Returns the only transactions that can match, if an index found them.
    pub(super) fn found(&self) -> Option<Vec<RowId>> {
        self.found.clone()
    }

    /// Returns true if the filter lists its transactions, so that all other conditions are best checked on
    /// these. SQLite would assume that an index of the user's transactions is as short, and read all of it.
    /// An empty result of an index does not count, because it lists nothing to read.
    pub(super) fn is_named(&self) -> bool {
        self.filter.statement.is_some()
            || self.filter.ids.is_some()
            || self.found.as_ref().is_some_and(|found| !found.is_empty())
    }
}

/// The condition of a filter on the category of a transaction or of its splits.
pub(super) enum Sorted {
    /// No condition.
    Anyhow,
    /// One of these categories.
    Into(Vec<RowId>),
    /// A category other than these, or none.
    Outside(Vec<RowId>),
    /// No category.
    Nowhere,
}

impl Sorted {
    /// Returns true if there is no condition.
    pub(super) fn is_anyhow(&self) -> bool {
        matches!(self, Self::Anyhow)
    }

    /// Returns true if a transaction or split with this category matches.
    pub(super) fn lets_through(&self, category: Option<CategoryId>) -> bool {
        match self {
            Self::Anyhow => true,
            Self::Into(wanted) => category.is_some_and(|category| wanted.contains(&category.into())),
            Self::Outside(others) => category.is_none_or(|category| !others.contains(&category.into())),
            Self::Nowhere => category.is_none(),
        }
    }
}

/// Returns this name and the user's merchants whose names differ from it only in the spelling of umlauts.
/// Totals by merchant count them as one.
async fn spellings_of(connection: &mut Connection, user: RowId, merchant: &str) -> Result<Vec<String>> {
    let sought = text::sought(merchant);
    let names: Vec<String> = merchant_totals::table
        .filter(merchant_totals::user_id.eq(user))
        .select(merchant_totals::merchant)
        .distinct()
        .load(connection)
        .await?;
    let mut spellings: Vec<String> = names.into_iter().filter(|name| text::sought(name) == sought).collect();
    if !spellings.iter().any(|name| name == merchant) {
        spellings.push(merchant.to_owned());
    }
    Ok(spellings)
}

async fn with_children(connection: &mut Connection, user: RowId, category: RowId) -> Result<Vec<RowId>> {
    let mut ids: Vec<RowId> = categories::table
        .filter(categories::user_id.eq(user))
        .filter(categories::parent_id.eq(category))
        .select(categories::id)
        .load(connection)
        .await?;
    ids.push(category);
    Ok(ids)
}

/// Adds a condition to a boxed query. If the filter lists its transactions, `OR FALSE` keeps the database
/// from using an index of the column.
macro_rules! checked {
    ($query:expr, $narrowing:expr, $condition:expr) => {
        if $narrowing.is_named() {
            $query.filter($condition.or(false.into_sql::<diesel::sql_types::Bool>()))
        } else {
            $query.filter($condition)
        }
    };
}
pub(super) use checked;

/// Narrows a boxed query to the user's transactions that match `filter`, except for its condition on
/// categories.
///
/// A macro, because the list and each kind of total have different query types.
macro_rules! narrowed {
    ($query:expr, $user:expr, $narrowing:expr) => {{
        use crate::schema::{entries, entry_tags, statement_accounts, statement_lines};
        use crate::sql_types::RowId;

        let (user, narrowing): (RowId, &super::entries::Narrowing) = ($user, $narrowing);
        let filter = &narrowing.filter;
        let mut query = super::entries::checked!($query, narrowing, entries::user_id.eq(user));
        if let Some(account) = filter.account {
            query = super::entries::checked!(query, narrowing, entries::account_id.eq(RowId::from(account)));
        }
        if let Some(statement) = filter.statement {
            let printed = statement_lines::table
                .filter(statement_lines::user_id.eq(user))
                .filter(statement_lines::statement_id.eq(RowId::from(statement)))
                .select(statement_lines::entry_id);
            query = query.filter(entries::id.eq_any(printed));
        }
        if let Some(period) = filter.period {
            query = query.filter(entries::date.between(period.start(), period.end()));
        }
        // Transactions that an index found for being unreconciled still have to be searched for the text.
        let is_searched = narrowing.found().is_none() || filter.unreconciled;
        if let Some(found) = narrowing.found() {
            query = query.filter(entries::id.eq_any(found));
        }
        if let Some(text) = filter.text.as_ref().filter(|_| is_searched) {
            let pattern = crate::search::containing(text);
            query = query.filter(entries::search_text.like(pattern).escape('\\'));
        }
        if let Some(words) = &filter.words {
            query = query.filter(super::backend::has_words!(words));
        }
        if let Some(words) = &filter.without_words {
            query = query.filter(diesel::dsl::not(super::backend::has_words!(words)));
        }
        if let Some(text) = &filter.without_text {
            let pattern = crate::search::containing(text);
            query = query.filter(entries::search_text.not_like(pattern).escape('\\'));
        }
        if filter.merchant.is_some() {
            query = query.filter(entries::merchant.eq_any(narrowing.spellings()));
        }
        if let Some(ids) = &filter.ids {
            let ids: Vec<RowId> = ids.iter().map(|id| RowId::from(*id)).collect();
            query = query.filter(entries::id.eq_any(ids));
        }
        if let Some(weekday) = filter.weekday {
            let number = i64::from(weekday.num_days_from_sunday());
            let of_date = diesel::dsl::sql::<diesel::sql_types::BigInt>(super::backend::WEEKDAY);
            query = query.filter(of_date.eq(number));
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
        if let Some(size) = filter.size {
            query = query.filter(entries::currency.eq(size.currency.code().to_owned()));
            if let Some(min) = size.min_minor {
                query = query.filter(entries::size_order.le(min.saturating_neg()));
            }
            if let Some(max) = size.max_minor {
                query = query.filter(entries::size_order.ge(max.saturating_neg()));
            }
        }
        if let Some(tag) = &filter.tag {
            let tagged = entry_tags::table
                .filter(entry_tags::user_id.eq(user))
                .filter(entry_tags::tag.eq(tag.as_str().to_owned()))
                .select(entry_tags::entry_id);
            query = query.filter(entries::id.eq_any(tagged));
        }
        if filter.unreconciled {
            let proven = statement_lines::table
                .inner_join(
                    statement_accounts::table.on(statement_accounts::statement_id
                        .eq(statement_lines::statement_id)
                        .and(statement_accounts::position.eq(statement_lines::account_position))),
                )
                .filter(statement_lines::entry_id.eq(entries::id))
                .filter(statement_accounts::outcome.eq(crate::rows::word(saldo_domain::Outcome::Balanced)?));
            query = query.filter(diesel::dsl::not(diesel::dsl::exists(proven)));
        }
        query
    }};
}
pub(super) use narrowed;

/// Narrows a boxed query by the condition on categories. A split transaction has the categories of its
/// splits.
macro_rules! sorted {
    ($query:expr, $user:expr, $narrowing:expr) => {{
        use super::entries::Sorted;
        use crate::schema::{entries, entry_parts};

        let narrowing: &super::entries::Narrowing = $narrowing;
        let parts = entry_parts::table.filter(entry_parts::user_id.eq($user)).select(entry_parts::entry_id);
        match narrowing.sorted() {
            Sorted::Anyhow => $query,
            Sorted::Into(wanted) if narrowing.has_parts => {
                let by_part = parts.filter(entry_parts::category_id.eq_any(wanted.clone()));
                $query.filter(entries::category_id.eq_any(wanted).or(entries::id.eq_any(by_part)))
            }
            Sorted::Into(wanted) => match wanted.as_slice() {
                [one] => super::entries::checked!($query, narrowing, entries::category_id.eq(*one)),
                _ => super::entries::checked!($query, narrowing, entries::category_id.eq_any(wanted)),
            },
            Sorted::Outside(others) => {
                let by_part = parts.filter(
                    entry_parts::category_id.is_null().or(entry_parts::category_id.ne_all(others.clone())),
                );
                let own = entries::category_id.is_null().or(entries::category_id.ne_all(others));
                $query.filter(entries::is_split.eq(false).and(own).or(entries::id.eq_any(by_part)))
            }
            Sorted::Nowhere if narrowing.has_parts => {
                let by_part = parts.filter(entry_parts::category_id.is_null());
                let whole = entries::is_split.eq(false);
                let query = $query.filter(entries::category_id.is_null());
                query.filter(whole.or(entries::id.eq_any(by_part)))
            }
            Sorted::Nowhere => {
                $query.filter(entries::category_id.is_null()).filter(entries::is_split.eq(false))
            }
        }
    }};
}
pub(super) use sorted;

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
        self.snapshot(async move |connection| {
            let narrowing = Narrowing::of(connection, user.into(), filter).await?;
            let query = page_of(user.into(), &narrowing, after, rows_wanted(&page))?;
            let rows: Vec<EntryRow> = query.load(connection).await?;
            let page = cut(rows, &page, |row: &EntryRow| end_of(row).write(order));
            let items = whole(connection, user.into(), page.items).await?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn find_entry(&self, user: UserId, entry: EntryId) -> Result<Option<Entry>> {
        self.snapshot(async move |connection| {
            let found = find_all(connection, user.into(), vec![entry.into()]).await?;
            Ok(found.into_iter().next())
        })
        .await
    }

    async fn list_tags(&self, user: UserId) -> Result<Vec<(Tag, u64)>> {
        self.read(async move |connection| {
            let rows: Vec<(String, i64)> = entry_tags::table
                .filter(entry_tags::user_id.eq(RowId::from(user)))
                .group_by(entry_tags::tag)
                .order(entry_tags::tag)
                .select((entry_tags::tag, dsl::count_star()))
                .load(connection)
                .await?;
            rows.into_iter().map(|(tag, count)| Ok((parsed_tag(&tag)?, fit(count)?))).collect()
        })
        .await
    }

    async fn list_merchants(&self, user: UserId) -> Result<Vec<String>> {
        self.read(async move |connection| {
            let rows: Vec<(String, i64)> = merchant_totals::table
                .filter(merchant_totals::user_id.eq(RowId::from(user)))
                .filter(merchant_totals::kind.eq(word(EntryKind::Entry)?))
                .group_by(merchant_totals::merchant)
                .select((
                    merchant_totals::merchant,
                    dsl::sql::<diesel::sql_types::BigInt>(backend::sum_of!("entries")),
                ))
                .load(connection)
                .await?;
            Ok(usual_spellings(rows))
        })
        .await
    }

    async fn list_sorted_entries(&self, user: UserId, limit: u32) -> Result<Vec<SortedEntry>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, RowId, Option<RowId>, String, i64, String)> = entries::table
                .filter(entries::user_id.eq(RowId::from(user)))
                // The serde name of `CategoryBy::Person`.
                .filter(entries::category_by.eq("person"))
                .filter(entries::category_id.is_not_null())
                .order((entries::date.desc(), entries::id.desc()))
                .limit(i64::from(limit))
                .select((
                    entries::id,
                    entries::account_id,
                    entries::category_id,
                    entries::original_description,
                    entries::amount_minor,
                    entries::currency,
                ))
                .load(connection)
                .await?;
            rows.into_iter()
                .filter_map(|(id, account, category, description, minor, currency)| {
                    let category = category?.typed();
                    let amount =
                        Currency::parse(&currency).map(|currency| Money::from_minor(minor, currency));
                    Some(amount.map_err(Error::database).map(|amount| SortedEntry {
                        id: id.typed(),
                        account: account.typed(),
                        category,
                        description,
                        amount,
                    }))
                })
                .collect()
        })
        .await
    }

    async fn total_entries(
        &self,
        user: UserId,
        filter: EntryFilter,
        by: Grouping,
    ) -> Result<Vec<GroupTotal>> {
        self.snapshot(async move |connection| totals::of(connection, user.into(), filter, by).await).await
    }

    async fn list_month_flows(&self, user: UserId) -> Result<Vec<MonthFlow>> {
        self.read(async move |connection| flows::by_month(connection, user.into()).await).await
    }

    async fn list_day_flows(
        &self,
        user: UserId,
        accounts: Vec<AccountId>,
        period: Period,
    ) -> Result<Vec<DayFlow>> {
        let accounts = accounts.into_iter().map(RowId::from).collect();
        self.read(async move |connection| flows::by_day(connection, user.into(), accounts, period).await)
            .await
    }

    async fn list_known_balances(&self, user: UserId) -> Result<Vec<Balance>> {
        self.snapshot(async move |connection| balances::known(connection, user.into()).await).await
    }

    async fn list_proven_lines(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
    ) -> Result<Vec<ProvenLine>> {
        self.snapshot(async move |connection| {
            proven_lines::of(connection, user.into(), account, period).await
        })
        .await
    }

    async fn list_balances(&self, user: UserId, date: NaiveDate) -> Result<Vec<Balance>> {
        self.snapshot(async move |connection| balances::at(connection, user.into(), date).await).await
    }
}

/// A query for a page of transactions.
pub(super) type PageQuery =
    dsl::IntoBoxed<'static, dsl::Select<entries::table, dsl::AsSelect<EntryRow, Backend>>, Backend>;

/// Returns the query for the first `rows` transactions after `after` that match the filter, in its order.
pub(super) fn page_of(
    user: RowId,
    narrowing: &Narrowing,
    after: Option<EntryCursor>,
    rows: i64,
) -> Result<PageQuery> {
    let query =
        narrowed!(entries::table.select(EntryRow::as_select()).into_boxed(), user, narrowing).limit(rows);
    let query = sorted!(query, user, narrowing);
    let filter = &narrowing.filter;
    let query = match filter.order {
        EntryOrder::NewestFirst => {
            query.order((entries::date.desc(), entries::position.desc(), entries::id.desc()))
        }
        EntryOrder::OldestFirst => query.order((entries::date, entries::position, entries::id)),
        EntryOrder::LargestFirst => {
            query.order((entries::size_order, entries::date, entries::position, entries::id))
        }
        EntryOrder::SmallestFirst => query.order((
            entries::size_order.desc(),
            entries::date.desc(),
            entries::position.desc(),
            entries::id.desc(),
        )),
    };
    let Some(EntryCursor { size_order, date, position, id }) = after else {
        return Ok(query);
    };
    let later = entries::position.gt(position).or(entries::position.eq(position).and(entries::id.gt(id)));
    let later = entries::date.gt(date).or(entries::date.eq(date).and(later));
    let earlier = entries::position.lt(position).or(entries::position.eq(position).and(entries::id.lt(id)));
    let earlier = entries::date.lt(date).or(entries::date.eq(date).and(earlier));
    // The first condition of each follows from the second. It lets the database start in the middle of the
    // index.
    Ok(match filter.order {
        EntryOrder::NewestFirst => query.filter(entries::date.le(date)).filter(earlier),
        EntryOrder::OldestFirst => query.filter(entries::date.ge(date)).filter(later),
        EntryOrder::LargestFirst => {
            let smaller = entries::size_order.gt(size_order);
            let smaller = smaller.or(entries::size_order.eq(size_order).and(later));
            query.filter(entries::size_order.ge(size_order)).filter(smaller)
        }
        EntryOrder::SmallestFirst => {
            let larger = entries::size_order.lt(size_order);
            let larger = larger.or(entries::size_order.eq(size_order).and(earlier));
            query.filter(entries::size_order.le(size_order)).filter(larger)
        }
    })
}

fn end_of(row: &EntryRow) -> EntryCursor {
    EntryCursor { size_order: row.size_order, date: row.date, position: row.position, id: row.id }
}

/// Returns the user's transactions with these ids, in the order of the ids. Unknown ids are omitted.
pub(super) async fn find_all(
    connection: &mut Connection,
    user: RowId,
    ids: Vec<RowId>,
) -> Result<Vec<Entry>> {
    let mut found: HashMap<RowId, EntryRow> = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(ROWS_PER_INSERT) {
        let rows: Vec<EntryRow> = entries::table
            .filter(entries::user_id.eq(user))
            .filter(entries::id.eq_any(chunk.to_vec()))
            .select(EntryRow::as_select())
            .load(connection)
            .await?;
        found.extend(rows.into_iter().map(|row| (row.id, row)));
    }
    let rows = ids.iter().filter_map(|id| found.remove(id)).collect();
    whole(connection, user, rows).await
}

/// Adds tags and splits to the transactions, with at most two queries per [`ROWS_PER_INSERT`] rows.
pub(super) async fn whole(
    connection: &mut Connection,
    user: RowId,
    rows: Vec<EntryRow>,
) -> Result<Vec<Entry>> {
    let mut tags: HashMap<RowId, Vec<Tag>> = HashMap::new();
    let mut parts: HashMap<RowId, Vec<PartRow>> = HashMap::new();
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        let ids: Vec<RowId> = chunk.iter().map(|row| row.id).collect();
        let tagged: Vec<TagRow> = entry_tags::table
            .filter(entry_tags::entry_id.eq_any(ids))
            .filter(entry_tags::user_id.eq(user))
            .order((entry_tags::entry_id, entry_tags::tag))
            .select(TagRow::as_select())
            .load(connection)
            .await?;
        for row in tagged {
            tags.entry(row.entry_id).or_default().push(parsed_tag(&row.tag)?);
        }
        let split: Vec<RowId> = chunk.iter().filter(|row| row.is_split).map(|row| row.id).collect();
        if split.is_empty() {
            continue;
        }
        let rows: Vec<PartRow> = entry_parts::table
            .filter(entry_parts::entry_id.eq_any(split))
            .filter(entry_parts::user_id.eq(user))
            .order((entry_parts::entry_id, entry_parts::position))
            .select(PartRow::as_select())
            .load(connection)
            .await?;
        for row in rows {
            parts.entry(row.entry_id).or_default().push(row);
        }
    }
    rows.into_iter()
        .map(|row| {
            let id = row.id;
            let mut entry = Entry::try_from(row)?;
            let currency = entry.amount.currency();
            entry.tags = tags.remove(&id).unwrap_or_default();
            let parts = parts.remove(&id).unwrap_or_default();
            entry.splits = parts.into_iter().map(|part| part.split(currency)).collect();
            Ok(entry)
        })
        .collect()
}

fn parsed_tag(text: &str) -> Result<Tag> {
    Tag::parse(text).map_err(Error::database)
}
