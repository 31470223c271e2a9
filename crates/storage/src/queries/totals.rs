//! Totals of entries: one row for each group and currency, added up by the database in whole minor units.
//!
//! What triggers keep by day and by month is read instead of the entries wherever the filter allows it, so that a report over a
//! lifetime costs as little as one over a year; the days at both ends that fill no month are added from the entries.

use std::cmp::Reverse;

use chrono::NaiveDate;
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::{EntryFilter, EntryKind, Period};

use super::backend::{Connection, load_many, sum_of};
use super::entries::{Narrowing, Sorted, checked, narrowed};
use super::sums::{Row, Sums};
use crate::rows::word;
use crate::schema::{day_totals, entries, entry_parts, merchant_totals, month_totals};
use crate::sql_types::{KeptMonth, RowId};
use crate::{Grouping, Result};

const INCOME: &str = sum_of!("CASE WHEN entries.amount_minor > 0 THEN entries.amount_minor ELSE 0 END");
const OUTGO: &str = sum_of!("CASE WHEN entries.amount_minor < 0 THEN entries.amount_minor ELSE 0 END");
const PART_INCOME: &str =
    sum_of!("CASE WHEN entry_parts.amount_minor > 0 THEN entry_parts.amount_minor ELSE 0 END");
const PART_OUTGO: &str =
    sum_of!("CASE WHEN entry_parts.amount_minor < 0 THEN entry_parts.amount_minor ELSE 0 END");
const KEPT_INCOME: &str = sum_of!("income_minor");
const KEPT_OUTGO: &str = sum_of!("outgo_minor");
const KEPT_ENTRIES: &str = sum_of!("entries");
const NOTHING: &str = "CAST(0 AS BIGINT)";
const LESS: &str = "COUNT(DISTINCT entry_parts.entry_id) - COUNT(*)";

