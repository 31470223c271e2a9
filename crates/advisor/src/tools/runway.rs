//! `runway`: how long what is at hand lasts at the pace of the last months.

use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;
use chrono::{Datelike, NaiveDate};
use saldo_domain::entry::EntryOrder;
use saldo_domain::report::CashFlow;
use saldo_domain::{AccountId, Currency, Money, Month, Period};
use serde::Deserialize;
use serde_json::{Value, json};

use super::forecast::{held, is_at_hand};
use super::selection::{SelectionInput, coverage, days};
use super::totals::{Totals, divided, rounded};
use super::{Context, Tool, ToolError};

/// Months that are looked at without another wish.
pub(super) const MONTHS: u32 = 6;
/// The most months that are looked at.
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
    const DESCRIPTION: &'static str = "How many months the checking, savings and cash accounts last: at the average spending of the last whole \
        months without any income, and with the average income of those months.";

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "months": {"type": "integer", "minimum": 1, "description": "How many of the last months with data the averages are over; 6 when left out."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let wanted = input.months.unwrap_or(MONTHS).clamp(1, MONTHS_MAX);
        let Some(Pace { as_of, period, months, flows, held }) = Pace::read(context, wanted).await? else {
            return Ok(json!({"rows": [], "coverage": null}));
        };
        let rows = held.iter().filter_map(|(currency, amount)| {
            let flow = flows.get(currency)?;
            let a_month = |sum: Money| divided(sum, u64::from(months));
            let net = flow.net().ok()?;
            Some(json!({
                "currency": currency,
                "held": amount,
                "spending_per_month": a_month(flow.spending),
                "income_per_month": a_month(flow.income),
                "net_per_month": a_month(net),
                "months_without_income": lasts(*amount, flow.spending, months),
                "months_with_income": net.checked_neg().ok().and_then(|loss| lasts(*amount, loss, months)),
            }))
        });
        Ok(json!({
            "as_of": as_of,
            "from": period.start(),
            "to": period.end(),
            "months": months,
            "rows": rows.collect::<Vec<_>>(),
            "coverage": coverage(context).await?,
        }))
    }
}

/// What is at hand, and what came and went in the last whole months with data.
pub(super) struct Pace {
    /// The day for which what is at hand is known.
    pub(super) as_of: NaiveDate,
    /// The months.
    pub(super) period: Period,
    /// How many they are.
    pub(super) months: u32,
    /// What came and went in them.
    pub(super) flows: BTreeMap<Currency, CashFlow>,
    /// What the checking, savings and cash accounts held.
    pub(super) held: BTreeMap<Currency, Money>,
}

impl Pace {
    /// Of at most so many months; `None` without entries.
    pub(super) async fn read(context: &Context<'_>, wanted: u32) -> Result<Option<Self>, ToolError> {
        let Some((first, last)) = days(context).await? else { return Ok(None) };
        let as_of = last.min(context.today);
        let Some((period, months)) = whole_months(first, as_of, wanted) else {
            return Err(ToolError::Input("there are no entries to average over".to_owned()));
        };
        let selection = SelectionInput {
            from: Some(period.start()),
            to: Some(period.end()),
            ..SelectionInput::default()
        };
        let selection = selection.resolve(context).await?;
        let mut totals = Totals::default();
        selection.for_each(context, EntryOrder::OldestFirst, |entry| Ok(totals.add(&entry)?)).await?;
        let flows = totals.0.iter().map(|(currency, total)| (*currency, total.flow)).collect();
        let names = &selection.names;
        let accounts: HashSet<AccountId> =
            names.accounts.iter().filter(|it| is_at_hand(it.kind)).map(|it| it.id).collect();
        let held = held(context, as_of, &accounts).await?;
        Ok(Some(Self { as_of, period, months, flows, held }))
    }
}

/// The last whole months with data, and how many they are; all of it where no month is whole.
fn whole_months(first: NaiveDate, last: NaiveDate, wanted: u32) -> Option<(Period, u32)> {
    let this = Month::of(last)?;
    // A month counts as whole from its twentieth day of data on: statements rarely have an entry on the last.
    let end = if last.day() >= 20 { this } else { this.plus(-1)? };
    let begin = Month::of(first)?;
    let end = if end < begin { this } else { end };
    let back = i32::try_from(wanted).ok()? - 1;
    let start = end.plus(-back)?.max(begin);
    let months = (end.year() - start.year()) * 12 + i32::try_from(end.month()).ok()?
        - i32::try_from(start.month()).ok()?
        + 1;
    Some((Period::new(start.period().start(), end.period().end())?, u32::try_from(months).ok()?))
}

/// How many months an amount lasts when `spent` went in `months`, with one digit; `None` when nothing goes or nothing is there.
pub(super) fn lasts(amount: Money, spent: Money, months: u32) -> Option<String> {
    if amount.is_negative() || spent.is_negative() || spent.is_zero() {
        return None;
    }
    let tenths = rounded(i128::from(amount.minor()) * i128::from(months) * 10, i128::from(spent.minor()))?;
    Some(format!("{}.{}", tenths / 10, tenths % 10))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_month_that_has_hardly_begun_is_not_averaged_over() {
        let (period, months) = whole_months(day("2025-01-02"), day("2025-07-03"), 6).unwrap();
        assert_eq!((period.start(), period.end(), months), (day("2025-01-01"), day("2025-06-30"), 6));
        let (period, months) = whole_months(day("2025-05-30"), day("2025-07-30"), 6).unwrap();
        assert_eq!((period.start(), months), (day("2025-05-01"), 3));
        let (_, months) = whole_months(day("2025-07-01"), day("2025-07-03"), 6).unwrap();
        assert_eq!(months, 1);
    }

    #[test]
    fn months_have_one_digit_and_nothing_spent_lasts_for_ever() {
        let euros = |minor| Money::from_minor(minor, saldo_domain::Currency::parse("EUR").unwrap());
        assert_eq!(lasts(euros(1_000), euros(300), 1).as_deref(), Some("3.3"));
        assert_eq!(lasts(euros(1_000), euros(0), 1), None);
        assert_eq!(lasts(euros(-1), euros(300), 1), None);
    }
}
