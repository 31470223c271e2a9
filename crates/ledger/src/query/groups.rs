//! The groups of a query's transactions.

use chrono::Datelike;
use saldo_domain::query::Dimension;
use saldo_domain::{FiscalCalendar, Granularity, Tag};

use super::merchants::Merchants;
use super::selection::Line;
use crate::fiscal::bucket_of;

/// Returns the groups of a transaction; several only for tags. `only` are the tags that have rows; all if it
/// is empty.
pub(super) fn groups_of(
    by: Dimension,
    line: &Line<'_>,
    merchants: &Merchants<'_>,
    only: &[Tag],
    calendar: FiscalCalendar,
) -> Vec<Option<String>> {
    if by != Dimension::Tag {
        return vec![group_of(by, line, merchants, calendar)];
    }
    let tags = line.transaction.tags.iter().filter(|tag| only.is_empty() || only.contains(tag));
    let named: Vec<Option<String>> = tags.map(|tag| Some(tag.as_str().to_owned())).collect();
    if named.is_empty() { vec![None] } else { named }
}

fn group_of(
    by: Dimension,
    line: &Line<'_>,
    merchants: &Merchants<'_>,
    calendar: FiscalCalendar,
) -> Option<String> {
    let transaction = line.transaction;
    match by {
        Dimension::Category => line.category.map(|category| category.to_string()),
        Dimension::Merchant => Some(merchants.usual_name(&transaction.merchant).to_owned()),
        Dimension::Account => Some(transaction.account.to_string()),
        Dimension::Weekday => Some(transaction.date.weekday().to_string()),
        dimension => bucket_of(transaction.date, granularity(dimension)?, calendar).map(|bucket| bucket.key),
    }
}

/// Returns the unit of time that a dimension groups by; `None` for a dimension that is not a unit of time.
#[must_use]
pub const fn granularity(dimension: Dimension) -> Option<Granularity> {
    match dimension {
        Dimension::Day => Some(Granularity::Day),
        Dimension::Week => Some(Granularity::Week),
        Dimension::Month => Some(Granularity::Month),
        Dimension::Quarter => Some(Granularity::Quarter),
        Dimension::Year => Some(Granularity::Year),
        Dimension::Category
        | Dimension::Merchant
        | Dimension::Account
        | Dimension::Tag
        | Dimension::Weekday => None,
    }
}
