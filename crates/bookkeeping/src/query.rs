//! Which transactions a figure is of, and what they come to: the one place where income and spending are added up.

use std::collections::BTreeMap;

use chrono::{Datelike, Weekday};
use saldo_domain::entry::{Direction, EntryOrder, SizeRange};
use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::{
    AccountId, CategoryId, Currency, Date, Entry, EntryFilter, EntryKind, FiscalCalendar, Granularity,
    PageRequest, Period, UserId,
};
use saldo_ledger::fiscal::{Bucket, bucket_of};
use saldo_storage::Grouping;

use crate::reports::grouping;
use crate::thresholds::Thresholds;
use crate::{Bookkeeper, Result};

/// Transactions that a figure is of.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionQuery {
    /// Everything but their kind, and their currency and sizes where those are said below.
    pub filter: EntryFilter,
    /// Which kinds count.
    pub kinds: Kinds,
    /// Only of this currency.
    pub currency: Option<Currency>,
    /// Only of these sizes, in whatever currency.
    pub thresholds: Thresholds,
}

/// Which kinds of transactions count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kinds {
    /// Income and spending. Transfers between own accounts are neither.
    #[default]
    IncomeAndSpending,
    /// Transfers between own accounts.
    Transfers,
    /// Both.
    All,
}

impl Kinds {
    const fn kind(self) -> Option<EntryKind> {
        match self {
            Self::IncomeAndSpending => Some(EntryKind::Entry),
            Self::Transfers => Some(EntryKind::Transfer),
            Self::All => None,
        }
    }

    const fn each(self) -> &'static [EntryKind] {
        match self {
            Self::IncomeAndSpending => &[EntryKind::Entry],
            Self::Transfers => &[EntryKind::Transfer],
            Self::All => &[EntryKind::Entry, EntryKind::Transfer],
        }
    }
}

impl TransactionQuery {
    /// What a filter lets through; income and spending, where it asks for no kind.
    #[must_use]
    pub fn of(filter: EntryFilter) -> Self {
        let kinds = match filter.kind {
            Some(EntryKind::Transfer) => Kinds::Transfers,
            Some(EntryKind::Entry) | None => Kinds::IncomeAndSpending,
        };
        Self { filter, kinds, ..Self::default() }
    }

    /// The filter of its transactions in one currency, which lists just these; `None` when there can be none.
    #[must_use]
    pub fn in_currency(&self, currency: Currency) -> Option<EntryFilter> {
        let size = match self.filter.size {
            Some(size) => size,
            None => self.thresholds.range(currency)?,
        };
        let is_wanted = size.currency == currency && self.currency.is_none_or(|wanted| wanted == currency);
        is_wanted.then(|| EntryFilter { kind: self.kinds.kind(), size: Some(size), ..self.filter.clone() })
    }

    /// The filter of its transactions in one currency, or in all; `None` when there can be none, or no one filter has them all.
    pub(crate) fn filter_in(&self, currency: Option<Currency>) -> Option<EntryFilter> {
        match currency {
            Some(currency) => self.in_currency(currency),
            None => self
                .thresholds
                .is_empty()
                .then(|| EntryFilter { kind: self.kinds.kind(), ..self.filter.clone() }),
        }
    }
}

/// What transactions of one currency come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowTotal {
    /// Money in and out.
    pub flow: CashFlow,
    /// How many brought money in.
    pub entries_in: u64,
    /// How many took money out.
    pub entries_out: u64,
    /// The filter that lists just these transactions.
    pub filter: EntryFilter,
}

/// What the transactions of a row have in common.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breakdown {
    /// Their own category.
    Category,
    /// Their category of the first level.
    CategoryGroup,
    /// Their merchant.
    Merchant,
    /// Their account.
    Account,
    /// The day of the week.
    Weekday,
    /// The piece of time, in years of the person's fiscal calendar.
    Time(Granularity),
}

/// What the transactions of one row have in common.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowGroup {
    /// Their category; `None` for those without one.
    Category(Option<CategoryId>),
    /// Their merchant.
    Merchant(String),
    /// Their account.
    Account(AccountId),
    /// The day of the week, by its number from Monday.
    Weekday(u8),
    /// The piece of time, and its name.
    Time(Date, String, Date),
}

