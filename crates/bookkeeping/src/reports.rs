//! Reports of cash flow over time, and of spending by category and merchant.

use std::collections::{BTreeMap, HashMap};

use saldo_domain::report::CashFlow;
use saldo_domain::{
    AccountId, Category, CategoryId, Currency, Date, DayRate, FiscalCalendar, Granularity, Money, Period,
    Rate, TransactionFilter, UserId,
};
use saldo_ledger::fiscal::buckets;
use saldo_ledger::rates::{Converted as ConvertedAmount, RateTable};
use saldo_storage::Grouping;

use crate::query::{Breakdown, RowGroup, TransactionQuery};
use crate::shown::ShownGroup;
use crate::{Bookkeeper, Error, Result};

/// The maximum number of rows of a report.
const ROWS_MAX: usize = 10_000;
/// The maximum age of an exchange rate in days. None are published over a long holiday.
pub(crate) const RATE_AGE_DAYS_MAX: u32 = 10;

/// The parameters of a cash flow report.
#[derive(Debug, Clone)]
pub struct CashFlowQuery {
    /// The period; `None` for all days with transactions.
    pub period: Option<Period>,
    /// The unit of time of a row.
    pub granularity: Granularity,
    /// The account; `None` for all.
    pub account: Option<AccountId>,
    /// The category, including its subcategories; `None` for all.
    pub category: Option<CategoryId>,
    /// The currency of an additional converted figure; `None` for no conversion.
    pub currency: Option<Currency>,
}

impl Default for CashFlowQuery {
    fn default() -> Self {
        Self { period: None, granularity: Granularity::Month, account: None, category: None, currency: None }
    }
}

/// The cash flow of a unit of time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FlowBucket {
    /// The name of the unit, such as `2025-04`, `2025-W14` or `2025/26`.
    pub key: String,
    /// The days of the unit.
    pub period: Period,
    /// The income and spending in each currency. Amounts of different currencies are never added.
    pub flows: Vec<CashFlow>,
    /// The sum in the requested currency; `None` if no currency was requested or a rate is missing.
    pub converted: Option<Converted>,
    /// The last day with complete data, if the unit is not complete by then.
    pub known_until: Option<Date>,
    /// The first day with complete data, if the unit begins before it.
    pub known_from: Option<Date>,
}

/// Income and spending in one currency, with the rates that were used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Converted {
    /// Money in.
    pub income: Money,
    /// Money out.
    pub spending: Money,
    /// The rates: the currency converted from, the rate and its date.
    pub rates: Vec<(Currency, Rate, Date)>,
}

/// Amounts in the currency that the user prefers, with the rates that were used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreferredAmounts<const N: usize> {
    /// The amounts.
    pub amounts: [Money; N],
    /// The rates: the currency converted from, the rate and its date.
    pub rates: Vec<(Currency, Rate, Date)>,
}

/// The parameters of a spending report.
#[derive(Debug, Clone, Default)]
pub struct SpendingQuery {
    /// The period; `None` for all days.
    pub period: Option<Period>,
    /// The account; `None` for all.
    pub account: Option<AccountId>,
    /// The currency of an additional converted figure; `None` for no conversion.
    pub currency: Option<Currency>,
}

/// A category, a merchant or a tag with its income and spending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpendingRow {
    /// The category; `None` for uncategorized transactions and for merchants.
    pub category: Option<CategoryId>,
    /// The parent category.
    pub parent: Option<CategoryId>,
    /// The name; `None` for uncategorized transactions.
    pub name: Option<String>,
    /// The income and spending, including subcategories, in each currency.
    pub flows: Vec<CashFlow>,
    /// The sum in the requested currency; `None` if no currency was requested or a rate is missing.
    pub converted: Option<Converted>,
}

