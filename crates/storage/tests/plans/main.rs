//! Tests that frequent queries use an index and read only the user's own rows.
//!
//! They are a separate test program, because queries are recorded for the whole process.

#![expect(clippy::unwrap_used, reason = "a failed expectation ends a test")]

mod asked;
mod databases;

use databases::{Database, Kind};
use saldo_domain::transaction::TransactionOrder;
use saldo_domain::{
    Date, EditAction, Id, PageRequest, Period, Tag, Timestamp, TransactionFilter, TransactionKind,
};
use saldo_storage::{Edited, Grouping, Selection, TransactionChange};

const ORDERS: [(TransactionOrder, &str); 4] = [
    (TransactionOrder::NewestFirst, "transactions_by_date"),
    (TransactionOrder::OldestFirst, "transactions_by_date"),
    (TransactionOrder::LargestFirst, "transactions_by_size"),
    (TransactionOrder::SmallestFirst, "transactions_by_size"),
];

/// A query, the request that sent it, and its plan.
struct Answered {
    name: String,
    sql: String,
    plan: Vec<String>,
}

/// The filters of pages, reports and the detection of patterns, by name.
fn questions(database: &Database) -> Vec<(&'static str, TransactionFilter)> {
    let period = Period::new("2024-02-03".parse().unwrap(), "2024-11-20".parse().unwrap());
    let filter = TransactionFilter::default;
    vec![
        ("everything", filter()),
        ("a search", TransactionFilter { text: Some("café".to_owned()), ..filter() }),
        (
            "days that are no months; the input of transfers and duplicates",
            TransactionFilter { period, ..filter() },
        ),
        (
            "the input of recurring payments",
            TransactionFilter { period, kind: Some(TransactionKind::Transaction), ..filter() },
        ),
        ("an account", TransactionFilter { account: Some(database.account), ..filter() }),
        ("a category", TransactionFilter { category: Some(database.category), ..filter() }),
        (
            "a statement",
            TransactionFilter { statement: Some(Id::new(Timestamp::from_milliseconds(0))), ..filter() },
        ),
        ("a tag", TransactionFilter { tag: Tag::parse("holiday").ok(), ..filter() }),
        ("what has no category", TransactionFilter { uncategorized: true, ..filter() }),
        ("what is not reconciled", TransactionFilter { unreconciled: true, ..filter() }),
    ]
}

/// Sends every request once and returns each query with the request that sent it.
async fn ask_everything(database: &Database) -> Vec<(String, String)> {
    let (storage, user) = (database.storage.as_ref(), database.user);
    let mut asked: Vec<(String, String)> = Vec::new();
    let mut note = |name: String| asked.extend(asked::take().into_iter().map(|sql| (name.clone(), sql)));
    note("before".to_owned());
    for (name, filter) in questions(database) {
        for (order, _) in ORDERS {
            let filter = TransactionFilter { order, ..filter.clone() };
            storage.list_transactions(user, filter, PageRequest::first(50)).await.unwrap();
            note(format!("a page of {name}, {order:?}"));
        }
        for by in Grouping::ALL {
            storage.total_transactions(user, filter.clone(), by).await.unwrap();
            note(format!("totals of {name} by {by:?}"));
        }
    }
    storage.list_month_flows(user).await.unwrap();
    storage.list_day_flows(user, vec![database.account], Period::EVER).await.unwrap();
    note("flows".to_owned());
    storage.list_account_days(user).await.unwrap();
    storage.list_merchants(user).await.unwrap();
    storage.list_statement_periods(user).await.unwrap();
    note("what an answer begins with".to_owned());
    storage.list_known_balances(user).await.unwrap();
    let since = Period::new(Date::default(), Date::default() + chrono::Days::new(400)).unwrap();
    storage.list_proven_lines(user, database.account, since).await.unwrap();
    note("net worth".to_owned());
    storage.list_balances(user, Date::default()).await.unwrap();
    note("balances".to_owned());
    asked.retain(|(name, _)| name != "before");
    asked
}

