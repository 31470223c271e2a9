//! Income and spending as data, with what people ask of them: averages, shares, one figure in the person's currency.

use chrono::NaiveDate;
use saldo_bookkeeping::{FlowTotal, KnownDays, TransactionQuery};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Money, MoneyError, Period};
use saldo_ledger::ratio::{divided, divided_times, percentage};
use serde_json::{Map, Value, json};

use super::links::transactions;
use super::{Context, ToolError};

/// The days of a month where there are no whole ones: a twelfth of 365.25, as a fraction and in digits.
pub(super) const MONTH_DAYS: (i128, u32, &str) = (487, 16, "30.4375");

/// The totals of one currency.
pub(super) fn as_data(total: &FlowTotal) -> Result<Value, MoneyError> {
    let FlowTotal { flow, entries_in, entries_out, filter } = total;
    let net = flow.net()?;
    Ok(json!({
        "currency": net.currency(),
        "income": flow.income,
        "spending": flow.spending,
        "net": net,
        "entries": flow.entries,
        "entries_in": entries_in,
        "entries_out": entries_out,
        "average_income": divided(flow.income, *entries_in),
        "average_spending": divided(flow.spending, *entries_out),
        "savings_rate": percentage(net, flow.income),
        "transactions": transactions(filter),
    }))
}

/// All totals, each currency by itself.
pub(super) fn all_as_data(totals: &[FlowTotal]) -> Result<Vec<Value>, MoneyError> {
    totals.iter().map(as_data).collect()
}

/// What an average is over: whole months of the days that are asked for, where there are any; and whole days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Times {
    months: Option<(Period, u32)>,
    days: Period,
}

impl Times {
    /// Of the days that are asked for, as far as they are known.
    fn of(asked: Period, known: KnownDays) -> Option<Self> {
        let days = known.within(asked)?;
        let months = known.whole_months(asked);
        // Days that are no months are averaged over as days; a month that is not over belongs to months.
        let is_months = |whole: Period| {
            let begins = whole.start() <= days.start() || asked.start() < days.start();
            let ends = whole.end() >= days.end() || asked.end() > days.end();
            begins && ends
        };
        Some(Self { months: months.filter(|(whole, _)| is_months(*whole)), days })
    }

    /// How many days.
    fn count(period: Period) -> u32 {
        u32::try_from((period.end() - period.start()).num_days() + 1).unwrap_or(u32::MAX)
    }
}

/// Adds to the totals what they are a month, a week and a day: over whole months and days, never over one that runs.
pub(super) async fn add_averages(
    data: &mut [Value],
    totals: &[FlowTotal],
    query: &TransactionQuery,
    known: Option<KnownDays>,
    context: &Context<'_>,
) -> Result<(), ToolError> {
    let asked = query.filter.period.unwrap_or(Period::EVER);
    let Some(times) = known.and_then(|known| Times::of(asked, known)) else { return Ok(()) };
    let by_day = within(query, times.days, context).await?;
    let by_month = match times.months {
        Some((months, _)) if months != times.days => within(query, months, context).await?,
        _ => by_day.clone(),
    };
    for (data, total) in data.iter_mut().zip(totals) {
        let currency = total.flow.income.currency();
        let of =
            |totals: &[FlowTotal]| totals.iter().find(|it| it.flow.income.currency() == currency).cloned();
        let days = Times::count(times.days);
        if let Some(total) = of(&by_month) {
            data["per_month"] = if let Some((period, months)) = times.months {
                paced(&total, period, 1, months, ("months", months))?
            } else {
                let (numerator, denominator, digits) = MONTH_DAYS;
                let by = days.saturating_mul(denominator);
                let mut pace = paced(&total, times.days, numerator, by, ("days", days))?;
                pace["month_days"] = json!(digits);
                pace
            };
        }
        if let Some(total) = of(&by_day) {
            data["per_week"] = paced(&total, times.days, 7, days, ("days", days))?;
            data["per_day"] = paced(&total, times.days, 1, days, ("days", days))?;
        }
    }
    Ok(())
}

