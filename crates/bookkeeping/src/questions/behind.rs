//! The transactions behind the figures of an answer.

use saldo_domain::query::{Conditions, Dimension, Figure, Measure, QueryOrder};
use saldo_domain::transaction::{CategorySet, SizeRange};
use saldo_domain::{
    Category, Currency, FiscalCalendar, Period, Query, QueryAnswer, QueryFilter, Tag, TransactionFilter,
    TransactionId, UserId,
};
use saldo_ledger::fiscal::buckets;
use saldo_ledger::query::{direction, granularity, selected_ids};

use super::selected;
use crate::{Bookkeeper, Error, Result};

/// The maximum number of units of time for which the filter of a row is searched.
const PIECES_MAX: usize = 1_000;
/// The maximum number of transactions that a filter names by ID: as many as one request to the storage names.
const IDS_MAX: usize = 5_000;

/// The transactions behind a figure: those that match a filter and, if there is one, the filter of a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Behind {
    /// The conditions that lists of transactions support.
    pub filter: TransactionFilter,
    /// The conditions that only queries support, such as two merchants; see [`Bookkeeper::narrowed_by`].
    pub query: Option<QueryFilter>,
}

/// The list of the transactions behind a figure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Listing {
    /// Exactly these transactions.
    Transactions(Box<Behind>),
    /// No list: the transactions can be described only by their IDs, and there are too many for one request.
    TooMany {
        /// The maximum number of transactions that a request names.
        most: usize,
    },
}

impl From<TransactionFilter> for Behind {
    fn from(filter: TransactionFilter) -> Self {
        Self { filter, query: None }
    }
}

impl Bookkeeper {
    /// Returns a filter for those transactions of `filter` that the filter of a query selects, too.
    ///
    /// # Errors
    /// [`Error::TooManyTransactions`] if these are too many; [`Error::Ledger`] for a
    /// filter with too many conditions; [`Error::Storage`] if the storage fails.
    pub async fn narrowed_by(
        &self,
        user: UserId,
        filter: TransactionFilter,
        query: &QueryFilter,
    ) -> Result<TransactionFilter> {
        let listing = Query { filter: query.clone(), ..Query::of(Measure::Transactions) };
        let (span, days) = (super::span(&listing), filter.period);
        let period = match (span, days) {
            (Some(span), Some(days)) => {
                match Period::new(span.start().max(days.start()), span.end().min(days.end())) {
                    Some(both) => Some(both),
                    None => return Ok(TransactionFilter { ids: Some(Vec::new()), ..filter }),
                }
            }
            _ => span.or(days),
        };
        let transactions = self.matching(user, &listing, period).await?;
        let categories = self.storage.list_categories(user).await?;
        let mut ids: Vec<TransactionId> = selected_ids(query, &categories, &transactions)?;
        if let Some(named) = &filter.ids {
            ids.retain(|id| named.contains(id));
        }
        if ids.len() > IDS_MAX {
            return Err(Error::TooManyTransactions { most: IDS_MAX });
        }
        Ok(TransactionFilter { ids: Some(ids), categories: categories_of(query, &categories), ..filter })
    }
}

/// Returns the categories whose splits a query counts; `None` if it counts all of them.
fn categories_of(query: &QueryFilter, all: &[Category]) -> Option<CategorySet> {
    let has = |conditions: &Conditions, category: &Category| {
        let named = &conditions.categories;
        named.contains(&category.id) || category.parent.is_some_and(|parent| named.contains(&parent))
    };
    let names_any = |conditions: &Conditions| !conditions.categories.is_empty() || conditions.uncategorized;
    let QueryFilter { only, without, .. } = query;
    if !names_any(only) && !names_any(without) {
        return None;
    }
    let counts = |category: &&Category| (!names_any(only) || has(only, category)) && !has(without, category);
    Some(CategorySet {
        categories: all.iter().filter(counts).map(|category| category.id).collect(),
        uncategorized: (!names_any(only) || only.uncategorized) && !without.uncategorized,
    })
}

