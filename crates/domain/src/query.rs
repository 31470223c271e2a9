//! Queries: questions about a user's transactions as data. The API, the advisor and saved reports use
//! the same form.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use chrono::{Months, NaiveDate, Weekday};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::account::AccountId;
use crate::category::CategoryId;
use crate::decimal::Digits;
use crate::money::{Currency, Money};
use crate::period::Period;
use crate::tag::Tag;
use crate::transaction::{Direction, TransactionId, TransactionKind};

/// A question about the transactions and balances of a user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Query {
    /// The figure to calculate.
    pub measure: Measure,
    /// The transactions that count.
    #[serde(default, skip_serializing_if = "QueryFilter::is_empty")]
    pub filter: QueryFilter,
    /// The dimension by which the figure is divided into rows; without one, the figure is for all
    /// transactions together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group_by: Option<Dimension>,
    /// A second period, for which the same figure is returned for comparison. It requires a period in
    /// the filter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compare: Option<DateRange>,
    /// A hypothetical cut in spending; the actual figure is returned for comparison.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what_if: Option<Cut>,
    /// A limit on the figures: groups that do not meet it are left out, and a single figure states if it
    /// does. Negative figures are below every limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub having: Option<Size>,
    /// The currency of the answer; without one, there is a figure for each currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// The order of the rows.
    #[serde(default, skip_serializing_if = "QueryOrder::is_default")]
    pub order: QueryOrder,
    /// The maximum number of rows. It applies to each currency separately, except where transactions
    /// are listed by date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

impl Query {
    /// Creates a query for a measure of all transactions.
    #[must_use]
    pub fn of(measure: Measure) -> Self {
        Self {
            measure,
            filter: QueryFilter::default(),
            group_by: None,
            compare: None,
            what_if: None,
            having: None,
            currency: None,
            order: QueryOrder::default(),
            limit: None,
        }
    }

    /// Returns `true` if the query names no more than a balance takes: a day, the accounts of a
    /// [`Measure::Balance`], and a grouping by account.
    #[must_use]
    pub fn is_plain_balance(&self) -> bool {
        let accounts = match self.measure {
            Measure::Balance => self.filter.only.accounts.clone(),
            _ => Vec::new(),
        };
        let only = Conditions { accounts, ..Conditions::default() };
        let filter = QueryFilter { only, period: self.filter.period, ..QueryFilter::default() };
        let is_alone = self.compare.is_none() && self.what_if.is_none() && self.currency.is_none();
        let by_account = self.group_by.is_none_or(|by| by == Dimension::Account);
        self.measure.is_balance() && self.filter == filter && is_alone && by_account
    }
}

/// The figure that a query asks for. Transfers between own accounts count only if the filter asks for them.
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
    /// Money out less money in among the same transactions, such as refunds.
    SpentNetOfRefunds,
    /// The number of transactions.
    Count,
    /// The number of different groups of the transactions, such as merchants.
    Distinct {
        /// The dimension of the groups.
        of: Dimension,
    },
    /// The number of transactions per month. Only whole months count.
    Frequency,
    /// Money in less money out, in percent of money in.
    SavingsRate,
    /// The average of money in or out.
    Average {
        /// Money in, or money out.
        of: Direction,
        /// The unit that the average is for: a transaction, or a unit of time.
        per: Per,
    },
    /// The median amount; for an even number of transactions, the mean of the two in the middle.
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
    /// The share of the selected transactions in a whole, in percent.
    Share {
        /// Money in, or money out, of the selected transactions.
        part: Direction,
        /// Money in, or money out, of the whole.
        whole: Direction,
        /// The transactions of the whole. If this filter names no period, the query's period applies.
        of: Box<QueryFilter>,
    },
    /// The transactions, in the order of their dates.
    Transactions,
    /// The earliest transaction; with a limit, that many of the earliest.
    First,
    /// The latest transaction; with a limit, that many of the latest.
    Last,
    /// The next expected date of a recurring payment or income.
    Next,
    /// The number of days since the latest transaction.
    TimeSince,
    /// The number of days until the next expected date of a recurring payment or income.
    TimeUntil,
    /// The number of days between the earliest and the latest transaction.
    Duration,
    /// The earliest and the latest price paid to a merchant. The transactions must be of one merchant, or be
    /// grouped by merchant.
    PriceChange,
    /// The sum of money out at the end of the filter's period, extrapolated from its days so far.
    Projection,
    /// The balance of the accounts at the end of the period.
    Balance,
    /// Everything owned less everything owed, at the end of the period.
    NetWorth,
}

impl Measure {
    /// Returns `true` for a sum of money.
    #[must_use]
    pub const fn is_sum(&self) -> bool {
        matches!(self, Self::Spent | Self::Received | Self::Net | Self::SpentNetOfRefunds)
    }

