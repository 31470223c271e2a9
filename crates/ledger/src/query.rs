//! Answers to a [`Query`], calculated from transactions. Every figure is exact; otherwise the query fails.

mod figures;
mod groups;
mod merchants;
mod selection;
mod time;

pub use groups::granularity;
pub use time::{LikePeriods, alike};

use std::collections::{BTreeMap, BTreeSet};

use saldo_domain::query::{
    ConvertedRows, Cut, DateRange, Dimension, Elsewhere, Figure, Measure, Per, Query, QueryAnswer, QueryNote,
    QueryOrder, QueryRate, QueryRow, Size,
};
use saldo_domain::report::CashFlow;
use saldo_domain::transaction::Direction;
use saldo_domain::{
    Category, Currency, Date, FiscalCalendar, Granularity, Money, Period, QueryFilter, Transaction,
    TransactionId, text,
};

use crate::fiscal::{bucket_of, buckets};
use crate::known::KnownDays;
use crate::rates::RateTable;
use crate::ratio::rounded;
use crate::recurring::Decisions;
use crate::{Error, Result};
use figures::Figures;
use groups::groups_of;
use merchants::Merchants;
use selection::{Line, Selection};

/// The maximum number of rows of an answer.
const ROWS_MAX: usize = 10_000;
/// The maximum number of conditions on each side of a filter. Each condition is checked for every
/// transaction.
const CONDITIONS_MAX: usize = 500;
/// The maximum number of rows of an answer that lists transactions, unless the query has a limit.
const LISTED_MAX: u32 = 100;

/// The data that a query is answered from.
pub struct QueryData<'a> {
    /// The transactions, in any order: at least all those of the periods that the query names.
    pub transactions: &'a [Transaction],
    /// The sums of each of the query's [`periods`], if the caller has
    /// them. For other periods, they are calculated from `transactions`.
    pub sums: Option<Vec<(Period, Vec<GroupSums>)>>,
    /// All categories of the user.
    pub categories: &'a [Category],
    /// The days for which there is data; `None` without transactions.
    pub known: Option<KnownDays>,
    /// The currency of a sum over no transactions, unless the query names one.
    pub currency: Option<Currency>,
    /// The current date.
    pub today: Date,
    /// The fiscal calendar.
    pub calendar: FiscalCalendar,
    /// The currency that the user prefers, in which amounts are also stated.
    pub preferred: Option<Currency>,
    /// The exchange rates to the query's currency, or to the preferred one.
    pub rates: &'a RateTable,
    /// The maximum age of an exchange rate, in days.
    pub rate_age_days_max: u32,
    /// The user's decisions about recurring payments.
    pub decisions: &'a Decisions,
}

/// The sums of the transactions of one group and currency. If the measure
/// has a [`direction`], only transactions of that direction are included.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupSums {
    /// The group, as in [`QueryRow::group`].
    pub group: Option<String>,
    /// The sums and the number of the transactions.
    pub flow: CashFlow,
}

/// Returns `true` if the measure can be calculated from
/// sums, and `false` if it needs individual transactions.
#[must_use]
pub const fn is_of_sums(measure: &Measure) -> bool {
    matches!(
        measure,
        Measure::Spent
            | Measure::Received
            | Measure::Net
            | Measure::SpentNetOfRefunds
            | Measure::Count
            | Measure::Frequency
            | Measure::Average { .. }
            | Measure::SavingsRate
            | Measure::Projection
    )
}

/// Returns the most rows of an answer, in each currency if they are ordered by size; `None` if the query does
/// not limit them.
#[must_use]
pub fn listed_most(query: &Query) -> Option<u32> {
    let one = matches!(query.measure, Measure::First | Measure::Last).then_some(1);
    let listed = (query.measure.lists_transactions() && query.group_by.is_none()).then_some(LISTED_MAX);
    query.limit.or(one).or(listed)
}

/// Returns the period of a query's figures and the period they are compared with, both
/// limited to the available data. `None` without any data, or without a comparison.
///
/// # Errors
/// [`Error::Impossible`] or [`Error::TooMany`] for a query that [`answer`] rejects.
pub fn periods(query: &Query, data: &QueryData<'_>) -> Result<(Option<Period>, Option<Period>)> {
    check(query)?;
    let scope = scope(query, data)?;
    Ok((scope.period, scope.compared))
}

