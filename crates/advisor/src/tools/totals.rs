//! Totals of income and spending as data, with averages, percentages and the user's preferred currency.

use chrono::NaiveDate;
use saldo_bookkeeping::{FlowTotal, KnownDays, TransactionQuery};
use saldo_domain::report::CashFlow;
use saldo_domain::{Currency, Money, MoneyError, Period};
use saldo_ledger::ratio::{divided, divided_times, percentage};
use serde_json::{Map, Value, json};

use super::links::transactions;
use super::{Context, ToolError};

/// Returns the totals of one currency.
pub(super) fn as_data(total: &FlowTotal) -> Result<Value, MoneyError> {
    let FlowTotal { flow, transactions_in, transactions_out, filter } = total;
    let net = flow.net()?;
    Ok(json!({
        "currency": net.currency(),
        "income": flow.income,
        "spending": flow.spending,
        "net": net,
        "entries": flow.transactions,
        "entries_in": transactions_in,
        "entries_out": transactions_out,
        "average_income": divided(flow.income, *transactions_in),
        "average_spending": divided(flow.spending, *transactions_out),
        "savings_rate": percentage(net, flow.income),
        "transactions": transactions(filter),
    }))
}

/// Returns all totals, one for each currency.
pub(super) fn totals_as_data(totals: &[FlowTotal]) -> Result<Vec<Value>, MoneyError> {
    totals.iter().map(as_data).collect()
}

/// The periods of averages: the whole months within the selected days, if there are any, and the days.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Times {
    months: Option<(Period, u32)>,
    days: Period,
}

impl Times {
    /// Returns the known part of the selected days, or `None` if nothing is known of them.
    fn of(asked: Period, known: KnownDays) -> Option<Self> {
        let days = known.within(asked)?;
        Some(Self { months: known.whole_months(asked), days })
    }

    /// Returns the number of days in a period.
    fn count(period: Period) -> u32 {
        u32::try_from((period.end() - period.start()).num_days() + 1).unwrap_or(u32::MAX)
    }
}

/// Adds the monthly, weekly and daily averages to the totals. Running months and days are left out.
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
        if let (Some(total), Some((period, months))) = (of(&by_month), times.months) {
            data["per_month"] = paced(&total, period, 1, months, ("months", months))?;
        }
        if let Some(total) = of(&by_day) {
            data["per_week"] = paced(&total, times.days, 7, days, ("days", days))?;
            data["per_day"] = paced(&total, times.days, 1, days, ("days", days))?;
        }
    }
    Ok(())
}

/// Returns the totals of a query within these days.
async fn within(
    query: &TransactionQuery,
    days: Period,
    context: &Context<'_>,
) -> Result<Vec<FlowTotal>, ToolError> {
    let mut query = query.clone();
    query.filter.period = Some(days);
    Ok(context.ledger.books.totals(context.user, &query).await?)
}

/// Returns the sums multiplied by `times` and divided by `by`, with the sums and the period behind them.
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

/// Returns the flows as one figure in the user's preferred currency, with the rates.
///
/// Returns `null` if there is no preferred currency, or if all flows are already in it.
/// If a rate is missing, the field `missing` says so.
pub(super) async fn in_preferred(
    flows: &[CashFlow],
    days: Period,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let preferred = context.ledger.books.preferences(context.user).await?.currency;
    let is_other = |currency: Currency| flows.iter().any(|flow| flow.income.currency() != currency);
    let Some(currency) = preferred.filter(|currency| is_other(*currency)) else { return Ok(Value::Null) };
    let on = days.end().min(context.today);
    let Some(one) = context.ledger.books.convert_cash_flows(context.user, flows, currency, on).await? else {
        return Ok(json!({"currency": currency, "missing": format!("no rate is known for {on}")}));
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

/// Returns the sum of amounts in the user's preferred currency at the rates of a day;
/// `null` as in [`in_preferred`].
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

/// Returns the amounts of several rows in the user's preferred currency, under their names, at the
/// rates of the row's day.
///
/// The value of a row is `null` if there is no preferred currency, or if all amounts of the row are
/// already in it. If a rate is missing, its field `missing` says so.
pub(super) async fn rows_in_preferred(
    rows: &[(NaiveDate, Vec<(&str, Money)>)],
    context: &Context<'_>,
) -> Result<Vec<Value>, ToolError> {
    let preferred = context.ledger.books.preferences(context.user).await?.currency;
    let Some(currency) = preferred else { return Ok(vec![Value::Null; rows.len()]) };
    let on = |day: NaiveDate| day.min(context.today);
    let amounts: Vec<(Money, NaiveDate)> =
        rows.iter().flat_map(|(day, row)| row.iter().map(|(_, amount)| (*amount, on(*day)))).collect();
    if amounts.iter().all(|(amount, _)| amount.currency() == currency) {
        return Ok(vec![Value::Null; rows.len()]);
    }
    let converted = context.ledger.books.convert_amounts(context.user, &amounts, currency).await?;
    let mut converted = converted.into_iter();
    let row = |(day, row): &(NaiveDate, Vec<(&str, Money)>)| {
        let found: Vec<_> = converted.by_ref().take(row.len()).collect();
        if row.iter().all(|(_, amount)| amount.currency() == currency) {
            return Value::Null;
        }
        let mut fields = Map::from_iter([("currency".to_owned(), json!(currency))]);
        let mut rates = Vec::new();
        for ((name, amount), one) in row.iter().zip(found) {
            let Some(one) = one else {
                let missing = format!("there is no rate for {}", on(*day));
                return json!({"currency": currency, "missing": missing});
            };
            fields.insert((*name).to_owned(), json!(one.money));
            let rate = one
                .date
                .map(|date| json!({"from": amount.currency(), "rate": one.rate.to_string(), "date": date}));
            rates.extend(rate.filter(|rate| !rates.contains(rate)));
        }
        fields.insert("rates".to_owned(), Value::Array(rates));
        Value::Object(fields)
    };
    Ok(rows.iter().map(row).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_months_are_counted() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let known = KnownDays::of((day("2025-01-02"), day("2025-07-14")), None, day("2025-07-15"));
        let times = |from: &str, to: &str| {
            let times = Times::of(Period::new(day(from), day(to)).unwrap(), known)?;
            Some((times.months.map(|(_, months)| months), Times::count(times.days)))
        };
        // All days, and calendar months up to the last whole one.
        assert_eq!(times("0001-01-01", "9999-12-31"), Some((Some(6), 194)));
        assert_eq!(times("2025-05-01", "2025-05-31"), Some((Some(1), 31)));
        assert_eq!(times("2025-01-01", "2025-12-31"), Some((Some(6), 194)));
        // A running month has no monthly average.
        assert_eq!(times("2025-07-01", "2025-07-31"), Some((None, 14)));
        // Of other selections, the whole months count.
        assert_eq!(times("2025-03-10", "2025-04-20"), Some((None, 42)));
        assert_eq!(times("2025-03-10", "2025-05-20"), Some((Some(1), 72)));
        assert_eq!(times("2025-08-01", "2025-08-31"), None);
    }
}
