//! One figure of the lines of one group.

use std::collections::BTreeMap;

use saldo_domain::entry::Direction;
use saldo_domain::query::{DateRange, Figure, Measure, Per, Prices, Query, QueryFilter, QueryTransaction};
use saldo_domain::{Currency, Date, Money, MoneyError, Period};

use super::selection::{Line, Selection};
use super::{Books, direction, time};
use crate::recurring::find_recurring;
use crate::{Error, Movement, Result};

/// A figure, and the number of transactions behind it.
type Counted = (Figure, u64);

/// What the figures of one group are worked out with.
pub(super) struct Figures<'a> {
    pub(super) query: &'a Query,
    pub(super) period: Period,
    pub(super) books: &'a Books<'a>,
    /// The currency that a sum of nothing is said in.
    pub(super) currency: Option<Currency>,
}

impl Figures<'_> {
    /// The figures of these lines: one for each currency, where amounts are asked for.
    pub(super) fn of(&self, lines: &[Line<'_>]) -> Result<Vec<Counted>> {
        let count = lines.len() as u64;
        match &self.query.measure {
            Measure::Count => Ok(vec![(Figure::Count(count), count)]),
            Measure::Frequency => Ok(self.frequency(lines)),
            Measure::Spent => self.sums(lines, |sum| (sum.out, sum.times_out)),
            Measure::Received => self.sums(lines, |sum| (sum.into, sum.times_in)),
            Measure::Net => self.sums(lines, |sum| (sum.into - sum.out, sum.times_in + sum.times_out)),
            Measure::SpentNetOfRefunds => {
                self.sums(lines, |sum| (sum.out - sum.into, sum.times_in + sum.times_out))
            }
            Measure::Average { of, per } => self.averages(lines, *of, *per),
            Measure::Projection => self.projections(lines),
            Measure::Median { of } => medians(lines, *of),
            Measure::Largest { .. } | Measure::Smallest { .. } | Measure::Transactions => {
                Ok(self.transactions(lines))
            }
            Measure::Share { part, whole, of } => self.shares(lines, *part, *whole, of),
            Measure::First | Measure::Last => Ok(self.ends(lines)),
            Measure::TimeSince | Measure::Duration => Ok(self.durations(lines)),
            Measure::Next | Measure::TimeUntil => Ok(self.expected(lines)),
            Measure::PriceChange => Ok(prices(lines)?),
            Measure::Balance | Measure::NetWorth => {
                Err(Error::Impossible("a balance does not follow from transactions alone"))
            }
        }
    }

    fn sums(&self, lines: &[Line<'_>], pick: fn(&Sum) -> (i128, u64)) -> Result<Vec<Counted>> {
        let mut found = Vec::new();
        for (currency, sum) in by_currency(lines) {
            let (minor, times) = pick(&sum);
            if times > 0 {
                found.push((Figure::Money(money(minor, currency)?), times));
            }
        }
        if found.is_empty() {
            found.extend(self.currency.map(|currency| (Figure::Money(Money::zero(currency)), 0)));
        }
        Ok(found)
    }

    fn averages(&self, lines: &[Line<'_>], of: Direction, per: Per) -> Result<Vec<Counted>> {
        let mut found = Vec::new();
        for (currency, sum) in by_currency(lines) {
            let (minor, times) = sum.of(of);
            let (factor, divisor) = match per {
                Per::Transaction => (1, i128::from(times)),
                Per::Day => (1, self.days()),
                Per::Week => (7, self.days()),
                Per::Month => (1, self.months()),
                // Of less than a year a year is not known.
                Per::Year => (12, Some(self.months()).filter(|months| *months >= 12).unwrap_or_default()),
            };
            if let (Some(average), true) = (rounded(minor * factor, divisor), times > 0) {
                found.push((Figure::Money(money(average, currency)?), times));
            }
        }
        Ok(found)
    }

    /// The days of the period that the books have.
    fn days(&self) -> i128 {
        let Some(known) = self.books.known else { return 0 };
        let start = self.period.start().max(known.start());
        let end = self.period.end().min(time::has_ended(known.end(), self.books.today));
        i128::from((end - start).num_days() + 1)
    }

    fn months(&self) -> i128 {
        let months =
            self.books.known.and_then(|known| time::whole_months(self.period, known, self.books.today));
        months.map_or(0, |(_, count)| i128::from(count))
    }

    fn frequency(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let count = lines.len() as u64;
        let per_month = tenths(i128::from(count), self.months());
        per_month.map(|text| (Figure::PerMonth(text), count)).into_iter().collect()
    }

    /// The sum at the end of the filter's period at the rate of the days that the books have.
    fn projections(&self, lines: &[Line<'_>]) -> Result<Vec<Counted>> {
        let asked = self.query.filter.period.map_or(self.period, DateRange::period);
        let all = i128::from((asked.end() - asked.start()).num_days() + 1);
        let so_far = i128::from((self.period.end() - asked.start()).num_days() + 1);
        let mut found = Vec::new();
        for (currency, sum) in by_currency(lines) {
            if let Some(minor) = rounded(sum.out * all, so_far) {
                found.push((Figure::Money(money(minor, currency)?), sum.times_out));
            }
        }
        Ok(found)
    }

    fn transactions(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let of = direction(&self.query.measure);
        let mut lines: Vec<&Line<'_>> =
            lines.iter().filter(|line| of.is_none_or(|of| goes(line, of))).collect();
        lines.sort_by_key(|line| (line.entry.date, line.entry.position, line.entry.id));
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
        let all = Selection::new(of, period, self.books.categories, false).lines(self.books.entries)?;
        let all = super::in_one_currency(self.query, all, period, self.books)?;
        let wholes = by_currency(&all);
        let parts = by_currency(lines);
        let shares = wholes.into_iter().filter_map(|(currency, sum)| {
            let (minor, times) = parts.get(&currency).map_or((0, 0), |sum| sum.of(part));
            let percent = tenths(minor.checked_mul(100)?, sum.of(whole).0)?;
            Some((Figure::Percent(percent), times))
        });
        Ok(shares.collect())
    }

    /// The earliest or the latest transactions: one, unless the query names a limit.
    fn ends(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let mut lines: Vec<&Line<'_>> = lines.iter().collect();
        lines.sort_by_key(|line| (line.entry.date, line.entry.position, line.entry.id));
        if self.query.measure == Measure::Last {
            lines.reverse();
        }
        let most = self.query.limit.and_then(|limit| usize::try_from(limit).ok()).unwrap_or(1);
        lines.into_iter().take(most).map(|line| (transaction(line), 1)).collect()
    }

    fn durations(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let dates = || lines.iter().map(|line| line.entry.date);
        let ends = match self.query.measure {
            Measure::TimeSince => dates().max().map(|last| (last, self.books.today)),
            _ => dates().min().zip(dates().max()),
        };
        let days = ends.map(|(from, to)| (to - from).num_days());
        days.map(|days| (Figure::Days(days), lines.len() as u64)).into_iter().collect()
    }

    fn expected(&self, lines: &[Line<'_>]) -> Vec<Counted> {
        let today = self.books.today;
        let movements: Vec<Movement<'_>> = lines.iter().map(|line| Movement::from(line.entry)).collect();
        let recurring = find_recurring(&movements, today).into_iter().filter(|series| series.is_active);
        let next: Option<(Date, u64)> =
            recurring.map(|series| (series.next, series.entries.len() as u64)).min();
        let figure = next.map(|(date, count)| match self.query.measure {
            Measure::Next => (Figure::Date(date), count),
            _ => (Figure::Days((date - today).num_days()), count),
        });
        figure.into_iter().collect()
    }
}

/// The median of money in or out, in each currency.
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

fn transaction(line: &Line<'_>) -> Figure {
    Figure::Transaction(QueryTransaction {
        id: line.entry.id,
        date: line.entry.date,
        description: line.entry.description.clone(),
        amount: line.amount,
    })
}

/// The first and the latest price, in each currency; of several merchants there is no one price.
fn prices(lines: &[Line<'_>]) -> Result<Vec<Counted>> {
    let mut lines: Vec<&Line<'_>> = lines.iter().filter(|line| line.amount.is_negative()).collect();
    if lines.iter().any(|line| line.entry.merchant != lines[0].entry.merchant) {
        return Err(Error::Impossible("a price is that of one merchant: name one, or group by merchant"));
    }
    lines.sort_by_key(|line| (line.entry.date, line.entry.position, line.entry.id));
    let mut found: BTreeMap<Currency, (Prices, u64)> = BTreeMap::new();
    for line in lines {
        let price = line.amount.checked_neg()?;
        let new = Prices { first: price, latest: price, since: line.entry.date };
        let (known, count) = found.entry(price.currency()).or_insert((new, 0));
        if known.latest != price {
            (known.latest, known.since) = (price, line.entry.date);
        }
        *count += 1;
    }
    Ok(found.into_values().map(|(prices, count)| (Figure::Prices(prices), count)).collect())
}

/// Money in and out of one currency, both positive, in minor units.
#[derive(Default)]
struct Sum {
    into: i128,
    out: i128,
    times_in: u64,
    times_out: u64,
}

impl Sum {
    const fn of(&self, direction: Direction) -> (i128, u64) {
        match direction {
            Direction::In => (self.into, self.times_in),
            Direction::Out => (self.out, self.times_out),
        }
    }
}

fn by_currency(lines: &[Line<'_>]) -> BTreeMap<Currency, Sum> {
    let mut sums: BTreeMap<Currency, Sum> = BTreeMap::new();
    for line in lines {
        let sum = sums.entry(line.amount.currency()).or_default();
        let minor = i128::from(line.amount.minor());
        if line.amount.is_negative() {
            sum.out -= minor;
            sum.times_out += 1;
        } else {
            sum.into += minor;
            sum.times_in += 1;
        }
    }
    sums
}

const fn goes(line: &Line<'_>, direction: Direction) -> bool {
    match direction {
        Direction::In => !line.amount.is_negative(),
        Direction::Out => line.amount.is_negative(),
    }
}

/// Minor units as money.
pub(super) fn money(minor: i128, currency: Currency) -> std::result::Result<Money, MoneyError> {
    Ok(Money::from_minor(i64::try_from(minor).map_err(|_| MoneyError::Overflow)?, currency))
}

/// A quotient with one decimal, rounded half to even; `None` unless the divisor is positive.
fn tenths(numerator: i128, denominator: i128) -> Option<String> {
    let tenths = rounded(numerator.checked_mul(10)?, denominator)?;
    Some(format!("{}.{}", tenths / 10, (tenths % 10).abs()))
}

/// A quotient, rounded half to even; `None` unless the divisor is positive.
pub(super) fn rounded(numerator: i128, denominator: i128) -> Option<i128> {
    if denominator <= 0 {
        return None;
    }
    let (quotient, rest) = (numerator.div_euclid(denominator), numerator.rem_euclid(denominator));
    let goes_up = match (rest * 2).cmp(&denominator) {
        std::cmp::Ordering::Less => false,
        std::cmp::Ordering::Greater => true,
        std::cmp::Ordering::Equal => quotient % 2 != 0,
    };
    Some(quotient + i128::from(goes_up))
}