/// Returns the IDs of the transactions that a filter selects, in the order of `transactions`.
///
/// # Errors
/// [`Error::TooMany`] for a filter with too many conditions, [`Error::Money`] if splits add up to a sum
/// that does not fit.
pub fn selected_ids(
    filter: &QueryFilter,
    categories: &[Category],
    transactions: &[Transaction],
) -> Result<Vec<TransactionId>> {
    check_size(&Query { filter: filter.clone(), ..Query::of(Measure::Transactions) })?;
    let period = filter.period.map_or(Period::EVER, DateRange::period);
    let lines = Selection::new(filter, period, categories, false).lines(transactions)?;
    Ok(lines.into_iter().map(|line| line.transaction.id).collect())
}

/// Answers a query. [`Measure::Balance`] and [`Measure::NetWorth`]
/// are rejected, because they need more than transactions.
///
/// # Errors
/// [`Error::Impossible`] for a query whose parts do not fit together,
/// [`Error::TooMany`] for a query with too many conditions, [`Error::NoRate`]
/// if an amount cannot be converted, [`Error::Money`] if a sum does not fit.
///
/// ```
/// use saldo_domain::query::Measure;
/// use saldo_domain::{FiscalCalendar, Query};
/// use saldo_ledger::query::{QueryData, answer};
/// use saldo_ledger::rates::RateTable;
/// use saldo_ledger::recurring::Decisions;
///
/// let data = QueryData {
///     transactions: &[],
///     sums: None,
///     categories: &[],
///     known: None,
///     currency: None,
///     today: "2025-07-15".parse()?,
///     calendar: FiscalCalendar::CALENDAR,
///     preferred: None,
///     rates: &RateTable::default(),
///     rate_age_days_max: 10,
///     decisions: &Decisions::default(),
/// };
/// assert_eq!(answer(&Query::of(Measure::Transactions), &data)?.rows.len(), 0);
/// assert!(answer(&Query::of(Measure::Balance), &data).is_err(), "that needs more than transactions");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn answer(query: &Query, data: &QueryData<'_>) -> Result<QueryAnswer> {
    check(query)?;
    let scope = scope(query, data)?;
    let mut notes = scope.notes;
    let Some(period) = scope.period else {
        notes.extend(elsewhere(query, data)?);
        return Ok(QueryAnswer {
            rows: nothing(query, data),
            period: query.filter.period,
            compared: query.compare,
            converted: None,
            notes,
        });
    };
    let on = period.end().min(data.today);
    let mut rows = rows_of(query, period, on, data)?;
    if let Some(compared) = scope.compared {
        let others = rows_of(query, compared, on, data)?;
        rows = joined(query, rows, others);
    }
    if let Some(cut) = &query.what_if {
        rows = imagined(query, cut, period, rows, data)?;
    }
    if let Some(to) = query.currency {
        let converted = convert(rows, to, on, data)?;
        rows = converted.rows;
        notes.extend((!converted.rates.is_empty()).then_some(QueryNote::Converted(converted.rates)));
    }
    if rows.iter().all(|row| row.transactions == 0 && row.compared.is_none()) {
        notes.extend(elsewhere(query, data)?);
    }
    if let Some(limit) = query.having {
        limited(query, limit, &mut rows);
    }
    order(query, &mut rows);
    Ok(QueryAnswer {
        converted: in_preferred(query, &rows, data),
        rows,
        period: Some(period.into()),
        compared: scope.compared.map(Into::into),
        notes,
    })
}

/// Returns the currency that the user prefers if some of these rows are in another one.
#[must_use]
pub fn preferred(query: &Query, rows: &[QueryRow], data: &QueryData<'_>) -> Option<Currency> {
    let is_other = |figure: &Figure, to| matches!(figure, Figure::Money(money) if money.currency() != to);
    let figures = || rows.iter().flat_map(|row| [Some(&row.figure), row.compared.as_ref()]).flatten();
    data.preferred.filter(|to| query.currency.is_none() && figures().any(|figure| is_other(figure, *to)))
}

