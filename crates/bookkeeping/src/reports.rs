//! Reports: cash flow through time, and where money went.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use saldo_domain::report::{CashFlow, Group};
use saldo_domain::{
    AccountId, Category, CategoryId, Currency, Date, DayRate, EntryFilter, FiscalCalendar, Granularity,
    Money, MoneyError, Period, Rate, UserId,
};
use saldo_ledger::fiscal::buckets;
use saldo_ledger::rates::RateTable;
use saldo_storage::Grouping;

use crate::{Bookkeeper, Error, Result};

/// The most rows a report has.
const ROWS_MAX: usize = 10_000;
/// How old a rate may be, in days: over a long holiday none is published.
pub(crate) const RATE_AGE_DAYS_MAX: u32 = 10;

/// What cash flow is asked for.
#[derive(Debug, Clone)]
pub struct CashFlowQuestion {
    /// In which days; `None` for as long as there are entries.
    pub period: Option<Period>,
    /// How finely.
    pub granularity: Granularity,
    /// Only of this account.
    pub account: Option<AccountId>,
    /// Only of this category and those below it.
    pub category: Option<CategoryId>,
    /// Also as one figure in this currency, where rates are known.
    pub currency: Option<Currency>,
}

impl Default for CashFlowQuestion {
    fn default() -> Self {
        Self { period: None, granularity: Granularity::Month, account: None, category: None, currency: None }
    }
}

/// A piece of time with what came in and went out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowBucket {
    /// Its name: `2025-04`, `2025-W14`, `2025/26`.
    pub key: String,
    /// Its days.
    pub period: Period,
    /// What came in and went out, a figure for each currency; never added across them.
    pub flows: Vec<CashFlow>,
    /// The same as one figure, when it was asked for and every rate is known.
    pub converted: Option<Converted>,
}

/// Money in and out in one currency, and the rates by which it became so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// Money in.
    pub income: Money,
    /// Money out.
    pub spending: Money,
    /// The rate of each other currency, and its day.
    pub rates: Vec<(Currency, Rate, Date)>,
}

/// What spending is asked for.
#[derive(Debug, Clone, Default)]
pub struct SpendingQuestion {
    /// In which days.
    pub period: Option<Period>,
    /// Only of this account.
    pub account: Option<AccountId>,
}

/// A category, or a merchant, with what went through it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingRow {
    /// The category; `None` for entries without one, and for merchants.
    pub category: Option<CategoryId>,
    /// The category above it.
    pub parent: Option<CategoryId>,
    /// Its name; `None` for entries without a category.
    pub name: Option<String>,
    /// What went through it and all below it, a figure for each currency.
    pub flows: Vec<CashFlow>,
}

impl Bookkeeper {
    /// What came in and went out, piece of time by piece of time, the earliest first, without holes. One figure is made of a piece
    /// at the rates of its last day, or of the last day that is asked for when that comes first.
    ///
    /// # Errors
    /// [`Error::TooManyRows`], [`Error::Money`] for sums that do not fit, or when the storage fails.
    pub async fn cash_flow(&self, user: UserId, question: CashFlowQuestion) -> Result<Vec<FlowBucket>> {
        self.cash_flow_as_of(user, question, Period::LAST_DAY).await
    }

    /// As [`Bookkeeper::cash_flow`], on the day `today`, of which the rates are used for what has not ended: there are none of days
    /// to come.
    ///
    /// # Errors
    /// As [`Bookkeeper::cash_flow`].
    pub async fn cash_flow_as_of(
        &self,
        user: UserId,
        question: CashFlowQuestion,
        today: Date,
    ) -> Result<Vec<FlowBucket>> {
        let calendar = self.storage.find_preferences(user).await?.fiscal_calendar;
        let filter = EntryFilter {
            period: question.period,
            account: question.account,
            category: question.category,
            ..EntryFilter::default()
        };
        let by = grouping(question.granularity, calendar);
        let totals = self.storage.total_entries(user, filter, by).await?;
        let mut days: Vec<(Date, CashFlow)> = Vec::with_capacity(totals.len());
        for total in totals {
            days.extend(day_of(&total.group).map(|day| (day, total.flow)));
        }
        let first = days.iter().map(|(day, _)| *day).min();
        let last = days.iter().map(|(day, _)| *day).max();
        let Some(span) = first.zip(last).and_then(|(first, last)| Period::new(first, last)) else {
            return Ok(Vec::new());
        };
        let too_many = Error::TooManyRows { most: ROWS_MAX };
        let pieces = buckets(span, question.granularity, calendar, ROWS_MAX).ok_or(too_many)?;
        let mut flows: Vec<BTreeMap<Currency, CashFlow>> = vec![BTreeMap::new(); pieces.len()];
        for (day, flow) in days {
            // The pieces cover every day between the first and the last, in order.
            let piece = pieces.partition_point(|piece| piece.period.end() < day);
            if let Some(flows) = flows.get_mut(piece) {
                add(flows, flow)?;
            }
        }
        let rates = match question.currency {
            Some(currency) => Some((currency, self.rates(user, currency).await?)),
            None => None,
        };
        let until = question.period.map_or(today, |period| period.end().min(today));
        let rows = pieces.into_iter().zip(flows).map(|(piece, flows)| {
            let flows: Vec<CashFlow> = flows.into_values().collect();
            let on = piece.period.end().min(until);
            let converted = rates.as_ref().and_then(|(to, table)| convert(&flows, *to, on, table));
            FlowBucket { key: piece.key, period: piece.period, flows, converted }
        });
        Ok(rows.collect())
    }

