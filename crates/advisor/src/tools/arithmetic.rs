//! Inputs of the tools that only calculate: amounts, rates and times as exact decimals.

use saldo_domain::decimal::Digits;
use saldo_domain::{Currency, Money};
use saldo_ledger::loan::YearlyRate;
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::{Context, ToolError};

/// The maximum number of months: a hundred years.
const MONTHS_MAX: u32 = 1_200;

/// A decimal from a JSON string or from the digits of a JSON number. It is never converted to a float.
#[derive(Debug, Clone)]
pub(super) struct Decimal(String);

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(text) => Ok(Self(text.trim().to_owned())),
            Value::Number(number) => Ok(Self(number.to_string())),
            _ => Err(serde::de::Error::custom("an amount must be a decimal string such as \"12.50\"")),
        }
    }
}

impl Decimal {
    pub(super) fn money(&self, what: &str, currency: Currency) -> Result<Money, ToolError> {
        let digits = Digits::parse(&self.0).ok();
        let money = digits.and_then(|digits| Money::from_digits(digits, false, currency).ok());
        money.ok_or_else(|| {
            ToolError::Input(format!(
                "{what} must be an amount of {currency} as a plain decimal, not {:?}",
                self.0
            ))
        })
    }

    pub(super) fn rate(&self) -> Result<YearlyRate, ToolError> {
        YearlyRate::parse_percent(&self.0).ok_or_else(|| {
            ToolError::Input(format!(
                "rate_percent must be percent a year such as \"3.75\", not {:?}",
                self.0
            ))
        })
    }

    pub(super) fn text(&self) -> &str {
        &self.0
    }
}

/// Returns the total number of months, or `None` if neither months nor years are given.
pub(super) fn months(months: Option<u32>, years: Option<u32>) -> Result<Option<u32>, ToolError> {
    let all = match (months, years) {
        (None, None) => return Ok(None),
        (months, years) => {
            years.unwrap_or(0).checked_mul(12).and_then(|it| it.checked_add(months.unwrap_or(0)))
        }
    };
    match all.filter(|all| (1..=MONTHS_MAX).contains(all)) {
        Some(all) => Ok(Some(all)),
        None => Err(ToolError::Input(format!("the time must be 1 to {MONTHS_MAX} months"))),
    }
}

/// Returns the named currency.
/// Without one, it is the user's preferred currency, then the currency of their first account, then the euro.
pub(super) async fn currency(named: Option<Currency>, context: &Context<'_>) -> Result<Currency, ToolError> {
    if let Some(named) = named {
        return Ok(named);
    }
    if let Some(preferred) = context.ledger.books.preferences(context.user).await?.currency {
        return Ok(preferred);
    }
    let accounts = context.ledger.accounts.list_accounts(context.user).await?;
    match accounts.first() {
        Some(account) => Ok(account.currency),
        None => Ok(Currency::parse("EUR")?),
    }
}
