//! Queries: a question about the books as data, which every surface (API, advisor, saved reports) answers alike.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use chrono::{NaiveDate, Weekday};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::entry::{Direction, EntryId, EntryKind};
use crate::money::{Currency, Money};
use crate::period::Period;
use crate::tag::Tag;

/// A question about the books.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// The figure that is asked for.
    pub measure: Measure,
    /// The transactions that count.
    #[serde(default, skip_serializing_if = "QueryFilter::is_empty")]
    pub filter: QueryFilter,
    /// One figure for each of these, instead of one for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_by: Option<Dimension>,
    /// Another period, whose figure stands beside that of the filter's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<DateRange>,
    /// A change to imagine; the actual figure stands beside the imagined one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_if: Option<Cut>,
    /// The currency of the answer; without one, a figure for each currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The order of the rows.
    #[serde(default, skip_serializing_if = "QueryOrder::is_default")]
    pub order: QueryOrder,
    /// The most rows of the answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Query {
    /// A measure of everything.
    #[must_use]
    pub fn of(measure: Measure) -> Self {
        Self {
            measure,
            filter: QueryFilter::default(),
            group_by: None,
            compare: None,
            what_if: None,
            currency: None,
            order: QueryOrder::default(),
            limit: None,
        }
    }
}

/// The figure that a query asks for. Transfers between own accounts count only where the filter asks for them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Measure {
    /// The sum of money out.
    Spent,
    /// The sum of money in.
    Received,
    /// Money in less money out.
    Net,
    /// Money out less what came back in the same selection, such as refunds.
    SpentNetOfRefunds,
    /// The number of transactions.
    Count,
    /// The number of transactions per month.
    Frequency,
    /// The average of money in or out.
    Average {
        /// Money in, or money out.
        of: Direction,
        /// For each transaction, or each unit of time.
        per: Per,
    },
    /// The median transaction; of an even number, the mean of the two in the middle.
    Median {
        /// Money in, or money out.
        of: Direction,
    },
    /// The transactions with the largest amounts.
    Largest {
        /// Money in, or money out.
        of: Direction,
    },
    /// The transactions with the smallest amounts.
    Smallest {
        /// Money in, or money out.
        of: Direction,
    },
    /// The selection's part of a whole, in percent.
    Share {
        /// Money in, or money out.
        part: Direction,
        /// Money in, or money out, of the whole.
        whole: Direction,
        /// The transactions of the whole; its period is that of the query where it names none.
        of: Box<QueryFilter>,
    },
    /// The transactions themselves.
    Transactions,
    /// The earliest transaction.
    First,
    /// The latest transaction.
    Last,
    /// The date on which a recurring payment or income is expected next.
    Next,
    /// The days since the latest transaction.
    TimeSince,
    /// The days until a recurring payment or income is expected next.
    TimeUntil,
    /// The days between the earliest and the latest transaction.
    Duration,
    /// The amount of the earliest and the latest payment.
    PriceChange,
    /// The sum of money out at the end of the filter's period, at the rate of its days so far.
    Projection,
    /// The balance of the accounts at the end of the period.
    Balance,
    /// Everything owned less everything owed, at the end of the period.
    NetWorth,
}

/// A unit that an average is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Per {
    /// A transaction.
    Transaction,
    /// A day.
    Day,
    /// Seven days.
    Week,
    /// A month of the calendar; only whole months count.
    Month,
    /// Twelve months of the calendar; only whole months count.
    Year,
}

/// The transactions that a query is about.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryFilter {
    /// The days; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<DateRange>,
    /// What a transaction has to be: one of each list that is not empty.
    #[serde(default, skip_serializing_if = "Conditions::is_empty")]
    pub only: Conditions,
    /// What a transaction must not be: none of any list.
    #[serde(default, skip_serializing_if = "Conditions::is_empty")]
    pub without: Conditions,
}