/// Returns the list of the transactions behind the figure of each row of an answer, exactly; `None` if
/// these are not the transactions of any list. With `is_compared`, these are those of the compared
/// period.
#[must_use]
pub fn transactions_behind(
    query: &Query,
    found: &QueryAnswer,
    is_compared: bool,
    calendar: FiscalCalendar,
) -> Vec<Option<Listing>> {
    let Some(counted) = (if is_compared { found.compared } else { found.period }) else {
        return vec![None; found.rows.len()];
    };
    // If the period was not shortened, the days that the
    // query names are used. Days without data do not matter.
    let is_cut = query.compare.is_some()
        || query.order != QueryOrder::Natural
        || query.having.is_some()
        || matches!(query.measure, Measure::Average { .. } | Measure::Frequency | Measure::Projection);
    let range = if is_cut { Some(counted) } else { query.filter.period };
    let narrowed = QueryFilter { period: range, ..query.filter.clone() };
    // A list of days names only the transactions of these days, see `narrowed_by`.
    let is_of_days = query.group_by.is_some_and(|by| granularity(by).is_some());
    let named = |group: &Option<String>| {
        let rows = found.rows.iter().filter(|row| !is_of_days || row.group == *group);
        rows.map(|row| row.transactions).sum::<u64>()
    };
    let row = |row: &saldo_domain::query::QueryRow| {
        let currency = match &row.figure {
            Figure::Transaction(it) => {
                let only = TransactionFilter { ids: Some(vec![it.id]), ..TransactionFilter::default() };
                return Some(Listing::Transactions(Box::new(only.into())));
            }
            Figure::Money(money) => Some(money.currency()).filter(|_| query.currency.is_none()),
            _ => None,
        };
        let Behind { filter, query: of } = whole(&narrowed, query, currency)?;
        let fits = || usize::try_from(named(&row.group)).is_ok_and(|count| count <= IDS_MAX);
        if of.is_some() && !fits() {
            return Some(Listing::TooMany { most: IDS_MAX });
        }
        let filter = match query.group_by {
            Some(by) => of_group(filter, by, row.group.as_deref(), counted.period(), calendar)?,
            None => filter,
        };
        Some(Listing::Transactions(Box::new(Behind { filter, query: of })))
    };
    found.rows.iter().map(row).collect()
}

/// Returns the transactions of all groups, in one currency or in all of them.
fn whole(narrowed: &QueryFilter, query: &Query, currency: Option<Currency>) -> Option<Behind> {
    let of = direction(&query.measure);
    if let Some([selection]) = selected(narrowed, of).as_deref()
        && let Some(filter) = selection.filter_in(currency)
    {
        return Some(filter.into());
    }
    // A cut concerns only some of the transactions.
    if query.what_if.is_some() {
        return None;
    }
    let mut narrowed = narrowed.clone();
    if narrowed.only.directions.is_empty() {
        narrowed.only.directions.extend(of);
    }
    let size = currency.map(|currency| SizeRange { currency, min_minor: None, max_minor: None });
    Some(Behind {
        filter: TransactionFilter { size, direction: of, ..TransactionFilter::default() },
        query: Some(narrowed),
    })
}

/// Returns the filter of one group of a query's rows.
fn of_group(
    filter: TransactionFilter,
    by: Dimension,
    group: Option<&str>,
    period: Period,
    calendar: FiscalCalendar,
) -> Option<TransactionFilter> {
    let Some(group) = group else {
        if by == Dimension::Tag {
            return Some(TransactionFilter { untagged: true, ..filter });
        }
        return Some(TransactionFilter { uncategorized: true, category: None, ..filter });
    };
    Some(match (by, granularity(by)) {
        (_, Some(granularity)) => {
            let pieces = buckets(period, granularity, calendar, PIECES_MAX)?;
            let piece = pieces.into_iter().find(|piece| piece.key == group)?.period;
            let period = Period::new(piece.start().max(period.start()), piece.end().min(period.end()));
            TransactionFilter { period, ..filter }
        }
        (Dimension::Merchant, None) => TransactionFilter { merchant: Some(group.to_owned()), ..filter },
        (Dimension::Account, None) => TransactionFilter { account: Some(group.parse().ok()?), ..filter },
        (Dimension::Tag, None) => TransactionFilter { tag: Some(Tag::parse(group).ok()?), ..filter },
        (Dimension::Weekday, None) => TransactionFilter { weekday: Some(group.parse().ok()?), ..filter },
        (_, None) => {
            TransactionFilter { category: Some(group.parse().ok()?), category_alone: true, ..filter }
        }
    })
}