/// Answers the query again, in the currency that the user prefers. The figures beside it are an
/// answer without it, so `None` if a rate is missing or a sum in that currency does not fit.
fn in_preferred(query: &Query, rows: &[QueryRow], data: &QueryData<'_>) -> Option<ConvertedRows> {
    let currency = preferred(query, rows, data)?;
    let found = answer(&Query { currency: Some(currency), ..query.clone() }, data).ok()?;
    let rates = found.notes.into_iter().find_map(|note| match note {
        QueryNote::Converted(rates) => Some(rates),
        _ => None,
    });
    Some(ConvertedRows { currency, rows: found.rows, rates: rates.unwrap_or_default() })
}

/// Rejects a query with more conditions than [`CONDITIONS_MAX`].
fn check_size(query: &Query) -> Result<()> {
    let of_cut = query.what_if.as_ref().map(|cut| &cut.only);
    let of_share = match &query.measure {
        Measure::Share { of, .. } => Some([&of.only, &of.without]),
        _ => None,
    };
    let all = [&query.filter.only, &query.filter.without].into_iter().chain(of_cut);
    if all.chain(of_share.into_iter().flatten()).any(|conditions| conditions.count() > CONDITIONS_MAX) {
        return Err(Error::TooMany { what: "conditions", most: CONDITIONS_MAX });
    }
    Ok(())
}

/// Rejects a query whose parts do not fit together.
///
/// # Errors
/// [`Error::Impossible`], or [`Error::TooMany`] for too many conditions.
pub fn check(query: &Query) -> Result<()> {
    check_size(query)?;
    let refuse = |why| Err(Error::Impossible(why));
    let sums = query.measure.is_sum() || query.measure == Measure::Count;
    let cut_percent = query.what_if.as_ref().map(|cut| cut.percent);
    match query {
        Query { measure: Measure::Balance | Measure::NetWorth, .. } => {
            refuse("a balance cannot be computed from transactions alone")
        }
        Query { compare: Some(_), .. } if query.filter.period.is_none() => {
            refuse("a comparison needs a period; add one to the filter")
        }
        Query { compare: Some(_), .. } if !sums && !matches!(query.measure, Measure::Average { .. }) => {
            refuse("only sums, counts and averages can be compared")
        }
        Query { what_if: Some(_), .. } if query.measure != Measure::Spent || query.group_by.is_some() => {
            refuse("a what-if applies only to total spending; leave the grouping out")
        }
        Query { what_if: Some(_), compare: Some(_), .. } => {
            refuse("a comparison and a what-if cannot be combined; ask for them separately")
        }
        _ if cut_percent.is_some_and(|percent| !(1..=100).contains(&percent)) => {
            refuse("a cut must be from 1 to 100 percent")
        }
        Query { having: Some(_), .. }
            if !sums
                && !matches!(
                    query.measure,
                    Measure::Average { .. } | Measure::Median { .. } | Measure::Projection
                ) =>
        {
            refuse("only sums, counts, averages, medians and projections can have a limit")
        }
        Query { measure: Measure::Distinct { .. }, group_by: Some(_), .. } => {
            refuse("a number of different groups cannot be grouped; leave the grouping out")
        }
        Query { group_by: Some(_), .. } if query.measure.lists_transactions() => {
            refuse("a list of transactions cannot be grouped; leave the grouping out")
        }
        Query { order: QueryOrder::Difference, compare: None, .. } => {
            refuse("an order by difference needs a comparison; add one")
        }
        Query { measure: Measure::Projection, .. }
            if query.filter.period.and_then(DateRange::last_day).is_none() =>
        {
            refuse("a projection needs a period with a last day; add one")
        }
        _ => Ok(()),
    }
}

/// True if the query has a limit that an unfinished period may still pass or leave. A sum that is above a
/// limit already stays so.
fn may_be_passed(query: &Query) -> bool {
    let only_grows = matches!(query.measure, Measure::Spent | Measure::Received | Measure::Count);
    query.having.is_some_and(|limit| !(only_grows && matches!(limit, Size::Above(_) | Size::AtLeast(_))))
}

/// The periods that an answer covers.
struct Scope {
    period: Option<Period>,
    compared: Option<Period>,
    notes: Vec<QueryNote>,
}

