//! Answers to typed queries, and to questions in words that are parsed as such queries.

use std::collections::{BTreeMap, HashSet};

use chrono::Weekday;
use saldo_domain::query::{
    Conditions, DateRange, Dimension, Elsewhere, Figure, Measure, QueryNote, QueryRow, Size,
};
use saldo_domain::report::CashFlow;
use saldo_domain::transaction::{Direction, SizeRange, TransactionOrder};
use saldo_domain::{
    AccountId, Category, Currency, Date, FiscalCalendar, PageRequest, Period, Query, QueryAnswer,
    QueryFilter, Tag, Transaction, TransactionFilter, TransactionKind, UserId, text,
};
use saldo_ledger::known::KnownDays;
use saldo_ledger::query::{
    GroupSums, QueryData, answer, convert, direction, granularity, is_of_sums, listed_most, periods,
    preferred,
};
use saldo_ledger::rates::RateTable;
use saldo_ledger::recurring::Decisions;
use saldo_question::{Names, Understanding, understand};

use crate::patterns::back_from;
use crate::query::{Breakdown, Kinds, RowGroup, TransactionQuery};
use crate::reports::RATE_AGE_DAYS_MAX;
use crate::thresholds::{Threshold, Thresholds};
use crate::{Bookkeeper, Error, Result, UserData};

pub use behind::{Behind, Listing, transactions_behind};

/// A question in words, as it was understood, with its answer.
#[derive(Debug, Clone)]
pub struct AnsweredQuestion {
    /// The parsed query, or the words that were not understood.
    pub understanding: Understanding,
    /// The answer; `None` if the question was not understood, or is about a report.
    pub answer: Option<QueryAnswer>,
}

impl Bookkeeper {
    /// Parses the last of several questions in words and answers it. It
    /// may name only the changes to an earlier question or to `previous`.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::answer`].
    pub async fn ask(
        &self,
        user: UserId,
        questions: &[String],
        previous: Option<&Query>,
        today: Date,
    ) -> Result<AnsweredQuestion> {
        let data = self.user_data(user, today).await?;
        self.ask_with(user, &data, questions, previous).await
    }

    /// Parses and answers a question like [`Bookkeeper::ask`], with data that was read before.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::answer`].
    pub async fn ask_with(
        &self,
        user: UserId,
        data: &UserData,
        questions: &[String],
        previous: Option<&Query>,
    ) -> Result<AnsweredQuestion> {
        let names = self.names(user, data).await?;
        let (today, calendar) = (data.today, data.preferences.fiscal_calendar);
        let (question, before) =
            questions.split_last().map_or(("", &[][..]), |(it, rest)| (it.as_str(), rest));
        let mut previous = previous.cloned();
        let mut topic: Option<String> = None;
        let read = |question: &str, previous: Option<&Query>, topic: Option<&str>| {
            let alone = understand(question, previous, &names, today, calendar);
            let stands_alone = match &alone {
                Understanding::Understood(found) => !found.is_follow_up,
                Understanding::Topic(_) => true,
                Understanding::NotUnderstood(_) => false,
            };
            // After a question about a report, "and at Netflix?" is about the report, too.
            match topic.filter(|_| !stands_alone) {
                Some(topic) => understand(&format!("{topic} {question}"), None, &names, today, calendar),
                None => alone,
            }
        };
        for earlier in before {
            match read(earlier, previous.as_ref(), topic.as_deref()) {
                Understanding::Understood(found) => (previous, topic) = (Some(found.query), None),
                Understanding::Topic(_) => {
                    previous = None;
                    topic = Some(topic.map_or_else(|| earlier.clone(), |it| format!("{it} {earlier}")));
                }
                // The next question refers to the last query that was understood.
                Understanding::NotUnderstood(_) => topic = None,
            }
        }
        let understanding = read(question, previous.as_ref(), topic.as_deref());
        let answer = match &understanding {
            Understanding::Understood(found) => Some(self.answer_with(user, data, &found.query).await?),
            Understanding::Topic(_) | Understanding::NotUnderstood(_) => None,
        };
        Ok(AnsweredQuestion { understanding, answer })
    }

