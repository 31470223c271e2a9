//! Exchange rates that the user supplies, and exact conversion of money with the rate and its date.

use std::collections::BTreeMap;
use std::io::Read;

use saldo_domain::date::{WrittenDate, english_month};
use saldo_domain::{Currency, Date, DayRate, Money, Period, Rate};

use crate::error::{Error, Result};

/// The maximum number of lines of a file: a rate per day for 270 years.
const LINES_MAX: usize = 100_000;

/// Exchange rates by pair of currencies and day.
#[derive(Debug, Clone, Default)]
pub struct RateTable {
    /// The value of one unit of the first currency in the second.
    /// Pairs are stored in the direction in which they were added.
    pairs: BTreeMap<(Currency, Currency), BTreeMap<Date, Rate>>,
}

/// The content of a file of exchange rates.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EcbFile {
    /// The rates, all from EUR.
    pub rates: Vec<DayRate>,
    /// The headers of columns that were ignored, because they are
    /// not current ISO 4217 codes. They are cut to 20 characters.
    pub unknown: Vec<String>,
}

/// An amount in another currency, with the rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Converted {
    /// The amount, rounded half to even to the minor unit.
    pub money: Money,
    /// The exact rate.
    pub rate: Rate,
    /// The date of the rate, or the earlier date of two rates
    /// that were combined. `None` if no conversion was needed.
    pub date: Option<Date>,
}

impl RateTable {
    /// The currency through which two others are converted. The
    /// European Central Bank publishes its reference rates against it.
    pub const PIVOT: &'static str = "EUR";

    /// Creates a table with these rates. Of two rates of a pair on a day, the later one in the iterator wins.
    pub fn from_rates(rates: impl IntoIterator<Item = DayRate>) -> Self {
        let mut table = Self::default();
        table.extend(rates);
        table
    }

    /// Adds a rate, or replaces the rate of the same pair
    /// and day. A rate between equal currencies is ignored.
    pub fn insert(&mut self, rate: DayRate) {
        if rate.from != rate.to {
            self.pairs.entry((rate.from, rate.to)).or_default().insert(rate.date, rate.rate);
        }
    }

    /// True if there are no rates.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }

    /// Returns all rates, by pair and day.
    pub fn rates(&self) -> impl Iterator<Item = DayRate> {
        self.pairs.iter().flat_map(|((from, to), days)| {
            days.iter().map(|(date, rate)| DayRate { date: *date, from: *from, to: *to, rate: *rate })
        })
    }

    /// Converts `money` to the currency `to` with the latest rate
    /// of the day `on` or before, at most `age_days_max` days old.
    ///
    /// If there are rates in both directions of the pair, the later one is used.
    /// If there is no rate of the pair, two rates are combined through EUR.
    ///
    /// # Errors
    /// [`Error::NoRate`] if there is no such rate; [`Error::Money`] if the result does not fit.
    pub fn convert(&self, money: Money, to: Currency, on: Date, age_days_max: u32) -> Result<Converted> {
        let from = money.currency();
        if from == to {
            return Ok(Converted { money, rate: Rate::ONE, date: None });
        }
        let (rate, date) = self.rate(from, to, on, age_days_max).ok_or(Error::NoRate { from, to, on })?;
        Ok(Converted { money: rate.convert(money, to)?, rate, date: Some(date) })
    }

    /// Returns the exchange rate and its date, chosen as by [`RateTable::convert`]; `None` if there is none.
    #[must_use]
    pub fn rate(&self, from: Currency, to: Currency, on: Date, age_days_max: u32) -> Option<(Rate, Date)> {
        let oldest =
            on.checked_sub_days(chrono::Days::new(u64::from(age_days_max))).unwrap_or(Period::FIRST_DAY);
        let within = |from, to| self.of_pair(from, to, oldest, on);
        within(from, to).or_else(|| {
            let pivot = Currency::parse(Self::PIVOT).ok()?;
            let (first, one) = within(from, pivot)?;
            let (second, other) = within(pivot, to)?;
            Some((first.then(second)?, one.min(other)))
        })
    }

