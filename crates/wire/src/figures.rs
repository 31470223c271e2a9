//! Amounts: income and spending, and what they are in the currency that the user prefers.

use saldo_bookkeeping::{Converted, PreferredAmounts};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Date, Money, Rate};
use serde::Serialize;
use utoipa::ToSchema;

use crate::DecimalText;

/// Income and spending in one currency.
#[derive(Debug, Serialize, ToSchema)]
pub struct FlowBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    income: String,
    #[schema(value_type = DecimalText)]
    spending: String,
    #[schema(value_type = Option<DecimalText>)]
    net: Option<String>,
    #[serde(rename = "entries")]
    transactions: u64,
}

impl From<CashFlow> for FlowBody {
    fn from(flow: CashFlow) -> Self {
        Self {
            currency: flow.income.currency(),
            income: flow.income.decimal(),
            spending: flow.spending.decimal(),
            net: flow.net().ok().map(Money::decimal),
            transactions: flow.transactions,
        }
    }
}

/// An exchange rate that was used to convert a figure.
#[derive(Debug, Serialize, ToSchema)]
pub struct RateBody {
    from: Currency,
    rate: String,
    date: Date,
}

impl RateBody {
    /// Converts rates. They are written with up to 10 decimal places.
    #[must_use]
    pub fn from_rates(rates: &[(Currency, Rate, Date)]) -> Vec<Self> {
        rates
            .iter()
            .map(|(from, rate, date)| Self { from: *from, rate: rate.decimal(10), date: *date })
            .collect()
    }
}

/// Income and spending in one currency, with the rates that were used.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedBody {
    currency: Currency,
    #[schema(value_type = DecimalText)]
    income: String,
    #[schema(value_type = DecimalText)]
    spending: String,
    rates: Vec<RateBody>,
}

impl From<Converted> for ConvertedBody {
    fn from(converted: Converted) -> Self {
        Self {
            currency: converted.income.currency(),
            income: converted.income.decimal(),
            spending: converted.spending.decimal(),
            rates: RateBody::from_rates(&converted.rates),
        }
    }
}

/// An amount in the currency that the user prefers.
#[derive(Debug, Serialize, ToSchema)]
pub struct ConvertedAmountBody {
    #[schema(value_type = DecimalText)]
    amount: String,
    currency: Currency,
    rates: Vec<RateBody>,
}

impl From<PreferredAmounts<1>> for ConvertedAmountBody {
    fn from(converted: PreferredAmounts<1>) -> Self {
        let [amount] = converted.amounts;
        let rates = RateBody::from_rates(&converted.rates);
        Self { amount: amount.decimal(), currency: amount.currency(), rates }
    }
}