    /// Returns the names of the user's accounts, categories, merchants and tags.
    async fn names(&self, user: UserId, data: &UserData) -> Result<Names> {
        let (merchants, tags) =
            futures::try_join!(self.storage.list_merchants(user), self.storage.list_tags(user))?;
        let tags: Vec<Tag> = tags.into_iter().map(|(tag, _)| tag).collect();
        Ok(Names::new(&data.categories, &data.accounts, &merchants, &tags))
    }

    /// Answers a query as of `today`.
    ///
    /// # Errors
    /// [`saldo_ledger::Error::Impossible`] for a query whose parts do not fit together
    /// and [`saldo_ledger::Error::NoRate`] if an amount cannot be converted, both as
    /// [`Error::Ledger`]; [`Error::TooManyTransactions`] if there are too many transactions;
    /// [`Error::Money`] if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn answer(&self, user: UserId, query: &Query, today: Date) -> Result<QueryAnswer> {
        let data = self.user_data(user, today).await?;
        self.answer_with(user, &data, query).await
    }

    /// Answers a query like [`Bookkeeper::answer`], with data that was read before.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::answer`].
    pub async fn answer_with(&self, user: UserId, data: &UserData, query: &Query) -> Result<QueryAnswer> {
        if query.measure.is_balance() {
            return self.balance_answer(user, data, query).await;
        }
        let circumstances = self.circumstances(user, query, data).await?;
        let (period, compared) = periods(query, &circumstances.query_data(&[], None))?;
        let behind = match (period, compared) {
            (Some(one), Some(other)) => {
                self.late_accounts(user, data, query, one.end().max(other.end())).await?
            }
            _ => None,
        };
        if let Some((selections, excluded)) = selections(query) {
            let mut sums = Vec::new();
            for period in [period, compared].into_iter().flatten() {
                // A period that excludes nothing would keep the database from its best index.
                let is_narrower = circumstances.known.is_none_or(|known| !known.has_all_in(period));
                let meant = is_narrower.then_some(period);
                let (all, excluded) = futures::try_join!(
                    self.sums(user, query, &selections, meant),
                    self.sums(user, query, &excluded, meant),
                )?;
                sums.push((period, without(all, excluded)?));
            }
            let mut found = answer(query, &circumstances.query_data(&[], Some(sums)))?;
            let needs_elsewhere = is_nothing(&found) && query.filter.period.is_some();
            if !needs_elsewhere || excluded.is_empty() {
                if needs_elsewhere {
                    found.notes.extend(self.elsewhere(user, &selections).await?.map(QueryNote::Elsewhere));
                }
                found.notes.extend(behind);
                return Ok(found);
            }
        }
        let transactions = match self.ends(user, query).await? {
            Some(ends) => ends,
            // An active series has transactions of these years, like those of the reports.
            None if is_ahead(&query.measure) => {
                self.matching(user, query, Some(back_from(data.today))).await?
            }
            None => self.matching(user, query, span(query)).await?,
        };
        let mut found = answer(query, &circumstances.query_data(&transactions, None))?;
        if matches!(query.measure, Measure::TimeSince | Measure::Duration)
            && let ([row], Some(selections)) = (found.rows.as_mut_slice(), ends_of(query))
        {
            row.transactions = self.count(user, &selections).await?;
        }
        let is_noted = found.notes.iter().any(|note| matches!(note, QueryNote::Elsewhere(_)));
        if is_nothing(&found) && !is_noted && query.filter.period.is_some() && query.compare.is_none() {
            if let Some(selections) = whole_selections(query) {
                found.notes.extend(self.elsewhere(user, &selections).await?.map(QueryNote::Elsewhere));
            } else {
                // With the transactions of all days, the answer has a note on those outside of the period.
                let transactions = self.matching(user, query, None).await?;
                return Ok(answer(query, &circumstances.query_data(&transactions, None))?);
            }
        }
        found.notes.extend(behind);
        Ok(found)
    }

    /// Returns a note on the accounts of a comparison whose data ends before that of the others.
    async fn late_accounts(
        &self,
        user: UserId,
        data: &UserData,
        query: &Query,
        until: Date,
    ) -> Result<Option<QueryNote>> {
        let behind = self.accounts_behind(user, data, &query.filter.only.accounts, until).await?;
        Ok((!behind.is_empty()).then_some(QueryNote::Behind(behind)))
    }

    /// Returns the transactions of a period that a query needs; it may return more.
    async fn matching(
        &self,
        user: UserId,
        query: &Query,
        period: Option<Period>,
    ) -> Result<Vec<Transaction>> {
        let Some(selections) = whole_selections(query) else {
            return self.mapped(user, narrowed(query, period), COMPARED_MAX, |transaction| transaction).await;
        };
        let mut found = Vec::new();
        for TransactionQuery { filter, kinds, .. } in selections {
            let filter = TransactionFilter { period, kind: kinds.kind(), ..filter };
            self.add_mapped(user, filter, COMPARED_MAX, |transaction| transaction, &mut found).await?;
        }
        Ok(found)
    }

    /// Returns the transactions at the ends of a list, in the order of dates or sizes, if a query needs no
    /// others; it may return more.
    async fn ends(&self, user: UserId, query: &Query) -> Result<Option<Vec<Transaction>>> {
        let most = listed_most(query).unwrap_or(1);
        let Some(selections) = ends_of(query).filter(|_| most <= PageRequest::LIMIT_MAX) else {
            return Ok(None);
        };
        let orders: &[TransactionOrder] = match query.measure {
            Measure::Largest { .. } => &[TransactionOrder::LargestFirst],
            Measure::Smallest { .. } => &[TransactionOrder::SmallestFirst],
            Measure::Last | Measure::TimeSince => &[TransactionOrder::NewestFirst],
            Measure::Duration => &[TransactionOrder::OldestFirst, TransactionOrder::NewestFirst],
            _ => &[TransactionOrder::OldestFirst],
        };
        let mut found = Vec::new();
        for selection in selections {
            for order in orders {
                let first = self.list(user, &selection, *order, most).await?;
                if *order == TransactionOrder::SmallestFirst {
                    self.add_ties(user, &selection, &first, &mut found).await?;
                } else {
                    found.extend(first);
                }
            }
        }
        // One transaction may be both the first and the last.
        let mut known = HashSet::new();
        found.retain(|transaction| known.insert(transaction.id));
        Ok(Some(found))
    }

    /// Adds all transactions that are no larger than the largest of the smallest ones in `first`: of equal
    /// ones, the earliest come first in an answer, and the latest in the storage.
    async fn add_ties(
        &self,
        user: UserId,
        selection: &TransactionQuery,
        first: &[Transaction],
        found: &mut Vec<Transaction>,
    ) -> Result<()> {
        let mut most: BTreeMap<Currency, i64> = BTreeMap::new();
        for amount in first.iter().map(|transaction| transaction.amount) {
            let size = i64::try_from(amount.minor().unsigned_abs()).unwrap_or(i64::MAX);
            let known = most.entry(amount.currency()).or_default();
            *known = size.max(*known);
        }
        for (currency, size) in most {
            let Some(filter) = selection.in_currency(currency) else { continue };
            let size = filter.size.map(|range| SizeRange { max_minor: Some(size), ..range });
            let filter = TransactionFilter { size, ..filter };
            self.add_mapped(user, filter, COMPARED_MAX, |transaction| transaction, found).await?;
        }
        Ok(())
    }

    async fn count(&self, user: UserId, selections: &[TransactionQuery]) -> Result<u64> {
        let mut count = 0;
        for selection in selections {
            count += self.flows(user, selection).await?.iter().map(|flow| flow.transactions).sum::<u64>();
        }
        Ok(count)
    }

    async fn circumstances<'a>(
        &self,
        user: UserId,
        query: &Query,
        data: &'a UserData,
    ) -> Result<Circumstances<'a>> {
        let UserData { preferences, accounts, categories, known, today } = data;
        let known = match query.filter.only.accounts.as_slice() {
            [] => *known,
            some => self.known_days(user, some, *today).await?,
        };
        let rates = match query.currency.or(preferences.currency) {
            Some(currency) => self.rates(user, currency).await?,
            None => RateTable::default(),
        };
        let decisions = if is_ahead(&query.measure) {
            self.recurring_decisions(user).await?
        } else {
            Decisions::default()
        };
        let mut currencies: BTreeMap<Currency, usize> = BTreeMap::new();
        for account in accounts {
            *currencies.entry(account.currency).or_default() += 1;
        }
        let usual = currencies.into_iter().max_by_key(|(_, count)| *count).map(|(currency, _)| currency);
        Ok(Circumstances {
            categories,
            known,
            today: *today,
            calendar: preferences.fiscal_calendar,
            preferred: preferences.currency,
            currency: preferences
                .currency
                .filter(|it| accounts.iter().any(|of| of.currency == *it))
                .or(usual),
            rates,
            decisions,
        })
    }

    /// Returns the sums of a period, or of all days, from the same totals as the reports.
    async fn sums(
        &self,
        user: UserId,
        query: &Query,
        selections: &[TransactionQuery],
        period: Option<Period>,
    ) -> Result<Vec<GroupSums>> {
        let mut found = Vec::new();
        for selection in selections {
            let mut selection = selection.clone();
            selection.filter.period = period;
            if let Some(by) = query.group_by {
                let rows = self.breakdown(user, &selection, breakdown_by(by)).await?;
                found.extend(
                    rows.into_iter().map(|row| GroupSums { group: named(row.group), flow: row.flow }),
                );
                if by == Dimension::Tag && selection.filter.tag.is_none() {
                    selection.filter.untagged = true;
                    let flows = self.flows(user, &selection).await?;
                    found.extend(flows.into_iter().map(|flow| GroupSums { group: None, flow }));
                }
            } else {
                let flows = self.flows(user, &selection).await?;
                found.extend(flows.into_iter().map(|flow| GroupSums { group: None, flow }));
            }
        }
        Ok(found)
    }

    /// Returns the number and the dates of the matching transactions on any day, for a period without any.
    async fn elsewhere(&self, user: UserId, selections: &[TransactionQuery]) -> Result<Option<Elsewhere>> {
        let of_all_days = |selection: &TransactionQuery| TransactionQuery {
            filter: TransactionFilter { period: None, ..selection.filter.clone() },
            ..selection.clone()
        };
        let selections: Vec<TransactionQuery> = selections.iter().map(of_all_days).collect();
        let transactions = self.count(user, &selections).await?;
        let mut dates = Vec::new();
        for selection in &selections {
            for order in [TransactionOrder::OldestFirst, TransactionOrder::NewestFirst] {
                let ends = self.list(user, selection, order, 1).await?;
                dates.extend(ends.into_iter().map(|transaction| transaction.date));
            }
        }
        let ends = dates.iter().min().zip(dates.iter().max());
        Ok(ends.map(|(first, last)| Elsewhere { transactions, first: *first, last: *last }))
    }

    /// Answers a query for balances or net worth from the net worth report.
    async fn balance_answer(&self, user: UserId, data: &UserData, query: &Query) -> Result<QueryAnswer> {
        let day = check_balance_query(query, data.today)?;
        let period = Period::new(day, day);
        let report = self.net_worth(user, period, None, data.today);
        let (report, circumstances) = futures::try_join!(report, self.circumstances(user, query, data))?;
        let accounts = &query.filter.only.accounts;
        let is_meant = |account: &AccountId| accounts.is_empty() || accounts.contains(account);
        let row = |group, money| QueryRow {
            group,
            figure: Figure::Money(money),
            compared: None,
            transactions: 0,
            meets: None,
        };
        let rows: Vec<QueryRow> = match report.points.last() {
            Some(point) if query.group_by == Some(Dimension::Account) => {
                let accounts_meant = point.accounts.iter().filter(|(account, _)| is_meant(account));
                accounts_meant.map(|(account, money)| row(Some(account.to_string()), *money)).collect()
            }
            Some(point) => {
                let sums = point.sums_of(|account| is_meant(&account))?;
                sums.into_iter().map(|money| row(None, money)).collect()
            }
            None => Vec::new(),
        };
        let unknown: Vec<AccountId> = report.unknown.into_iter().filter(is_meant).collect();
        let notes = if unknown.is_empty() { Vec::new() } else { vec![QueryNote::UnknownAccounts(unknown)] };
        let known_data = circumstances.query_data(&[], None);
        // Without a rate, the balances in their own currencies are still an answer.
        let converted = preferred(query, &rows, &known_data)
            .and_then(|to| convert(rows.clone(), to, day, &known_data).ok());
        Ok(QueryAnswer { rows, period: period.map(Into::into), compared: None, converted, notes })
    }
}