    fn of_pair(&self, from: Currency, to: Currency, oldest: Date, on: Date) -> Option<(Rate, Date)> {
        let last = |pair| {
            let days: &BTreeMap<Date, Rate> = self.pairs.get(&pair)?;
            // A range whose start is after its end panics. `oldest` falls
            // back to the first day of the calendar, and `on` may be earlier.
            let (date, rate) = days.range(oldest.min(on)..=on).next_back()?;
            Some((*rate, *date))
        };
        let straight = last((from, to));
        let turned = last((to, from)).map(|(rate, date)| (rate.inverse(), date));
        match (straight, turned) {
            (Some(straight), Some(turned)) if turned.1 > straight.1 => Some(turned),
            (straight, turned) => straight.or(turned),
        }
    }
}

impl Extend<DayRate> for RateTable {
    fn extend<T: IntoIterator<Item = DayRate>>(&mut self, rates: T) {
        for rate in rates {
            self.insert(rate);
        }
    }
}

/// Reads a file of the European Central Bank's reference rates, `eurofxref-hist.csv` or `eurofxref.csv`. It
/// has a column `Date` and a column for each currency with the value of one euro, `N/A` where there is none.
///
/// # Errors
/// [`Error::RatesNotUnderstood`] with the number of the line; [`Error::TooMany`] for more than 100,000 lines.
pub fn read_ecb(file: impl Read) -> Result<EcbFile> {
    let not = |line, what| Error::RatesNotUnderstood { line, what };
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).trim(csv::Trim::All).from_reader(file);
    let mut records = reader.records();
    let heads =
        records.next().and_then(std::result::Result::ok).ok_or(not(1, "the header row is missing"))?;
    let first = heads.get(0).unwrap_or_default().trim_start_matches('\u{feff}');
    if !first.eq_ignore_ascii_case("date") || heads.len() < 2 {
        return Err(not(1, "the first column must be Date"));
    }
    let mut unknown = Vec::new();
    let mut columns = Vec::new();
    for (index, head) in heads.iter().enumerate().skip(1).filter(|(_, head)| !head.is_empty()) {
        match Currency::parse(head) {
            Ok(currency) => columns.push((index, currency)),
            Err(_) => unknown.push(head.chars().take(20).collect()),
        }
    }
    let euro = Currency::parse(RateTable::PIVOT)?;
    let mut rates = Vec::new();
    for (line, record) in (2..).zip(records) {
        if line > LINES_MAX {
            return Err(Error::TooMany { what: "lines of rates", most: LINES_MAX });
        }
        let record = record.map_err(|_| not(line, "malformed row"))?;
        let date = day(record.get(0).unwrap_or_default()).ok_or(not(line, "invalid date"))?;
        for (index, to) in &columns {
            let cell = record.get(*index).unwrap_or_default();
            if cell.is_empty() || cell.eq_ignore_ascii_case("n/a") {
                continue;
            }
            let rate = Rate::parse(cell).ok_or(not(line, "invalid rate"))?;
            rates.push(DayRate { date, from: euro, to: *to, rate });
        }
    }
    Ok(EcbFile { rates, unknown })
}

