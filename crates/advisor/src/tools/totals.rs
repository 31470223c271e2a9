//! Income and spending with what people ask of them: averages, extremes, shares.

use std::collections::BTreeMap;

use chrono::{Datelike, Months, NaiveDate};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Entry, Money, MoneyError};
use serde_json::{Map, Value, json};

/// What is known of the entries of one currency.
#[derive(Debug, Clone, Copy)]
pub(super) struct Total {
    pub(super) flow: CashFlow,
    money_in: u64,
    money_out: u64,
}

impl Total {
    fn nothing(currency: Currency) -> Self {
        Self { flow: CashFlow::nothing(currency), money_in: 0, money_out: 0 }
    }

    fn with(self, amount: Money) -> Result<Self, MoneyError> {
        let flow = self.flow.with(amount)?;
        let (money_in, money_out) = if amount.is_negative() {
            (self.money_in, self.money_out + 1)
        } else {
            (self.money_in + 1, self.money_out)
        };
        Ok(Self { flow, money_in, money_out })
    }
}

/// Totals, one for each currency.
#[derive(Debug, Clone, Default)]
pub(super) struct Totals(pub(super) BTreeMap<Currency, Total>);

impl Totals {
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), MoneyError> {
        let currency = entry.amount.currency();
        let total = self.0.entry(currency).or_insert_with(|| Total::nothing(currency));
        *total = total.with(entry.amount)?;
        Ok(())
    }

    /// The totals as data; with how long that took, also what it is a month, a week and a day.
    pub(super) fn as_data(&self, time: Option<Time>) -> Result<Vec<Value>, MoneyError> {
        self.0.values().map(|total| total.as_data(time)).collect()
    }
}

/// How long something took.
#[derive(Debug, Clone, Copy)]
pub(super) struct Time {
    /// How many months that is; `None` when it is no number of whole ones.
    months: Option<u32>,
    days: u32,
}

/// The days of a month where there are no whole ones: a twelfth of 365.25, as a fraction and in digits.
const MONTH_DAYS: (i128, u32, &str) = (487, 16, "30.4375");

impl Time {
    /// The part of a period, whose ends may be open, that lies between the first and the last day with data.
    pub(super) fn of(
        period: (Option<NaiveDate>, Option<NaiveDate>),
        first: NaiveDate,
        last: NaiveDate,
    ) -> Option<Self> {
        let (from, to) = period;
        let (start, end) = (from.map_or(first, |day| day.max(first)), to.map_or(last, |day| day.min(last)));
        let days = u32::try_from((end - start).num_days() + 1).ok().filter(|days| *days > 0)?;
        Some(Self { months: whole_months(period, start, end), days })
    }
}

/// Calendar months are as many as there is data of; the last so many months up to a day in the middle of one are just as many, as
/// long as there is data from their beginning into the last of them.
fn whole_months(
    (from, to): (Option<NaiveDate>, Option<NaiveDate>),
    start: NaiveDate,
    end: NaiveDate,
) -> Option<u32> {
    let number = |day: NaiveDate| i64::from(day.year()) * 12 + i64::from(day.month0());
    let touched = u32::try_from(number(end) - number(start) + 1).ok()?;
    let begins = from.is_none_or(|day| day.day() == 1);
    let ends = to.is_none_or(|day| day.succ_opt().is_none_or(|next| next.day() == 1));
    if begins && ends {
        return Some(touched);
    }
    let (from, to) = (from?, to?);
    let span = u32::try_from(number(to) - number(from) + 1).ok()?;
    let is_long = |months: &u32| {
        let back = to.checked_sub_months(Months::new(*months)).and_then(|day| day.succ_opt());
        let forth = from.checked_add_months(Months::new(*months)).and_then(|day| day.pred_opt());
        back == Some(from) || forth == Some(to)
    };
    let months = [span.saturating_sub(1), span].into_iter().filter(|months| *months > 0).find(is_long)?;
    let reaches = to.checked_sub_months(Months::new(1)).is_some_and(|day| end > day);
    (start == from && reaches).then_some(months)
}