/// Checks that the parts of a query fit together. An answer may still fail, for example if a rate is missing.
///
/// # Errors
/// [`saldo_ledger::Error::Impossible`] or [`saldo_ledger::Error::TooMany`] as [`Error::Ledger`].
pub fn check_query(query: &Query, today: Date) -> Result<()> {
    match query.measure {
        Measure::Balance | Measure::NetWorth => check_balance_query(query, today).map(drop),
        _ => Ok(saldo_ledger::query::check(query)?),
    }
}

/// Returns the day at whose end the balance is requested.
fn check_balance_query(query: &Query, today: Date) -> Result<Date> {
    let refuse = |why| Err(Error::Ledger(saldo_ledger::Error::Impossible(why)));
    if !query.is_plain_balance() {
        return refuse("a balance query takes only accounts and a day; leave the rest out");
    }
    let date = query.filter.period.and_then(DateRange::last_day).unwrap_or(today);
    let is_under_way = query.filter.period.and_then(DateRange::first_day).is_none_or(|day| day <= today);
    match date {
        date if date <= today => Ok(date),
        _ if is_under_way => Ok(today),
        _ => refuse("a future balance is not known; ask for a forecast"),
    }
}

/// The maximum number of transactions that are compared with each other, such as for a median, because they
/// are held in memory. Sums have no such limit.
const COMPARED_MAX: usize = 1_000_000;
/// The maximum number of selections that a query is divided into.
const SELECTIONS_MAX: usize = 12;

