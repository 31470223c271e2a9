//! Totals of transactions: one row for each group and currency, added up by the database in minor units.
//!
//! If the filter permits, totals that triggers maintain by day and by month are read instead of the
//! transactions, so that a report over a lifetime costs as little as one over a year (ADR 0013). Days at both
//! ends that are not whole months are added from the transactions.

mod sums;

pub(super) use sums::usual_spellings;

use std::cmp::Reverse;

use chrono::NaiveDate;
use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::{EntryFilter, EntryKind, Period};

use super::backend::{Connection, load_many, sum_of};
use super::entries::{Narrowing, Sorted, checked, narrowed};
use crate::rows::word;
use crate::schema::{day_totals, entries, entry_parts, merchant_totals, month_totals};
use crate::sql_types::{KeptMonth, RowId};
use crate::{Grouping, Result};
use sums::{Row, Sums};

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

/// Adds the sums of transactions by one column.
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

/// Narrows a boxed query over splits by the condition on categories.
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

/// Adds the sums of splits by one column. `add_entries` counts split transactions as uncategorized.
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

/// Subtracts all splits but one of each transaction from the counts, group by group.
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
/// Converts a category of the maintained totals, in which the nil id represents no category.
fn kept_category(id: RowId) -> Group {
    category((id != RowId::NIL).then_some(id))
}
fn account(id: RowId) -> Group {
    Group::Account(id.typed())
}
fn month(KeptMonth(month): KeptMonth) -> Group {
    Group::Month(month)
}

/// The number of characters of a merchant's name that the maintained totals store, as in the migrations.
const MERCHANT_CHARACTERS: usize = 200;

/// Returns the group of a merchant. It shortens the name like the maintained totals, so that transactions add
/// to the same group.
fn merchant(name: String) -> Group {
    if name.len() <= MERCHANT_CHARACTERS {
        return Group::Merchant(name);
    }
    Group::Merchant(name.chars().take(MERCHANT_CHARACTERS).collect())
}

/// Returns the totals of the transactions that match `filter`, ordered by spending, largest first.
pub(super) async fn of(
    connection: &mut Connection,
    user: RowId,
    mut filter: EntryFilter,
    by: Grouping,
) -> Result<Vec<GroupTotal>> {
    // Transfers are neither income nor spending, and are excluded unless requested.
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

/// The maintained totals that can answer a query.
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

/// Adds the sums of the transactions themselves.
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
    // Splits only matter if categories do. Otherwise their transaction already includes them.
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

/// Subtracts split transactions from the uncategorized ones. They were added there, and their splits were
/// added to their own categories.
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

/// Adds the totals by month; `None` for all months.
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

/// Counts each split transaction once per group. The sums above, and the totals by month, count every split.
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
        // Without a condition on categories, totals by merchant and by day do not count splits.
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

/// Adds the totals by day.
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

/// Adds the totals by merchant and month; `None` for all months.
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