/// What the transactions of a query come to in these days.
async fn within(
    query: &TransactionQuery,
    days: Period,
    context: &Context<'_>,
) -> Result<Vec<FlowTotal>, ToolError> {
    let mut query = query.clone();
    query.filter.period = Some(days);
    Ok(context.ledger.books.totals(context.user, &query).await?)
}

/// Sums so many times, divided; with what they are the average of.
fn paced(
    total: &FlowTotal,
    period: Period,
    times: i128,
    by: u32,
    (unit, count): (&str, u32),
) -> Result<Value, MoneyError> {
    let net = total.flow.net()?;
    let share = |amount: Money| divided_times(amount, times, i128::from(by));
    let mut data = Map::new();
    data.insert("income".to_owned(), json!(share(total.flow.income)));
    data.insert("spending".to_owned(), json!(share(total.flow.spending)));
    data.insert("net".to_owned(), json!(share(net)));
    data.insert(unit.to_owned(), json!(count));
    data.insert("from".to_owned(), json!(period.start()));
    data.insert("to".to_owned(), json!(period.end()));
    let transactions = transactions(&total.filter);
    let of = json!({
        "income": total.flow.income,
        "spending": total.flow.spending,
        "net": net,
        "transactions": transactions,
    });
    data.insert("of".to_owned(), of);
    data.insert("transactions".to_owned(), transactions);
    Ok(Value::Object(data))
}

/// The flows as one figure in the currency that the person prefers; `null` where none is preferred or all are of it already.
pub(super) async fn in_preferred(
    flows: &[CashFlow],
    days: Period,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let preferred = context.ledger.books.preferences(context.user).await?.currency;
    let is_other = |currency: Currency| flows.iter().any(|flow| flow.income.currency() != currency);
    let Some(currency) = preferred.filter(|currency| is_other(*currency)) else { return Ok(Value::Null) };
    let on = days.end().min(context.today);
    let Some(one) = context.ledger.books.converted(context.user, flows, currency, on).await? else {
        return Ok(json!({"currency": currency, "missing": format!("there is no rate for {on}")}));
    };
    let rates: Vec<Value> = one
        .rates
        .iter()
        .map(|(from, rate, date)| json!({"from": from, "rate": rate.to_string(), "date": date}))
        .collect();
    Ok(json!({
        "currency": currency,
        "income": one.income,
        "spending": one.spending,
        "net": one.income.checked_sub(one.spending)?,
        "rates": rates,
    }))
}

/// Amounts as one in the currency that the person prefers, at the rates of a day; `null` as for [`in_preferred`].
pub(super) async fn amount_in_preferred(
    amounts: &[Money],
    on: NaiveDate,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let flow = |amount: &Money| CashFlow::nothing(amount.currency()).with(*amount);
    let flows: Vec<CashFlow> = amounts.iter().map(flow).collect::<Result<_, _>>()?;
    let Some(day) = Period::new(on, on) else { return Ok(Value::Null) };
    let mut one = in_preferred(&flows, day, context).await?;
    if let Some(fields) = one.as_object_mut() {
        fields.remove("income");
        fields.remove("spending");
        if let Some(net) = fields.remove("net") {
            fields.insert("amount".to_owned(), net);
        }
    }
    Ok(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_are_counted_only_where_they_are_whole() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let known = KnownDays::of((day("2025-01-02"), day("2025-07-14")), None, day("2025-07-15"));
        let times = |from: &str, to: &str| {
            let times = Times::of(Period::new(day(from), day(to)).unwrap(), known)?;
            Some((times.months.map(|(_, months)| months), Times::count(times.days)))
        };
        // Everything, and calendar months as far as they are over.
        assert_eq!(times("0001-01-01", "9999-12-31"), Some((Some(6), 194)));
        assert_eq!(times("2025-05-01", "2025-05-31"), Some((Some(1), 31)));
        assert_eq!(times("2025-01-01", "2025-12-31"), Some((Some(6), 194)));
        // A month that runs is known by its days.
        assert_eq!(times("2025-07-01", "2025-07-31"), Some((None, 14)));
        // Days that are no months.
        assert_eq!(times("2025-03-10", "2025-04-20"), Some((None, 42)));
        assert_eq!(times("2025-03-10", "2025-05-20"), Some((None, 72)));
        assert_eq!(times("2025-08-01", "2025-08-31"), None);
    }
}