fn scope(query: &Query, data: &QueryData<'_>) -> Result<Scope> {
    let time::Known { mut period, mut notes } = time::within(query.filter.period, data.known);
    let asked = query.filter.period.map(DateRange::period);
    let Some(known) = data.known else { return Ok(Scope { period, compared: None, notes }) };
    if let (Some(asked), Some(other)) = (asked, query.compare) {
        // Notes on the days of both periods name those without data.
        notes.retain(|_| period.is_some());
        return scope_of_comparison(query, (asked, other.period()), known, notes);
    }
    if let Some(known_part) = period {
        let asked = asked.unwrap_or(Period::EVER);
        let by = query.group_by.and_then(granularity);
        if let Some(whole) = whole_part(query, asked, known)? {
            // For months, the answer's period alone is enough: it ends with a month.
            if !needs_whole_months(&query.measure) && whole.end() < known_part.end() {
                notes.retain(|note| !matches!(note, QueryNote::Until(_)));
                notes.push(QueryNote::Until(whole.end()));
            }
            period = Some(whole);
        } else if let (Some(by), true) = (by, is_ranked(query) || may_be_passed(query))
            && let Some(over) = finished(asked, known_part, known, by, data)
            && over != known_part
        {
            notes.push(QueryNote::Until(over.end()));
            period = Some(over);
        } else if let Some(by) = by
            && !notes.iter().any(|note| matches!(note, QueryNote::Until(_)))
            && let Some(last) = bucket_of(known_part.end(), by, data.calendar)
            && known.unfinished(last.period).is_some_and(|until| until < asked.end())
        {
            notes.push(QueryNote::Until(known_part.end()));
        }
    }
    Ok(Scope { period, compared: None, notes })
}

/// Returns the scope of a comparison. Neither period has an unfinished part that the other lacks, or a note
/// says so.
fn scope_of_comparison(
    query: &Query,
    (asked, other): (Period, Period),
    known: KnownDays,
    mut notes: Vec<QueryNote>,
) -> Result<Scope> {
    let alike = time::alike(asked, other, known);
    notes.retain(|_| !alike.was_cut);
    notes.extend(alike.was_cut.then_some(QueryNote::LikeForLike));
    notes.extend(alike.differ.then_some(QueryNote::DifferentLengths));
    let (one, other) = alike.periods;
    // The compared period ends before the first day with data.
    notes.extend((other.end() < known.ends.0).then_some(QueryNote::Since(known.ends.0)));
    if let (Some(one), Some(other)) = (whole_part(query, one, known)?, whole_part(query, other, known)?) {
        return Ok(Scope { period: Some(one), compared: Some(other), notes });
    }
    let unfinished = [one, other].into_iter().filter(|it| known.unfinished(*it).is_some());
    notes.extend(unfinished.map(|it| QueryNote::Unfinished(it.into())));
    Ok(Scope { period: Some(one), compared: Some(other), notes })
}

/// Returns the part of a period that a measure per unit of time is calculated from: the whole
/// months, or the days that are over. `None` for other measures.
fn whole_part(query: &Query, period: Period, known: KnownDays) -> Result<Option<Period>> {
    // If there are transactions, an undefined average is an error, not an empty answer.
    if needs_whole_months(&query.measure) {
        let whole = known.whole_months(period).map(|(whole, _)| whole);
        return Ok(Some(whole.ok_or(Error::Impossible(
            "an average per month needs a whole month, and your data has none in this period; ask for \
             one per day or week",
        ))?));
    }
    match query.measure {
        Measure::Average { per: Per::Day | Per::Week, .. } | Measure::Projection => {
            Ok(Some(known.within(period).ok_or(Error::Impossible(
                "an average per day or a projection needs a day that is over, and your data has none in this \
                 period; name an earlier one",
            ))?))
        }
        _ => Ok(None),
    }
}

const fn needs_whole_months(measure: &Measure) -> bool {
    matches!(measure, Measure::Average { per: Per::Month | Per::Year, .. } | Measure::Frequency)
}

const fn is_ranked(query: &Query) -> bool {
    matches!(query.order, QueryOrder::Largest | QueryOrder::Smallest)
}