    /// Returns `true` for a figure of a day rather than of transactions.
    #[must_use]
    pub const fn is_balance(&self) -> bool {
        matches!(self, Self::Balance | Self::NetWorth)
    }

    /// Returns `true` if the figures are single transactions.
    #[must_use]
    pub const fn lists_transactions(&self) -> bool {
        let is_extreme = matches!(self, Self::Largest { .. } | Self::Smallest { .. });
        is_extreme || matches!(self, Self::Transactions | Self::First | Self::Last)
    }
}

/// The unit of an average.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Per {
    /// One transaction.
    Transaction,
    /// One day.
    Day,
    /// Seven days.
    Week,
    /// One calendar month; only whole months count.
    Month,
    /// Twelve calendar months; only whole months count, and at least twelve are needed.
    Year,
}

/// The transactions that a query covers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct QueryFilter {
    /// The period; `None` for all days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<DateRange>,
    /// The properties that a transaction must have: for each list that is not empty, one of its values.
    #[serde(default, skip_serializing_if = "Conditions::is_empty")]
    pub only: Conditions,
    /// The properties that exclude a transaction: for each list that is not empty, one of its values.
    #[serde(default, skip_serializing_if = "Conditions::is_empty")]
    pub without: Conditions,
}

impl QueryFilter {
    /// Returns `true` if the filter selects all transactions.
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
    /// The categories, each with its subcategories. Of a split transaction, only the splits in these
    /// categories count.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<CategoryId>,
    /// Uncategorized transactions. Together with `categories`, either is enough.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub uncategorized: bool,
    /// The merchants, by the names under which their transactions are grouped.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub merchants: Vec<String>,
    /// The accounts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accounts: Vec<AccountId>,
    /// The tags.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<Tag>,
    /// Texts that the description, the printed description or the note contains, ignoring case and accents.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
    /// The days of the week.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>, example = json!(["Sat", "Sun"])))]
    pub weekdays: Vec<Weekday>,
    /// Income and spending, or transfers between own accounts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kinds: Vec<TransactionKind>,
    /// Money in, or money out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub directions: Vec<Direction>,
    /// Periods, in addition to the period of the filter.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub periods: Vec<DateRange>,
    /// Limits on the amount, regardless of its direction. Unlike in the other lists, all of them must be met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sizes: Vec<Size>,
}

impl Conditions {
    /// Returns the number of values in all lists; `uncategorized` does not count.
    #[must_use]
    pub fn count(&self) -> usize {
        self.counts().into_iter().sum()
    }

    const fn counts(&self) -> [usize; 10] {
        [
            self.categories.len(),
            self.accounts.len(),
            self.merchants.len(),
            self.tags.len(),
            self.texts.len(),
            self.weekdays.len(),
            self.kinds.len(),
            self.directions.len(),
            self.periods.len(),
            self.sizes.len(),
        ]
    }

    /// Returns `true` if both have a property of one kind, such as a category each. To be uncategorized is of
    /// the same kind as a category.
    #[must_use]
    pub fn shares_kind(&self, other: &Self) -> bool {
        let of_category = |it: &Self| it.uncategorized || !it.categories.is_empty();
        let both = self.counts().into_iter().zip(other.counts());
        (of_category(self) && of_category(other)) || both.into_iter().any(|(one, other)| one.min(other) > 0)
    }

    /// Adds the properties of others.
    pub fn extend(&mut self, other: &Self) {
        self.categories.extend(&other.categories);
        self.uncategorized |= other.uncategorized;
        self.accounts.extend(&other.accounts);
        self.merchants.extend_from_slice(&other.merchants);
        self.tags.extend_from_slice(&other.tags);
        self.texts.extend_from_slice(&other.texts);
        self.weekdays.extend(&other.weekdays);
        self.kinds.extend(&other.kinds);
        self.directions.extend(&other.directions);
        self.periods.extend(&other.periods);
        self.sizes.extend(&other.sizes);
    }

    /// Returns `true` if no property is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// A range of days, both ends included. A missing end is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DateRange {
    /// The first day.
    from: Option<NaiveDate>,
    /// The last day.
    to: Option<NaiveDate>,
}

impl DateRange {
    /// Creates a range; `None` if `to` is before `from`, or if a day is outside [`Period::EVER`].
    #[must_use]
    pub fn new(from: Option<NaiveDate>, to: Option<NaiveDate>) -> Option<Self> {
        let first = from.unwrap_or(Period::FIRST_DAY);
        let last = to.unwrap_or(Period::LAST_DAY);
        (Period::FIRST_DAY <= first && first <= last && last <= Period::LAST_DAY).then_some(Self { from, to })
    }

    /// Returns the first day; `None` if the range is open there.
    #[must_use]
    pub const fn first_day(self) -> Option<NaiveDate> {
        self.from
    }

