//! Reports: cash flow, spending, merchants, net worth.

use saldo_bookkeeping::{CashFlowQuery, FlowBucket, NetWorth, NetWorthPoint, SpendingQuery, SpendingRow};
use saldo_domain::{AccountId, CategoryId, Currency, Date, Granularity, Money, Period};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::figures::{ConvertedBody, FlowBody, RateBody};
use crate::{AnyId, DecimalText, Error, Result, filter};

/// `?from=&to=&account=&category=&currency=&by=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CashFlowParams {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    account: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    category: Option<String>,
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
    #[param(inline, value_type = Option<Granularity>)]
    by: Option<String>,
}

impl CashFlowParams {
    /// Returns the question, with the currency that the query asks for.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid parameter.
    pub fn question(self) -> Result<CashFlowQuery> {
        let granularity = match self.by.as_deref() {
            None | Some("" | "month") => Granularity::Month,
            Some("day") => Granularity::Day,
            Some("week") => Granularity::Week,
            Some("quarter") => Granularity::Quarter,
            Some("year") => Granularity::Year,
            Some(_) => return Err(Error::invalid("by must be day, week, month, quarter or year")),
        };
        Ok(CashFlowQuery {
            period: filter::period(self.from, self.to)?,
            granularity,
            account: filter::id("account", self.account)?,
            category: filter::id("category", self.category)?,
            currency: filter::currency(self.currency)?,
        })
    }
}

/// `?from=&to=&account=&currency=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SpendingParams {
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<AnyId>)]
    account: Option<String>,
}

impl SpendingParams {
    /// Returns the question, with the currency that the query asks for.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid parameter.
    pub fn question(self) -> Result<SpendingQuery> {
        Ok(SpendingQuery {
            period: filter::period(self.from, self.to)?,
            account: filter::id("account", self.account)?,
            currency: filter::currency(self.currency)?,
        })
    }
}

/// `?from=&to=&currency=`.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct NetWorthQuery {
    #[param(value_type = Option<Date>)]
    from: Option<String>,
    #[param(value_type = Option<Date>)]
    to: Option<String>,
    #[param(inline, value_type = Option<Currency>)]
    currency: Option<String>,
}

impl NetWorthQuery {
    /// Returns the period and the currency that the query asks for.
    ///
    /// # Errors
    /// [`Error::Invalid`] with the first invalid parameter.
    pub fn question(self) -> Result<(Option<Period>, Option<Currency>)> {
        Ok((filter::period(self.from, self.to)?, filter::currency(self.currency)?))
    }
}

/// Income and spending of a period.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BucketBody {
    key: String,
    from: Date,
    to: Date,
    flows: Vec<FlowBody>,
    converted: Option<ConvertedBody>,
    /// The last day with known transactions, if the period continues after it.
    known_until: Option<Date>,
    /// The first day with complete data, if the period begins before it.
    known_from: Option<Date>,
}

impl From<FlowBucket> for BucketBody {
    fn from(bucket: FlowBucket) -> Self {
        Self {
            key: bucket.key,
            from: bucket.period.start(),
            to: bucket.period.end(),
            flows: bucket.flows.into_iter().map(FlowBody::from).collect(),
            converted: bucket.converted.map(ConvertedBody::from),
            known_until: bucket.known_until,
            known_from: bucket.known_from,
        }
    }
}

/// Income and spending of a category or a merchant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SpendingBody {
    category_id: Option<CategoryId>,
    parent_id: Option<CategoryId>,
    name: Option<String>,
    flows: Vec<FlowBody>,
    converted: Option<ConvertedBody>,
}

impl From<SpendingRow> for SpendingBody {
    fn from(row: SpendingRow) -> Self {
        Self {
            category_id: row.category,
            parent_id: row.parent,
            name: row.name,
            flows: row.flows.into_iter().map(FlowBody::from).collect(),
            converted: row.converted.map(ConvertedBody::from),
        }
    }
}

/// The balances of the accounts over time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetWorthBody {
    items: Vec<PointBody>,
    unknown_accounts: Vec<AccountId>,
    /// Pairs of accounts that may be the same one, so that their amounts may count twice.
    possibly_counted_twice: Vec<[AccountId; 2]>,
}

/// The balances of the accounts at the end of a day.
#[derive(Serialize, ToSchema)]
pub struct PointBody {
    date: Date,
    accounts: Vec<AccountBalanceBody>,
    sums: Vec<Money>,
    converted: Option<WorthBody>,
}

/// The balance of an account.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountBalanceBody {
    account_id: AccountId,
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
}

/// All balances in one currency, with the rates that were used.
#[derive(Serialize, ToSchema)]
pub struct WorthBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
}

impl From<NetWorth> for NetWorthBody {
    fn from(found: NetWorth) -> Self {
        let pairs = found.look_alikes.iter().map(|pair| [pair.one, pair.other]);
        Self {
            possibly_counted_twice: pairs.collect(),
            items: found.points.into_iter().map(PointBody::from).collect(),
            unknown_accounts: found.unknown,
        }
    }
}

impl From<NetWorthPoint> for PointBody {
    fn from(point: NetWorthPoint) -> Self {
        let balances = point.accounts.into_iter().map(|(account_id, amount)| AccountBalanceBody {
            account_id,
            amount: amount.decimal(),
            currency: amount.currency(),
        });
        Self {
            date: point.date,
            accounts: balances.collect(),
            sums: point.sums,
            converted: point.converted.map(|worth| WorthBody {
                amount: worth.amount.decimal(),
                currency: worth.amount.currency(),
                rates: RateBody::from_rates(&worth.rates),
            }),
        }
    }
}
