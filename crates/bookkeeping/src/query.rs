//! Selection of the transactions of a figure, and their sums. All income and spending is added up here.

use std::collections::BTreeMap;

use chrono::{Datelike, Weekday};
use saldo_domain::report::{CashFlow, Group, GroupTotal};
use saldo_domain::transaction::{Direction, SizeRange, TransactionOrder};
use saldo_domain::{
    AccountId, CategoryId, Currency, Date, FiscalCalendar, Granularity, PageRequest, Period, Tag,
    Transaction, TransactionFilter, TransactionKind, UserId,
};
use saldo_ledger::fiscal::{Bucket, bucket_of};
use saldo_storage::Grouping;

use crate::reports::grouping;
use crate::thresholds::Thresholds;
use crate::{Bookkeeper, Result};

/// The transactions of a figure.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransactionQuery {
    /// All conditions except the kind. Currency and sizes may also be limited by the fields below.
    pub filter: TransactionFilter,
    /// The kinds of transactions that count.
    pub kinds: Kinds,
    /// The only currency that counts; `None` for all.
    pub currency: Option<Currency>,
    /// The limits on sizes, in all currencies.
    pub thresholds: Thresholds,
}

/// The kinds of transactions that count.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Kinds {
    /// Income and spending, without transfers between own accounts.
    #[default]
    IncomeAndSpending,
    /// Transfers between own accounts.
    Transfers,
    /// Income, spending and transfers.
    All,
}

impl Kinds {
    pub(crate) const fn kind(self) -> Option<TransactionKind> {
        match self {
            Self::IncomeAndSpending => Some(TransactionKind::Transaction),
            Self::Transfers => Some(TransactionKind::Transfer),
            Self::All => None,
        }
    }

    const fn each(self) -> &'static [TransactionKind] {
        match self {
            Self::IncomeAndSpending => &[TransactionKind::Transaction],
            Self::Transfers => &[TransactionKind::Transfer],
            Self::All => &[TransactionKind::Transaction, TransactionKind::Transfer],
        }
    }
}

impl TransactionQuery {
    /// Creates a query for a filter. It covers income and spending, unless the filter selects transfers.
    #[must_use]
    pub fn of(filter: TransactionFilter) -> Self {
        let kinds = match filter.kind {
            Some(TransactionKind::Transfer) => Kinds::Transfers,
            Some(TransactionKind::Transaction) | None => Kinds::IncomeAndSpending,
        };
        Self { filter, kinds, ..Self::default() }
    }

    /// Returns the filter that lists exactly the transactions of
    /// the query in one currency; `None` if there cannot be any.
    #[must_use]
    pub fn in_currency(&self, currency: Currency) -> Option<TransactionFilter> {
        let size = match self.filter.size {
            Some(size) => size,
            None => self.thresholds.range(currency)?,
        };
        let is_wanted = size.currency == currency && self.currency.is_none_or(|wanted| wanted == currency);
        is_wanted.then(|| TransactionFilter {
            kind: self.kinds.kind(),
            size: Some(size),
            ..self.filter.clone()
        })
    }

    /// Returns the filter that lists the transactions of the query in one currency, or
    /// in all of them. `None` if there cannot be any, or if no single filter lists them.
    pub(crate) fn filter_in(&self, currency: Option<Currency>) -> Option<TransactionFilter> {
        match currency {
            Some(currency) => self.in_currency(currency),
            None => self
                .thresholds
                .is_empty()
                .then(|| TransactionFilter { kind: self.kinds.kind(), ..self.filter.clone() }),
        }
    }
}

/// The sums of transactions in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowTotal {
    /// The income and spending.
    pub flow: CashFlow,
    /// The number of transactions that brought money in.
    pub transactions_in: u64,
    /// The number of transactions that took money out.
    pub transactions_out: u64,
    /// The filter that lists exactly these transactions.
    pub filter: TransactionFilter,
}

/// The property by which transactions are divided into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Breakdown {
    /// The category itself.
    Category,
    /// The top-level category.
    CategoryGroup,
    /// The merchant.
    Merchant,
    /// The account.
    Account,
    /// The day of the week.
    Weekday,
    /// The tag. A transaction is in the row of each of its tags, and in none without tags.
    Tag,
    /// The unit of time, with the user's fiscal calendar.
    Time(Granularity),
}

