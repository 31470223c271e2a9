//! `query`: the exact answer to a typed query, or to a question in words.

use std::collections::BTreeMap;

use async_trait::async_trait;
use saldo_bookkeeping::{AnsweredQuestion, Listing, transactions_behind};
use saldo_domain::query::{ConvertedRows, Dimension, Figure, Measure, QueryNote, QueryRow};
use saldo_domain::{Language, Money, QueryAnswer, QueryFilter};
use saldo_ledger::query::direction;
use saldo_ledger::ratio::percentage;
use saldo_question::{About, NotUnderstood, Understanding};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::links::of_figure;
use super::query_schema;
use super::selection::{Names, as_coverage, behind_as_data};
use super::{Context, Tool, ToolError};
use crate::typed::Report;

/// The name of the tool.
pub(crate) const QUERY: &str = "query";

/// The maximum number of earlier questions to read.
const BEFORE_MAX: usize = 50;

pub(super) struct QueryTool;

#[derive(Deserialize)]
pub(super) struct Input {
    question: Option<String>,
    #[serde(default)]
    before: Vec<Before>,
    query: Option<Value>,
    language: Option<Language>,
}

/// An earlier question: a query, or one in words.
#[derive(Deserialize)]
#[serde(untagged)]
enum Before {
    Query(Box<saldo_domain::Query>),
    Report(#[expect(dead_code, reason = "only the kind of question matters")] Box<Report>),
    Words(String),
}

/// Returns the last query among earlier questions, and the questions in words after it.
fn leads(before: Vec<Before>) -> (Option<saldo_domain::Query>, Vec<String>) {
    let from = before.len().saturating_sub(BEFORE_MAX);
    let (mut previous, mut words) = (None, Vec::new());
    for one in before.into_iter().skip(from) {
        match one {
            Before::Query(query) => (previous, words) = (Some(*query), Vec::new()),
            // What follows a report is not about the query before it.
            Before::Report(_) => (previous, words) = (None, Vec::new()),
            Before::Words(question) => words.push(question),
        }
    }
    (previous, words)
}

#[async_trait]
impl Tool for QueryTool {
    type Input = Input;
    const NAME: &'static str = QUERY;
    const SUMS_ACCOUNTS: bool = true;
    const DESCRIPTION: &'static str = "Answers one question about the books exactly: sums, counts, averages, medians, shares, the largest, first or \
        last transactions, comparisons, balances. Call it first. Pass either `query`, with names or ids of categories and accounts, or \
        `question`: the user's question in their own words (English, German, French, Spanish, Italian, Portuguese, Dutch or Polish). \
        Every word of a question counts: one with a word that is not understood is not answered; the result names the word and offers \
        queries nearby. If a message ends with a line `query: {…}`, pass its `query` and `language`.";

    fn parameters() -> Value {
        let (mut query, types) = query_schema::of_queries();
        let before = json!({"anyOf": [{"type": "string"}, query]});
        query["description"] = "A query instead of a question, such as an offered one.".into();
        json!({
            "type": "object",
            "$defs": types,
            "properties": {
                "question": {"type": "string", "description": "The question, for example \"How much did I spend on groceries in May 2025?\""},
                "before": {"type": "array", "items": before, "description": "Earlier questions or queries, oldest first: after them a question may name only what changes (\"and in June?\")."},
                "query": query,
                "language": {"type": "string", "description": "The language of a query's answer, such as \"en\"."},
            },
            "additionalProperties": false,
        })
    }