/// Parses `2025-04-30` as in the history, or `30 April 2025` as in the file of one day.
fn day(text: &str) -> Option<Date> {
    let Some(WrittenDate::Known(date)) = WrittenDate::parse(text, english_month) else { return None };
    (Period::FIRST_DAY..=Period::LAST_DAY).contains(&date).then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const HISTORY: &str = "Date,USD,JPY,CYP,GBP,\n\
        2025-05-02,1.1343,163.6,N/A,0.85253,\n\
        2025-04-30,1.1373,162.14,N/A,0.85028,\n\
        2025-04-29,1.1373,N/A,N/A,N/A,\n";

    fn table() -> RateTable {
        RateTable::from_rates(read_ecb(HISTORY.as_bytes()).unwrap().rates)
    }
    fn money(text: &str, code: &str) -> Money {
        Money::parse(text, Currency::parse(code).unwrap()).unwrap()
    }
    fn converted(text: &str, code: &str, to: &str, on: &str, age: u32) -> Result<Converted> {
        table().convert(money(text, code), Currency::parse(to).unwrap(), on.parse().unwrap(), age)
    }

    #[test]
    fn the_last_rate_on_or_before_the_day_is_used_with_its_date() {
        let on_a_sunday = converted("100.00", "EUR", "USD", "2025-05-04", 7).unwrap();
        assert_eq!(on_a_sunday.money, money("113.43", "USD"));
        assert_eq!(on_a_sunday.date, "2025-05-02".parse().ok());
        assert_eq!(on_a_sunday.rate.to_string(), "1.1343");
        let before = converted("100.00", "EUR", "JPY", "2025-05-01", 7).unwrap();
        assert_eq!((before.money, before.date), (money("16214", "JPY"), "2025-04-30".parse().ok()));
    }

    #[test]
    fn an_old_or_future_rate_is_not_used() {
        assert!(matches!(converted("1.00", "EUR", "USD", "2025-05-10", 7), Err(Error::NoRate { .. })));
        assert!(converted("1.00", "EUR", "USD", "2025-05-09", 7).is_ok());
        assert!(matches!(converted("1.00", "EUR", "USD", "2025-04-28", 7), Err(Error::NoRate { .. })));
    }

    #[test]
    fn rates_are_inverted_and_crossed_exactly() {
        let turned = converted("113.43", "USD", "EUR", "2025-05-02", 0).unwrap();
        assert_eq!(turned.money, money("100.00", "EUR"));
        let crossed = converted("85253.00", "GBP", "USD", "2025-05-02", 0).unwrap();
        assert_eq!(
            (crossed.money, crossed.rate),
            (money("113430.00", "USD"), Rate::new(113_430, 85_253).unwrap())
        );
    }

    #[test]
    fn the_same_currency_needs_no_rate() {
        let same = converted("1.00", "CHF", "CHF", "1999-01-01", 0).unwrap();
        assert_eq!((same.money, same.date), (money("1.00", "CHF"), None));
    }

    #[test]
    fn a_rate_from_a_transaction_counts_like_a_table_rate() {
        let mut table = table();
        let [dollar, franc] = ["USD", "CHF"].map(|code| Currency::parse(code).unwrap());
        let date = "2025-05-01".parse().unwrap();
        table.insert(DayRate { date, from: dollar, to: franc, rate: Rate::parse("0.825").unwrap() });
        let got = table.convert(money("200.00", "USD"), franc, date, 0).unwrap();
        assert_eq!(got.money, money("165.00", "CHF"));
        assert_eq!(table.rates().count(), 8);
    }

    #[test]
    fn discontinued_currencies_are_named_and_left_out() {
        assert_eq!(read_ecb(HISTORY.as_bytes()).unwrap().unknown, ["CYP"]);
    }

    #[test]
    fn the_daily_rate_file_is_read_too() {
        let file = read_ecb("Date, USD, JPY, \n21 November 2025, 1.1520, 180.5, \n".as_bytes()).unwrap();
        assert_eq!(file.rates.len(), 2);
        assert_eq!(file.rates[0].date.to_string(), "2025-11-21");
    }

    #[test]
    fn an_invalid_rate_table_is_rejected_with_its_line() {
        for (text, at) in [
            ("", 1),
            ("Day,USD\n", 1),
            ("Date,USD\n2025-05-02,1.1\nyesterday,1.1\n", 3),
            ("Date,USD\n2025-05-02,-1.1\n", 2),
            ("Date,USD\n2025-05-02,=1+1\n", 2),
        ] {
            let error = read_ecb(text.as_bytes()).unwrap_err();
            assert!(matches!(error, Error::RatesNotUnderstood { line, .. } if line == at), "{text}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_rejected(text in "(Date,USD,JPY\n)?[0-9A-Za-z,./\n -]{0,200}") {
            drop(read_ecb(text.as_bytes()));
        }

        #[test]
        fn converting_there_and_back_loses_only_rounding(minor in -1_000_000_000_i64..1_000_000_000) {
            let start = Money::from_minor(minor, Currency::parse("EUR").unwrap());
            let on = "2025-05-02".parse().unwrap();
            let there = table().convert(start, Currency::parse("USD").unwrap(), on, 0).unwrap();
            let back = table().convert(there.money, start.currency(), on, 0).unwrap();
            prop_assert!((back.money.minor() - minor).abs() <= 1);
        }
    }
}
