//! `recurring`: recurring payments and income: subscriptions, rent, salary, savings plans.

use std::collections::BTreeMap;

use async_trait::async_trait;
use chrono::NaiveDate;
use saldo_domain::report::CashFlow;
use saldo_domain::transaction::Direction;
use saldo_domain::{CategoryId, Currency, Money, Period, text};
use saldo_ledger::ratio::rounded;
use saldo_ledger::recurring::{PriceChange, Recurring as Series, Regularity, Rhythm};
use serde::Deserialize;
use serde_json::{Value, json};

use super::links::of_ids;
use super::selection::{Names, as_coverage, known_days};
use super::totals::in_preferred;
use super::{Context, Tool, ToolError};

pub(super) struct Recurring;

#[derive(Deserialize)]
pub(super) struct Input {
    direction: Option<Direction>,
    words: Option<String>,
    category: Option<String>,
    account: Option<String>,
    #[serde(default)]
    ended: bool,
    limit: Option<usize>,
}

#[async_trait]
impl Tool for Recurring {
    type Input = Input;
    const NAME: &'static str = "recurring";
    const DESCRIPTION: &'static str = "Lists recurring payments and income (subscriptions, rent, salary): the interval, the current amount, the amount per \
        month and year, the last and next date, and price changes; as of the last day with transactions.";
    const SUMS_ACCOUNTS: bool = true;