impl Total {
    fn as_data(&self, time: Option<Time>) -> Result<Value, MoneyError> {
        let net = self.flow.net()?;
        let mut data = Map::new();
        data.insert("currency".to_owned(), json!(net.currency()));
        data.insert("income".to_owned(), json!(self.flow.income));
        data.insert("spending".to_owned(), json!(self.flow.spending));
        data.insert("net".to_owned(), json!(net));
        data.insert("entries".to_owned(), json!(self.flow.entries));
        data.insert("entries_in".to_owned(), json!(self.money_in));
        data.insert("entries_out".to_owned(), json!(self.money_out));
        data.insert("average_income".to_owned(), json!(divided(self.flow.income, self.money_in)));
        data.insert("average_spending".to_owned(), json!(divided(self.flow.spending, self.money_out)));
        data.insert("savings_rate".to_owned(), json!(percentage(net, self.flow.income)));
        if let Some(Time { months, days }) = time {
            let each = |times: i128, by: u32| {
                let share = |amount: Money| divided_times(amount, times, by);
                json!({
                    "income": share(self.flow.income),
                    "spending": share(self.flow.spending),
                    "net": share(net),
                })
            };
            let with = |mut pace: Value, unit: &str, count: u32| {
                pace[unit] = json!(count);
                pace
            };
            let per_month = if let Some(months) = months {
                with(each(1, months), "months", months)
            } else {
                let (times, by, digits) = MONTH_DAYS;
                let mut pace = with(each(times, days.saturating_mul(by)), "days", days);
                pace["month_days"] = json!(digits);
                pace
            };
            data.insert("per_month".to_owned(), per_month);
            data.insert("per_week".to_owned(), with(each(7, days), "days", days));
            data.insert("per_day".to_owned(), with(each(1, days), "days", days));
        }
        Ok(Value::Object(data))
    }
}

/// An amount divided, rounded half to even in minor units; `None` by nothing.
pub(super) fn divided(amount: Money, by: u64) -> Option<Money> {
    let quotient = rounded(i128::from(amount.minor()), i128::from(by))?;
    Some(Money::from_minor(i64::try_from(quotient).ok()?, amount.currency()))
}

/// An amount so many times, divided: seven days of a pace.
fn divided_times(amount: Money, times: i128, by: u32) -> Option<Money> {
    let quotient = rounded(i128::from(amount.minor()) * times, i128::from(by))?;
    Some(Money::from_minor(i64::try_from(quotient).ok()?, amount.currency()))
}

/// What part of `whole` an amount is, in percent with one digit; `None` of nothing.
pub(super) fn percentage(part: Money, whole: Money) -> Option<String> {
    let tenths = rounded(i128::from(part.minor()) * 1_000, i128::from(whole.minor()))?;
    let sign = if tenths < 0 { "-" } else { "" };
    let magnitude = tenths.unsigned_abs();
    Some(format!("{sign}{}.{}", magnitude / 10, magnitude % 10))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn euros(minor: i64) -> Money {
        Money::from_minor(minor, Currency::parse("EUR").unwrap())
    }

    #[test]
    fn halves_are_rounded_to_the_even_cent() {
        assert_eq!(divided(euros(5), 2), Some(euros(2)));
        assert_eq!(divided(euros(7), 2), Some(euros(4)));
        assert_eq!(divided(euros(-5), 2), Some(euros(-2)));
        assert_eq!(divided(euros(-10), 3), Some(euros(-3)));
        assert_eq!(divided(euros(1), 0), None);
    }

    #[test]
    fn a_percentage_has_one_digit() {
        assert_eq!(percentage(euros(1), euros(3)).as_deref(), Some("33.3"));
        assert_eq!(percentage(euros(-1), euros(8)).as_deref(), Some("-12.5"));
        assert_eq!(percentage(euros(1), euros(0)), None);
    }

    #[test]
    fn months_are_counted_only_where_they_are_whole() {
        let day = |month, day| NaiveDate::from_ymd_opt(2025, month, day).unwrap();
        let time =
            |from, to| Time::of((from, to), day(1, 2), day(6, 30)).map(|time| (time.months, time.days));
        // Everything, and calendar months as far as there is data.
        assert_eq!(time(None, None), Some((Some(6), 180)));
        assert_eq!(time(Some(day(5, 1)), Some(day(5, 31))), Some((Some(1), 31)));
        assert_eq!(time(Some(day(1, 1)), Some(day(12, 31))), Some((Some(6), 180)));
        // The last three months up to the middle of one are three.
        assert_eq!(time(Some(day(4, 16)), Some(day(7, 15))), Some((Some(3), 76)));
        assert_eq!(time(Some(day(3, 31)), Some(day(4, 30))), Some((Some(1), 31)));
        // Neither whole, nor all there.
        assert_eq!(time(Some(day(3, 10)), Some(day(4, 20))), Some((None, 42)));
        assert_eq!(time(Some(day(5, 16)), Some(day(8, 15))), Some((None, 46)));
        assert_eq!(time(Some(day(5, 2)), Some(day(5, 1))), None);
    }
}