/// A row of a breakdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakdownRow {
    /// What its transactions have in common.
    pub group: RowGroup,
    /// What they come to.
    pub flow: CashFlow,
    /// The filter that lists just these transactions.
    pub filter: EntryFilter,
}

impl Bookkeeper {
    /// What the transactions of a query come to, a figure for each currency.
    ///
    /// # Errors
    /// [`crate::Error::Money`] for sums that do not fit, or when the storage fails.
    pub async fn totals(&self, user: UserId, query: &TransactionQuery) -> Result<Vec<FlowTotal>> {
        let of = |direction| TransactionQuery {
            filter: EntryFilter { direction: Some(direction), ..query.filter.clone() },
            ..query.clone()
        };
        let (ins, outs) = (of(Direction::In), of(Direction::Out));
        let whole = self.whole(user, query).await?;
        let (ins, outs) = match query.filter.direction {
            Some(Direction::In) => (whole.clone(), BTreeMap::new()),
            Some(Direction::Out) => (BTreeMap::new(), whole.clone()),
            None => (self.whole(user, &ins).await?, self.whole(user, &outs).await?),
        };
        let entries = |flows: &BTreeMap<Currency, CashFlow>, currency: Currency| {
            flows.get(&currency).map_or(0, |flow| flow.entries)
        };
        let total = |(currency, flow): (Currency, CashFlow)| {
            let filter = query.in_currency(currency)?;
            let (entries_in, entries_out) = (entries(&ins, currency), entries(&outs, currency));
            Some(FlowTotal { flow, entries_in, entries_out, filter })
        };
        Ok(whole.into_iter().filter_map(total).collect())
    }

    /// Money in and out, a figure for each currency.
    ///
    /// # Errors
    /// As [`Bookkeeper::totals`].
    pub async fn flows(&self, user: UserId, query: &TransactionQuery) -> Result<Vec<CashFlow>> {
        Ok(self.whole(user, query).await?.into_values().collect())
    }

    async fn whole(&self, user: UserId, query: &TransactionQuery) -> Result<BTreeMap<Currency, CashFlow>> {
        let totals = self.grouped(user, query, Grouping::Whole).await?;
        Ok(totals.into_iter().map(|total| (total.flow.income.currency(), total.flow)).collect())
    }

    /// What the transactions of a query come to, row by row.
    ///
    /// # Errors
    /// As [`Bookkeeper::totals`].
    pub async fn breakdown(
        &self,
        user: UserId,
        query: &TransactionQuery,
        by: Breakdown,
    ) -> Result<Vec<BreakdownRow>> {
        let calendar = self.storage.find_preferences(user).await?.fiscal_calendar;
        let totals = self.grouped(user, query, grouping_of(by, calendar)).await?;
        let families = Families(match by {
            Breakdown::Category | Breakdown::CategoryGroup => {
                let categories = self.storage.list_categories(user).await?;
                categories.into_iter().map(|category| (category.id, category.parent)).collect()
            }
            _ => BTreeMap::new(),
        });
        let counted: u64 = totals.iter().map(|total| total.flow.entries).sum();
        let mut rows = BTreeMap::<(RowGroup, Currency), CashFlow>::new();
        for total in totals {
            let Some(group) = row_group(total.group, by, calendar, &families) else { continue };
            let flow = total.flow;
            let currency = flow.income.currency();
            let sum = rows.entry((group, currency)).or_insert_with(|| CashFlow::nothing(currency));
            *sum = sum.checked_add(flow)?;
        }
        let mut found: Vec<BreakdownRow> = rows
            .into_iter()
            .filter_map(|((group, currency), flow)| {
                let filter = row_filter(query.in_currency(currency)?, &group, by, &families);
                Some(BreakdownRow { group, flow, filter })
            })
            .collect();
        if by == Breakdown::CategoryGroup {
            self.count_families_once(user, query, counted, &mut found).await?;
        }
        Ok(found)
    }