impl Bookkeeper {
    /// Returns the cash flow of each unit of time, the earliest first, including
    /// units without transactions. The sum of a unit is converted with the rates
    /// of its last day, or of the last day of the period if that is earlier.
    ///
    /// # Errors
    /// [`Error::TooManyRows`] for more than 10,000 units; [`Error::Money`]
    /// if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn cash_flow(&self, user: UserId, question: CashFlowQuery) -> Result<Vec<FlowBucket>> {
        self.cash_flow_as_of(user, question, Period::LAST_DAY).await
    }

    /// Returns the cash flow like [`Bookkeeper::cash_flow`], as of `today`. Units that have
    /// not ended are converted with the rates of that day, because future days have no rates.
    ///
    /// # Errors
    /// The errors of [`Bookkeeper::cash_flow`].
    pub async fn cash_flow_as_of(
        &self,
        user: UserId,
        question: CashFlowQuery,
        today: Date,
    ) -> Result<Vec<FlowBucket>> {
        let calendar = self.storage.find_preferences(user).await?.fiscal_calendar;
        let query = TransactionQuery::of(TransactionFilter {
            period: question.period,
            account: question.account,
            category: question.category,
            ..TransactionFilter::default()
        });
        let found = self.breakdown(user, &query, Breakdown::Time(question.granularity)).await?;
        let mut flows: BTreeMap<Date, Vec<CashFlow>> = BTreeMap::new();
        for row in found {
            flows
                .entry(row.group.period().map_or(Period::LAST_DAY, Period::start))
                .or_default()
                .push(row.flow);
        }
        let ends = flows.keys().next().copied().zip(flows.keys().next_back().copied());
        let Some(span) = ends.and_then(|(first, last)| Period::new(first, last)) else {
            return Ok(Vec::new());
        };
        let too_many = Error::TooManyRows { most: ROWS_MAX };
        let pieces = buckets(span, question.granularity, calendar, ROWS_MAX).ok_or(too_many)?;
        let rates = match question.currency {
            Some(currency) => Some((currency, self.rates(user, currency).await?)),
            None => None,
        };
        let known = self.known_days(user, question.account.as_slice(), today).await?;
        let until = question.period.map_or(today, |period| period.end().min(today));
        let rows = pieces.into_iter().map(|piece| {
            let flows = flows.remove(&piece.period.start()).unwrap_or_default();
            let on = piece.period.end().min(until);
            let converted = rates.as_ref().and_then(|(to, table)| convert(&flows, *to, on, table));
            let known_until = known.and_then(|known| known.unfinished(piece.period));
            let known_from = known.and_then(|known| known.begun_before(piece.period));
            FlowBucket { key: piece.key, period: piece.period, flows, converted, known_until, known_from }
        });
        Ok(rows.collect())
    }

    /// Returns the income and spending of each category, including its subcategories. Sums are
    /// converted with the rates of the last day of the period, or of `today` if that is earlier.
    ///
    /// # Errors
    /// [`Error::Money`] if a sum does not fit; [`Error::Storage`] if the storage fails.
    pub async fn spending(
        &self,
        user: UserId,
        question: SpendingQuery,
        today: Date,
    ) -> Result<Vec<SpendingRow>> {
        let rates = self.rates_of(user, &question, today).await?;
        let query = TransactionQuery::of(filter_of(&question));
        let mut flows: HashMap<Option<CategoryId>, Vec<CashFlow>> = HashMap::new();
        let groups = self.breakdown(user, &query, Breakdown::CategoryGroup).await?;
        let own = self.breakdown(user, &query, Breakdown::Category).await?;
        let categories = self.storage.list_categories(user).await?;
        let is_top = |id: &CategoryId| categories.iter().any(|it| it.id == *id && it.parent.is_none());
        for row in groups {
            let RowGroup::Category(category) = row.group else { continue };
            flows.entry(category).or_default().push(row.flow);
        }
        for row in own {
            let RowGroup::Category(Some(category)) = row.group else { continue };
            if !is_top(&category) {
                flows.entry(Some(category)).or_default().push(row.flow);
            }
        }
        let row = |category: Option<&Category>, flows: Vec<CashFlow>| SpendingRow {
            category: category.map(|category| category.id),
            parent: category.and_then(|category| category.parent),
            name: category.map(|category| category.name.clone()),
            converted: rates.as_ref().and_then(|(to, on, table)| convert(&flows, *to, *on, table)),
            flows,
        };
        let mut rows: Vec<SpendingRow> = categories
            .iter()
            .filter_map(|category| Some(row(Some(category), flows.remove(&Some(category.id))?)))
            .collect();
        rows.extend(flows.remove(&None).map(|flows| row(None, flows)));
        Ok(rows)
    }

    /// Returns the requested currency, the day of the rates, and the rates.
    async fn rates_of(
        &self,
        user: UserId,
        question: &SpendingQuery,
        today: Date,
    ) -> Result<Option<(Currency, Date, RateTable)>> {
        let on = question.period.map_or(today, |period| period.end().min(today));
        match question.currency {
            Some(currency) => Ok(Some((currency, on, self.rates(user, currency).await?))),
            None => Ok(None),
        }
    }

    /// Returns the spending and income of merchants, the largest spending
    /// first, in at most `most` rows. A merchant has a row for each currency.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn merchants(
        &self,
        user: UserId,
        question: SpendingQuery,
        most: usize,
        today: Date,
    ) -> Result<Vec<SpendingRow>> {
        let rates = self.rates_of(user, &question, today).await?;
        let totals = self.storage.total_transactions(user, filter_of(&question), Grouping::Merchant).await?;
        let rows = totals.into_iter().take(most).map(|total| SpendingRow {
            category: None,
            parent: None,
            name: Some(total.group.to_string()),
            converted: rates.as_ref().and_then(|(to, on, table)| convert(&[total.flow], *to, *on, table)),
            flows: vec![total.flow],
        });
        Ok(rows.collect())
    }

    /// Returns the spending and income of each tag, in all currencies. A transaction counts for each of its
    /// tags, and not at all without any.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn spending_of_tags(
        &self,
        user: UserId,
        question: SpendingQuery,
        today: Date,
    ) -> Result<Vec<SpendingRow>> {
        let rates = self.rates_of(user, &question, today).await?;
        let rows = self.show_groups(user, filter_of(&question), Breakdown::Tag).await?.figures;
        let row = |ShownGroup { group, flows, .. }| SpendingRow {
            category: None,
            parent: None,
            name: match group {
                RowGroup::Tag(tag) => Some(tag.as_str().to_owned()),
                _ => None,
            },
            converted: rates.as_ref().and_then(|(to, on, table)| convert(&flows, *to, *on, table)),
            flows,
        };
        Ok(rows.into_iter().map(row).collect())
    }

    /// Converts cash flows to a single sum in `currency`, with the rates of
    /// the day `on`. `None` if a rate is missing or the sum does not fit.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn convert_cash_flows(
        &self,
        user: UserId,
        flows: &[CashFlow],
        currency: Currency,
        on: Date,
    ) -> Result<Option<Converted>> {
        let table = self.rates(user, currency).await?;
        Ok(convert(flows, currency, on, &table))
    }

    /// Converts cash flows to a single sum in the currency that the user prefers, with the rates of the day
    /// `on`. `None` if there is no such currency, or as for [`Self::convert_cash_flows`].
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn preferred_sum(
        &self,
        user: UserId,
        flows: &[CashFlow],
        on: Date,
    ) -> Result<Option<Converted>> {
        match self.storage.find_preferences(user).await?.currency {
            Some(currency) => self.convert_cash_flows(user, flows, currency, on).await,
            None => Ok(None),
        }
    }

    /// Converts each row of amounts to the currency that the user prefers, with the rates of the row's day.
    /// `None` for a row without a rate, and for all rows if there is no such currency.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn preferred_amounts<const N: usize>(
        &self,
        user: UserId,
        rows: &[(Date, [Money; N])],
    ) -> Result<Vec<Option<PreferredAmounts<N>>>> {
        let Some(to) = self.storage.find_preferences(user).await?.currency else {
            return Ok(rows.iter().map(|_| None).collect());
        };
        let table = self.rates(user, to).await?;
        let convert = |(on, row): &(Date, [Money; N])| {
            let mut converted = PreferredAmounts { amounts: *row, rates: Vec::new() };
            for amount in &mut converted.amounts {
                let from = amount.currency();
                let one = table.convert(*amount, to, *on, RATE_AGE_DAYS_MAX).ok()?;
                *amount = one.money;
                let rate = one.date.map(|date| (from, one.rate, date));
                converted.rates.extend(rate.filter(|rate| !converted.rates.contains(rate)));
            }
            Some(converted)
        };
        Ok(rows.iter().map(convert).collect())
    }

    /// Converts each amount to `currency`, with the rates of its day; `None` where a rate is missing.
    ///
    /// # Errors
    /// [`Error::Storage`] if the storage fails.
    pub async fn convert_amounts(
        &self,
        user: UserId,
        amounts: &[(Money, Date)],
        currency: Currency,
    ) -> Result<Vec<Option<ConvertedAmount>>> {
        let table = self.rates(user, currency).await?;
        let convert =
            |(amount, on): &(Money, Date)| table.convert(*amount, currency, *on, RATE_AGE_DAYS_MAX).ok();
        Ok(amounts.iter().map(convert).collect())
    }

    /// Returns the rates between `currency`, the currencies of the accounts and EUR.
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