/// Returns the period of the units of time that are over and have complete
/// data. In a ranking, an incomplete month would always be among the lowest.
fn finished(
    asked: Period,
    known_part: Period,
    known: KnownDays,
    by: Granularity,
    data: &QueryData<'_>,
) -> Option<Period> {
    let whole = Period::new(known.since, known.until)?;
    let pieces = buckets(known_part, by, data.calendar, ROWS_MAX)?.into_iter().map(|piece| piece.period);
    let cut = pieces
        .filter_map(|piece| Period::new(piece.start().max(asked.start()), piece.end().min(asked.end())));
    let over: Vec<Period> =
        cut.filter(|piece| whole.contains(piece.start()) && whole.contains(piece.end())).collect();
    Period::new(over.first()?.start(), over.last()?.end())
}

/// Returns the rows of a query in a period, without comparison. If amounts have to be
/// converted before the figure is calculated, the rates of the day `on` apply.
fn rows_of(query: &Query, period: Period, on: Date, data: &QueryData<'_>) -> Result<Vec<QueryRow>> {
    let work = Figures { query, period, on, data };
    if let Some(sums) = data.sums.iter().flatten().find_map(|(of, sums)| (*of == period).then_some(sums)) {
        return rows_of_sums(query, period, sums, &work);
    }
    let by = match query.measure {
        Measure::Distinct { of } => Some(of),
        _ => query.group_by,
    };
    let by_category = by == Some(Dimension::Category);
    let is_ahead = matches!(query.measure, Measure::Next | Measure::TimeUntil);
    // The next date follows from all earlier transactions, not only those of the period.
    let span = if is_ahead { Period::EVER } else { period };
    let lines = Selection::new(&query.filter, span, data.categories, by_category).lines(data.transactions)?;
    let lines = in_one_currency(query, lines, on, data)?;
    let merchants = Merchants::of(&lines);
    let tags = &query.filter.only.tags;
    let groups = |line: &Line<'_>| match by {
        Some(by) => groups_of(by, line, &merchants, tags, data.calendar),
        None => vec![None],
    };
    if let Measure::Distinct { .. } = query.measure {
        let groups: BTreeSet<String> = lines.iter().flat_map(groups).flatten().collect();
        let (figure, transactions) = (Figure::Count(groups.len() as u64), lines.len() as u64);
        return Ok(vec![QueryRow { group: None, figure, compared: None, transactions, meets: None }]);
    }
    let of_groups = |line| groups(&line).into_iter().map(move |group| (group, line));
    rows_of_groups(query, period, data, lines.into_iter().flat_map(of_groups), |lines| work.of(lines))
}

/// Returns the rows of a query from sums that the caller calculated.
fn rows_of_sums(
    query: &Query,
    period: Period,
    sums: &[GroupSums],
    work: &Figures<'_>,
) -> Result<Vec<QueryRow>> {
    let flows = sums.iter().map(|sum| (sum.group.clone(), sum.flow));
    rows_of_groups(query, period, work.data, flows, |flows| {
        let mut sums: BTreeMap<Currency, CashFlow> = BTreeMap::new();
        for flow in flows {
            let sum = sums.entry(flow.income.currency()).or_insert_with_key(|it| CashFlow::nothing(*it));
            *sum = sum.checked_add(*flow)?;
        }
        work.of_sums(&sums)
    })
}

/// Returns the rows of each group, with the figures that `figures` calculates.
fn rows_of_groups<T>(
    query: &Query,
    period: Period,
    data: &QueryData<'_>,
    items: impl Iterator<Item = (Option<String>, T)>,
    figures: impl Fn(&[T]) -> Result<Vec<figures::Counted>>,
) -> Result<Vec<QueryRow>> {
    let mut groups: BTreeMap<Option<String>, Vec<T>> = BTreeMap::new();
    for group in every_group(query, period, data)? {
        groups.entry(group).or_default();
    }
    for (group, item) in items {
        groups.entry(group).or_default().push(item);
    }
    if query.group_by.is_none() {
        groups.entry(None).or_default();
    }
    // Units of time have a row even without transactions; other groups do not.
    let is_said = query.group_by.is_none_or(|by| granularity(by).is_some());
    let mut rows = Vec::new();
    for (group, items) in groups {
        for (figure, transactions) in figures(&items)?.into_iter().filter(|row| is_said || row.1 > 0) {
            rows.push(QueryRow { group: group.clone(), figure, compared: None, transactions, meets: None });
        }
    }
    Ok(rows)
}