    /// A transaction may be split among categories below the same one: that one has it once.
    async fn count_families_once(
        &self,
        user: UserId,
        query: &TransactionQuery,
        counted: u64,
        rows: &mut [BreakdownRow],
    ) -> Result<()> {
        let whole = self.whole(user, query).await?;
        // Where nothing is in two categories there is nothing to count again.
        if counted == whole.values().map(|flow| flow.entries).sum::<u64>() {
            return Ok(());
        }
        for row in rows.iter_mut().filter(|row| matches!(row.group, RowGroup::Category(Some(_)))) {
            let mut entries = 0;
            for kind in query.kinds.each() {
                let filter = EntryFilter { kind: Some(*kind), ..row.filter.clone() };
                let totals = self.storage.total_entries(user, filter, Grouping::Whole).await?;
                entries += totals.iter().map(|total| total.flow.entries).sum::<u64>();
            }
            row.flow.entries = entries;
        }
        Ok(())
    }

    /// The first `limit` transactions of a query in an order; where sizes of two currencies do not compare, the first of each.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn list(
        &self,
        user: UserId,
        query: &TransactionQuery,
        order: ListOrder,
        limit: u32,
    ) -> Result<Vec<Entry>> {
        // The same as the whole query, in one page for each currency.
        let totals = self.whole(user, query).await?;
        let mut found = Vec::new();
        for currency in totals.into_keys() {
            let Some(filter) = query.in_currency(currency) else { continue };
            found.extend(match order {
                ListOrder::Newest => self.first(user, filter, EntryOrder::NewestFirst, limit).await?,
                ListOrder::Oldest => self.first(user, filter, EntryOrder::OldestFirst, limit).await?,
                ListOrder::Largest => self.first(user, filter, EntryOrder::LargestFirst, limit).await?,
                ListOrder::Smallest => self.first(user, filter, EntryOrder::SmallestFirst, limit).await?,
            });
        }
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        match order {
            ListOrder::Newest => {
                found.sort_by_key(|entry| std::cmp::Reverse((entry.date, entry.position, entry.id)));
                found.truncate(most);
            }
            ListOrder::Oldest => {
                found.sort_by_key(|entry| (entry.date, entry.position, entry.id));
                found.truncate(most);
            }
            ListOrder::Largest | ListOrder::Smallest => {}
        }
        Ok(found)
    }

    async fn first(
        &self,
        user: UserId,
        filter: EntryFilter,
        order: EntryOrder,
        limit: u32,
    ) -> Result<Vec<Entry>> {
        let filter = EntryFilter { order, ..filter };
        Ok(self.storage.list_entries(user, filter, PageRequest::first(limit)).await?.items)
    }

    /// Totals of a query by one of the groups that the storage knows.
    async fn grouped(&self, user: UserId, query: &TransactionQuery, by: Grouping) -> Result<Vec<GroupTotal>> {
        let mut found = Vec::new();
        for size in self.sizes(user, query).await? {
            for kind in query.kinds.each() {
                let size = query.filter.size.or(size);
                let filter = EntryFilter { kind: Some(*kind), size, ..query.filter.clone() };
                found.extend(self.storage.total_entries(user, filter, by).await?);
            }
        }
        if let Some(only) = query.currency {
            found.retain(|total| total.flow.income.currency() == only);
        }
        if query.kinds != Kinds::All {
            return Ok(found);
        }
        let mut sums = BTreeMap::<(Group, Currency), CashFlow>::new();
        for GroupTotal { group, flow } in found {
            let currency = flow.income.currency();
            let sum = sums.entry((group, currency)).or_insert_with(|| CashFlow::nothing(currency));
            *sum = sum.checked_add(flow)?;
        }
        Ok(sums.into_iter().map(|((group, _), flow)| GroupTotal { group, flow }).collect())
    }

    /// The sizes that a query's transactions have, currency by currency; one without limits where there are none.
    async fn sizes(&self, user: UserId, query: &TransactionQuery) -> Result<Vec<Option<SizeRange>>> {
        if query.thresholds.is_empty() {
            return Ok(vec![None]);
        }
        let currencies = match query.currency {
            Some(only) => vec![only],
            None => self.currencies(user, query.kinds).await?,
        };
        Ok(currencies.into_iter().filter_map(|it| query.thresholds.range(it)).map(Some).collect())
    }

    /// The currencies of the books.
    async fn currencies(&self, user: UserId, kinds: Kinds) -> Result<Vec<Currency>> {
        let mut found = Vec::new();
        for kind in kinds.each() {
            // By account, because the sum of everything may not fit where the sums that are asked for do.
            let filter = EntryFilter { kind: Some(*kind), ..EntryFilter::default() };
            let totals = self.storage.total_entries(user, filter, Grouping::Month).await?;
            found.extend(totals.iter().map(|total| total.flow.income.currency()));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// The order of a list of transactions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListOrder {
    /// The latest date first.
    Newest,
    /// The earliest date first.
    Oldest,
    /// The greatest amount first, whichever way it went, currency by currency.
    Largest,
    /// The smallest amount first, whichever way it went, currency by currency.
    Smallest,
}

/// The category above each category.
struct Families(BTreeMap<CategoryId, Option<CategoryId>>);

impl Families {
    fn top(&self, category: CategoryId) -> CategoryId {
        self.0.get(&category).copied().flatten().unwrap_or(category)
    }

    fn has_below(&self, category: CategoryId) -> bool {
        self.0.values().any(|parent| *parent == Some(category))
    }
}

fn grouping_of(by: Breakdown, calendar: FiscalCalendar) -> Grouping {
    match by {
        Breakdown::Category | Breakdown::CategoryGroup => Grouping::Category,
        Breakdown::Merchant => Grouping::Merchant,
        Breakdown::Account => Grouping::Account,
        Breakdown::Weekday => Grouping::Day,
        Breakdown::Time(granularity) => grouping(granularity, calendar),
    }
}

fn row_group(group: Group, by: Breakdown, calendar: FiscalCalendar, families: &Families) -> Option<RowGroup> {
    let day = match group {
        Group::Category(Some(category)) if by == Breakdown::CategoryGroup => {
            return Some(RowGroup::Category(Some(families.top(category))));
        }
        Group::Category(category) => return Some(RowGroup::Category(category)),
        Group::Merchant(merchant) => return Some(RowGroup::Merchant(merchant)),
        Group::Account(account) => return Some(RowGroup::Account(account)),
        Group::Day(day) => day,
        Group::Month(month) => month.period().start(),
        Group::Whole => return None,
    };
    match by {
        Breakdown::Weekday => u8::try_from(day.weekday().num_days_from_monday()).ok().map(RowGroup::Weekday),
        Breakdown::Time(granularity) => {
            let Bucket { key, period } = bucket_of(day, granularity, calendar)?;
            Some(RowGroup::Time(period.start(), key, period.end()))
        }
        _ => None,
    }
}

/// The filter of a row: that of all rows, and what its transactions have in common.
fn row_filter(filter: EntryFilter, group: &RowGroup, by: Breakdown, families: &Families) -> EntryFilter {
    match group {
        RowGroup::Category(None) => EntryFilter { uncategorised: true, category: None, ..filter },
        RowGroup::Category(Some(category)) if by == Breakdown::CategoryGroup => {
            // Where a category below is asked for, the group has nothing else.
            let asked = filter.category.filter(|asked| families.top(*asked) == *category);
            EntryFilter { category: asked.or(Some(*category)), ..filter }
        }
        RowGroup::Category(Some(category)) => {
            EntryFilter { category: Some(*category), category_alone: families.has_below(*category), ..filter }
        }
        RowGroup::Merchant(merchant) => EntryFilter { merchant: Some(merchant.clone()), ..filter },
        RowGroup::Account(account) => EntryFilter { account: Some(*account), ..filter },
        RowGroup::Weekday(number) => EntryFilter { weekday: Weekday::try_from(*number).ok(), ..filter },
        RowGroup::Time(start, _, end) => {
            let whole = filter.period.unwrap_or(Period::EVER);
            let period = Period::new((*start).max(whole.start()), (*end).min(whole.end()));
            EntryFilter { period, ..filter }
        }
    }
}

impl RowGroup {
    /// The days of a piece of time.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        match self {
            Self::Time(start, _, end) => Period::new(*start, *end),
            _ => None,
        }
    }
}