    async fn run(input: Input, context: &Context<'_>) -> Result<Value, ToolError> {
        let books = &context.ledger.books;
        let known = context.data().await?;
        let (names, coverage) = (Names::read(context).await?, as_coverage(known.known));
        let (mut query, language, corrections, mut answer) = match (input.query, input.question) {
            (Some(query), None) => {
                if let Ok(Report { about, filter }) = serde_json::from_value(query.clone()) {
                    if !about.takes(&filter) {
                        return Err(ToolError::Input(
                            "this report does not support this filter; leave it out".to_owned(),
                        ));
                    }
                    return Ok(topic(about, &filter, &json!(input.language), &names, &coverage));
                }
                let query = query_schema::parse(query, &names)?;
                let answer = books.answer_with(context.user, known, &query).await?;
                (query, json!(input.language), Value::Null, answer)
            }
            (None, Some(question)) => {
                let (previous, mut questions) = leads(input.before);
                questions.push(question);
                let asked = books.ask_with(context.user, known, &questions, previous.as_ref()).await;
                let asked = match asked {
                    Ok(asked) => asked,
                    Err(error) => return Ok(without_rate(&error).ok_or(error)?),
                };
                let AnsweredQuestion { understanding, answer, .. } = asked;
                match (understanding, answer) {
                    (Understanding::Understood(found), Some(answer)) => {
                        (found.query, json!(found.language), json!(found.corrections), answer)
                    }
                    (Understanding::NotUnderstood(found), _) => {
                        return Ok(not_understood(&found, &names, &coverage));
                    }
                    (Understanding::Topic(topic), _) => {
                        let language = json!(topic.language);
                        let mut data = self::topic(topic.about, &topic.filter, &language, &names, &coverage);
                        data["corrections"] = json!(topic.corrections);
                        return Ok(data);
                    }
                    (Understanding::Understood(_), None) => {
                        return Err(ToolError::Input(
                            "the question cannot be answered; ask it another way".to_owned(),
                        ));
                    }
                }
            }
            _ => return Err(ToolError::Input("send either question or query".to_owned())),
        };
        let together = split_by_account(&mut query, &mut answer, context).await?;
        let mut data = as_data(&query, &answer, &names, context).await?;
        data["together"] = json!(together);
        if query.measure == Measure::Balance {
            add_known_days(&mut data, &query, &names, context).await?;
        }
        add_nearest(&mut data, &query, &answer, context).await?;
        data["language"] = language;
        data["corrections"] = corrections;
        data["coverage"] = coverage;
        Ok(data)
    }
}

/// Changes a balance or net worth of several accounts into one for each account, and returns the sums.
async fn split_by_account(
    query: &mut saldo_domain::Query,
    answer: &mut QueryAnswer,
    context: &Context<'_>,
) -> Result<Vec<Money>, ToolError> {
    if !query.measure.is_balance() || query.group_by.is_some() {
        return Ok(Vec::new());
    }
    query.group_by = Some(Dimension::Account);
    let each = context.ledger.books.answer_with(context.user, context.data().await?, query).await?;
    let together = std::mem::replace(answer, each).rows.into_iter();
    Ok(together
        .filter_map(|row| if let Figure::Money(money) = row.figure { Some(money) } else { None })
        .collect())
}

/// Returns the message of a missing rate, and the day that it names as data.
fn without_rate(error: &saldo_bookkeeping::Error) -> Option<Value> {
    match error {
        saldo_bookkeeping::Error::Ledger(error @ saldo_ledger::Error::NoRate { on, .. }) => {
            Some(json!({"error": error.to_string(), "on": on}))
        }
        _ => None,
    }
}

/// Adds the day for which each balance was known, which may be before the day that was asked for.
async fn add_known_days(
    data: &mut Value,
    query: &saldo_domain::Query,
    names: &Names,
    context: &Context<'_>,
) -> Result<(), ToolError> {
    let day = query.filter.period.and_then(saldo_domain::query::DateRange::last_day);
    let day = day.unwrap_or(context.today).min(context.today);
    let held = context.ledger.books.balances(context.user, day).await?;
    let accounts = names.account_names();
    for row in data["rows"].as_array_mut().into_iter().flatten() {
        let of = |account| accounts.get(account).is_some_and(|name| row["group"] == *name);
        let known = held.accounts.iter().find(|held| of(&held.account));
        row["known_for"] = json!(known.map(|held| held.known_on));
        row["is_carried"] = json!(known.is_some_and(|held| held.known != held.amount));
    }
    Ok(())
}

/// Adds related counts to an answer. If a category has no transactions, these are the uncategorized ones and
/// those in other categories. For an excluded category, it is the number of transactions that were left out.
async fn add_nearest(
    data: &mut Value,
    query: &saldo_domain::Query,
    answer: &QueryAnswer,
    context: &Context<'_>,
) -> Result<(), ToolError> {
    let of = direction(&query.measure);
    let count = async |change: fn(&mut QueryFilter)| {
        let mut nearest =
            saldo_domain::Query { filter: query.filter.clone(), ..saldo_domain::Query::of(Measure::Count) };
        change(&mut nearest.filter);
        if nearest.filter.only.directions.is_empty() {
            nearest.filter.only.directions.extend(of);
        }
        let found = context.ledger.books.answer_with(context.user, context.data().await?, &nearest).await?;
        Ok::<_, ToolError>(found.rows.first().map_or(0, |row| row.transactions))
    };
    let is_nothing = answer.rows.iter().all(|row| row.transactions == 0 && row.compared.is_none());
    let is_held = query.measure.is_balance();
    let only = &query.filter.only;
    if is_nothing && !is_held && !only.categories.is_empty() {
        let uncategorized = count(|filter| {
            filter.only.categories.clear();
            filter.only.uncategorized = true;
        });
        data["without_category"] = json!(uncategorized.await?);
        if !only.merchants.is_empty() || !only.texts.is_empty() {
            data["in_other_categories"] = json!(count(|filter| filter.only.categories.clear()).await?);
        }
    }
    if !is_held && !query.filter.without.categories.is_empty() {
        let left_out = count(|filter| {
            filter.only.categories = std::mem::take(&mut filter.without.categories);
        });
        data["left_out"] = json!(left_out.await?);
    }
    Ok(())
}

/// Returns the report that answers a question, and its conditions.
fn topic(about: About, filter: &QueryFilter, language: &Value, names: &Names, coverage: &Value) -> Value {
    json!({
        "topic": about,
        "filter": filter,
        "names": named_in(&json!(filter), names),
        "language": language,
        "coverage": coverage,
    })
}

/// Returns the words that were not understood, and the offered queries.
fn not_understood(found: &NotUnderstood, names: &Names, coverage: &Value) -> Value {
    let NotUnderstood { language, words, offers } = found;
    let known = named_in(&json!(offers), names);
    json!({
        "not_understood": words,
        "offers": offers,
        "names": known,
        "language": language,
        "coverage": coverage,
    })
}

/// Returns the names of the accounts and categories whose ids occur in a value.
fn named_in(value: &Value, names: &Names) -> BTreeMap<String, String> {
    let text = value.to_string();
    let accounts = names.accounts.iter().map(|it| (it.id.to_string(), it.name.clone()));
    let categories = names.categories.iter().map(|it| (it.id.to_string(), it.name.clone()));
    accounts.chain(categories).filter(|(id, _)| text.contains(id.as_str())).collect()
}

async fn as_data(
    query: &saldo_domain::Query,
    answer: &QueryAnswer,
    names: &Names,
    context: &Context<'_>,
) -> Result<Value, ToolError> {
    let books = &context.ledger.books;
    let user_data = context.data().await?;
    let calendar = user_data.preferences.fiscal_calendar;
    let behind = transactions_behind(query, answer, false, calendar);
    let behind_others = match answer.compared {
        Some(_) => transactions_behind(query, answer, true, calendar),
        // The actual figure beside an imagined one is of the same transactions.
        None => behind.clone(),
    };
    let known = named_in(&json!([query, answer]), names);
    let by_id = matches!(query.group_by, Some(Dimension::Category | Dimension::Account));
    let mut rows = Vec::new();
    let shown = answer.rows.iter().take(context.limits.rows_max);
    for ((row, filter), other) in shown.zip(&behind).zip(&behind_others) {
        let mut data = figure(query, &row.figure, filter.as_ref());
        if query.group_by.is_some() {
            let name = row.group.as_ref().map(|group| known.get(group).filter(|_| by_id).unwrap_or(group));
            data.insert("group".to_owned(), json!(name));
        }
        data.insert("entries".to_owned(), json!(row.transactions));
        if let Some(meets) = row.meets {
            data.insert("meets".to_owned(), json!(meets));
        }
        if let Some(compared) = &row.compared {
            data.insert("before".to_owned(), Value::Object(figure(query, compared, other.as_ref())));
            data.extend(difference(row)?);
        }
        rows.push(Value::Object(data));
    }
    let mut data = json!({
        "query": query,
        "names": known,
        "rows": rows,
        "rows_left_out": answer.rows.len().saturating_sub(context.limits.rows_max),
        "period": answer.period,
        "compared_period": answer.compared,
        "in_preferred_currency": answer.converted.as_ref().map(|it| in_preferred(query, it, &known)),
        "notes": answer.notes.iter().map(|note| note_as_data(note, names)).collect::<Vec<_>>(),
    });
    if query.measure == Measure::Transactions {
        let count = saldo_domain::Query { limit: None, ..saldo_domain::Query::of(Measure::Count) };
        let count = saldo_domain::Query { filter: query.filter.clone(), ..count };
        let count = books.answer_with(context.user, user_data, &count).await?;
        data["matched"] = json!(count.rows.first().map(|row| row.transactions));
    }
    Ok(data)
}

/// Returns the figures in the preferred currency, with the names of their groups and the rates.
fn in_preferred(
    query: &saldo_domain::Query,
    converted: &ConvertedRows,
    known: &BTreeMap<String, String>,
) -> Value {
    let rows = converted.rows.iter().map(|row| {
        let mut data = figure(query, &row.figure, None);
        data.insert("group".to_owned(), json!(row.group.as_ref().map(|it| known.get(it).unwrap_or(it))));
        if let Some(compared) = &row.compared {
            data.insert("before".to_owned(), Value::Object(figure(query, compared, None)));
        }
        Value::Object(data)
    });
    json!({"currency": converted.currency, "rows": rows.collect::<Vec<_>>(), "rates": converted.rates})
}

/// Returns a figure as fields named for its kind, with the query of the transactions behind it.
fn figure(query: &saldo_domain::Query, figure: &Figure, behind: Option<&Listing>) -> Map<String, Value> {
    let mut data = Map::new();
    let mut put = |name: &str, value: Value| {
        data.insert(name.to_owned(), value);
    };
    match figure {
        Figure::Money(money) => put(money_name(query), json!(money)),
        Figure::Count(count) => put("count", json!(count)),
        Figure::PerMonth(number) => put("times_per_month", json!(number)),
        Figure::Percent(percent) => put("percent", json!(percent)),
        Figure::Date(day) => put("date", json!(day)),
        Figure::Days(days) => put("days", json!(days)),
        Figure::Transaction(it) => {
            put("date", json!(it.date));
            put("description", json!(it.description));
            put("amount", json!(it.amount));
        }
        Figure::Prices(prices) => {
            put("first", json!(prices.first));
            put("latest", json!(prices.latest));
            put("since", json!(prices.since));
        }
    }
    if let Some(behind) = behind {
        put(crate::grounding::TRANSACTIONS, of_figure(behind));
    }
    data
}

/// Returns the field name of an amount.
/// Only sums and averages of transactions have names that [`crate::grounding`] links to transactions.
const fn money_name(query: &saldo_domain::Query) -> &'static str {
    match query.measure {
        _ if query.what_if.is_some() => "imagined",
        Measure::Net => "net",
        Measure::SpentNetOfRefunds => "spent",
        Measure::Average { .. } => "average",
        Measure::Median { .. } => "median",
        Measure::Projection => "projected",
        Measure::Balance | Measure::NetWorth => "balance",
        _ => "amount",
    }
}