/// The data that an answer needs besides the transactions.
struct Circumstances<'a> {
    categories: &'a [Category],
    known: Option<KnownDays>,
    today: Date,
    calendar: FiscalCalendar,
    currency: Option<Currency>,
    preferred: Option<Currency>,
    rates: RateTable,
    decisions: Decisions,
}

impl Circumstances<'_> {
    fn query_data<'a>(
        &'a self,
        transactions: &'a [Transaction],
        sums: Option<Vec<(Period, Vec<GroupSums>)>>,
    ) -> QueryData<'a> {
        QueryData {
            transactions,
            sums,
            categories: self.categories,
            known: self.known,
            currency: self.currency,
            today: self.today,
            calendar: self.calendar,
            preferred: self.preferred,
            rates: &self.rates,
            rate_age_days_max: RATE_AGE_DAYS_MAX,
            decisions: &self.decisions,
        }
    }
}

/// True for a measure of the next transaction, which follows from all of the same series.
const fn is_ahead(measure: &Measure) -> bool {
    matches!(measure, Measure::Next | Measure::TimeUntil)
}

fn is_nothing(found: &QueryAnswer) -> bool {
    found.rows.iter().all(|row| row.transactions == 0 && row.compared.is_none())
}

/// Returns the selections that a query adds up, and those whose sums it deducts from them: the excluded
/// merchants or accounts. `None` if it needs individual transactions or has a condition that totals do not
/// support.
fn selections(query: &Query) -> Option<(Vec<TransactionQuery>, Vec<TransactionQuery>)> {
    if !is_of_sums(&query.measure) || query.what_if.is_some() {
        return None;
    }
    let of = direction(&query.measure);
    let QueryFilter { only, without, .. } = &query.filter;
    let (merchants, accounts) = (without.merchants.clone(), without.accounts.clone());
    // A transaction has one merchant and one account, so that each is deducted once.
    let is_of_merchants = *without == Conditions { merchants: merchants.clone(), ..Conditions::default() }
        && only.merchants.is_empty();
    let is_of_accounts = *without == Conditions { accounts: accounts.clone(), ..Conditions::default() }
        && only.accounts.is_empty();
    let only = match () {
        () if without.is_empty() => return Some((selected(&query.filter, of)?, Vec::new())),
        () if is_of_merchants => Conditions { merchants, ..only.clone() },
        () if is_of_accounts => Conditions { accounts, ..only.clone() },
        () => return Some((selected(&query.filter, of)?, Vec::new())),
    };
    let all = QueryFilter { without: Conditions::default(), ..query.filter.clone() };
    Some((selected(&all, of)?, selected(&QueryFilter { only, ..all }, of)?))
}