impl QueryFilter {
    /// Returns `true` for a filter that every transaction passes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Properties of transactions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Conditions {
    /// Categories, each with those below it. Of a split transaction, the splits in them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryId>,
    /// No category at all.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncategorized: bool,
    /// Merchants, by the names under which their transactions are grouped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merchants: Vec<String>,
    /// Accounts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountId>,
    /// Tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Texts that the description contains, without regard to case and accents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// Days of the week.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>, example = json!(["Sat", "Sun"])))]
    pub weekdays: Vec<Weekday>,
    /// Spending and income, or transfers between own accounts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<EntryKind>,
    /// Money in, or money out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directions: Vec<Direction>,
    /// Spans of days, besides the period of the filter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<DateRange>,
    /// Sizes of the amount, in or out; as conditions of a selection all of them hold.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
}

impl Conditions {
    /// The number of conditions.
    #[must_use]
    pub fn count(&self) -> usize {
        let ids = self.categories.len() + self.accounts.len();
        let names = self.merchants.len() + self.tags.len() + self.texts.len();
        ids + names
            + self.weekdays.len()
            + self.kinds.len()
            + self.directions.len()
            + self.periods.len()
            + self.sizes.len()
    }

    /// Returns `true` when no property is named.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A span of days, both included; open where an end is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DateRange {
    /// The first day.
    from: Option<NaiveDate>,
    /// The last day.
    to: Option<NaiveDate>,
}

impl DateRange {
    /// From `from` to `to`; `None` when `to` is before `from`, or a day cannot be asked for.
    #[must_use]
    pub fn new(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Option<Self> {
        let first = from.unwrap_or(Period::FIRST_DAY);
        let last = to.unwrap_or(Period::LAST_DAY);
        (Period::FIRST_DAY <= first && first <= last && last <= Period::LAST_DAY).then_some(Self { from, to })
    }

    /// The first day, if there is one.
    #[must_use]
    pub const fn first_day(self) -> Option<NaiveDate> {
        self.from
    }

    /// The last day, if there is one.
    #[must_use]
    pub const fn last_day(self) -> Option<NaiveDate> {
        self.to
    }

    /// The same days as a period, open ends filled by the first and last days of all.
    #[must_use]
    pub fn period(self) -> Period {
        let ends = (self.from.unwrap_or(Period::FIRST_DAY), self.to.unwrap_or(Period::LAST_DAY));
        Period::new(ends.0, ends.1).unwrap_or(Period::EVER)
    }
}

impl From<Period> for DateRange {
    fn from(period: Period) -> Self {
        Self { from: Some(period.start()), to: Some(period.end()) }
    }
}

/// The wire's form of a [`DateRange`].
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Ends {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<NaiveDate>,
}

impl Serialize for DateRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Ends { from: self.from, to: self.to }.serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for DateRange {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Ends { from, to } = Ends::deserialize(deserializer)?;
        Self::new(from, to).ok_or_else(|| serde::de::Error::custom("the period ends before it begins"))
    }
}

/// A limit on the size of an amount, in or out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Size {
    /// This or more.
    AtLeast(Decimal),
    /// This or less.
    AtMost(Decimal),
    /// More than this.
    Above(Decimal),
    /// Less than this.
    Below(Decimal),
}

impl Size {
    /// Returns `true` when an amount, in or out, is of this size.
    #[must_use]
    pub fn fits(self, amount: Money) -> bool {
        match self {
            Self::AtLeast(limit) => limit.compare(amount).is_ge(),
            Self::AtMost(limit) => limit.compare(amount).is_le(),
            Self::Above(limit) => limit.compare(amount).is_gt(),
            Self::Below(limit) => limit.compare(amount).is_lt(),
        }
    }
}

/// A decimal number of any currency's units: a whole number of units of ten to the minus `places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    units: u64,
    places: u32,
}

impl Decimal {
    /// The most digits a number has.
    pub const DIGITS_MAX: usize = 16;

