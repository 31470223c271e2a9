//! Lists of transactions, and the conditions of a filter.

mod conditions;
mod flows;
mod movements;
mod proven_lines;
mod unproven;

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl;
use diesel::prelude::*;
use saldo_domain::report::GroupTotal;
use saldo_domain::transaction::{CategorySet, TransactionOrder};
use saldo_domain::{
    AccountId, CategoryId, Currency, Money, Page, PageRequest, Period, Tag, Transaction, TransactionFilter,
    TransactionId, TransactionKind, UserId, text,
};
use saldo_ledger::Movement;

pub(super) use conditions::{
    narrow, on_categories, on_categories_of_parts, on_own_category, on_parts, on_transactions,
};

use super::accounts::balances;
use super::backend::{self, Backend, Connection, Database, load_many};
use super::merchants::{ALL_KINDS, spellings};
use super::totals;
use crate::cursor::{TransactionCursor, cut, rows_wanted};
use crate::rows::{ROWS_PER_INSERT, SplitRow, TagRow, TransactionRow, fit};
use crate::schema::{categories, splits, transaction_tags, transactions};
use crate::sql_types::RowId;
use crate::{
    Balance, CategorizedTransaction, DayFlow, Error, Grouping, MonthFlow, ProvenLine, Result, Transactions,
};

/// A filter together with what had to be looked up for it.
pub(super) struct Narrowing {
    pub(super) filter: TransactionFilter,
    /// The requested category and its children.
    categories: Option<Vec<RowId>>,
    /// The excluded category and its children.
    without: Option<Vec<RowId>>,
    /// The spellings of the requested merchant.
    spellings: Vec<String>,
    /// True if the user has split any transaction.
    pub(super) has_splits: bool,
    /// The only transactions that can match, if an index found them: those whose text contains the searched
    /// text, or those that may be unreconciled.
    found: Option<Vec<RowId>>,
    /// The transactions with an attachment that contains the searched text.
    attached: Vec<RowId>,
}

impl Narrowing {
    /// Looks up what `filter` needs.
    pub(super) async fn of(
        connection: &mut Connection,
        user: RowId,
        filter: TransactionFilter,
    ) -> Result<Self> {
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
        let has_splits = diesel::select(dsl::exists(splits::table.filter(splits::user_id.eq(user))))
            .get_result(connection)
            .await?;
        let longest_word = |name: &String| text::words(name).into_iter().max_by_key(String::len);
        let part = filter.text.as_deref().map(text::search_key);
        let part = part.or_else(|| filter.words.as_ref().and_then(longest_word));
        let mut found = match part {
            Some(part) => backend::find_in_texts(connection, user, &part).await?,
            None => None,
        };
        let attached = match &filter.text {
            Some(text) => super::attachments::with_text(connection, user, text).await?,
            None => Vec::new(),
        };
        if let Some(found) = &mut found {
            found.extend(&attached);
        }
        // A text or a statement already narrows the transactions to a few.
        if filter.unreconciled && filter.statement.is_none() && found.is_none() {
            found = unproven::candidates(connection, user).await?;
        }
        Ok(Self { filter, categories, without, spellings, has_splits, found, attached })
    }

    /// Returns the condition on categories.
    pub(super) fn category_filter(&self) -> CategoryFilter {
        match &self.filter.categories {
            Some(set) => self.category_filter_without_set().within(set),
            None => self.category_filter_without_set(),
        }
    }