/// Deducts sums from those of the same groups and currencies.
fn without(all: Vec<GroupSums>, excluded: Vec<GroupSums>) -> Result<Vec<GroupSums>> {
    if excluded.is_empty() {
        return Ok(all);
    }
    let mut less = by_group(excluded)?;
    let mut left = Vec::new();
    for ((group, currency), flow) in by_group(all)? {
        let less = less.remove(&(group.clone(), currency)).unwrap_or(CashFlow::nothing(currency));
        let flow = CashFlow {
            income: flow.income.checked_sub(less.income)?,
            spending: flow.spending.checked_sub(less.spending)?,
            transactions: flow.transactions.saturating_sub(less.transactions),
        };
        // A group of excluded transactions only has no row.
        left.extend((group.is_none() || flow.transactions > 0).then_some(GroupSums { group, flow }));
    }
    Ok(left)
}

fn by_group(sums: Vec<GroupSums>) -> Result<BTreeMap<(Option<String>, Currency), CashFlow>> {
    let mut found = BTreeMap::new();
    for GroupSums { group, flow } in sums {
        let currency = flow.income.currency();
        let sum = found.entry((group, currency)).or_insert_with(|| CashFlow::nothing(currency));
        *sum = sum.checked_add(flow)?;
    }
    Ok(found)
}