    /// What went through each category, those below added to the one above.
    ///
    /// # Errors
    /// [`Error::Money`] for sums that do not fit, or when the storage fails.
    pub async fn spending(&self, user: UserId, question: SpendingQuestion) -> Result<Vec<SpendingRow>> {
        let filter = filter_of(&question);
        let totals = self.storage.total_entries(user, filter, Grouping::Category).await?;
        let categories = self.storage.list_categories(user).await?;
        let parents: HashMap<CategoryId, Option<CategoryId>> =
            categories.iter().map(|category| (category.id, category.parent)).collect();
        let mut flows: HashMap<Option<CategoryId>, BTreeMap<Currency, CashFlow>> = HashMap::new();
        for total in totals {
            let Group::Category(category) = total.group else { continue };
            add(flows.entry(category).or_default(), total.flow)?;
            if let Some(Some(parent)) = category.and_then(|id| parents.get(&id)) {
                add(flows.entry(Some(*parent)).or_default(), total.flow)?;
            }
        }
        self.count_families_once(user, &question, &parents, &mut flows).await?;
        let row = |category: Option<&Category>, flows: BTreeMap<Currency, CashFlow>| SpendingRow {
            category: category.map(|category| category.id),
            parent: category.and_then(|category| category.parent),
            name: category.map(|category| category.name.clone()),
            flows: flows.into_values().collect(),
        };
        let mut rows: Vec<SpendingRow> = categories
            .iter()
            .filter_map(|category| Some(row(Some(category), flows.remove(&Some(category.id))?)))
            .collect();
        rows.extend(flows.remove(&None).map(|flows| row(None, flows)));
        Ok(rows)
    }

    /// An entry may be split among categories below the same one: that one has it once.
    async fn count_families_once(
        &self,
        user: UserId,
        question: &SpendingQuestion,
        parents: &HashMap<CategoryId, Option<CategoryId>>,
        flows: &mut HashMap<Option<CategoryId>, BTreeMap<Currency, CashFlow>>,
    ) -> Result<()> {
        let children: Vec<CategoryId> = flows.keys().copied().flatten().collect();
        let families: BTreeSet<CategoryId> =
            children.iter().filter_map(|child| parents.get(child).copied().flatten()).collect();
        if families.is_empty() {
            return Ok(());
        }
        // Where nothing is in two categories there is nothing to count again.
        let whole = self.storage.total_entries(user, filter_of(question), Grouping::Whole).await?;
        let is_top =
            |id: &Option<CategoryId>| id.is_none_or(|id| parents.get(&id).copied().flatten().is_none());
        let tops = flows.iter().filter(|(id, _)| is_top(id)).flat_map(|(_, flows)| flows.values());
        let counted: u64 = tops.map(|flow| flow.entries).sum();
        if counted == whole.iter().map(|total| total.flow.entries).sum::<u64>() {
            return Ok(());
        }
        for family in families {
            let filter = EntryFilter { category: Some(family), ..filter_of(question) };
            for total in self.storage.total_entries(user, filter, Grouping::Whole).await? {
                let currency = total.flow.income.currency();
                if let Some(flow) = flows.get_mut(&Some(family)).and_then(|flows| flows.get_mut(&currency)) {
                    flow.entries = total.flow.entries;
                }
            }
        }
        Ok(())
    }

    /// What went to and came from each merchant, the greatest spending first, at most `most`.
    ///
    /// # Errors
    /// When the storage fails.
    pub async fn merchants(
        &self,
        user: UserId,
        question: SpendingQuestion,
        most: usize,
    ) -> Result<Vec<SpendingRow>> {
        let totals = self.storage.total_entries(user, filter_of(&question), Grouping::Merchant).await?;
        let rows = totals.into_iter().take(most).map(|total| SpendingRow {
            category: None,
            parent: None,
            name: Some(total.group.to_string()),
            flows: vec![total.flow],
        });
        Ok(rows.collect())
    }

    /// The rates that lead to `currency`.
    pub(crate) async fn rates(&self, user: UserId, currency: Currency) -> Result<RateTable> {
        let mut wanted: Vec<Currency> =
            self.storage.list_accounts(user).await?.into_iter().map(|account| account.currency).collect();
        wanted.push(currency);
        wanted.sort_unstable();
        wanted.dedup();
        let euro = Currency::parse(RateTable::PIVOT)?;
        let rates = self.storage.list_rates(user, wanted).await?;
        let rates = rates
            .into_iter()
            .filter_map(|(date, to, text)| Some(DayRate { date, from: euro, to, rate: Rate::parse(&text)? }));
        Ok(RateTable::from_rates(rates))
    }
}

