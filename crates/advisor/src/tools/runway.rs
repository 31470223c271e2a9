//! `runway`: the number of months that the available money lasts at the pace of recent months.

use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_bookkeeping::{FlowTotal, TransactionQuery};
use saldo_domain::{AccountId, Currency, Money, Period, TransactionFilter};
use saldo_ledger::ratio::{divided, tenths};
use serde::Deserialize;
use serde_json::{Value, json};

use super::forecast::{balances_on, is_at_hand};
use super::links::transactions;
use super::selection::{Names, coverage, known_days};
use super::totals::amount_in_preferred;
use super::{Context, Tool, ToolError};

/// The default number of months to average over.
pub(super) const MONTHS: u32 = 6;
/// The maximum number of months to average over.
const MONTHS_MAX: u32 = 120;

pub(super) struct Runway;

#[derive(Deserialize)]
pub(super) struct Input {
    months: Option<u32>,
}

#[async_trait]
impl Tool for Runway {
    type Input = Input;
    const NAME: &'static str = "runway";
    const DESCRIPTION: &'static str = "Returns how many months the checking, savings and cash accounts last at the average spending of the last whole \
        months, without income and with the average income of those months.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "months": {"type": "integer", "minimum": 1, "description": "Number of recent months with data in the averages; default: 6."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let wanted = input.months.unwrap_or(MONTHS).clamp(1, MONTHS_MAX);
        let Some(RunwayFigures { as_of, months, totals, balances }) =
            RunwayFigures::read(context, wanted).await?
        else {
            return Ok(json!({"rows": [], "coverage": null}));
        };
        let Some((period, months)) = months else {
            return Err(ToolError::Input(NO_WHOLE_MONTH.to_owned()));
        };
        let rows = balances.iter().filter_map(|(currency, amount)| {
            let total = totals.get(currency)?;
            let flow = total.flow;
            let a_month = |sum: Money| divided(sum, u64::from(months));
            let net = flow.net().ok()?;
            Some(json!({
                "currency": currency,
                "balance": amount,
                "spending_per_month": a_month(flow.spending),
                "income_per_month": a_month(flow.income),
                "net_per_month": a_month(net),
                "months_without_income": lasts(*amount, flow.spending, months),
                "months_with_income": net.checked_neg().ok().and_then(|loss| lasts(*amount, loss, months)),
                "transactions": transactions(&total.filter),
            }))
        });
        let together: Vec<Money> = balances.values().copied().collect();
        Ok(json!({
            "as_of": as_of,
            "from": period.start(),
            "to": period.end(),
            "months": months,
            "rows": rows.collect::<Vec<_>>(),
            "balance_in_preferred_currency": amount_in_preferred(&together, as_of, context).await?,
            "coverage": coverage(context).await?,
        }))
    }
}

/// The error message if there is no whole month to average over.
const NO_WHOLE_MONTH: &str = "the data has no whole month yet, so there is no monthly average; say so";

/// The available money, and the income and spending of the latest whole months.
pub(super) struct RunwayFigures {
    /// The day of the balances.
    pub(super) as_of: NaiveDate,
    /// The whole months and their number, or `None` if there are none yet.
    pub(super) months: Option<(Period, u32)>,
    /// The income and spending of these months, by currency.
    pub(super) totals: BTreeMap<Currency, FlowTotal>,
    /// The sums of the checking, savings and cash accounts, by currency.
    pub(super) balances: BTreeMap<Currency, Money>,
}

impl RunwayFigures {
    /// Reads at most `wanted` months. Returns `None` if there are no transactions.
    pub(super) async fn read(context: &Context<'_>, wanted: u32) -> Result<Option<Self>, ToolError> {
        let Some(known) = known_days(context, &[]).await? else { return Ok(None) };
        let as_of = known.last.min(context.today);
        let months = known.last_months(wanted);
        let mut totals = BTreeMap::new();
        if let Some((period, _)) = months {
            let query = TransactionQuery::of(TransactionFilter {
                period: Some(period),
                ..TransactionFilter::default()
            });
            for total in context.ledger.books.totals(context.user, &query).await? {
                totals.insert(total.flow.income.currency(), total);
            }
        }
        let names = Names::read(context).await?;
        let accounts: HashSet<AccountId> =
            names.accounts.iter().filter(|it| is_at_hand(it.kind)).map(|it| it.id).collect();
        let balances = balances_on(context, as_of, &accounts).await?;
        Ok(Some(Self { as_of, months, totals, balances }))
    }
}

/// Returns how many months `amount` lasts if `spent` was spent in `months`, with one decimal.
///
/// Returns `None` if nothing is spent, or if the amount is negative.
pub(super) fn lasts(amount: Money, spent: Money, months: u32) -> Option<String> {
    if amount.is_negative() || spent.is_negative() || spent.is_zero() {
        return None;
    }
    tenths(i128::from(amount.minor()) * i128::from(months), i128::from(spent.minor()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runway_has_one_decimal_and_none_without_spending() {
        let euros = |minor| Money::from_minor(minor, saldo_domain::Currency::parse("EUR").unwrap());
        assert_eq!(lasts(euros(1_000), euros(300), 1).as_deref(), Some("3.3"));
        assert_eq!(lasts(euros(1_000), euros(0), 1), None);
        assert_eq!(lasts(euros(-1), euros(300), 1), None);
    }
}