    /// Returns the last day; `None` if the range is open there.
    #[must_use]
    pub const fn last_day(self) -> Option<NaiveDate> {
        self.to
    }

    /// Returns `true` for whole calendar months.
    #[must_use]
    pub fn is_of_months(self) -> bool {
        let period = self.from.zip(self.to).and_then(|(from, to)| Period::new(from, to));
        period.and_then(Period::whole_months).is_some_and(|it| it.before.is_none() && it.after.is_none())
    }

    /// Returns the range moved by a number of months. Whole months stay whole, whatever their lengths.
    #[must_use]
    pub fn moved(self, months: i32) -> Option<Self> {
        let by = Months::new(months.unsigned_abs());
        let shift = |day: NaiveDate| {
            if months < 0 { day.checked_sub_months(by) } else { day.checked_add_months(by) }
        };
        let to = shift(self.to?)?;
        let to = if self.is_of_months() { Period::month_of(to)?.end() } else { to };
        Self::new(Some(shift(self.from?)?), Some(to))
    }

    /// Returns the range as a period, with open ends replaced by those of [`Period::EVER`].
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

/// The JSON form of a [`DateRange`].
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
        Self::new(from, to)
            .ok_or_else(|| serde::de::Error::custom("the period ends before it begins; swap its dates"))
    }
}

/// A limit on an amount, regardless of its direction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum Size {
    /// The amount is this or larger.
    AtLeast(Decimal),
    /// The amount is this or smaller.
    AtMost(Decimal),
    /// The amount is larger than this.
    Above(Decimal),
    /// The amount is smaller than this.
    Below(Decimal),
}

impl Size {
    /// Returns `true` if the amount, without its sign, meets the limit.
    #[must_use]
    pub fn fits(self, amount: Money) -> bool {
        self.fits_digits(amount.minor().unsigned_abs(), amount.currency().digits())
    }

    /// Returns `true` if the number meets the limit.
    #[must_use]
    pub fn fits_count(self, count: u64) -> bool {
        self.fits_digits(count, 0)
    }

    fn fits_digits(self, number: u64, digits: u32) -> bool {
        match self {
            Self::AtLeast(limit) => limit.compare(number, digits).is_ge(),
            Self::AtMost(limit) => limit.compare(number, digits).is_le(),
            Self::Above(limit) => limit.compare(number, digits).is_gt(),
            Self::Below(limit) => limit.compare(number, digits).is_lt(),
        }
    }
}

/// A decimal number of currency units without a sign, for any currency: `units` divided by ten to the
/// power of `places`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    units: u64,
    places: u32,
}

impl Decimal {
    /// Nothing.
    pub const ZERO: Self = Self { units: 0, places: 0 };
    /// The maximum number of digits of its text.
    pub const DIGITS_MAX: usize = 16;
    /// The first number with more digits.
    const UNITS_END: u64 = 10_u64.pow(16);

    /// Compares another number, the last `digits` digits of which are a fraction, with this one.
    fn compare(self, other: u64, digits: u32) -> std::cmp::Ordering {
        let other = u128::from(other) * 10_u128.pow(self.places);
        other.cmp(&(u128::from(self.units) * 10_u128.pow(digits)))
    }
}

/// Error: the text is not a decimal number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an amount must be a decimal number such as \"12.50\", with at most 16 digits and no sign")]
pub struct InvalidDecimal;

impl TryFrom<Digits> for Decimal {
    type Error = InvalidDecimal;
    fn try_from(number: Digits) -> Result<Self, InvalidDecimal> {
        let number = number.trimmed();
        let units = u64::try_from(number.units()).ok().filter(|units| *units < Self::UNITS_END);
        Ok(Self { units: units.ok_or(InvalidDecimal)?, places: number.places() })
    }
}
impl FromStr for Decimal {
    type Err = InvalidDecimal;
    fn from_str(text: &str) -> Result<Self, InvalidDecimal> {
        let digits = text.bytes().filter(u8::is_ascii_digit).count();
        if digits > Self::DIGITS_MAX {
            return Err(InvalidDecimal);
        }
        Digits::parse(text).map_err(|_| InvalidDecimal)?.try_into()
    }
}
impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        Digits::new(self.units.into(), self.places).fmt(formatter)
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

/// A dimension that divides a query's figure into rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Dimension {
    /// One row for each category.
    Category,
    /// One row for each merchant.
    Merchant,
    /// One row for each account.
    Account,
    /// One row for each tag, and one for the transactions without tags. A transaction with several tags
    /// counts in each of their rows. If the filter names tags, only these have rows.
    Tag,
    /// One row for each day of the week.
    Weekday,
    /// One row for each day.
    Day,
    /// One row for each week, from Monday to Sunday.
    Week,
    /// One row for each calendar month.
    Month,
    /// One row for each quarter of the financial year.
    Quarter,
    /// One row for each financial year.
    Year,
}