fn filter_of(question: &SpendingQuestion) -> EntryFilter {
    EntryFilter { period: question.period, account: question.account, ..EntryFilter::default() }
}

/// Months are enough where every piece of time is made of whole ones.
fn grouping(granularity: Granularity, calendar: FiscalCalendar) -> Grouping {
    match granularity {
        Granularity::Month => Grouping::Month,
        Granularity::Quarter | Granularity::Year if calendar.first_day() == 1 => Grouping::Month,
        Granularity::Day | Granularity::Week | Granularity::Quarter | Granularity::Year => Grouping::Day,
    }
}

/// A day of the group, if it is one of days.
fn day_of(group: &Group) -> Option<Date> {
    match group {
        Group::Day(day) => Some(*day),
        Group::Month(month) => Some(month.period().start()),
        Group::Whole | Group::Category(_) | Group::Merchant(_) | Group::Account(_) => None,
    }
}

fn add(flows: &mut BTreeMap<Currency, CashFlow>, flow: CashFlow) -> std::result::Result<(), MoneyError> {
    let currency = flow.income.currency();
    let sum = flows.entry(currency).or_insert_with(|| CashFlow::nothing(currency));
    *sum = CashFlow {
        income: sum.income.checked_add(flow.income)?,
        spending: sum.spending.checked_add(flow.spending)?,
        entries: sum.entries.saturating_add(flow.entries),
    };
    Ok(())
}

/// The flows as one figure at the rates of the day `on`; `None` when a rate is missing or the sum does not fit.
fn convert(flows: &[CashFlow], to: Currency, on: Date, table: &RateTable) -> Option<Converted> {
    let mut sum = Converted { income: Money::zero(to), spending: Money::zero(to), rates: Vec::new() };
    for flow in flows {
        let income = table.convert(flow.income, to, on, RATE_AGE_DAYS_MAX).ok()?;
        let spending = table.convert(flow.spending, to, on, RATE_AGE_DAYS_MAX).ok()?;
        sum.income = sum.income.checked_add(income.money).ok()?;
        sum.spending = sum.spending.checked_add(spending.money).ok()?;
        sum.rates.extend(income.date.map(|date| (flow.income.currency(), income.rate, date)));
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_books::{Books, NOW};
    use saldo_domain::Split;

    #[tokio::test]
    async fn an_entry_that_is_split_below_a_category_is_one_of_its_entries() {
        let books = Books::of(&["Coffee", "Cake"]).await;
        let entry = books.add("Market").await;
        let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
        let parent = categories.iter().find_map(|category| category.parent).unwrap();
        let below = categories.iter().filter(|category| category.parent == Some(parent));
        let part = |minor, category: &Category| Split {
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            category: Some(category.id),
            note: None,
        };
        let parts = [-100, -200].into_iter().zip(below).map(|(minor, category)| part(minor, category));
        books.keeper.split_entry(books.user, entry, parts.collect(), NOW).await.unwrap();
        let rows = books.keeper.spending(books.user, SpendingQuestion::default()).await.unwrap();
        let of = |category| {
            let row = rows.iter().find(|row| row.category == category).unwrap();
            (row.flows[0].spending.minor(), row.flows[0].entries)
        };
        assert_eq!((of(Some(parent)), of(None)), ((300, 1), (600, 2)));
        assert_eq!(rows.iter().filter(|row| row.parent == Some(parent)).count(), 2);
    }

    #[tokio::test]
    async fn what_has_not_ended_is_one_figure_at_the_rates_of_today() {
        let books = Books::of(&["Coffee"]).await;
        let day = |text: &str| text.parse::<Date>().unwrap();
        let dollar = Currency::parse("USD").unwrap();
        let rates = vec![(day("2025-05-02"), dollar, "1.5".to_owned())];
        books.keeper.storage.put_rates(books.user, rates).await.unwrap();
        let spent = async |period, today: &str| {
            let granularity = Granularity::Year;
            let question =
                CashFlowQuestion { period, granularity, currency: Some(dollar), ..Default::default() };
            let pieces = books.keeper.cash_flow_as_of(books.user, question, day(today)).await.unwrap();
            pieces[0].converted.as_ref().map(|converted| converted.spending.minor())
        };
        let until = |text| Period::new(day("2025-01-01"), day(text));
        assert_eq!(spent(None, "2025-05-05").await, Some(450));
        assert_eq!(spent(until("2025-05-06"), "2026-02-01").await, Some(450));
        assert_eq!(spent(until("2025-12-31"), "2025-05-05").await, Some(450));
        assert_eq!(spent(None, "2026-02-01").await, None, "by the end of the year the rate is old");
    }
}
