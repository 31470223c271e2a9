//! How the databases find what is asked for most: in an index, among the person's own rows only.

use std::sync::{Arc, Mutex};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, Query, QueryFragment, QueryId};
use diesel_async::{AsyncConnection, RunQueryDsl};
use saldo_domain::entry::EntryOrder;
use saldo_domain::{Date, EntryFilter, EntryKind, Id, Period, Tag, Timestamp, UserId};

use super::backend::plan::{self, Row};
use super::backend::{Backend, Connection};
use super::entries::{Narrowing, page_of, whole};
use super::{balances, flows, totals};
use crate::cursor::EntryCursor;
use crate::rows::EntryRow;
use crate::{Error, Grouping, Result};

/// A query that answers how the database would answer another.
struct Explain<Q>(Q);

impl<Q> QueryId for Explain<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}
impl<Q: Query> Query for Explain<Q> {
    type SqlType = plan::SqlType;
}
impl<Q: QueryFragment<Backend>> QueryFragment<Backend> for Explain<Q> {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Backend>) -> QueryResult<()> {
        out.push_sql(plan::EXPLAIN);
        self.0.walk_ast(out)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_entries_is_read_from_an_index_of_the_persons_own() {
    let Some((database, _kept)) = plan::database().await else { return };
    let after = EntryCursor {
        size_order: -5,
        date: Date::default(),
        position: 3,
        id: UserId::new(Timestamp::from_milliseconds(0)).into(),
    };
    for (order, index) in [
        (EntryOrder::NewestFirst, "entries_by_date"),
        (EntryOrder::OldestFirst, "entries_by_date"),
        (EntryOrder::LargestFirst, "entries_by_size"),
    ] {
        for after in [None, Some(after)] {
            let filter = EntryFilter { order, ..Default::default() };
            let query = page_of(after_user(), &Narrowing::plain(filter.clone()), after, 51).unwrap();
            let plan = database.write(async move |connection| explain(connection, query).await).await;
            let plan = plan.unwrap();
            assert!(plan::uses(&plan, index), "{order:?}, {after:?}:\n{plan}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn entries_that_an_index_has_named_are_read_by_their_names() {
    if !plan::NAMES_ENTRIES {
        return;
    }
    let Some((database, _kept)) = plan::database().await else { return };
    let now = Timestamp::from_milliseconds(0);
    let filters = [
        EntryFilter::default(),
        EntryFilter { account: Some(Id::new(now)), ..EntryFilter::default() },
        EntryFilter { category: Some(Id::new(now)), ..EntryFilter::default() },
        EntryFilter { period: Some(Period::EVER), ..EntryFilter::default() },
        EntryFilter { order: EntryOrder::LargestFirst, ..EntryFilter::default() },
    ];
    for filter in filters {
        let narrowing = Narrowing::named(filter.clone(), vec![after_user(); 5]);
        let query = page_of(after_user(), &narrowing, None, 51).unwrap();
        let plan = database.write(async move |connection| explain(connection, query).await).await;
        let plan = plan.unwrap();
        assert!(plan::uses_ids(&plan), "{filter:?}:\n{plan}");
    }
}

fn after_user() -> crate::sql_types::RowId {
    UserId::new(Timestamp::from_milliseconds(0)).into()
}

async fn explain<Q>(connection: &mut Connection, query: Q) -> Result<String>
where
    Q: Query + QueryFragment<Backend> + Send + 'static,
{
    plan::prepare(connection).await?;
    let rows: Vec<Row> = Explain(query).load(connection).await.map_err(Error::from)?;
    Ok(rows.into_iter().map(plan::line).collect::<Vec<_>>().join("\n"))
}

/// Writes down what a connection is asked.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Recorder {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let text = query.to_string();
            let sql = text.split(" -- binds").next().unwrap_or_default().to_owned();
            self.0.lock().unwrap().push(sql);
        }
    }
}

impl Recorder {
    /// What was asked since the last time, each question once.
    fn take(&self) -> Vec<String> {
        let mut asked = std::mem::take(&mut *self.0.lock().unwrap());
        asked.sort();
        asked.dedup();
        asked
    }
}

/// What pages, reports and the search for patterns ask for, by name.
fn questions() -> Vec<(&'static str, EntryFilter)> {
    let now = Timestamp::from_milliseconds(0);
    let period = Period::new("2024-02-03".parse().unwrap(), "2024-11-20".parse().unwrap());
    let filter = EntryFilter::default;
    vec![
        ("everything", filter()),
        ("a search", EntryFilter { text: Some("café".to_owned()), ..filter() }),
        (
            "days that are no months; the input of transfers and duplicates",
            EntryFilter { period, ..filter() },
        ),
        ("the input of recurring payments", EntryFilter { period, kind: Some(EntryKind::Entry), ..filter() }),
        ("an account", EntryFilter { account: Some(Id::new(now)), ..filter() }),
        ("a category", EntryFilter { category: Some(Id::new(now)), ..filter() }),
        ("a statement", EntryFilter { statement: Some(Id::new(now)), ..filter() }),
        ("a tag", EntryFilter { tag: Tag::parse("holiday").ok(), ..filter() }),
        ("what is not reconciled", EntryFilter { unreconciled: true, ..filter() }),
    ]
}

const GROUPINGS: [Grouping; 6] = [
    Grouping::Whole,
    Grouping::Category,
    Grouping::Merchant,
    Grouping::Month,
    Grouping::Day,
    Grouping::Account,
];

/// Asks everything once and answers each query of the database with what asked for it.
async fn ask_everything(connection: &mut Connection) -> Result<Vec<(String, String)>> {
    let recorder = Recorder::default();
    connection.set_instrumentation(recorder.clone());
    let (user, today) = (after_user(), Date::default());
    let mut asked: Vec<(String, String)> = Vec::new();
    let mut note = |name: String| asked.extend(recorder.take().into_iter().map(|sql| (name.clone(), sql)));
    for (name, filter) in questions() {
        for order in [EntryOrder::NewestFirst, EntryOrder::LargestFirst] {
            let filter = EntryFilter { order, ..filter.clone() };
            let narrowing = Narrowing::of(connection, user, filter).await?;
            let rows: Vec<EntryRow> = page_of(user, &narrowing, None, 51)?.load(connection).await?;
            whole(connection, user, rows).await?;
            note(format!("a page of {name}, {order:?}"));
        }
        for by in GROUPINGS {
            totals::of(connection, user, filter.clone(), by).await?;
            note(format!("totals of {name} by {by:?}"));
        }
    }
    flows::by_month(connection, user).await?;
    flows::by_day(connection, user, vec![user], Period::EVER).await?;
    note("flows".to_owned());
    balances::known(connection, user).await?;
    note("net worth".to_owned());
    balances::at(connection, user, today).await?;
    note("balances".to_owned());
    Ok(asked)
}

/// One query of the database: what was asked, its words, and how it is answered.
struct Answered {
    name: String,
    sql: String,
    plan: Vec<String>,
}

impl Answered {
    fn scans(&self) -> Vec<&str> {
        plan::scans(&self.plan)
    }
}

/// How everything is answered, after `before` was done to the database.
async fn answers(database: &super::backend::Database, before: &'static str) -> Vec<Answered> {
    let answers = database.write(async move |connection| {
        if !before.is_empty() {
            diesel::sql_query(before).execute(connection).await?;
        }
        let asked = ask_everything(connection).await?;
        plan::forbid_scans(connection).await?;
        let mut answers = Vec::new();
        for (name, sql) in asked {
            let plan = plan::of_text(connection, &sql).await?;
            answers.push(Answered { name, sql, plan });
        }
        Ok(answers)
    });
    let answers = answers.await.unwrap();
    assert!(answers.len() > 100, "only {} queries were recorded", answers.len());
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn no_question_reads_a_whole_table() {
    let Some((database, _kept)) = plan::database().await else { return };
    for answered in answers(&database, "").await {
        let scans = answered.scans();
        let Answered { name, plan, sql } = &answered;
        assert!(scans.is_empty(), "{name} reads all of {scans:?}:\n{}\n{sql}", plan.join("\n"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_read_whole_is_noticed() {
    let Some((database, _kept)) = plan::database().await else { return };
    let answers = answers(&database, "DROP INDEX account_balances_of_user").await;
    let slow: Vec<&Answered> = answers.iter().filter(|answered| !answered.scans().is_empty()).collect();
    assert!(!slow.is_empty());
    assert!(slow.iter().all(|answered| answered.sql.contains("account_balances")));
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_over_a_lifetime_read_what_is_kept_and_no_entries() {
    let Some((database, _kept)) = plan::database().await else { return };
    let answers = answers(&database, "").await;
    let mut reports = 0;
    for answered in &answers {
        let is_kept = ["everything", "an account"]
            .iter()
            .any(|of| answered.name.strip_prefix("totals of ").is_some_and(|name| name.starts_with(of)));
        if is_kept || answered.name == "flows" {
            reports += 1;
            let entries = ["`entries`.", "\"entries\"."].iter().any(|table| answered.sql.contains(table));
            assert!(!entries, "{}:\n{}", answered.name, answered.sql);
        }
    }
    assert!(reports > 12, "only {reports} queries of reports were recorded");
}
