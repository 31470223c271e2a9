//! Calculation of the figures of one group.

use std::collections::BTreeMap;

use saldo_domain::merchant::merchant_key;
use saldo_domain::query::{DateRange, Figure, Measure, Per, Prices, Query, QueryFilter, QueryTransaction};
use saldo_domain::report::CashFlow;
use saldo_domain::transaction::Direction;
use saldo_domain::{Currency, Date, MerchantNames, Money, MoneyError, Period, Transaction};

use super::merchants::Merchants;
use super::selection::{Line, Selection};
use super::{QueryData, direction, is_of_sums, listed_most};
use crate::ratio::{divided_times, percentage, rounded, tenths};
use crate::recurring::{Recurring, find_recurring};
use crate::{Error, Movement, Result};

/// The maximum number of expected dates of a recurring payment that are examined: two years of weeks, which
/// is longer than one stays active.
const STEPS_MAX: usize = 104;

/// A figure, and the number of transactions behind it.
pub(super) type Counted = (Figure, u64);

/// The context for calculating the figures of a group.
pub(super) struct Figures<'a> {
    pub(super) query: &'a Query,
    pub(super) period: Period,
    /// The day of the rates at which amounts are converted.
    pub(super) on: Date,
    pub(super) data: &'a QueryData<'a>,
}