    fn category_filter_without_set(&self) -> CategoryFilter {
        match &self.categories {
            // No transaction both has a category and is uncategorized.
            Some(_) if self.filter.uncategorized => CategoryFilter::Into(Vec::new()),
            Some(categories) => {
                let is_left = |category: &RowId| {
                    self.without.as_ref().is_none_or(|without| !without.contains(category))
                };
                CategoryFilter::Into(categories.iter().copied().filter(is_left).collect())
            }
            // An uncategorized transaction is in no excluded category.
            None if self.filter.uncategorized => CategoryFilter::None,
            None => self.without.clone().map_or(CategoryFilter::Any, CategoryFilter::Outside),
        }
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
pub(super) enum CategoryFilter {
    /// No condition.
    Any,
    /// One of these categories.
    Into(Vec<RowId>),
    /// One of these categories, or none.
    IntoOrNone(Vec<RowId>),
    /// A category other than these, or none.
    Outside(Vec<RowId>),
    /// No category.
    None,
}

impl CategoryFilter {
    /// Returns true if there is no condition.
    pub(super) fn is_any(&self) -> bool {
        matches!(self, Self::Any)
    }

    /// Returns the condition that both this one and a set of categories hold.
    fn within(&self, set: &CategorySet) -> Self {
        let shared = set.categories.iter().filter(|category| self.includes(Some(**category)));
        let shared: Vec<RowId> = shared.map(|category| (*category).into()).collect();
        if set.uncategorized && self.includes(None) { Self::IntoOrNone(shared) } else { Self::Into(shared) }
    }

    /// Returns true if a transaction or split with this category matches.
    pub(super) fn includes(&self, category: Option<CategoryId>) -> bool {
        match self {
            Self::Any => true,
            Self::Into(wanted) => category.is_some_and(|category| wanted.contains(&category.into())),
            Self::IntoOrNone(wanted) => category.is_none_or(|category| wanted.contains(&category.into())),
            Self::Outside(others) => category.is_none_or(|category| !others.contains(&category.into())),
            Self::None => category.is_none(),
        }
    }
}

/// Returns this name and the user's merchants whose names differ from it only in the spelling of umlauts.
/// Totals by merchant count them as one.
async fn spellings_of(connection: &mut Connection, user: RowId, merchant: &str) -> Result<Vec<String>> {
    let sought = text::search_key(merchant);
    let names = spellings(connection, user, &ALL_KINDS).await?;
    let mut spellings: Vec<String> =
        names.into_iter().filter(|name| text::search_key(name) == sought).collect();
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

#[async_trait]
impl Transactions for Database {
    async fn list_transactions(
        &self,
        user: UserId,
        filter: TransactionFilter,
        page: PageRequest,
    ) -> Result<Page<Transaction>> {
        let order = filter.order;
        let after = page.cursor.as_deref().map(|text| TransactionCursor::read(text, order)).transpose()?;
        self.snapshot(async move |connection| {
            let narrowing = Narrowing::of(connection, user.into(), filter).await?;
            let query = page_of(user.into(), &narrowing, after, rows_wanted(&page))?;
            let rows: Vec<TransactionRow> = load_many!(connection, query)?;
            let page = cut(rows, &page, |row: &TransactionRow| end_of(row).write(order));
            let items = whole(connection, user.into(), page.items).await?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn find_transaction(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<Option<Transaction>> {
        self.snapshot(async move |connection| {
            let found = find_all(connection, user.into(), vec![transaction.into()]).await?;
            Ok(found.into_iter().next())
        })
        .await
    }

    async fn list_movements(
        &self,
        user: UserId,
        account: AccountId,
        period: Period,
        kind: Option<TransactionKind>,
        limit: u32,
    ) -> Result<Vec<Movement>> {
        self.read(async move |connection| {
            movements::of(connection, user.into(), account.into(), period, kind, limit).await
        })
        .await
    }

    async fn list_tags(&self, user: UserId) -> Result<Vec<(Tag, u64)>> {
        self.read(async move |connection| {
            let rows: Vec<(String, i64)> = transaction_tags::table
                .filter(transaction_tags::user_id.eq(RowId::from(user)))
                .group_by(transaction_tags::tag)
                .order(transaction_tags::tag)
                .select((transaction_tags::tag, dsl::count_star()))
                .load(connection)
                .await?;
            rows.into_iter().map(|(tag, count)| Ok((parsed_tag(&tag)?, fit(count)?))).collect()
        })
        .await
    }

    async fn list_categorized_transactions(
        &self,
        user: UserId,
        limit: u32,
    ) -> Result<Vec<CategorizedTransaction>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, RowId, Option<RowId>, String, i64, String)> = transactions::table
                .filter(transactions::user_id.eq(RowId::from(user)))
                // The serde name of `CategoryBy::User`.
                .filter(transactions::category_by.eq("user"))
                .filter(transactions::category_id.is_not_null())
                .order((transactions::date.desc(), transactions::id.desc()))
                .limit(i64::from(limit))
                .select((
                    transactions::id,
                    transactions::account_id,
                    transactions::category_id,
                    transactions::original_description,
                    transactions::amount_minor,
                    transactions::currency,
                ))
                .load(connection)
                .await?;
            rows.into_iter()
                .filter_map(|(id, account, category, description, minor, currency)| {
                    let category = category?.typed();
                    let amount =
                        Currency::parse(&currency).map(|currency| Money::from_minor(minor, currency));
                    Some(amount.map_err(Error::database).map(|amount| CategorizedTransaction {
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

    async fn total_transactions(
        &self,
        user: UserId,
        filter: TransactionFilter,
        by: Grouping,
    ) -> Result<Vec<GroupTotal>> {
        self.snapshot(async move |connection| totals::of(connection, user.into(), filter, by).await).await
    }

    async fn list_account_days(&self, user: UserId) -> Result<Vec<(AccountId, Period)>> {
        self.read(async move |connection| flows::ends(connection, user.into()).await).await
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
pub(super) type PageQuery = dsl::IntoBoxed<
    'static,
    dsl::Select<transactions::table, dsl::AsSelect<TransactionRow, Backend>>,
    Backend,
>;

/// Returns the query for the first `rows` transactions after `after` that match the filter, in its order.
pub(super) fn page_of(
    user: RowId,
    narrowing: &Narrowing,
    after: Option<TransactionCursor>,
    rows: i64,
) -> Result<PageQuery> {
    let query = transactions::table.select(TransactionRow::as_select()).into_boxed().limit(rows);
    let query = narrow(query, conditions::on_transactions(user, narrowing)?);
    let query = narrow(query, conditions::on_categories(user, narrowing));
    let filter = &narrowing.filter;
    let query = match filter.order {
        TransactionOrder::NewestFirst => {
            query.order((transactions::date.desc(), transactions::position.desc(), transactions::id.desc()))
        }
        TransactionOrder::OldestFirst => {
            query.order((transactions::date, transactions::position, transactions::id))
        }
        TransactionOrder::LargestFirst => query.order((
            transactions::size_order,
            transactions::date,
            transactions::position,
            transactions::id,
        )),
        TransactionOrder::SmallestFirst => query.order((
            transactions::size_order.desc(),
            transactions::date.desc(),
            transactions::position.desc(),
            transactions::id.desc(),
        )),
    };
    let Some(TransactionCursor { size_order, date, position, id }) = after else {
        return Ok(query);
    };
    let later = transactions::position
        .gt(position)
        .or(transactions::position.eq(position).and(transactions::id.gt(id)));
    let later = transactions::date.gt(date).or(transactions::date.eq(date).and(later));
    let earlier = transactions::position
        .lt(position)
        .or(transactions::position.eq(position).and(transactions::id.lt(id)));
    let earlier = transactions::date.lt(date).or(transactions::date.eq(date).and(earlier));
    // The first condition of each follows from the second. It lets the database start in the middle of the
    // index.
    Ok(match filter.order {
        TransactionOrder::NewestFirst => query.filter(transactions::date.le(date)).filter(earlier),
        TransactionOrder::OldestFirst => query.filter(transactions::date.ge(date)).filter(later),
        TransactionOrder::LargestFirst => {
            let smaller = transactions::size_order.gt(size_order);
            let smaller = smaller.or(transactions::size_order.eq(size_order).and(later));
            query.filter(transactions::size_order.ge(size_order)).filter(smaller)
        }
        TransactionOrder::SmallestFirst => {
            let larger = transactions::size_order.lt(size_order);
            let larger = larger.or(transactions::size_order.eq(size_order).and(earlier));
            query.filter(transactions::size_order.le(size_order)).filter(larger)
        }
    })
}

fn end_of(row: &TransactionRow) -> TransactionCursor {
    TransactionCursor { size_order: row.size_order, date: row.date, position: row.position, id: row.id }
}

/// Returns the user's transactions with these ids, in the order of the ids. Unknown ids are omitted.
pub(super) async fn find_all(
    connection: &mut Connection,
    user: RowId,
    ids: Vec<RowId>,
) -> Result<Vec<Transaction>> {
    let mut found: HashMap<RowId, TransactionRow> = HashMap::with_capacity(ids.len());
    for chunk in ids.chunks(ROWS_PER_INSERT) {
        let rows: Vec<TransactionRow> = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::id.eq_any(chunk.to_vec()))
            .select(TransactionRow::as_select())
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
    rows: Vec<TransactionRow>,
) -> Result<Vec<Transaction>> {
    let mut tags: HashMap<RowId, Vec<Tag>> = HashMap::new();
    let mut parts: HashMap<RowId, Vec<SplitRow>> = HashMap::new();
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        let ids: Vec<RowId> = chunk.iter().map(|row| row.id).collect();
        let tagged: Vec<TagRow> = transaction_tags::table
            .filter(transaction_tags::transaction_id.eq_any(ids))
            .filter(transaction_tags::user_id.eq(user))
            .order((transaction_tags::transaction_id, transaction_tags::tag))
            .select(TagRow::as_select())
            .load(connection)
            .await?;
        for row in tagged {
            tags.entry(row.transaction_id).or_default().push(parsed_tag(&row.tag)?);
        }
        let split: Vec<RowId> = chunk.iter().filter(|row| row.is_split).map(|row| row.id).collect();
        if split.is_empty() {
            continue;
        }
        let rows: Vec<SplitRow> = splits::table
            .filter(splits::transaction_id.eq_any(split))
            .filter(splits::user_id.eq(user))
            .order((splits::transaction_id, splits::position))
            .select(SplitRow::as_select())
            .load(connection)
            .await?;
        for row in rows {
            parts.entry(row.transaction_id).or_default().push(row);
        }
    }
    rows.into_iter()
        .map(|row| {
            let id = row.id;
            let mut transaction = Transaction::try_from(row)?;
            let currency = transaction.amount.currency();
            transaction.tags = tags.remove(&id).unwrap_or_default();
            let parts = parts.remove(&id).unwrap_or_default();
            transaction.splits = parts.into_iter().map(|part| part.split(currency)).collect();
            Ok(transaction)
        })
        .collect()
}

fn parsed_tag(text: &str) -> Result<Tag> {
    Tag::parse(text).map_err(Error::database)
}
