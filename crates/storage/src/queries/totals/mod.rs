//! Totals of transactions: one row for each group and currency, added up by the database in minor units.
//!
//! If the filter permits, totals that triggers maintain by day and by month are read instead of the
//! transactions, so that a report over a lifetime costs as little as one over a year (ADR 0013). Days at both
//! ends that are not whole months are added from the transactions.

mod sums;

pub(super) use sums::{alike, usual_spellings};

use std::cmp::Reverse;

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::transaction::Direction;
use saldo_domain::{Period, Tag, TransactionFilter, TransactionKind};

use super::backend::{Connection, load_many, sum_of};
use super::transactions::{
    CategoryFilter, Narrowing, narrow, on_categories_of_parts, on_own_category, on_parts, on_transactions,
};
use crate::rows::word;
use crate::schema::{day_totals, merchant_totals, month_totals, splits, transaction_tags, transactions};
use crate::sql_types::{MonthText, RowId};
use crate::{Error, Grouping, Result};
use sums::{Row, Sums};

const INCOME: &str =
    sum_of!("CASE WHEN transactions.amount_minor > 0 THEN transactions.amount_minor ELSE 0 END");
const OUTGO: &str =
    sum_of!("CASE WHEN transactions.amount_minor < 0 THEN transactions.amount_minor ELSE 0 END");
const AMOUNTS: &str = sum_of!("transactions.amount_minor");
const PART_INCOME: &str = sum_of!("CASE WHEN splits.amount_minor > 0 THEN splits.amount_minor ELSE 0 END");
const PART_OUTGO: &str = sum_of!("CASE WHEN splits.amount_minor < 0 THEN splits.amount_minor ELSE 0 END");
const KEPT_INCOME: &str = sum_of!("income_minor");
const KEPT_OUTGO: &str = sum_of!("outgo_minor");
const KEPT_TRANSACTIONS: &str = sum_of!("transactions");
const NOTHING: &str = "CAST(0 AS BIGINT)";
const LESS: &str = "COUNT(DISTINCT splits.transaction_id) - COUNT(*)";