/// Converts each amount for medians, extremes and shares, which
/// depend on individual amounts. Sums are converted as a whole later.
fn in_one_currency<'a>(
    query: &Query,
    lines: Vec<Line<'a>>,
    on: Date,
    data: &QueryData<'_>,
) -> Result<Vec<Line<'a>>> {
    let Some(to) = query.currency.filter(|_| is_of_single_amounts(&query.measure)) else { return Ok(lines) };
    let convert = |line: Line<'a>| {
        let converted = data.rates.convert(line.amount, to, on, data.rate_age_days_max)?;
        Ok(Line { amount: converted.money, ..line })
    };
    lines.into_iter().map(convert).collect()
}

const fn is_of_single_amounts(measure: &Measure) -> bool {
    matches!(
        measure,
        Measure::Median { .. } | Measure::Largest { .. } | Measure::Smallest { .. } | Measure::Share { .. }
    )
}

/// Returns the keys of all units of time in the period, so that those without transactions have a row, too.
fn every_group(query: &Query, period: Period, data: &QueryData<'_>) -> Result<Vec<Option<String>>> {
    let granularity = query.group_by.and_then(granularity);
    let (Some(granularity), Some(known)) = (granularity, data.known.and_then(time::known_period)) else {
        return Ok(Vec::new());
    };
    let Some(span) = Period::new(period.start().max(known.start()), period.end().min(known.end())) else {
        return Ok(Vec::new());
    };
    let pieces = buckets(span, granularity, data.calendar, ROWS_MAX)
        .ok_or(Error::Impossible("this answer would have too many rows; use a shorter period"))?;
    Ok(pieces.into_iter().map(|piece| Some(piece.key)).collect())
}

/// Combines the rows of both periods. A group that only one of them has is zero in the other.
fn joined(query: &Query, rows: Vec<QueryRow>, others: Vec<QueryRow>) -> Vec<QueryRow> {
    let key = |row: &QueryRow| {
        let group = row.group.clone();
        // The usual name of a merchant may be spelled differently in the two periods.
        let is_merchant = query.group_by == Some(Dimension::Merchant);
        (if is_merchant { group.map(|it| text::search_key(&it)) } else { group }, currency(&row.figure))
    };
    let nothing = |figure: &Figure| match figure {
        Figure::Money(money) => Figure::Money(Money::zero(money.currency())),
        Figure::Count(_) => Figure::Count(0),
        other => other.clone(),
    };
    let mut others: BTreeMap<(Option<String>, Option<Currency>), QueryRow> =
        others.into_iter().map(|row| (key(&row), row)).collect();
    let mut found = Vec::with_capacity(rows.len());
    for mut row in rows {
        let other = others.remove(&key(&row));
        row.compared = Some(other.map_or_else(|| nothing(&row.figure), |other| other.figure));
        found.push(row);
    }
    // A zero row of the first period says nothing if the other period has amounts in another currency.
    if !others.is_empty() {
        found.retain(|row| row.transactions > 0 || row.group.is_some());
    }
    for (_, other) in others {
        let figure = nothing(&other.figure);
        let compared = Some(other.figure);
        found.push(QueryRow { group: other.group, figure, compared, transactions: 0, meets: None });
    }
    found
}

/// Returns the sums reduced by a cut, with the actual sums for comparison.
fn imagined(
    query: &Query,
    cut: &Cut,
    period: Period,
    rows: Vec<QueryRow>,
    data: &QueryData<'_>,
) -> Result<Vec<QueryRow>> {
    let all = Selection::new(&query.filter, period, data.categories, true).lines(data.transactions)?;
    let only = QueryFilter { only: cut.only.clone(), ..QueryFilter::default() };
    let within = Selection::new(&only, period, data.categories, true)
        .lines(all.iter().map(|line| line.transaction))?;
    let is_cut = |line: &&Line<'_>| {
        within
            .iter()
            .any(|other| other.transaction.id == line.transaction.id && other.category == line.category)
    };
    let mut sums: BTreeMap<Currency, i128> = BTreeMap::new();
    for line in all.iter().filter(|line| line.amount.is_negative()).filter(is_cut) {
        *sums.entry(line.amount.currency()).or_default() -= i128::from(line.amount.minor());
    }
    let smaller = |row: QueryRow| {
        let Figure::Money(actual) = row.figure else { return Ok(row) };
        let sum = sums.get(&actual.currency()).copied().unwrap_or_default();
        let saved = rounded(sum * i128::from(cut.percent), 100).unwrap_or_default();
        let saved = figures::money(saved, actual.currency())?;
        let figure = Figure::Money(actual.checked_sub(saved)?);
        Ok(QueryRow { figure, compared: Some(Figure::Money(actual)), ..row })
    };
    rows.into_iter().map(smaller).collect()
}