/// Returns the difference between a row's figure and the one it is compared with, if both have the same unit.
fn difference(row: &QueryRow) -> Result<Map<String, Value>, ToolError> {
    let mut data = Map::new();
    if let (Figure::Money(this), Some(Figure::Money(other))) = (&row.figure, &row.compared)
        && this.currency() == other.currency()
    {
        let difference = this.checked_sub(*other)?;
        data.insert("difference".to_owned(), json!(difference));
        let size = if difference.is_negative() { difference.checked_neg()? } else { difference };
        let whole = Some(*other).filter(|it| !it.is_negative());
        data.insert("difference_percent".to_owned(), json!(whole.and_then(|whole| percentage(size, whole))));
    }
    if let (Figure::Count(this), Some(Figure::Count(other))) = (&row.figure, &row.compared) {
        data.insert("difference_count".to_owned(), json!(this.abs_diff(*other)));
    }
    Ok(data)
}

fn note_as_data(note: &QueryNote, names: &Names) -> Value {
    match note {
        QueryNote::UnknownAccounts(ids) => {
            let name = |id: &saldo_domain::AccountId| {
                names.accounts.iter().find(|it| it.id == *id).map(|it| it.name.clone())
            };
            json!({"unknownAccounts": ids.iter().filter_map(name).collect::<Vec<_>>()})
        }
        QueryNote::Behind(accounts) => json!({"behind": behind_as_data(accounts, &names.accounts)}),
        // The field cannot be called `transactions`:
        // that name is reserved for queries, which models and the analyst do not get.
        QueryNote::Elsewhere(found) => json!({
            "elsewhere": {"entries": found.transactions, "first": found.first, "last": found.last},
        }),
        other => json!(other),
    }
}
