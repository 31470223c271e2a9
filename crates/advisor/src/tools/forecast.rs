//! `forecast`: expected income, payments and balances, based on recurring payments.

use std::collections::{BTreeMap, HashSet};

use async_trait::async_trait;
use chrono::{Days, NaiveDate};
use saldo_bookkeeping::UsualSpending;
use saldo_domain::report::CashFlow;
use saldo_domain::{Account, AccountId, AccountKind, Currency, Money, Period};
use saldo_ledger::forecast::{Expected, ExpectedBalance, balances_ahead, expected, spread};
use saldo_ledger::recurring::Recurring as Series;
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::recurring::{narrowed, series};
use super::selection::{Names, coverage};
use super::totals::{amount_in_preferred, in_preferred};
use super::{Context, Tool, ToolError};

/// The default number of days ahead.
const DAYS_AHEAD: u64 = 30;
/// The default number of days to search for the next occurrence.
/// A yearly payment is included even if it is a month late.
const DAYS_TO_NEXT: u64 = 400;

pub(super) struct Forecast;

#[derive(Deserialize)]
pub(super) struct Input {
    from: Option<NaiveDate>,
    to: Option<NaiveDate>,
    words: Option<String>,
    category: Option<String>,
    account: Option<String>,
    #[serde(default)]
    next_only: bool,
}

#[async_trait]
impl Tool for Forecast {
    type Input = Input;
    const NAME: &'static str = "forecast";
    const DESCRIPTION: &'static str = "Forecasts recurring payments and income: each one due in a period, their sums, and the balances of the \
        checking, savings and cash accounts after them and after usual spending, with the lowest balance. \
        `about` lists what the forecast omits: say that first.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "from": {"type": "string", "format": "date", "description": "First day; default: today."},
                "to": {"type": "string", "format": "date", "description": "Last day, at most ten years ahead; default: 30 days after the first."},
                "words": {"type": "string", "description": "Lists only payments whose description contains these whole words; balances still count everything."},
                "category": {"type": "string", "description": "Lists only payments in this category or a subcategory, by name."},
                "account": {"type": "string", "description": "Only this account, by name."},
                "next_only": {"type": "boolean", "description": "Lists only the next occurrence of each payment and income, up to 400 days ahead if no last day is given."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let names = Names::read(context).await?;
        let only = input.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        // Payments on a card are listed too,
        // but they do not reduce the balances of the selected accounts on that day.
        let accounts: HashSet<AccountId> =
            names.accounts.iter().filter(|it| is_asked_for(it, only)).map(|it| it.id).collect();
        let (as_of, mut found) = series(context).await?;
        found.retain(|one| only.is_none_or(|only| one.account == only));
        let from = input.from.unwrap_or(context.today);
        let days = if input.next_only { DAYS_TO_NEXT } else { DAYS_AHEAD };
        let to = input.to.or_else(|| from.checked_add_days(Days::new(days)));
        let ahead = as_of.succ_opt().zip(to).and_then(|(first, to)| Period::new(first, to));
        let (Some(to), Some(ahead)) = (to.filter(|to| *to >= from), ahead) else {
            return Err(ToolError::Input(format!(
                "a forecast must end after {as_of}, the last day with transactions, and not before its \
                 first day"
            )));
        };
        let all = expected(&found, ahead)?;
        let spending: Vec<AccountId> = accounts.iter().copied().collect();
        let usual = async {
            let books = &context.ledger.books;
            Ok(books.usual_spending(context.user, &spending, &found, context.today).await?)
        };
        let (start, usual) = futures::try_join!(balances_on(context, as_of, &accounts), usual)?;
        let at_hand: Vec<Expected> =
            all.iter().filter(|it| accounts.contains(&it.account)).copied().collect();
        let recurring_only = balances_ahead(&start, with_usual(&at_hand, None, ahead)?, ahead)?;
        let balances = balances_ahead(&start, with_usual(&at_hand, usual.as_ref(), ahead)?, ahead)?;
        let narrowed =
            narrowed(found.clone(), input.words.as_deref(), input.category.as_deref(), &names, context)
                .await?;
        let listed = expected(&narrowed, ahead)?;
        let mut listed: Vec<&Expected> = listed.iter().filter(|one| one.date >= from).collect();
        if input.next_only {
            let mut seen = HashSet::new();
            listed.retain(|one| seen.insert(one.recurring));
        }
        let elsewhere = listed.iter().filter(|one| !accounts.contains(&one.account)).count();
        let rows = rows_as_data(&listed, &narrowed, &names, context.limits.rows_max);
        let flows = totals(&listed)?;
        let starts: Vec<Money> = balances.values().map(|ahead| ahead.start).collect();
        let ends: Vec<Money> = balances.values().map(end_of).collect();
        Ok(json!({
            "about": about(usual.as_ref()),
            "as_of": as_of,
            "from": from,
            "to": to,
            "rows_left_out": listed.len() - rows.len(),
            "rows": rows,
            "totals": flows
                .iter()
                .map(|flow| Ok(json!({"in": flow.income, "out": flow.spending, "net": flow.net()?, "count": flow.transactions})))
                .collect::<Result<Vec<_>, ToolError>>()?,
            "in_preferred_currency": in_preferred(&flows, ahead, context).await?,
            "not_in_balances": elsewhere,
            "usual_spending": usual.as_ref().map(|usual| json!({
                "per_month": usual.per_month.values().collect::<Vec<_>>(),
                "months": usual.months,
                "from": usual.period.start(),
                "to": usual.period.end(),
            })),
            "balances": balances_as_data(&balances, &recurring_only),
            "balances_in_preferred_currency": {
                "start": amount_in_preferred(&starts, as_of, context).await?,
                "end": amount_in_preferred(&ends, to, context).await?,
            },
            "coverage": coverage(context).await?,
        }))
    }
}