/// Returns the plans of all queries after the statement `before` ran on the database.
async fn answers(database: &Database, before: &str) -> Vec<Answered> {
    let asked = ask_everything(database).await;
    database.run(before).await;
    let mut answers = Vec::new();
    for (name, sql) in asked {
        let plan = database.plan(&sql, "").await;
        answers.push(Answered { name, sql, plan });
    }
    assert!(answers.len() > 100, "only {} queries were recorded", answers.len());
    answers
}

/// Runs each of the named tests on both databases, one after the other.
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    let _recording = super::asked::begin().await;
                    let database = super::Database::open(super::Kind::Sqlite).await.unwrap();
                    super::$name(database).await;
                }
            )*
        }
        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    let _recording = super::asked::begin().await;
                    if let Some(database) = super::Database::open(super::Kind::Postgres).await {
                        super::$name(database).await;
                    }
                }
            )*
        }
    };
}

on_both_databases!(
    a_page_of_transactions_uses_an_index_by_user,
    transactions_found_in_an_index_are_read_by_id,
    sqlite_has_statistics_for_every_index_of_a_growing_table,
    unproven_transactions_are_found_without_a_scan,
    edited_transactions_are_found_by_id,
    no_query_scans_a_whole_table,
    a_full_table_scan_is_detected,
    lifetime_reports_read_stored_totals_and_no_transactions,
);

/// Returns the plan for a page of transactions, the only query with a limit.
async fn page_plan(database: &Database, filter: TransactionFilter, cursor: Option<String>) -> Vec<String> {
    asked::take();
    let page = PageRequest { limit: 1, cursor };
    database.storage.list_transactions(database.user, filter, page).await.unwrap();
    let mut paged = asked::take();
    paged.retain(|sql| sql.contains(" ORDER BY ") && sql.contains(" LIMIT "));
    assert_eq!(paged.len(), 1, "{paged:?}");
    database.plan(&paged[0], "SET LOCAL enable_sort = off").await
}

async fn a_page_of_transactions_uses_an_index_by_user(database: Database) {
    for (order, index) in ORDERS {
        let filter = TransactionFilter { order, ..Default::default() };
        let first =
            database.storage.list_transactions(database.user, filter.clone(), PageRequest::first(1)).await;
        let next = first.unwrap().next_cursor;
        assert!(next.is_some());
        for cursor in [None, next] {
            let plan = page_plan(&database, filter.clone(), cursor.clone()).await;
            assert!(database.uses(&plan, index), "{order:?}, {cursor:?}:\n{}", plan.join("\n"));
        }
    }
}

async fn transactions_found_in_an_index_are_read_by_id(database: Database) {
    if database.kind == Kind::Postgres {
        // The planner of PostgreSQL estimates how few they are.
        return;
    }
    let text = || Some("café".to_owned());
    let filters = [
        TransactionFilter { text: text(), ..TransactionFilter::default() },
        TransactionFilter { text: text(), account: Some(database.account), ..TransactionFilter::default() },
        TransactionFilter { text: text(), category: Some(database.category), ..TransactionFilter::default() },
        TransactionFilter { text: text(), period: Some(Period::EVER), ..TransactionFilter::default() },
        TransactionFilter {
            text: text(),
            order: TransactionOrder::LargestFirst,
            ..TransactionFilter::default()
        },
    ];
    for filter in filters {
        let plan = page_plan(&database, filter.clone(), None).await;
        let by_id = "SEARCH transactions USING INDEX sqlite_autoindex_transactions_1 (id=?)";
        assert!(plan[0].starts_with(by_id), "{filter:?}:\n{}", plan.join("\n"));
    }
}