    fn parameters() -> Value {
        json!({
            "type": "object",
            "properties": {
                "direction": {"type": "string", "enum": ["in", "out"], "description": "Only income, or only payments."},
                "words": {"type": "string", "description": "Only series whose description contains these whole words, such as a merchant's name."},
                "category": {"type": "string", "description": "Only series whose latest transaction is in this category or a subcategory, by name."},
                "account": {"type": "string", "description": "Only this account, by name."},
                "ended": {"type": "boolean", "description": "Lists ended series instead of active ones."},
                "limit": {"type": "integer", "minimum": 1, "description": "Maximum number; default: 50."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let names = Names::read(context).await?;
        let only = input.account.as_deref().map(|name| names.account(name).map(|it| it.id)).transpose()?;
        let (as_of, found) = series(context).await?;
        let mut found =
            narrowed(found, input.words.as_deref(), input.category.as_deref(), &names, context).await?;
        found.retain(|one| {
            one.is_active != input.ended
                && input.direction.is_none_or(|direction| direction == one.direction)
                && only.is_none_or(|only| only == one.account)
        });
        let sums = yearly_sums(&found)?;
        let count = found.len();
        let mut rows = Vec::with_capacity(count);
        for one in &found {
            rows.push((per_month(one)?, one));
        }
        // The highest monthly cost first, each currency apart.
        rows.sort_by_key(|(a_month, one)| {
            (
                a_month.currency(),
                one.direction == Direction::In,
                std::cmp::Reverse(a_month.minor().abs()),
                one.next,
            )
        });
        rows.truncate(input.limit.unwrap_or(50).clamp(1, context.limits.rows_max));
        let accounts = names.account_names();
        let rows: Vec<Value> = rows
            .into_iter()
            .map(|(a_month, one)| row(one, a_month, accounts.get(&one.account).copied()))
            .collect();
        let in_preferred = per_month_in_preferred(&sums, as_of, context).await?;
        Ok(json!({
            "as_of": as_of,
            "rows_left_out": count - rows.len(),
            "rows": rows,
            "count": count,
            "totals": totals(&sums)?,
            "per_month_in_preferred_currency": in_preferred,
            "coverage": as_coverage(known_days(context, &[]).await?),
        }))
    }
}

/// Returns the recurring payments as of the last day with a transaction.
pub(super) async fn series(context: &Context<'_>) -> Result<(NaiveDate, Vec<Series>), ToolError> {
    let books = &context.ledger.books;
    let as_of = books.recurring_day(context.user, context.today).await?;
    Ok((as_of, books.recurring(context.user, as_of).await?))
}

/// Keeps recurring payments whose description contains the whole words of `name`, and whose latest
/// transaction is in `category` or below it. Of a split one, only the share in the category is kept: its
/// amount is that of the latest transaction, without price changes.
pub(super) async fn narrowed(
    mut found: Vec<Series>,
    name: Option<&str>,
    category: Option<&str>,
    names: &Names,
    context: &Context<'_>,
) -> Result<Vec<Series>, ToolError> {
    if let Some(name) = name {
        found.retain(|one| text::has_words(&one.description, name));
    }
    let Some(category) = category else { return Ok(found) };
    let within = names.categories_within(category)?;
    let is_within = |category: Option<CategoryId>| category.is_some_and(|it| within.contains(&it));
    let mut kept = Vec::new();
    for mut one in found {
        let Some(last) = one.transactions.last() else { continue };
        let Some(last) = context.ledger.transactions.find_transaction(context.user, *last).await? else {
            continue;
        };
        let shares: Vec<Money> =
            last.splits.iter().filter(|split| is_within(split.category)).map(|split| split.amount).collect();
        if let [share, rest @ ..] = shares.as_slice() {
            one.amount = rest.iter().try_fold(*share, |sum, share| sum.checked_add(*share))?;
            one.price_changes.clear();
            kept.push(one);
        } else if is_within(last.category) {
            kept.push(one);
        }
    }
    Ok(kept)
}

fn row(one: &Series, per_month: Money, account: Option<&str>) -> Value {
    let changes: Vec<Value> = one
        .price_changes
        .iter()
        .map(|PriceChange { date, before, after }| json!({"date": date, "before": before, "after": after}))
        .collect();
    json!({
        "merchant": one.merchant,
        "description": one.description,
        "account": account,
        "direction": one.direction,
        "every": one.rhythm,
        "amount": one.amount,
        "is_fixed": one.regularity == Regularity::Fixed,
        "per_month": per_month,
        "times": one.transactions.len(),
        "first": one.first,
        "last": one.last,
        "next": one.next,
        "price_changes": changes,
        "transactions": of_ids(&one.transactions),
    })
}

const fn times_a_year(rhythm: Rhythm) -> i128 {
    match rhythm {
        Rhythm::Weekly => 52,
        Rhythm::Biweekly => 26,
        Rhythm::Monthly => 12,
        Rhythm::Quarterly => 4,
        Rhythm::HalfYearly => 2,
        Rhythm::Yearly => 1,
    }
}

fn per_year(one: &Series) -> Result<Money, ToolError> {
    fitting(i128::from(one.amount.minor()) * times_a_year(one.rhythm), one.amount.currency())
}

/// Returns a twelfth of the yearly amount, rounded half to even.
fn per_month(one: &Series) -> Result<Money, ToolError> {
    twelfth(per_year(one)?)
}

fn twelfth(year: Money) -> Result<Money, ToolError> {
    fitting(rounded(i128::from(year.minor()), 12).unwrap_or_default(), year.currency())
}

fn fitting(minor: i128, currency: Currency) -> Result<Money, ToolError> {
    let minor = i64::try_from(minor).map_err(|_| saldo_domain::MoneyError::Overflow)?;
    Ok(Money::from_minor(minor, currency))
}

/// Yearly sums by currency and direction (true for money in), each with its number of recurring payments.
type YearlySums = BTreeMap<(Currency, bool), (Money, u64)>;

fn yearly_sums(found: &[Series]) -> Result<YearlySums, ToolError> {
    let mut sums = YearlySums::new();
    for one in found {
        let currency = one.amount.currency();
        let (sum, count) =
            sums.entry((currency, one.direction == Direction::In)).or_insert((Money::zero(currency), 0));
        *sum = sum.checked_add(per_year(one)?)?;
        *count += 1;
    }
    Ok(sums)
}

/// Returns the yearly and monthly totals by currency and direction.
///
/// A month is a twelfth of the yearly total, so that rounding errors of single rows do not add up.
fn totals(sums: &YearlySums) -> Result<Vec<Value>, ToolError> {
    let total = |((_, is_in), (sum, count)): (&(Currency, bool), &(Money, u64))| {
        let direction = if *is_in { Direction::In } else { Direction::Out };
        Ok(json!({"direction": direction, "count": count, "per_month": twelfth(*sum)?, "per_year": sum}))
    };
    sums.iter().map(total).collect()
}

/// Returns the monthly totals as one figure in the user's preferred currency.
async fn per_month_in_preferred(
    sums: &YearlySums,
    as_of: NaiveDate,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let mut flows = BTreeMap::<Currency, CashFlow>::new();
    for ((currency, _), (sum, _)) in sums {
        let flow = flows.entry(*currency).or_insert(CashFlow::nothing(*currency));
        *flow = flow.with(twelfth(*sum)?)?;
    }
    let flows: Vec<CashFlow> = flows.into_values().collect();
    let Some(day) = Period::new(as_of, as_of) else { return Ok(Value::Null) };
    in_preferred(&flows, day, context).await
}