/// Converts rows to one currency, with the rates of the day `on`, and adds up those of one group.
///
/// # Errors
/// [`Error::NoRate`] if a rate is missing, [`Error::Money`] if a sum does not fit.
pub fn convert(rows: Vec<QueryRow>, to: Currency, on: Date, data: &QueryData<'_>) -> Result<ConvertedRows> {
    let converted = |figure: &Figure| -> Result<Figure> {
        let Figure::Money(money) = figure else { return Ok(figure.clone()) };
        Ok(Figure::Money(data.rates.convert(*money, to, on, data.rate_age_days_max)?.money))
    };
    let mut others: BTreeSet<Currency> =
        data.transactions.iter().map(|transaction| transaction.amount.currency()).collect();
    let summed = data.sums.iter().flatten().flat_map(|(_, sums)| sums);
    others.extend(summed.map(|sum| sum.flow.income.currency()));
    others.extend(
        rows.iter().flat_map(|row| [Some(&row.figure), row.compared.as_ref()]).flatten().filter_map(currency),
    );
    let mut whole: Vec<QueryRow> = Vec::new();
    for row in rows {
        let figure = converted(&row.figure)?;
        let compared = row.compared.as_ref().map(converted).transpose()?;
        let same = whole.iter_mut().find(|other| other.group == row.group);
        match (same, &figure) {
            (Some(other), Figure::Money(money)) => {
                other.figure = sum(&other.figure, *money)?;
                if let (Some(before), Some(Figure::Money(money))) = (&other.compared, &compared) {
                    other.compared = Some(sum(before, *money)?);
                }
                other.transactions += row.transactions;
            }
            _ => whole.push(QueryRow { figure, compared, ..row }),
        }
    }
    let rates = others.into_iter().filter(|from| *from != to).filter_map(|from| {
        let (rate, day) = data.rates.rate(from, to, on, data.rate_age_days_max)?;
        Some((from, QueryRate { rate: rate.to_string(), date: day }))
    });
    Ok(ConvertedRows { currency: to, rows: whole, rates: rates.collect() })
}

fn sum(figure: &Figure, money: Money) -> Result<Figure> {
    match figure {
        Figure::Money(other) => Ok(Figure::Money(other.checked_add(money)?)),
        other => Ok(other.clone()),
    }
}

/// Removes the groups that do not meet a limit, or states if a single figure does.
fn limited(query: &Query, limit: Size, rows: &mut Vec<QueryRow>) {
    let meets = |row: &QueryRow| match &row.figure {
        Figure::Money(money) if money.is_negative() => matches!(limit, Size::Below(_) | Size::AtMost(_)),
        Figure::Money(money) => limit.fits(*money),
        Figure::Count(count) => limit.fits_count(*count),
        _ => false,
    };
    if query.group_by.is_some() {
        rows.retain(meets);
    } else {
        for row in rows {
            row.meets = Some(meets(row));
        }
    }
}