fn filter_of(question: &SpendingQuery) -> TransactionFilter {
    TransactionFilter { period: question.period, account: question.account, ..TransactionFilter::default() }
}

/// Returns the grouping from which units of time can be added up.
/// Sums of months are enough if each unit consists of whole months.
pub(crate) fn grouping(granularity: Granularity, calendar: FiscalCalendar) -> Grouping {
    match granularity {
        Granularity::Month => Grouping::Month,
        Granularity::Quarter | Granularity::Year if calendar.first_day() == 1 => Grouping::Month,
        Granularity::Day | Granularity::Week | Granularity::Quarter | Granularity::Year => Grouping::Day,
    }
}

/// Converts cash flows to a single sum, with the rates of the day
/// `on`; `None` if a rate is missing or the sum does not fit.
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
    async fn a_split_in_a_subcategory_counts_for_the_parent() {
        let books = Books::of(&["Coffee", "Cake"]).await;
        let transaction = books.add("Market").await;
        let categories = books.keeper.storage.list_categories(books.user).await.unwrap();
        let parent = categories.iter().find_map(|category| category.parent).unwrap();
        let below = categories.iter().filter(|category| category.parent == Some(parent));
        let part = |minor, category: &Category| Split {
            amount: Money::from_minor(minor, Currency::parse("EUR").unwrap()),
            category: Some(category.id),
            note: None,
        };
        let parts = [-100, -200].into_iter().zip(below).map(|(minor, category)| part(minor, category));
        books.keeper.split_transaction(books.user.into(), transaction, parts.collect(), NOW).await.unwrap();
        let rows =
            books.keeper.spending(books.user, SpendingQuery::default(), Period::LAST_DAY).await.unwrap();
        let of = |category| {
            let row = rows.iter().find(|row| row.category == category).unwrap();
            (row.flows[0].spending.minor(), row.flows[0].transactions)
        };
        assert_eq!((of(Some(parent)), of(None)), ((300, 1), (600, 2)));
        assert_eq!(rows.iter().filter(|row| row.parent == Some(parent)).count(), 2);
    }

    #[tokio::test]
    async fn an_unfinished_period_uses_todays_rates() {
        let books = Books::of(&["Coffee"]).await;
        let day = |text: &str| text.parse::<Date>().unwrap();
        let dollar = Currency::parse("USD").unwrap();
        let rates = vec![(day("2025-05-02"), dollar, "1.5".to_owned())];
        books.keeper.storage.put_rates(books.user, rates).await.unwrap();
        let spent = async |period, today: &str| {
            let granularity = Granularity::Year;
            let question =
                CashFlowQuery { period, granularity, currency: Some(dollar), ..Default::default() };
            let pieces = books.keeper.cash_flow_as_of(books.user, question, day(today)).await.unwrap();
            pieces[0].converted.as_ref().map(|converted| converted.spending.minor())
        };
        let until = |text| Period::new(day("2025-01-01"), day(text));
        assert_eq!(spent(None, "2025-05-05").await, Some(450));
        assert_eq!(spent(until("2025-05-06"), "2026-02-01").await, Some(450));
        assert_eq!(spent(until("2025-12-31"), "2025-05-05").await, Some(450));
        assert_eq!(spent(None, "2026-02-01").await, None, "the rate is too old by the end of the year");
    }
}