/// Returns all transactions that a query concerns as disjoint selections; `None` if it has a condition that
/// totals do not support, or concerns others, too.
fn whole_selections(query: &Query) -> Option<Vec<TransactionQuery>> {
    let has_others = matches!(query.measure, Measure::Share { .. }) || query.what_if.is_some();
    (!has_others).then(|| selected(&query.filter, direction(&query.measure))).flatten()
}

/// Returns the selections of a query that needs only the first or the last of their transactions.
fn ends_of(query: &Query) -> Option<Vec<TransactionQuery>> {
    let by_date = matches!(
        query.measure,
        Measure::Transactions | Measure::First | Measure::Last | Measure::TimeSince | Measure::Duration
    );
    let by_size = matches!(query.measure, Measure::Largest { .. } | Measure::Smallest { .. });
    // The part of a split transaction that is in a category is smaller than the transaction.
    let QueryFilter { only, without, .. } = &query.filter;
    let is_of_parts = !only.categories.is_empty() || only.uncategorized || !without.categories.is_empty();
    let has_ends = query.group_by.is_none() && (by_date || (by_size && !is_of_parts));
    has_ends.then(|| whole_selections(query)).flatten()
}

/// Returns the transactions of a filter as disjoint selections;
/// `None` if it has a condition that totals do not support.
fn selected(filter: &QueryFilter, of: Option<Direction>) -> Option<Vec<TransactionQuery>> {
    let QueryFilter { period, only, without } = filter;
    let left_out = Conditions { categories: without.categories.clone(), ..Conditions::default() };
    let is_plain = *without == left_out
        && without.categories.len() <= 1
        && only.categories.len() + usize::from(only.uncategorized) <= 1
        && only.tags.len() <= 1
        && only.texts.is_empty()
        && only.periods.is_empty();
    if !is_plain {
        return None;
    }
    let direction = match (only.directions.as_slice(), of) {
        ([], of) => of,
        ([named], of) if of.is_none_or(|of| of == *named) => Some(*named),
        _ => return None,
    };
    let kinds = match only.kinds.as_slice() {
        [] | [TransactionKind::Transaction] => Kinds::IncomeAndSpending,
        [TransactionKind::Transfer] => Kinds::Transfers,
        _ => return None,
    };
    let whole = TransactionFilter {
        category: only.categories.first().copied(),
        uncategorized: only.uncategorized,
        without_category: without.categories.first().copied(),
        tag: only.tags.first().cloned(),
        direction,
        period: period.map(DateRange::period),
        ..TransactionFilter::default()
    };
    let mut filters = vec![whole];
    filters = each(filters, &only.accounts, |filter, it| TransactionFilter { account: Some(*it), ..filter });
    // A filter by a merchant selects all spellings of its name.
    let mut known = HashSet::new();
    let merchants: Vec<&String> =
        only.merchants.iter().filter(|name| known.insert(text::search_key(name))).collect();
    filters =
        each(filters, &merchants, |filter, it| TransactionFilter { merchant: Some((*it).clone()), ..filter });
    filters = each(filters, &only.weekdays, |filter, it| TransactionFilter { weekday: Some(*it), ..filter });
    let thresholds = thresholds(&only.sizes)?;
    let selection = |filter| TransactionQuery { filter, kinds, currency: None, thresholds };
    (filters.len() <= SELECTIONS_MAX).then(|| filters.into_iter().map(selection).collect())
}