    /// Compares an amount, in or out, with this number.
    fn compare(self, amount: Money) -> std::cmp::Ordering {
        let amount_digits = amount.currency().digits();
        let amount = u128::from(amount.minor().unsigned_abs()) * 10_u128.pow(self.places);
        amount.cmp(&(u128::from(self.units) * 10_u128.pow(amount_digits)))
    }
}

/// The text is no decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an amount is a decimal number such as \"12.50\", of at most 16 digits and without a sign")]
pub struct InvalidDecimal;

impl FromStr for Decimal {
    type Err = InvalidDecimal;
    fn from_str(text: &str) -> Result<Self, InvalidDecimal> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let is_plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let fraction_digits = fraction.trim_end_matches('0');
        if !is_plain(whole) || !is_plain(fraction) || whole.len() + fraction.len() > Self::DIGITS_MAX {
            return Err(InvalidDecimal);
        }
        let units = format!("{whole}{fraction_digits}").parse().map_err(|_| InvalidDecimal)?;
        Ok(Self { units, places: u32::try_from(fraction_digits.len()).map_err(|_| InvalidDecimal)? })
    }
}
impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let places = usize::try_from(self.places).map_err(|_| fmt::Error)?;
        let digits = format!("{:0>width$}", self.units, width = places + 1);
        let (whole, fraction) = digits.split_at(digits.len() - places);
        if fraction.is_empty() { formatter.write_str(whole) } else { write!(formatter, "{whole}.{fraction}") }
    }
}
impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

/// A dimension that rows are grouped by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// Categories.
    Category,
    /// Merchants.
    Merchant,
    /// Accounts.
    Account,
    /// Days of the week.
    Weekday,
    /// Days.
    Day,
    /// Weeks, from Monday to Sunday.
    Week,
    /// Months.
    Month,
    /// Quarters of the fiscal calendar.
    Quarter,
    /// Years of the fiscal calendar.
    Year,
}

/// Spending that is imagined to be smaller.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Cut {
    /// The transactions that are cut, among those of the query.
    pub only: Conditions,
    /// By how much, in percent; 100 leaves them out.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100))]
    pub percent: u8,
}

/// The order of a query's rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryOrder {
    /// Groups of time and transactions by date, other groups by the largest figure first.
    #[default]
    Natural,
    /// The largest figure first.
    Largest,
    /// The smallest figure first.
    Smallest,
    /// The largest difference from the period of comparison first: the drivers of a change.
    Difference,
}

impl QueryOrder {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it with a reference")]
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// The answer to a query.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryAnswer {
    /// The figures: one for each group and currency.
    pub rows: Vec<QueryRow>,
    /// The days whose transactions count, where they are not those of the query alone.
    pub period: Option<DateRange>,
    /// The days of the comparison that count.
    pub compared: Option<DateRange>,
    /// Reservations that belong to the figures.
    pub notes: Vec<QueryNote>,
}

/// One figure of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryRow {
    /// What it is the figure of: an id, a merchant's name, `2025-04`, `Sat`; `None` for the whole, or for no category.
    pub group: Option<String>,
    /// The figure.
    pub figure: Figure,
    /// The figure that it is compared with.
    pub compared: Option<Figure>,
    /// The number of transactions behind the figure.
    pub transactions: u64,
}

/// A figure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Figure {
    /// An amount.
    Money(Money),
    /// A number of transactions.
    Count(u64),
    /// A number of transactions per month, with one decimal.
    PerMonth(String),
    /// A part in percent, with one decimal.
    Percent(String),
    /// A day.
    Date(NaiveDate),
    /// A number of days.
    Days(i64),
    /// A transaction.
    Transaction(QueryTransaction),
    /// The first and the latest price, as positive amounts.
    Prices(Prices),
}