/// Returns the expected payments, one row for each.
fn rows_as_data(listed: &[&Expected], found: &[Series], names: &Names, most: usize) -> Vec<Value> {
    let account_names = names.account_names();
    let row = |one: &&Expected| {
        let series = found.get(one.recurring);
        json!({
            "date": one.date,
            "merchant": series.map(|it| &it.merchant),
            "description": series.map(|it| &it.description),
            "amount": one.amount,
            "every": series.map(|it| it.rhythm),
            "account": account_names.get(&one.account),
            "transactions": series.map(|it| of_ids(&it.transactions)),
        })
    };
    listed.iter().take(most).map(row).collect()
}

/// Returns the basis of a forecast and its limitations, as text for the answer.
fn about(usual: Option<&UsualSpending>) -> String {
    let made_of = match usual {
        Some(usual) => format!(
            "recurring payments and income and, in the balances, of usual spending, the median of {} whole months",
            usual.months
        ),
        None => "recurring payments and income, without usual spending: no month is complete yet".to_owned(),
    };
    format!(
        "Omitted: large and one-off purchases, income that does not recur, transfers between own accounts such as card payments, and \
         card spending. It consists of {made_of}. Say first what it omits."
    )
}

fn end_of(ahead: &ExpectedBalance) -> Money {
    ahead.days.last().map_or(ahead.start, |day| day.balance)
}

fn balances_as_data(
    balances: &BTreeMap<Currency, ExpectedBalance>,
    recurring_only: &BTreeMap<Currency, ExpectedBalance>,
) -> Vec<Value> {
    let row = |(currency, ahead): (&Currency, &ExpectedBalance)| {
        let lowest = json!({"date": ahead.lowest.date, "amount": ahead.lowest.balance});
        let without = recurring_only.get(currency).map(end_of);
        json!({"start": ahead.start, "end": end_of(ahead), "lowest": lowest, "end_without_usual_spending": without})
    };
    balances.iter().map(row).collect()
}

/// Returns the expected amounts, with the usual spending spread over the days, sorted by date.
fn with_usual(
    expected: &[Expected],
    usual: Option<&UsualSpending>,
    ahead: Period,
) -> Result<Vec<(NaiveDate, Money)>, ToolError> {
    let mut found: Vec<(NaiveDate, Money)> = expected.iter().map(|one| (one.date, one.amount)).collect();
    for per_month in usual.into_iter().flat_map(|usual| usual.per_month.values()) {
        found.extend(spread(*per_month, ahead)?);
    }
    found.sort_by_key(|(date, _)| *date);
    Ok(found)
}

/// Returns the expected income and spending, one total for each currency.
fn totals(listed: &[&Expected]) -> Result<Vec<CashFlow>, ToolError> {
    let mut totals = BTreeMap::<Currency, CashFlow>::new();
    for one in listed {
        let currency = one.amount.currency();
        let total = totals.entry(currency).or_insert(CashFlow::nothing(currency));
        *total = total.with(one.amount)?;
    }
    Ok(totals.into_values().collect())
}

fn is_asked_for(account: &Account, only: Option<AccountId>) -> bool {
    match only {
        Some(only) => account.id == only,
        None => is_at_hand(account.kind),
    }
}

/// True if the money of such an account can be spent at once.
pub(super) const fn is_at_hand(kind: AccountKind) -> bool {
    matches!(kind, AccountKind::Checking | AccountKind::Savings | AccountKind::Cash)
}

/// Returns the balance of the accounts at the end of a day, one sum for each currency.
pub(super) async fn balances_on(
    context: &Context<'_>,
    date: NaiveDate,
    accounts: &HashSet<AccountId>,
) -> Result<BTreeMap<Currency, Money>, ToolError> {
    let worth = context.ledger.books.net_worth(context.user, Period::new(date, date), None, date).await?;
    let Some(point) = worth.points.last() else { return Ok(BTreeMap::new()) };
    let sums = point.sums_of(|account| accounts.contains(&account))?;
    Ok(sums.into_iter().map(|sum| (sum.currency(), sum)).collect())
}