/// Combines each filter with each distinct value; without values, returns the filters unchanged.
fn each<T: PartialEq>(
    filters: Vec<TransactionFilter>,
    values: &[T],
    with: impl Fn(TransactionFilter, &T) -> TransactionFilter,
) -> Vec<TransactionFilter> {
    if values.is_empty() {
        return filters;
    }
    let once = |(at, value): (usize, &'_ T)| !values[..at].contains(value);
    let values = || values.iter().enumerate().filter(|it| once(*it)).map(|(_, value)| value);
    filters.iter().flat_map(|filter| values().map(|value| with(filter.clone(), value))).collect()
}

/// Converts sizes to thresholds; `None` if two limits are of the same kind.
fn thresholds(sizes: &[Size]) -> Option<Thresholds> {
    let mut found = Thresholds::default();
    for size in sizes {
        let (slot, limit) = match size {
            Size::AtLeast(limit) => (&mut found.at_least, limit),
            Size::AtMost(limit) => (&mut found.at_most, limit),
            Size::Above(limit) => (&mut found.above, limit),
            Size::Below(limit) => (&mut found.below, limit),
        };
        if slot.replace(Threshold::parse(&limit.to_string())?).is_some() {
            return None;
        }
    }
    Some(found)
}

fn breakdown_by(dimension: Dimension) -> Breakdown {
    match (dimension, granularity(dimension)) {
        (_, Some(granularity)) => Breakdown::Time(granularity),
        (Dimension::Merchant, None) => Breakdown::Merchant,
        (Dimension::Account, None) => Breakdown::Account,
        (Dimension::Tag, None) => Breakdown::Tag,
        (Dimension::Weekday, None) => Breakdown::Weekday,
        (_, None) => Breakdown::Category,
    }
}

/// Returns the name of a group in a query's rows.
fn named(group: RowGroup) -> Option<String> {
    match group {
        RowGroup::Category(category) => category.map(|it| it.to_string()),
        RowGroup::Merchant(merchant) => Some(merchant),
        RowGroup::Account(account) => Some(account.to_string()),
        RowGroup::Tag(tag) => Some(tag.as_str().to_owned()),
        RowGroup::Weekday(number) => Weekday::try_from(number).ok().map(|day| day.to_string()),
        RowGroup::Time(_, name, _) => Some(name),
    }
}

/// Returns the days whose transactions a query needs; `None` for all.
fn span(query: &Query) -> Option<Period> {
    if is_ahead(&query.measure) {
        return None;
    }
    let whole = match &query.measure {
        Measure::Share { of, .. } => of.period,
        _ => None,
    };
    let mut span = query.filter.period?.period();
    for other in query.compare.into_iter().chain(whole).map(DateRange::period) {
        span = Period::new(span.start().min(other.start()), span.end().max(other.end()))?;
    }
    Some(span)
}

/// Returns the filter with which the storage reads the transactions
/// of a query. It may select more than the query needs.
fn narrowed(query: &Query, period: Option<Period>) -> TransactionFilter {
    let is_share = matches!(query.measure, Measure::Share { .. });
    let only = if is_share { &Conditions::default() } else { &query.filter.only };
    let kind = only.kinds.is_empty().then_some(TransactionKind::Transaction).filter(|_| !is_share);
    let account = if let [account] = only.accounts.as_slice() { Some(*account) } else { None };
    let merchant = if let [merchant] = only.merchants.as_slice() { Some(merchant.clone()) } else { None };
    let category = match only.categories.as_slice() {
        [category] if !only.uncategorized => Some(*category),
        _ => None,
    };
    TransactionFilter { period, kind, account, merchant, category, ..TransactionFilter::default() }
}

mod behind;
#[cfg(test)]
mod generated;
#[cfg(test)]
mod tests;