async fn sqlite_has_statistics_for_every_index_of_a_growing_table(database: Database) {
    assert_eq!(database.indices_without_statistics(), Vec::<String>::new());
    if database.kind == Kind::Sqlite {
        database.run("DELETE FROM sqlite_stat1 WHERE idx = 'transactions_by_date'").await;
        assert_eq!(database.indices_without_statistics(), ["transactions_by_date"]);
    }
}

async fn unproven_transactions_are_found_without_a_scan(database: Database) {
    asked::take();
    let filter = TransactionFilter { unreconciled: true, ..TransactionFilter::default() };
    let first = PageRequest::first(50);
    database.storage.list_transactions(database.user, filter, first).await.unwrap();
    let asked = asked::take();
    let named = asked
        .iter()
        .find(|sql| sql.contains("statement_id\" IS NULL") || sql.contains("statement_id` IS NULL"));
    let plan = database.plan(named.unwrap(), "SET LOCAL enable_seqscan = off").await;
    assert!(database.uses(&plan, "transactions_on_no_statement"), "{}", plan.join("\n"));
}

async fn edited_transactions_are_found_by_id(database: Database) {
    if database.kind == Kind::Postgres {
        // The planner of PostgreSQL estimates how many a user has.
        return;
    }
    let (storage, user, now) = (database.storage.as_ref(), database.user, Timestamp::from_milliseconds(0));
    let ids = database.insert_transactions(20).await;
    let named = || Selection::Ids(ids.clone());
    asked::take();
    let note = TransactionChange { note: Some("of the trip".to_owned()), ..TransactionChange::default() };
    let sorted = TransactionChange { category: Some(None), ..TransactionChange::default() };
    for change in [note, sorted] {
        storage.change_transactions(user.into(), named(), change, EditAction::Change, now).await.unwrap();
    }
    let Edited { edit, .. } = storage.delete_transactions(user.into(), named(), now).await.unwrap();
    storage.undo_edit(user.into(), edit.id, now).await.unwrap();
    let asked = asked::take();
    let lists = asked.iter().filter(|sql| sql.contains(" IN (?, ?"));
    assert!(lists.count() > 5, "{asked:?}");
    for sql in asked {
        for line in database.plan(&sql, "").await {
            let is_found = |table: &str| line.starts_with(&format!("SEARCH {table} "));
            let large =
                ["transactions", "statement_lines", "transaction_tags", "splits", "transaction_changes"];
            let of_a_user = line.contains("(user_id=?)") || line.contains("ANY(");
            assert!(!(of_a_user && large.into_iter().any(is_found)), "{line}\n{sql}");
        }
    }
}

async fn no_query_scans_a_whole_table(database: Database) {
    for Answered { name, sql, plan } in answers(&database, "").await {
        let scans = database.scans(&plan);
        assert!(scans.is_empty(), "{name} reads all of {scans:?}:\n{}\n{sql}", plan.join("\n"));
    }
}

async fn a_full_table_scan_is_detected(database: Database) {
    let answers = answers(&database, "DROP INDEX account_balances_of_user").await;
    let slow: Vec<&Answered> =
        answers.iter().filter(|answered| !database.scans(&answered.plan).is_empty()).collect();
    assert!(!slow.is_empty());
    assert!(slow.iter().all(|answered| answered.sql.contains("account_balances")));
}

async fn lifetime_reports_read_stored_totals_and_no_transactions(database: Database) {
    let mut reports = 0;
    for Answered { name, sql, .. } in answers(&database, "").await {
        let is_kept = ["everything", "an account"]
            .iter()
            .any(|of| name.strip_prefix("totals of ").is_some_and(|name| name.starts_with(of)));
        if is_kept || name == "flows" {
            reports += 1;
            let transactions =
                ["`transactions`.", "\"transactions\"."].iter().any(|table| sql.contains(table));
            assert!(!transactions, "{name}:\n{sql}");
        }
    }
    assert!(reports > 12, "only {reports} queries of reports were recorded");
}
