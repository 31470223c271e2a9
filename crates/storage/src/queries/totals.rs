//! Totals of entries: one row for each group and currency, added up by the database in whole minor units.

use std::cmp::Reverse;

use diesel::dsl::{count_star, sql};
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use saldo_domain::report::{CashFlow, GroupTotal};
use saldo_domain::{Currency, EntryFilter, EntryKind, Money, UserId};

use super::backend::Connection;
use super::entries::narrowed;
use crate::rows::fit;
use crate::schema::entries;
use crate::sql_types::RowId;
use crate::{Error, Grouping, Result};

/// Sums of BIGINT are NUMERIC in PostgreSQL; a sum that does not fit fails the query on both.
const INCOME: &str =
    "CAST(SUM(CASE WHEN entries.amount_minor > 0 THEN entries.amount_minor ELSE 0 END) AS BIGINT)";
const OUTGO: &str =
    "CAST(SUM(CASE WHEN entries.amount_minor < 0 THEN entries.amount_minor ELSE 0 END) AS BIGINT)";

/// A row: the group, the currency, money in, money out (not above nothing), and how many entries.
type Row<Group> = (Group, String, i64, i64, i64);

/// Loads the totals grouped by one column, named by a function of its value.
macro_rules! grouped {
    ($connection:expr, $user:expr, $filter:expr, $column:expr, $group:ty, $name:expr) => {{
        let query = entries::table
            .group_by(($column, entries::currency))
            .select(($column, entries::currency, sql::<BigInt>(INCOME), sql::<BigInt>(OUTGO), count_star()))
            .into_boxed();
        let rows: Vec<Row<$group>> = narrowed!(query, $user, $filter).load($connection).await?;
        rows.into_iter()
            .map(|(group, currency, income, outgo, entries)| {
                total($name(group), &currency, income, outgo, entries)
            })
            .collect::<Result<Vec<_>>>()?
    }};
}

/// Totals of the entries that `filter` lets through, the greatest spending first.
pub(super) async fn of(
    connection: &mut Connection,
    user: UserId,
    mut filter: EntryFilter,
    by: Grouping,
) -> Result<Vec<GroupTotal>> {
    // Moves between own accounts are neither income nor spending, unless they are asked for.
    filter.kind = filter.kind.or(Some(EntryKind::Entry));
    let (user, filter) = (RowId::from(user), &filter);
    let name_of_id = |id: RowId| Some(id.typed::<()>().to_string());
    let mut totals = match by {
        Grouping::Whole => whole(connection, user, filter).await?,
        Grouping::Category => {
            let name = |id: Option<RowId>| id.and_then(name_of_id);
            grouped!(connection, user, filter, entries::category_id, Option<RowId>, name)
        }
        Grouping::Merchant => grouped!(connection, user, filter, entries::merchant, String, Some),
        Grouping::Month => grouped!(connection, user, filter, entries::month, String, Some),
        Grouping::Account => grouped!(connection, user, filter, entries::account_id, RowId, name_of_id),
    };
    totals.sort_by_cached_key(|total| {
        let CashFlow { income, spending, .. } = total.flow;
        (Reverse(spending.minor()), Reverse(income.minor()), total.group.clone(), spending.currency())
    });
    Ok(totals)
}

async fn whole(connection: &mut Connection, user: RowId, filter: &EntryFilter) -> Result<Vec<GroupTotal>> {
    let query = entries::table
        .group_by(entries::currency)
        .select((entries::currency, sql::<BigInt>(INCOME), sql::<BigInt>(OUTGO), count_star()))
        .into_boxed();
    let query = narrowed!(query, user, filter);
    let rows: Vec<(String, i64, i64, i64)> = query.load(connection).await?;
    rows.into_iter()
        .map(|(currency, income, outgo, entries)| total(None, &currency, income, outgo, entries))
        .collect()
}

fn total(group: Option<String>, currency: &str, income: i64, outgo: i64, entries: i64) -> Result<GroupTotal> {
    let currency = Currency::parse(currency).map_err(Error::database)?;
    let spending = Money::from_minor(outgo, currency).checked_neg().map_err(Error::database)?;
    let flow = CashFlow { income: Money::from_minor(income, currency), spending, entries: fit(entries)? };
    Ok(GroupTotal { group, flow })
}