/// The common property of the transactions in a row.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum RowGroup {
    /// The category; `None` for uncategorized transactions.
    Category(Option<CategoryId>),
    /// The grouping name of the merchant.
    Merchant(String),
    /// The account.
    Account(AccountId),
    /// The tag.
    Tag(Tag),
    /// The day of the week, from 0 for Monday.
    Weekday(u8),
    /// The unit of time: its first day, its name and its last day.
    Time(Date, String, Date),
}

/// A row of a breakdown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BreakdownRow {
    /// The common property of the transactions.
    pub group: RowGroup,
    /// The sums of the transactions.
    pub flow: CashFlow,
    /// The filter that lists exactly these transactions.
    pub filter: TransactionFilter,
}

impl Bookkeeper {
    /// Returns the sums of a query's transactions for each currency.
    ///
    /// # Errors
    /// [`crate::Error::Money`] if a sum does not fit; [`crate::Error::Storage`] if the storage fails.
    pub async fn totals(&self, user: UserId, query: &TransactionQuery) -> Result<Vec<FlowTotal>> {
        let of = |direction| TransactionQuery {
            filter: TransactionFilter { direction: Some(direction), ..query.filter.clone() },
            ..query.clone()
        };
        let (ins, outs) = (of(Direction::In), of(Direction::Out));
        let whole = self.whole(user, query).await?;
        let (ins, outs) = match query.filter.direction {
            Some(Direction::In) => (whole.clone(), BTreeMap::new()),
            Some(Direction::Out) => (BTreeMap::new(), whole.clone()),
            None => (self.whole(user, &ins).await?, self.whole(user, &outs).await?),
        };
        let transactions = |flows: &BTreeMap<Currency, CashFlow>, currency: Currency| {
            flows.get(&currency).map_or(0, |flow| flow.transactions)
        };
        let total = |(currency, flow): (Currency, CashFlow)| {
            let filter = query.in_currency(currency)?;
            let (transactions_in, transactions_out) =
                (transactions(&ins, currency), transactions(&outs, currency));
            Some(FlowTotal { flow, transactions_in, transactions_out, filter })
        };
        Ok(whole.into_iter().filter_map(total).collect())
    }

    /// Returns the income and spending of a query's transactions for each currency.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::totals`].
    pub async fn flows(&self, user: UserId, query: &TransactionQuery) -> Result<Vec<CashFlow>> {
        Ok(self.whole(user, query).await?.into_values().collect())
    }

    async fn whole(&self, user: UserId, query: &TransactionQuery) -> Result<BTreeMap<Currency, CashFlow>> {
        let totals = self.grouped(user, query, Grouping::Whole).await?;
        Ok(totals.into_iter().map(|total| (total.flow.income.currency(), total.flow)).collect())
    }

    /// Returns the sums of a query's transactions for each row and currency.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::totals`].
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
        let counted: u64 = totals.iter().map(|total| total.flow.transactions).sum();
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

    /// Corrects the number of transactions in each row of top-level categories. A
    /// transaction that is split among subcategories of the same category counts once.
    async fn count_families_once(
        &self,
        user: UserId,
        query: &TransactionQuery,
        counted: u64,
        rows: &mut [BreakdownRow],
    ) -> Result<()> {
        let whole = self.whole(user, query).await?;
        // Without a transaction in two categories, the numbers are correct.
        if counted == whole.values().map(|flow| flow.transactions).sum::<u64>() {
            return Ok(());
        }
        for row in rows.iter_mut().filter(|row| matches!(row.group, RowGroup::Category(Some(_)))) {
            let mut transactions = 0;
            for kind in query.kinds.each() {
                let filter = TransactionFilter { kind: Some(*kind), ..row.filter.clone() };
                let totals = self.storage.total_transactions(user, filter, Grouping::Whole).await?;
                transactions += totals.iter().map(|total| total.flow.transactions).sum::<u64>();
            }
            row.flow.transactions = transactions;
        }
        Ok(())
    }