/// Loads the sums of entries by one column.
macro_rules! add_entries {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = entries::table
            .group_by(($column, entries::currency))
            .select(($column, entries::currency, sql::<BigInt>(INCOME), sql::<BigInt>(OUTGO), count_star()))
            .into_boxed();
        let query = narrowed!(query, $user, $narrowing);
        let query = match $narrowing.sorted() {
            Sorted::Anyhow => query,
            Sorted::Into(wanted) => checked!(query, $narrowing, entries::category_id.eq_any(wanted)),
            Sorted::Outside(others) => query
                .filter(entries::is_split.eq(false))
                .filter(entries::category_id.is_null().or(entries::category_id.ne_all(others))),
            Sorted::Nowhere => {
                query.filter(entries::category_id.is_null()).filter(entries::is_split.eq(false))
            }
        };
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Narrows a boxed query over the parts of entries to the categories that are asked for.
macro_rules! of_parts {
    ($query:expr, $narrowing:expr) => {
        match $narrowing.sorted() {
            Sorted::Anyhow => $query,
            Sorted::Into(wanted) => $query.filter(entry_parts::category_id.eq_any(wanted)),
            Sorted::Outside(others) => {
                $query.filter(entry_parts::category_id.is_null().or(entry_parts::category_id.ne_all(others)))
            }
            Sorted::Nowhere => $query.filter(entry_parts::category_id.is_null()),
        }
    };
}

/// Loads the sums of the parts of split entries by one column; `add_entries` counts those entries as having no category.
macro_rules! add_parts {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = entries::table
            .inner_join(entry_parts::table.on(entry_parts::entry_id.eq(entries::id)))
            .group_by(($column, entries::currency))
            .select((
                $column,
                entries::currency,
                sql::<BigInt>(PART_INCOME),
                sql::<BigInt>(PART_OUTGO),
                count_star(),
            ))
            .into_boxed();
        let query = of_parts!(narrowed!(query, $user, $narrowing), $narrowing);
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Takes all parts of each split entry but one out of the counts, group by group.
macro_rules! take_parts_back {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = entries::table
            .inner_join(entry_parts::table.on(entry_parts::entry_id.eq(entries::id)))
            .group_by(($column, entries::currency))
            .select((
                $column,
                entries::currency,
                sql::<BigInt>(NOTHING),
                sql::<BigInt>(NOTHING),
                sql::<BigInt>(LESS),
            ))
            .into_boxed()
            .filter(entry_parts::user_id.eq($user));
        let query = of_parts!(narrowed!(query, $user, $narrowing), $narrowing);
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

/// Loads the sums kept by month, by one column, of the months from `$from` to `$to`.
macro_rules! add_months {
    ($sums:expr, $connection:expr, $user:expr, $narrowing:expr, $months:expr, $column:expr, $group:ty, $name:expr) => {{
        let mut query = month_totals::table
            .group_by(($column, month_totals::currency))
            .select((
                $column,
                month_totals::currency,
                sql::<BigInt>(KEPT_INCOME),
                sql::<BigInt>(KEPT_OUTGO),
                sql::<BigInt>(KEPT_ENTRIES),
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
        query = match $narrowing.sorted() {
            Sorted::Anyhow => query,
            Sorted::Into(categories) => query.filter(month_totals::category_id.eq_any(categories)),
            Sorted::Outside(others) => query.filter(month_totals::category_id.ne_all(others)),
            Sorted::Nowhere => query.filter(month_totals::category_id.eq(RowId::NIL)),
        };
        let rows: Vec<Row<$group>> = load_many!($connection, query)?;
        $sums.add(rows, $name)?;
    }};
}

fn category(id: Option<RowId>) -> Group {
    Group::Category(id.map(RowId::typed))
}
/// The zero id stands for no category in the totals that are kept.
fn kept_category(id: RowId) -> Group {
    category((id != RowId::NIL).then_some(id))
}
fn account(id: RowId) -> Group {
    Group::Account(id.typed())
}
fn month(KeptMonth(month): KeptMonth) -> Group {
    Group::Month(month)
}

/// How much of a merchant's name the totals that are kept know, in characters; as in the migrations.
const MERCHANT_CHARACTERS: usize = 200;

/// A merchant, by as much of the name as is kept: entries read one by one must add to the same group.
fn merchant(name: String) -> Group {
    if name.len() <= MERCHANT_CHARACTERS {
        return Group::Merchant(name);
    }
    Group::Merchant(name.chars().take(MERCHANT_CHARACTERS).collect())
}

/// Totals of the entries that `filter` lets through, the greatest spending first.
pub(super) async fn of(
    connection: &mut Connection,
    user: RowId,
    mut filter: EntryFilter,
    by: Grouping,
) -> Result<Vec<GroupTotal>> {
    // Moves between own accounts are neither income nor spending, unless they are asked for.
    filter.kind = filter.kind.or(Some(EntryKind::Entry));
    let mut sums = Sums::default();
    let narrowing = Narrowing::of(connection, user, filter).await?;
    match kept(&narrowing.filter, by) {
        Kept::Not => add(&mut sums, connection, user, &narrowing, by).await?,
        Kept::Days => add_days(&mut sums, connection, user, &narrowing.filter).await?,
        Kept::Months => {
            let period = narrowing.filter.period;
            let cut = period.map(Period::whole_months);
            match cut {
                None => {
                    add_kept(&mut sums, connection, user, &narrowing, None, by).await?;
                    count_once(&mut sums, connection, user, &narrowing, by).await?;
                }
                Some(None) => add(&mut sums, connection, user, &narrowing, by).await?,
                Some(Some(cut)) => {
                    let months = (month_of(cut.whole.start()), month_of(cut.whole.end()));
                    add_kept(&mut sums, connection, user, &narrowing, Some(months), by).await?;
                    let filter = EntryFilter { period: Some(cut.whole), ..narrowing.filter.clone() };
                    let whole = Narrowing::of(connection, user, filter).await?;
                    count_once(&mut sums, connection, user, &whole, by).await?;
                    for edge in [cut.before, cut.after].into_iter().flatten() {
                        let filter = EntryFilter { period: Some(edge), ..narrowing.filter.clone() };
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
    let mut totals = sums.totals()?;
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

/// Which of the totals that are kept answer a question.
enum Kept {
    Not,
    Days,
    Months,
}

fn kept(filter: &EntryFilter, by: Grouping) -> Kept {
    let EntryFilter { words, without_words, .. } = filter;
    let EntryFilter { statement, text, direction, size, tag, uncategorised, unreconciled, .. } = filter;
    let EntryFilter { category, without_category, without_text, merchant, weekday, ids, .. } = filter;
    let is_sorted = *uncategorised || category.is_some() || without_category.is_some();
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
        || *unreconciled;
    match by {
        _ if finer => Kept::Not,
        Grouping::Day if !is_sorted => Kept::Days,
        Grouping::Merchant if !is_sorted => Kept::Months,
        Grouping::Day | Grouping::Merchant => Kept::Not,
        Grouping::Whole | Grouping::Category | Grouping::Month | Grouping::Account => Kept::Months,
    }
}

fn month_of(date: NaiveDate) -> String {
    date.format("%Y-%m").to_string()
}

/// Adds from the entries themselves.
async fn add(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
    by: Grouping,
) -> Result<()> {
    match by {
        Grouping::Whole => {
            add_entries!(sums, connection, user, narrowing, entries::currency, String, |_| Group::Whole);
        }
        Grouping::Category => {
            add_entries!(sums, connection, user, narrowing, entries::category_id, Option<RowId>, category);
        }
        Grouping::Merchant => {
            add_entries!(sums, connection, user, narrowing, entries::merchant, String, merchant);
        }
        Grouping::Month => add_entries!(sums, connection, user, narrowing, entries::month, KeptMonth, month),
        Grouping::Day => {
            add_entries!(sums, connection, user, narrowing, entries::date, NaiveDate, Group::Day);
        }
        Grouping::Account => {
            add_entries!(sums, connection, user, narrowing, entries::account_id, RowId, account);
        }
    }
    // Parts matter only where categories do: otherwise they are already in their entry.
    let by_category = by == Grouping::Category || !narrowing.sorted().is_anyhow();
    if !narrowing.has_parts || !by_category {
        return Ok(());
    }
    match by {
        Grouping::Whole => {
            add_parts!(sums, connection, user, narrowing, entries::currency, String, |_| Group::Whole);
        }
        Grouping::Category => {
            add_parts!(sums, connection, user, narrowing, entry_parts::category_id, Option<RowId>, category);
            if narrowing.sorted().is_anyhow() {
                take_split_entries_back(sums, connection, user, narrowing).await?;
            }
        }
        Grouping::Merchant => {
            add_parts!(sums, connection, user, narrowing, entries::merchant, String, merchant);
        }
        Grouping::Month => add_parts!(sums, connection, user, narrowing, entries::month, KeptMonth, month),
        Grouping::Day => add_parts!(sums, connection, user, narrowing, entries::date, NaiveDate, Group::Day),
        Grouping::Account => {
            add_parts!(sums, connection, user, narrowing, entries::account_id, RowId, account);
        }
    }
    count_once(sums, connection, user, narrowing, by).await
}

/// Split entries were counted once as having no category, and once by their parts: the former is taken back.
async fn take_split_entries_back(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
) -> Result<()> {
    let query = entries::table
        .group_by((entries::is_split, entries::currency))
        .select((
            entries::is_split,
            entries::currency,
            sql::<BigInt>(INCOME),
            sql::<BigInt>(OUTGO),
            count_star(),
        ))
        .filter(entries::is_split.eq(true))
        .into_boxed();
    let rows: Vec<Row<bool>> = load_many!(connection, narrowed!(query, user, narrowing))?;
    let back = rows
        .into_iter()
        .map(|(group, currency, income, outgo, count)| (group, currency, -income, -outgo, -count));
    sums.add(back.collect(), |_| Group::Category(None))
}

/// Adds from the totals that are kept by month; `None` for all months.
async fn add_kept(
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
                kept_category
            );
        }
        Grouping::Account => {
            add_months!(sums, connection, user, narrowing, months, month_totals::account_id, RowId, account);
        }
        Grouping::Month => {
            add_months!(sums, connection, user, narrowing, months, month_totals::month, KeptMonth, month);
        }
        Grouping::Merchant => {
            return add_merchants(sums, connection, user, &narrowing.filter, months).await;
        }
        Grouping::Whole | Grouping::Day => {
            add_months!(sums, connection, user, narrowing, months, month_totals::currency, String, |_| {
                Group::Whole
            });
        }
    }
    Ok(())
}

/// Parts are added one by one, here and in the totals kept by month: of however many a group has parts, it has that entry once.
async fn count_once(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    narrowing: &Narrowing,
    by: Grouping,
) -> Result<()> {
    if !narrowing.has_parts {
        return Ok(());
    }
    match by {
        // Without a category, merchants and days have each entry once: they are kept, or read, without parts.
        Grouping::Merchant | Grouping::Day if narrowing.sorted().is_anyhow() => {}
        Grouping::Merchant => {
            take_parts_back!(sums, connection, user, narrowing, entries::merchant, String, merchant);
        }
        Grouping::Day => {
            take_parts_back!(sums, connection, user, narrowing, entries::date, NaiveDate, Group::Day);
        }
        Grouping::Category => {
            let of_part = entry_parts::category_id;
            take_parts_back!(sums, connection, user, narrowing, of_part, Option<RowId>, category);
        }
        Grouping::Whole => {
            take_parts_back!(sums, connection, user, narrowing, entries::currency, String, |_| Group::Whole);
        }
        Grouping::Month => {
            take_parts_back!(sums, connection, user, narrowing, entries::month, KeptMonth, month);
        }
        Grouping::Account => {
            take_parts_back!(sums, connection, user, narrowing, entries::account_id, RowId, account);
        }
    }
    Ok(())
}

/// Adds from the totals that are kept by day.
async fn add_days(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    filter: &EntryFilter,
) -> Result<()> {
    let mut query = day_totals::table
        .group_by((day_totals::date, day_totals::currency))
        .select((
            day_totals::date,
            day_totals::currency,
            sql::<BigInt>(KEPT_INCOME),
            sql::<BigInt>(KEPT_OUTGO),
            sql::<BigInt>(KEPT_ENTRIES),
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

/// Adds from the totals that are kept by merchant and month; `None` for all months.
async fn add_merchants(
    sums: &mut Sums,
    connection: &mut Connection,
    user: RowId,
    filter: &EntryFilter,
    months: Option<(String, String)>,
) -> Result<()> {
    let mut query = merchant_totals::table
        .group_by((merchant_totals::merchant, merchant_totals::currency))
        .select((
            merchant_totals::merchant,
            merchant_totals::currency,
            sql::<BigInt>(KEPT_INCOME),
            sql::<BigInt>(KEPT_OUTGO),
            sql::<BigInt>(KEPT_ENTRIES),
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