/// A transaction of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryTransaction {
    /// Its id.
    pub id: EntryId,
    /// Its date.
    pub date: NaiveDate,
    /// Its description.
    pub description: String,
    /// Its amount, or that of its splits that count; signed.
    pub amount: Money,
}

/// The first and the latest amount of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Prices {
    /// The first amount.
    pub first: Money,
    /// The latest amount.
    pub latest: Money,
    /// The day from which on it was the latest amount.
    pub since: NaiveDate,
}

/// A reservation that belongs to an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryNote {
    /// The period goes on beyond the books; the figures are until this day.
    Until(NaiveDate),
    /// The books begin within the period; the figures are from this day on.
    Since(NaiveDate),
    /// Both periods of a comparison were cut to the part that the books have of both.
    LikeForLike,
    /// The two periods differ in length.
    DifferentLengths,
    /// Nothing was found in the period, but this many transactions outside of it.
    Elsewhere(Elsewhere),
    /// Accounts whose balance is not known are left out.
    UnknownAccounts(Vec<AccountId>),
    /// Amounts were converted at these rates.
    Converted(BTreeMap<Currency, QueryRate>),
}

/// Transactions outside of a period in which nothing was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Elsewhere {
    /// How many.
    pub transactions: u64,
    /// The earliest.
    pub first: NaiveDate,
    /// The latest.
    pub last: NaiveDate,
}

/// A rate by which an amount was converted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryRate {
    /// Units of the answer's currency for one of the other, as a decimal.
    pub rate: String,
    /// The day of the rate.
    pub date: NaiveDate,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decimal_is_written_as_it_was_read_without_trailing_zeros() {
        for (text, written) in
            [("0", "0"), ("12", "12"), ("12.50", "12.5"), ("0.05", "0.05"), ("100.00", "100")]
        {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), written);
        }
        for text in ["", ".", "-1", "1e3", "1,5", "1.2.3", "12345678901234567"] {
            assert_eq!(text.parse::<Decimal>(), Err(InvalidDecimal), "{text}");
        }
    }

    #[test]
    fn a_size_compares_amounts_in_and_out_in_units_of_their_currency() {
        let [euro, yen] = ["EUR", "JPY"].map(|code| Currency::parse(code).unwrap());
        let limit: Decimal = "50".parse().unwrap();
        assert!(Size::AtLeast(limit).fits(Money::from_minor(-5_000, euro)));
        assert!(!Size::Above(limit).fits(Money::from_minor(-5_000, euro)));
        assert!(Size::Above(limit).fits(Money::from_minor(51, yen)));
        assert!(Size::Below(limit).fits(Money::from_minor(4_999, euro)));
        assert!(Size::AtMost(limit).fits(Money::from_minor(50, yen)));
    }

    #[test]
    fn a_query_is_read_as_it_was_written() {
        let json = r#"{"measure":{"average":{"of":"out","per":"month"}},"filter":{"period":{"from":"2025-01-01"},"only":{"merchants":["blue cafe"],"weekdays":["Sat","Sun"],"sizes":[{"above":"12.5"}]},"without":{"uncategorized":true}},"groupBy":"category","order":"difference","limit":3}"#;
        let query: Query = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&query).unwrap(), json);
        assert_eq!(serde_json::to_string(&Query::of(Measure::Spent)).unwrap(), r#"{"measure":"spent"}"#);
    }

    #[test]
    fn a_misspelt_key_or_a_period_that_ends_before_it_begins_is_refused() {
        for json in [
            r#"{"measure":"spent","fliter":{}}"#,
            r#"{"measure":"spend"}"#,
            r#"{"measure":"spent","filter":{"only":{"merchant":["x"]}}}"#,
            r#"{"measure":"spent","filter":{"period":{"from":"2025-02-01","to":"2025-01-01"}}}"#,
            r#"{"measure":"spent","compare":{"until":"2025-01-01"}}"#,
        ] {
            assert!(serde_json::from_str::<Query>(json).is_err(), "{json}");
        }
    }
}