    /// Returns the first `limit` transactions of a query in an order. By size, these are the
    /// first of each currency, because sizes of different currencies cannot be compared.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::totals`].
    pub async fn list(
        &self,
        user: UserId,
        query: &TransactionQuery,
        order: TransactionOrder,
        limit: u32,
    ) -> Result<Vec<Transaction>> {
        let by_date = matches!(order, TransactionOrder::NewestFirst | TransactionOrder::OldestFirst);
        let filters: Vec<TransactionFilter> =
            if let Some(filter) = query.filter_in(query.currency).filter(|_| by_date) {
                vec![filter]
            } else {
                // One page per currency is enough for the first transactions of the whole query.
                let currencies = self.currencies(user, query.kinds).await?;
                currencies.into_iter().filter_map(|currency| query.in_currency(currency)).collect()
            };
        let mut found = Vec::new();
        for filter in filters {
            found.extend(self.first(user, filter, order, limit).await?);
        }
        let most = usize::try_from(limit).unwrap_or(usize::MAX);
        match order {
            TransactionOrder::NewestFirst => {
                found.sort_by_key(|transaction| {
                    std::cmp::Reverse((transaction.date, transaction.position, transaction.id))
                });
                found.truncate(most);
            }
            TransactionOrder::OldestFirst => {
                found.sort_by_key(|transaction| (transaction.date, transaction.position, transaction.id));
                found.truncate(most);
            }
            TransactionOrder::LargestFirst | TransactionOrder::SmallestFirst => {}
        }
        Ok(found)
    }

    async fn first(
        &self,
        user: UserId,
        filter: TransactionFilter,
        order: TransactionOrder,
        limit: u32,
    ) -> Result<Vec<Transaction>> {
        let filter = TransactionFilter { order, ..filter };
        Ok(self.storage.list_transactions(user, filter, PageRequest::first(limit)).await?.items)
    }

    /// Returns the sums of a query for each group that the storage can calculate.
    async fn grouped(&self, user: UserId, query: &TransactionQuery, by: Grouping) -> Result<Vec<GroupTotal>> {
        let mut found = Vec::new();
        for size in self.sizes(user, query).await? {
            for kind in query.kinds.each() {
                let size = query.filter.size.or(size);
                let filter = TransactionFilter { kind: Some(*kind), size, ..query.filter.clone() };
                found.extend(self.storage.total_transactions(user, filter, by).await?);
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

    /// Returns the range of sizes for each currency; a single `None` for a query without limits.
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

    /// Returns the currencies of all transactions of these kinds.
    async fn currencies(&self, user: UserId, kinds: Kinds) -> Result<Vec<Currency>> {
        let mut found = Vec::new();
        for kind in kinds.each() {
            // By month, because the total may not fit into 64 bits although the requested sums do.
            let filter = TransactionFilter { kind: Some(*kind), ..TransactionFilter::default() };
            let totals = self.storage.total_transactions(user, filter, Grouping::Month).await?;
            found.extend(totals.iter().map(|total| total.flow.income.currency()));
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}

/// The parent of each category.
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
        Breakdown::Tag => Grouping::Tag,
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
        Group::Tag(tag) => return Some(RowGroup::Tag(tag)),
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

/// Returns the filter of a row: that of the query with the row's common property.
fn row_filter(
    filter: TransactionFilter,
    group: &RowGroup,
    by: Breakdown,
    families: &Families,
) -> TransactionFilter {
    match group {
        RowGroup::Category(None) => TransactionFilter { uncategorized: true, category: None, ..filter },
        RowGroup::Category(Some(category)) if by == Breakdown::CategoryGroup => {
            // If the query asks for a subcategory, the row contains only its transactions.
            let asked = filter.category.filter(|asked| families.top(*asked) == *category);
            TransactionFilter { category: asked.or(Some(*category)), ..filter }
        }
        RowGroup::Category(Some(category)) => TransactionFilter {
            category: Some(*category),
            category_alone: families.has_below(*category),
            ..filter
        },
        RowGroup::Merchant(merchant) => TransactionFilter { merchant: Some(merchant.clone()), ..filter },
        RowGroup::Account(account) => TransactionFilter { account: Some(*account), ..filter },
        RowGroup::Tag(tag) => TransactionFilter { tag: Some(tag.clone()), ..filter },
        RowGroup::Weekday(number) => TransactionFilter { weekday: Weekday::try_from(*number).ok(), ..filter },
        RowGroup::Time(start, _, end) => {
            let whole = filter.period.unwrap_or(Period::EVER);
            let period = Period::new((*start).max(whole.start()), (*end).min(whole.end()));
            TransactionFilter { period, ..filter }
        }
    }
}

impl RowGroup {
    /// Returns the days of a unit of time; `None` for any other group.
    #[must_use]
    pub fn period(&self) -> Option<Period> {
        match self {
            Self::Time(start, _, end) => Period::new(*start, *end),
            _ => None,
        }
    }
}