impl Figures<'_> {
    /// Returns the figures of these lines: one for each currency if the measure is an amount.
    pub(super) fn of(&self, lines: &[Line<'_>]) -> Result<Vec<Counted>> {
        match &self.query.measure {
            measure if is_of_sums(measure) => self.of_sums(&flows(lines, direction(measure))?),
            Measure::Median { of } => medians(lines, *of),
            Measure::Largest { .. } | Measure::Smallest { .. } | Measure::Transactions => {
                Ok(self.transactions(lines))
            }
            Measure::Share { part, whole, of } => self.shares(lines, *part, *whole, of),
            Measure::First | Measure::Last => Ok(self.ends(lines)),
            Measure::TimeSince | Measure::Duration => Ok(self.durations(lines)),
            Measure::Next | Measure::TimeUntil => Ok(self.expected(lines)),
            Measure::PriceChange => Ok(prices(lines)?),
            _ => Err(Error::Impossible("a balance cannot be computed from transactions alone")),
        }
    }

    /// Returns the figures of the sums of each currency.
    pub(super) fn of_sums(&self, sums: &BTreeMap<Currency, CashFlow>) -> Result<Vec<Counted>> {
        let count: u64 = sums.values().map(|flow| flow.transactions).sum();
        match self.query.measure {
            Measure::Count => return Ok(vec![(Figure::Count(count), count)]),
            Measure::Frequency => {
                let per_month = tenths(i128::from(count), self.months());
                return Ok(per_month.map(|text| (Figure::PerMonth(text), count)).into_iter().collect());
            }
            _ => {}
        }
        let together = self.together(sums)?;
        if self.query.measure == Measure::SavingsRate {
            let rates = together.as_ref().unwrap_or(sums).values();
            let rates =
                rates.map(|flow| Ok(percentage(flow.net()?, flow.income).map(|it| (it, flow.transactions))));
            let rates: Vec<Option<(String, u64)>> = rates.collect::<Result<_>>()?;
            return Ok(rates
                .into_iter()
                .flatten()
                .map(|(rate, count)| (Figure::Percent(rate), count))
                .collect());
        }
        let mut found = Vec::new();
        for flow in together.as_ref().unwrap_or(sums).values().filter(|flow| flow.transactions > 0) {
            found.extend(self.of_sum(flow)?.map(|money| (Figure::Money(money), flow.transactions)));
        }
        if found.is_empty() && !matches!(self.query.measure, Measure::Average { .. }) {
            let currency = self.query.currency.or(self.data.currency);
            found.extend(currency.map(|currency| (Figure::Money(Money::zero(currency)), 0)));
        }
        Ok(found)
    }

    /// Returns the sums in the query's currency for an average or a rate, which is not the sum of those of
    /// each currency. Other figures are converted after they were calculated.
    fn together(&self, sums: &BTreeMap<Currency, CashFlow>) -> Result<Option<BTreeMap<Currency, CashFlow>>> {
        let is_average = matches!(self.query.measure, Measure::Average { .. } | Measure::SavingsRate);
        let Some(to) = self.query.currency.filter(|_| is_average) else { return Ok(None) };
        let convert = |money| {
            let converted = self.data.rates.convert(money, to, self.on, self.data.rate_age_days_max)?;
            Ok::<_, Error>(converted.money)
        };
        let mut whole = CashFlow::nothing(to);
        for flow in sums.values() {
            let (income, spending) = (convert(flow.income)?, convert(flow.spending)?);
            whole = whole.checked_add(CashFlow { income, spending, ..*flow })?;
        }
        Ok(Some(BTreeMap::from([(to, whole)])))
    }

    /// Returns the figure of a sum; `None` for an average over no transactions or no time.
    fn of_sum(&self, flow: &CashFlow) -> Result<Option<Money>> {
        Ok(match self.query.measure {
            Measure::Spent => Some(flow.spending),
            Measure::Received => Some(flow.income),
            Measure::SpentNetOfRefunds => Some(flow.spending.checked_sub(flow.income)?),
            Measure::Average { of, per } => {
                let sum = if of == Direction::In { flow.income } else { flow.spending };
                let (times, by) = match per {
                    Per::Transaction => (1, i128::from(flow.transactions)),
                    Per::Day => (1, self.days()),
                    Per::Week => (7, self.days()),
                    Per::Month => (1, self.months()),
                    // A yearly average of less than a year of data would be an extrapolation.
                    Per::Year => (12, Some(self.months()).filter(|months| *months >= 12).unwrap_or_default()),
                };
                divided_times(sum, times, by)
            }
            Measure::Projection => {
                // The pace of the days with data, extended to the end of the filter's period.
                let asked = self.query.filter.period.map_or(self.period, DateRange::period);
                let all = i128::from((asked.end() - asked.start()).num_days() + 1);
                let so_far = i128::from((self.period.end() - asked.start()).num_days() + 1);
                divided_times(flow.spending, all, so_far)
            }
            _ => Some(flow.net()?),
        })
    }

    /// Returns the number of days in the period for which there is data.
    fn days(&self) -> i128 {
        let known = self.data.known.and_then(|known| known.within(self.period));
        known.map_or(0, |days| i128::from((days.end() - days.start()).num_days() + 1))
    }

    fn months(&self) -> i128 {
        let months = self.data.known.and_then(|known| known.whole_months(self.period));
        months.map_or(0, |(_, count)| i128::from(count))
    }

    fn transactions(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let of = direction(&self.query.measure);
        let mut lines: Vec<&Line<'_>> =
            lines.iter().filter(|line| of.is_none_or(|of| goes(line, of))).collect();
        lines.sort_by_key(|line| (line.transaction.date, line.transaction.position, line.transaction.id));
        let size = |line: &&Line<'_>| line.amount.minor().unsigned_abs();
        match self.query.measure {
            Measure::Largest { .. } => lines.sort_by_key(|line| std::cmp::Reverse(size(line))),
            Measure::Smallest { .. } => lines.sort_by_key(size),
            _ => {}
        }
        lines.into_iter().map(|line| (transaction(line), 1)).collect()
    }

    fn shares(
        &self,
        lines: &[Line<'_>],
        part: Direction,
        whole: Direction,
        of: &QueryFilter,
    ) -> Result<Vec<Counted>> {
        let period = of.period.map_or(self.period, DateRange::period);
        let all = Selection::new(of, period, self.data.categories, false).lines(self.data.transactions)?;
        let all = super::in_one_currency(self.query, all, self.on, self.data)?;
        let parts = flows(lines, Some(part))?;
        let shares = flows(&all, Some(whole))?.into_iter().filter_map(|(currency, all)| {
            let flow = parts.get(&currency).copied().unwrap_or_else(|| CashFlow::nothing(currency));
            let percent = percentage(way(&flow, part), way(&all, whole))?;
            Some((Figure::Percent(percent), flow.transactions))
        });
        Ok(shares.collect())
    }

    /// Returns the earliest or the latest transactions: one, unless the query has a limit.
    fn ends(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let mut lines: Vec<&Line<'_>> = lines.iter().collect();
        lines.sort_by_key(|line| (line.transaction.date, line.transaction.position, line.transaction.id));
        if self.query.measure == Measure::Last {
            lines.reverse();
        }
        let most = listed_most(self.query).and_then(|most| usize::try_from(most).ok()).unwrap_or(1);
        lines.into_iter().take(most).map(|line| (transaction(line), 1)).collect()
    }

    fn durations(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let dates = || lines.iter().map(|line| line.transaction.date);
        let ends = match self.query.measure {
            Measure::TimeSince => dates().max().map(|last| (last, self.data.today)),
            _ => dates().min().zip(dates().max()),
        };
        let days = ends.map(|(from, to)| (to - from).num_days());
        days.map(|days| (Figure::Days(days), lines.len() as u64)).into_iter().collect()
    }

    fn expected(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let today = self.data.today;
        let movements: Vec<Movement> = lines.iter().map(|line| Movement::from(line.transaction)).collect();
        let recurring = find_recurring(&movements, &names_of(lines), today)
            .into_iter()
            .filter(|series| series.is_active && !self.data.decisions.ignore(series));
        let next: Option<(Date, u64)> =
            recurring.map(|series| (next_from(&series, today), series.transactions.len() as u64)).min();
        let figure = next.map(|(date, count)| match self.query.measure {
            Measure::Next => (Figure::Date(date), count),
            _ => (Figure::Days((date - today).num_days()), count),
        });
        figure.into_iter().collect()
    }
}

/// Returns the names of the merchants of some lines.
fn names_of(lines: &[Line<'_>]) -> MerchantNames {
    let transactions = lines.iter().map(|line| line.transaction);
    let given = |transaction: &Transaction| {
        let printed = merchant_key(&transaction.original_description);
        Some((printed, transaction.given_merchant()?.to_owned()))
    };
    transactions.filter_map(given).collect()
}

/// Returns the median of money in or out for each currency.
fn medians(lines: &[Line<'_>], of: Direction) -> Result<Vec<Counted>> {
    let mut amounts: BTreeMap<Currency, Vec<i128>> = BTreeMap::new();
    for line in lines.iter().filter(|line| goes(line, of)) {
        let minor = i128::from(line.amount.minor()).abs();
        amounts.entry(line.amount.currency()).or_default().push(minor);
    }
    let mut found = Vec::new();
    for (currency, mut amounts) in amounts {
        amounts.sort_unstable();
        let middle = amounts.len() / 2;
        let median = if amounts.len() % 2 == 1 {
            Some(amounts[middle])
        } else {
            rounded(amounts[middle - 1] + amounts[middle], 2)
        };
        if let Some(median) = median {
            found.push((Figure::Money(money(median, currency)?), amounts.len() as u64));
        }
    }
    Ok(found)
}

/// Returns the first expected date of a recurring payment that is not before `today`.
fn next_from(series: &Recurring, today: Date) -> Date {
    let later = (0..).map_while(|count| series.rhythm.after(series.next, count));
    later.take(STEPS_MAX).find(|date| *date >= today).unwrap_or(series.next)
}

fn transaction(line: &Line<'_>) -> Figure {
    Figure::Transaction(QueryTransaction {
        id: line.transaction.id,
        date: line.transaction.date,
        description: line.transaction.description.clone(),
        amount: line.amount,
    })
}

/// Returns the first and the latest price for each currency. Different merchants have no common price.
fn prices(lines: &[Line<'_>]) -> Result<Vec<Counted>> {
    let mut lines: Vec<Line<'_>> = lines.iter().filter(|line| line.amount.is_negative()).copied().collect();
    if !Merchants::of(&lines).is_one() {
        return Err(Error::Impossible("a price is that of one merchant; name one, or group by merchant"));
    }
    lines.sort_by_key(|line| (line.transaction.date, line.transaction.position, line.transaction.id));
    let mut found: BTreeMap<Currency, (Prices, u64)> = BTreeMap::new();
    for line in lines {
        let price = line.amount.checked_neg()?;
        let new = Prices { first: price, latest: price, since: line.transaction.date };
        let (known, count) = found.entry(price.currency()).or_insert((new, 0));
        if known.latest != price {
            (known.latest, known.since) = (price, line.transaction.date);
        }
        *count += 1;
    }
    Ok(found.into_values().map(|(prices, count)| (Figure::Prices(prices), count)).collect())
}

/// Returns the sums of the lines for each currency, optionally of one direction only.
fn flows(lines: &[Line<'_>], of: Option<Direction>) -> Result<BTreeMap<Currency, CashFlow>> {
    let mut sums: BTreeMap<Currency, CashFlow> = BTreeMap::new();
    for line in lines.iter().filter(|line| of.is_none_or(|of| goes(line, of))) {
        let sum = sums.entry(line.amount.currency()).or_insert_with_key(|it| CashFlow::nothing(*it));
        *sum = sum.with(line.amount)?;
    }
    Ok(sums)
}

const fn way(flow: &CashFlow, direction: Direction) -> Money {
    match direction {
        Direction::In => flow.income,
        Direction::Out => flow.spending,
    }
}

const fn goes(line: &Line<'_>, direction: Direction) -> bool {
    match direction {
        Direction::In => !line.amount.is_negative() && !line.amount.is_zero(),
        Direction::Out => line.amount.is_negative(),
    }
}

/// Converts minor units to [`Money`].
pub(super) fn money(minor: i128, currency: Currency) -> std::result::Result<Money, MoneyError> {
    Ok(Money::from_minor(i64::try_from(minor).map_err(|_| MoneyError::Overflow)?, currency))
}