/// A hypothetical cut in spending.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Cut {
    /// The transactions to which the cut applies, among those of the query.
    pub only: Conditions,
    /// The size of the cut in percent; 100 excludes the transactions.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 100))]
    pub percent: u8,
}

/// The order of a query's rows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryOrder {
    /// Units of time and transactions by date, other groups by their figure, largest first.
    #[default]
    Natural,
    /// The largest figure first.
    Largest,
    /// The smallest figure first.
    Smallest,
    /// The largest difference from the compared period first.
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
    /// The figures, one for each group and currency.
    pub rows: Vec<QueryRow>,
    /// The days to which the figures apply: the part of the query's period that the data covers or, if it
    /// covers none, the query's period.
    pub period: Option<DateRange>,
    /// The days to which the compared figures apply.
    pub compared: Option<DateRange>,
    /// The figures in the currency that the user prefers; `None` if they prefer none, if all amounts are in
    /// it, or if a rate is missing.
    pub converted: Option<ConvertedRows>,
    /// Notes that qualify the figures.
    pub notes: Vec<QueryNote>,
}

/// The figures of an answer in one currency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConvertedRows {
    /// The currency of the figures.
    pub currency: Currency,
    /// The figures, one for each group.
    pub rows: Vec<QueryRow>,
    /// The rates at which amounts were converted.
    pub rates: BTreeMap<Currency, QueryRate>,
}

/// One figure of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryRow {
    /// The group: an identifier, a merchant's name, `2025-04` or `Sat`. `None` for all transactions together,
    /// or for uncategorized ones.
    pub group: Option<String>,
    /// The figure.
    pub figure: Figure,
    /// The figure for comparison: that of the compared period, or the actual one beside a hypothetical cut.
    pub compared: Option<Figure>,
    /// The number of transactions behind the figure.
    pub transactions: u64,
    /// For a single figure with a limit, `true` if the figure meets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meets: Option<bool>,
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
    /// A share in percent, with one decimal.
    Percent(String),
    /// A day.
    Date(NaiveDate),
    /// A number of days.
    Days(i64),
    /// A transaction.
    Transaction(QueryTransaction),
    /// The earliest and the latest price.
    Prices(Prices),
}

/// A transaction in an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryTransaction {
    /// The identifier.
    pub id: TransactionId,
    /// The date.
    pub date: NaiveDate,
    /// The description.
    pub description: String,
    /// The signed amount; of a split transaction, the sum of the splits that count.
    pub amount: Money,
}

/// The earliest and the latest price of a payment, as positive amounts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Prices {
    /// The earliest price.
    pub first: Money,
    /// The latest price.
    pub latest: Money,
    /// The day of the first payment at the latest price.
    pub since: NaiveDate,
}

/// A note that qualifies an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum QueryNote {
    /// The figures end on this day, because the data for the rest of the period is incomplete.
    Until(NaiveDate),
    /// The data begins on this day, after the beginning of the period or of the compared one.
    Since(NaiveDate),
    /// Both periods of a comparison were cut to the part for which there is data in both.
    LikeForLike,
    /// The two periods of a comparison differ in length.
    DifferentLengths,
    /// This period of a comparison has begun, but the data for it is incomplete, and there is no part of it
    /// that could be compared with the same part of the other.
    Unfinished(DateRange),
    /// There are no transactions in the period, but there are some outside of it.
    Elsewhere(Elsewhere),
    /// Accounts with an unknown balance are not included.
    UnknownAccounts(Vec<AccountId>),
    /// Accounts whose data ends before that of the others, so that days may be missing.
    Behind(Vec<AccountBehind>),
    /// Amounts were converted at these rates.
    Converted(BTreeMap<Currency, QueryRate>),
}

/// An account whose data ends before that of the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountBehind {
    /// The account.
    pub account: AccountId,
    /// The last day with complete data.
    pub until: NaiveDate,
}

/// Transactions outside of a period that has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Elsewhere {
    /// The number of transactions.
    pub transactions: u64,
    /// The date of the earliest one.
    pub first: NaiveDate,
    /// The date of the latest one.
    pub last: NaiveDate,
}

/// A rate at which amounts were converted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct QueryRate {
    /// The units of the answer's currency for one unit of the other, as a decimal.
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
        for text in ["1234567890123456", "12345678901234.56"] {
            assert_eq!(text.parse::<Decimal>().unwrap().to_string(), text, "sixteen digits");
        }
        for text in
            ["", ".", "1.", ".5", "-1", "1e3", "1,5", "1.2.3", "12345678901234567", "123456789012345.67"]
        {
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
    fn a_misspelled_key_or_reversed_period_is_rejected() {
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