/// Adds the sums of transactions by one column.
macro_rules! add_transactions {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let (income, outgo) = both_ways($narrowing.filter.direction);
        let query = transactions::table
            .group_by(($column, transactions::currency))
            .select((
                $column,
                transactions::currency,
                sql::<BigInt>(income),
                sql::<BigInt>(outgo),
                count_star(),
            ))
            .into_boxed();
        let query = narrow(query, on_transactions($user, $narrowing)?);
        let query = narrow(query, on_own_category($narrowing));
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Adds the sums of splits by one column. `add_transactions` counts split transactions as uncategorized.
macro_rules! add_parts {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = transactions::table
            .inner_join(splits::table.on(splits::transaction_id.eq(transactions::id)))
            .group_by(($column, transactions::currency))
            .select((
                $column,
                transactions::currency,
                sql::<BigInt>(PART_INCOME),
                sql::<BigInt>(PART_OUTGO),
                count_star(),
            ))
            .into_boxed();
        let query = narrow(query, on_parts($user, $narrowing)?);
        let query = narrow(query, on_categories_of_parts($narrowing));
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Subtracts all splits but one of each transaction from the counts, group by group.
macro_rules! undo_splits {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = transactions::table
            .inner_join(splits::table.on(splits::transaction_id.eq(transactions::id)))
            .group_by(($column, transactions::currency))
            .select((
                $column,
                transactions::currency,
                sql::<BigInt>(NOTHING),
                sql::<BigInt>(NOTHING),
                sql::<BigInt>(LESS),
            ))
            .into_boxed()
            .filter(splits::user_id.eq($user));
        let query = narrow(query, on_parts($user, $narrowing)?);
        let query = narrow(query, on_categories_of_parts($narrowing));
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Adds the totals by month, grouped by one column; `$months` is the first and the last month, `None` for
/// all.
macro_rules! add_months {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $months:expr, $column:expr, $group:ty, $name:expr) => {{
        let mut query = month_totals::table
            .group_by(($column, month_totals::currency))
            .select((
                $column,
                month_totals::currency,
                sql::<BigInt>(KEPT_INCOME),
                sql::<BigInt>(KEPT_OUTGO),
                sql::<BigInt>(KEPT_TRANSACTIONS),
            ))
            .into_boxed()
            .filter(month_totals::user_id.eq($user));
        if let Some((first, last)) = $months {
            query = query.filter(month_totals::month.between(first, last));
        }
        if let Some(account) = $narrowing.filter.account {
            query = query.filter(month_totals::account_id.eq(RowId::from(account)));
        }
        if let Some(kind) = $narrowing.filter.kind {
            query = query.filter(month_totals::kind.eq(word(kind)?));
        }
        query = match $narrowing.category_filter() {
            CategoryFilter::Any => query,
            CategoryFilter::Into(categories) => query.filter(month_totals::category_id.eq_any(categories)),
            CategoryFilter::IntoOrNone(mut categories) => {
                categories.push(RowId::NIL);
                query.filter(month_totals::category_id.eq_any(categories))
            }
            CategoryFilter::Outside(others) => query.filter(month_totals::category_id.ne_all(others)),
            CategoryFilter::None => query.filter(month_totals::category_id.eq(RowId::NIL)),
        };
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Returns the sums of money in and money out of transactions of one direction, or of both.
const fn both_ways(direction: Option<Direction>) -> (&'static str, &'static str) {
    match direction {
        Some(Direction::In) => (AMOUNTS, NOTHING),
        Some(Direction::Out) => (NOTHING, AMOUNTS),
        None => (INCOME, OUTGO),
    }
}

fn category(id: Option<RowId>) -> Group {
    Group::Category(id.map(RowId::typed))
}
/// Converts a category of the maintained totals, in which the nil id represents no category.
fn maintained_category(id: RowId) -> Group {
    category((id != RowId::NIL).then_some(id))
}
fn account(id: RowId) -> Group {
    Group::Account(id.typed())
}
fn month(MonthText(month): MonthText) -> Group {
    Group::Month(month)
}

/// Returns the totals of the transactions that match `filter`, ordered by spending, largest first.
pub(super) async fn of(
    connection: &mut Connection,
    user: RowId,
    filter: TransactionFilter,
    by: Grouping,
) -> Result<Vec<GroupTotal>> {
    let mut totals = if by == Grouping::Tag {
        of_tags(connection, user, filter).await?
    } else {
        grouped(connection, user, filter, by).await?
    };
    totals.sort_unstable_by(|one, other| {
        let key = |total: &GroupTotal| {
            let CashFlow { income, spending, .. } = total.flow;
            (Reverse(spending.minor()), Reverse(income.minor()))
        };
        let named = |one: &GroupTotal, other: &GroupTotal| {
            let currency = |total: &GroupTotal| total.flow.spending.currency();
            one.group.cmp(&other.group).then_with(|| currency(one).cmp(&currency(other)))
        };
        key(one).cmp(&key(other)).then_with(|| named(one, other))
    });
    Ok(totals)
}

/// Returns the totals of each tag. A transaction can have several tags, so each tag is totaled by itself.
async fn of_tags(
    connection: &mut Connection,
    user: RowId,
    filter: TransactionFilter,
) -> Result<Vec<GroupTotal>> {
    let tags: Vec<String> = if let Some(tag) = &filter.tag {
        vec![tag.as_str().to_owned()]
    } else {
        let theirs = transaction_tags::table.filter(transaction_tags::user_id.eq(user));
        theirs.select(transaction_tags::tag).distinct().load(connection).await?
    };
    let mut totals = Vec::new();
    for tag in tags {
        let tag = Tag::parse(&tag).map_err(Error::database)?;
        let filter = TransactionFilter { tag: Some(tag.clone()), ..filter.clone() };
        let whole = grouped(connection, user, filter, Grouping::Whole).await?;
        totals.extend(whole.into_iter().map(|total| GroupTotal { group: Group::Tag(tag.clone()), ..total }));
    }
    Ok(totals)
}

/// Returns the totals of groups that have no transaction in common, except for its splits.
async fn grouped(
    connection: &mut Connection,
    user: RowId,
    mut filter: TransactionFilter,
    by: Grouping,
) -> Result<Vec<GroupTotal>> {
    // Transfers are neither income nor spending, and are excluded unless requested.
    filter.kind = filter.kind.or(Some(TransactionKind::Transaction));
    let mut sums = Sums::default();
    let narrowing = Narrowing::of(connection, user, filter).await?;
    match maintained(&narrowing.filter, by) {
        Maintained::Not => add(&mut sums, connection, user, &narrowing, by).await?,
        Maintained::Days => add_days(&mut sums, connection, user, &narrowing.filter).await?,
        Maintained::Months => {
            let period = narrowing.filter.period;
            let cut = period.map(Period::whole_months);
            match cut {
                None => {
                    add_maintained(&mut sums, connection, user, &narrowing, None, by).await?;
                    count_once(&mut sums, connection, user, &narrowing, by).await?;
                }
                Some(None) => add(&mut sums, connection, user, &narrowing, by).await?,
                Some(Some(cut)) => {
                    let months = (month_of(cut.whole.start()), month_of(cut.whole.end()));
                    add_maintained(&mut sums, connection, user, &narrowing, Some(months), by).await?;
                    let filter = TransactionFilter { period: Some(cut.whole), ..narrowing.filter.clone() };
                    let whole = Narrowing::of(connection, user, filter).await?;
                    count_once(&mut sums, connection, user, &whole, by).await?;
                    for edge in [cut.before, cut.after].into_iter().flatten() {
                        let filter = TransactionFilter { period: Some(edge), ..narrowing.filter.clone() };
                        let narrowing = Narrowing::of(connection, user, filter).await?;
                        add(&mut sums, connection, user, &narrowing, by).await?;
                    }
                }
            }
        }
    }
    if by == Grouping::Merchant {
        sums.join_spellings()?;
    }
    sums.totals()
}

/// The maintained totals that can answer a query.
enum Maintained {
    Not,
    Days,
    Months,
}

fn maintained(filter: &TransactionFilter, by: Grouping) -> Maintained {
    let TransactionFilter { words, without_words, .. } = filter;
    let TransactionFilter { statement, text, direction, size, tag, uncategorized, unreconciled, .. } = filter;
    let TransactionFilter { category, without_category, without_text, merchant, weekday, ids, .. } = filter;
    let TransactionFilter { categories, untagged, .. } = filter;
    let is_by_category =
        *uncategorized || category.is_some() || without_category.is_some() || categories.is_some();
    let finer = statement.is_some()
        || text.is_some()
        || words.is_some()
        || without_words.is_some()
        || without_text.is_some()
        || merchant.is_some()
        || weekday.is_some()
        || ids.is_some()
        || direction.is_some()
        || size.is_some()
        || tag.is_some()
        || *untagged
        || *unreconciled;
    match by {
        _ if finer => Maintained::Not,
        Grouping::Day if !is_by_category => Maintained::Days,
        Grouping::Merchant if !is_by_category => Maintained::Months,
        Grouping::Day | Grouping::Merchant => Maintained::Not,
        Grouping::Whole | Grouping::Category | Grouping::Month | Grouping::Account | Grouping::Tag => {
            Maintained::Months
        }
    }
}

fn month_of(date: NaiveDate) -> String {
    date.format("%Y-%m").to_string()
}

/// Adds the sums of the transactions themselves.
async fn add(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
    by: Grouping,
) -> Result<()> {
    match by {
        Grouping::Whole | Grouping::Tag => {
            add_transactions!(sums, connection, user, narrowing, transactions::currency, String, |_| {
                Group::Whole
            });
        }
        Grouping::Category => {
            add_transactions!(
                sums,
                connection,
                user,
                narrowing,
                transactions::category_id,
                Option<RowId>,
                category
            );
        }
        Grouping::Merchant => {
            add_transactions!(
                sums,
                connection,
                user,
                narrowing,
                transactions::merchant,
                String,
                Group::Merchant
            );
        }
        Grouping::Month => {
            add_transactions!(sums, connection, user, narrowing, transactions::month, MonthText, month);
        }
        Grouping::Day => {
            add_transactions!(sums, connection, user, narrowing, transactions::date, NaiveDate, Group::Day);
        }
        Grouping::Account => {
            add_transactions!(sums, connection, user, narrowing, transactions::account_id, RowId, account);
        }
    }
    // Splits only matter if categories do. Otherwise their transaction already includes them.
    let by_category = by == Grouping::Category || !narrowing.category_filter().is_any();
    if !narrowing.has_splits || !by_category {
        return Ok(());
    }
    match by {
        Grouping::Whole | Grouping::Tag => {
            add_parts!(sums, connection, user, narrowing, transactions::currency, String, |_| Group::Whole);
        }
        Grouping::Category => {
            add_parts!(sums, connection, user, narrowing, splits::category_id, Option<RowId>, category);
            if narrowing.category_filter().is_any() {
                undo_split_transactions(sums, connection, user, narrowing).await?;
            }
        }
        Grouping::Merchant => {
            add_parts!(sums, connection, user, narrowing, transactions::merchant, String, Group::Merchant);
        }
        Grouping::Month => {
            add_parts!(sums, connection, user, narrowing, transactions::month, MonthText, month);
        }
        Grouping::Day => {
            add_parts!(sums, connection, user, narrowing, transactions::date, NaiveDate, Group::Day);
        }
        Grouping::Account => {
            add_parts!(sums, connection, user, narrowing, transactions::account_id, RowId, account);
        }
    }
    count_once(sums, connection, user, narrowing, by).await
}

/// Subtracts split transactions from the uncategorized ones. They were added there, and their splits were
/// added to their own categories.
async fn undo_split_transactions(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
) -> Result<()> {
    let query = transactions::table
        .group_by((transactions::is_split, transactions::currency))
        .select((
            transactions::is_split,
            transactions::currency,
            sql::<BigInt>(INCOME),
            sql::<BigInt>(OUTGO),
            count_star(),
        ))
        .filter(transactions::is_split.eq(true))
        .into_boxed();
    let rows: Vec<Row<bool>> = load_many!(connection, narrow(query, on_transactions(user, narrowing)?))?;
    let back = rows
        .into_iter()
        .map(|(group, currency, income, outgo, count)| (group, currency, -income, -outgo, -count));
    sums.add(back.collect(), |_| Group::Category(None))
}

/// Adds the totals by month; `None` for all months.
async fn add_maintained(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
    months: Option<(String, String)>,
    by: Grouping,
) -> Result<()> {
    match by {
        Grouping::Category => {
            add_months!(
                sums,
                connection,
                user,
                narrowing,
                months,
                month_totals::category_id,
                RowId,
                maintained_category
            );
        }
        Grouping::Account => {
            add_months!(sums, connection, user, narrowing, months, month_totals::account_id, RowId, account);
        }
        Grouping::Month => {
            add_months!(sums, connection, user, narrowing, months, month_totals::month, MonthText, month);
        }
        Grouping::Merchant => {
            return add_merchants(sums, connection, user, &narrowing.filter, months).await;
        }
        Grouping::Whole | Grouping::Day | Grouping::Tag => {
            add_months!(sums, connection, user, narrowing, months, month_totals::currency, String, |_| {
                Group::Whole
            });
        }
    }
    Ok(())
}

/// Counts each split transaction once per group. The sums above, and the totals by month, count every split.
async fn count_once(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
    by: Grouping,
) -> Result<()> {
    if !narrowing.has_splits {
        return Ok(());
    }
    match by {
        // Without a condition on categories, totals by merchant and by day do not count splits.
        Grouping::Merchant | Grouping::Day if narrowing.category_filter().is_any() => {}
        Grouping::Merchant => {
            undo_splits!(sums, connection, user, narrowing, transactions::merchant, String, Group::Merchant);
        }
        Grouping::Day => {
            undo_splits!(sums, connection, user, narrowing, transactions::date, NaiveDate, Group::Day);
        }
        Grouping::Category => {
            let of_part = splits::category_id;
            undo_splits!(sums, connection, user, narrowing, of_part, Option<RowId>, category);
        }
        Grouping::Whole | Grouping::Tag => {
            undo_splits!(sums, connection, user, narrowing, transactions::currency, String, |_| Group::Whole);
        }
        Grouping::Month => {
            undo_splits!(sums, connection, user, narrowing, transactions::month, MonthText, month);
        }
        Grouping::Account => {
            undo_splits!(sums, connection, user, narrowing, transactions::account_id, RowId, account);
        }
    }
    Ok(())
}

/// Adds the totals by day.
async fn add_days(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    filter: &TransactionFilter,
) -> Result<()> {
    let mut query = day_totals::table
        .group_by((day_totals::date, day_totals::currency))
        .select((
            day_totals::date,
            day_totals::currency,
            sql::<BigInt>(KEPT_INCOME),
            sql::<BigInt>(KEPT_OUTGO),
            sql::<BigInt>(KEPT_TRANSACTIONS),
        ))
        .into_boxed()
        .filter(day_totals::user_id.eq(user));
    if let Some(period) = filter.period {
        query = query.filter(day_totals::date.between(period.start(), period.end()));
    }
    if let Some(account) = filter.account {
        query = query.filter(day_totals::account_id.eq(RowId::from(account)));
    }
    if let Some(kind) = filter.kind {
        query = query.filter(day_totals::kind.eq(word(kind)?));
    }
    let rows: Vec<Row<NaiveDate>> = load_many!(connection, query)?;
    sums.add(rows, Group::Day)
}

/// Adds the totals by merchant and month; `None` for all months.
async fn add_merchants(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    filter: &TransactionFilter,
    months: Option<(String, String)>,
) -> Result<()> {
    let mut query = merchant_totals::table
        .group_by((merchant_totals::merchant, merchant_totals::currency))
        .select((
            merchant_totals::merchant,
            merchant_totals::currency,
            sql::<BigInt>(KEPT_INCOME),
            sql::<BigInt>(KEPT_OUTGO),
            sql::<BigInt>(KEPT_TRANSACTIONS),
        ))
        .into_boxed()
        .filter(merchant_totals::user_id.eq(user));
    if let Some((first, last)) = months {
        query = query.filter(merchant_totals::month.between(first, last));
    }
    if let Some(account) = filter.account {
        query = query.filter(merchant_totals::account_id.eq(RowId::from(account)));
    }
    if let Some(kind) = filter.kind {
        query = query.filter(merchant_totals::kind.eq(word(kind)?));
    }
    let rows: Vec<Row<String>> = load_many!(connection, query)?;
    sums.add(rows, Group::Merchant)
}