fn order(query: &Query, rows: &mut Vec<QueryRow>) {
    let by_time = query.group_by.and_then(granularity).is_some();
    let lists = query.measure.lists_transactions();
    if matches!(query.measure, Measure::Largest { .. } | Measure::Smallest { .. }) {
        rows.sort_by_key(|row| currency(&row.figure));
    }
    match query.order {
        QueryOrder::Natural if by_time || lists || query.group_by.is_none() => {}
        QueryOrder::Natural | QueryOrder::Largest => {
            rows.sort_by_key(|row| (currency(&row.figure), std::cmp::Reverse(size(&row.figure))));
        }
        QueryOrder::Smallest => rows.sort_by_key(|row| (currency(&row.figure), size(&row.figure))),
        QueryOrder::Difference => rows.sort_by_key(|row| {
            let before = row.compared.as_ref().map_or(0, size);
            std::cmp::Reverse((size(&row.figure) - before).abs())
        }),
    }
    let most = listed_most(query).and_then(|most| usize::try_from(most).ok()).unwrap_or(ROWS_MAX);
    // Amounts of different currencies cannot be compared, so that the limit applies to each currency.
    let is_by_date = matches!(query.measure, Measure::Transactions | Measure::First | Measure::Last);
    let mut taken: BTreeMap<Option<Currency>, usize> = BTreeMap::new();
    rows.retain(|row| {
        let taken = taken.entry(currency(&row.figure).filter(|_| !is_by_date)).or_default();
        *taken += 1;
        *taken <= most
    });
    rows.truncate(ROWS_MAX);
}

/// Returns the currency of a figure, if it has one.
fn currency(figure: &Figure) -> Option<Currency> {
    match figure {
        Figure::Money(money) => Some(money.currency()),
        Figure::Transaction(it) => Some(it.amount.currency()),
        Figure::Prices(prices) => Some(prices.latest.currency()),
        _ => None,
    }
}

/// Returns the number to order a figure by. Amounts are ordered by minor units, whatever their currency.
fn size(figure: &Figure) -> i128 {
    match figure {
        Figure::Money(money) => i128::from(money.minor()),
        Figure::Count(count) => i128::from(*count),
        Figure::PerMonth(text) | Figure::Percent(text) => text.replace('.', "").parse().unwrap_or_default(),
        Figure::Date(date) => i128::from(chrono::Datelike::num_days_from_ce(date)),
        Figure::Days(days) => i128::from(*days),
        Figure::Transaction(transaction) => i128::from(transaction.amount.minor().unsigned_abs()),
        Figure::Prices(prices) => i128::from(prices.latest.minor()) - i128::from(prices.first.minor()),
    }
}

/// Returns the figures for no transactions: zero for a sum or a count, otherwise none.
fn nothing(query: &Query, data: &QueryData<'_>) -> Vec<QueryRow> {
    let figure = match query.measure {
        Measure::Count | Measure::Distinct { .. } => Some(Figure::Count(0)),
        Measure::Spent | Measure::Received | Measure::Net | Measure::SpentNetOfRefunds => {
            query.currency.or(data.currency).map(|currency| Figure::Money(Money::zero(currency)))
        }
        _ => None,
    };
    let figure = figure.filter(|_| query.group_by.is_none() && query.compare.is_none());
    figure
        .map(|figure| QueryRow { group: None, figure, compared: None, transactions: 0, meets: None })
        .into_iter()
        .collect()
}

/// Returns a note with the matching transactions outside of the period, for an answer without any in it.
fn elsewhere(query: &Query, data: &QueryData<'_>) -> Result<Option<QueryNote>> {
    if query.filter.period.is_none() {
        return Ok(None);
    }
    let lines =
        Selection::new(&query.filter, Period::EVER, data.categories, false).lines(data.transactions)?;
    let wanted = |line: &&Line<'_>| match direction(&query.measure) {
        Some(Direction::Out) => line.amount.is_negative(),
        Some(Direction::In) => !line.amount.is_negative() && !line.amount.is_zero(),
        None => true,
    };
    let dates: Vec<Date> = lines.iter().filter(wanted).map(|line| line.transaction.date).collect();
    let ends = dates.iter().min().zip(dates.iter().max());
    Ok(ends.map(|(first, last)| {
        QueryNote::Elsewhere(Elsewhere { transactions: dates.len() as u64, first: *first, last: *last })
    }))
}

/// Returns the direction of money that a measure is about; `None` for both.
#[must_use]
pub const fn direction(measure: &Measure) -> Option<Direction> {
    match measure {
        Measure::Spent | Measure::Projection => Some(Direction::Out),
        Measure::Received => Some(Direction::In),
        Measure::Average { of, .. }
        | Measure::Median { of }
        | Measure::Largest { of }
        | Measure::Smallest { of }
        | Measure::Share { part: of, .. } => Some(*of),
        _ => None,
    }
}
