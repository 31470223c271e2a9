//! Tests of dumping and deleting a user's complete data.

use std::collections::{BTreeMap, BTreeSet};

use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_domain::UserId;
use saldo_storage::{BOOKS, BookTable, ExclusionReason, NOT_BOOKS, ROWS_PER_BATCH, RowSink};
use serde_json::Value;

use crate::drafts::{draft, euro, line, may, part, simple};
use crate::harness::{Database, START, at, on_both_databases, unknown_user};
use crate::users::fill_every_table;

on_both_databases!(
    every_table_and_column_is_classified_as_user_data_or_not,
    deleting_all_data_restores_the_state_after_sign_up,
    deleting_all_data_leaves_no_text_in_the_database_file,
    deleting_all_data_keeps_data_of_other_users,
    deleting_the_data_of_an_unknown_user_does_nothing,
    a_dump_contains_every_row_and_column_of_its_user,
    a_long_dump_contains_each_row_once,
    a_dump_stops_when_its_reader_stops,
);

async fn every_table_and_column_is_classified_as_user_data_or_not(database: Database) {
    let known: BTreeSet<&str> =
        BOOKS.iter().map(|table| table.name).chain(NOT_BOOKS.iter().map(|(name, _)| *name)).collect();
    assert_eq!(known.len(), BOOKS.len() + NOT_BOOKS.len(), "a table is named twice");
    for (table, columns) in database.columns().await {
        assert!(
            known.contains(table.as_str()),
            "{table} must be in BOOKS or NOT_BOOKS of storage/src/archives.rs"
        );
        if let Some(books) = BOOKS.iter().find(|books| books.name == table) {
            let named = books.columns.iter().map(|(name, _)| *name).chain(books.left_out.iter().copied());
            let named: BTreeSet<String> = named.map(str::to_owned).collect();
            assert_eq!(named, columns, "the columns of {table} in storage/src/archives.rs");
        }
    }
}

/// Returns the number of rows of each table, without tables of sign-in data.
async fn rows_of_books(database: &Database) -> BTreeMap<String, i64> {
    let signs_in =
        |table: &str| NOT_BOOKS.iter().any(|(name, why)| *name == table && *why == ExclusionReason::SignIn);
    database.rows().await.into_iter().filter(|(table, _)| !signs_in(table)).collect()
}

async fn deleting_all_data_restores_the_state_after_sign_up(database: Database) {
    let ada = database.user("ada").await;
    let first_day = rows_of_books(&database).await;
    fill_every_table(&database, &ada).await;
    let filled = database.rows().await;
    let page = database.list_statements(ada.id, saldo_domain::PageRequest::default()).await.unwrap();
    let mut files: Vec<String> = page.items.into_iter().map(|statement| statement.file_key).collect();
    let unmatched = database.list_unmatched_attachments(ada.id, 10).await.unwrap();
    files.extend(unmatched.into_iter().map(|attachment| attachment.file_key));
    let mut keys = database.delete_books(ada.id, START).await.unwrap();
    keys.sort();
    files.sort();
    assert_eq!(keys, files);
    assert_eq!(rows_of_books(&database).await, first_day);
    for (table, rows) in database.rows().await {
        let signs_in = NOT_BOOKS.iter().any(|(name, why)| *name == table && *why == ExclusionReason::SignIn);
        assert!(!signs_in || rows == filled[&table], "the sign-in data in {table} must stay");
    }
    assert_eq!(database.delete_books(ada.id, START).await.unwrap(), Vec::<String>::new());
    assert_eq!(rows_of_books(&database).await, first_day);
}

async fn deleting_all_data_leaves_no_text_in_the_database_file(database: Database) {
    let ada = database.user("ada").await;
    let words = || database.bytes().map(|bytes| bytes.windows(8).filter(|part| *part == b"yzzyva 7").count());
    for round in 0..2 {
        let statement = database.statement(ada.id).await;
        let long = "of a long description, ".repeat(40);
        let lines = (0..600).map(|number| line(may(5), &format!("Zyzzyva 7 {number} {long}"), euro(-1)));
        let all = draft(vec![part("1111", lines.collect())]);
        database.import_statement(ada.id, statement.id, all, at(1)).await.unwrap().unwrap();
        assert!(words().is_none_or(|count| count > 0));
        if round == 0 {
            // In the first round, all transactions are deleted before the data is, so that only the history
            // of edits has their texts.
            let all = saldo_storage::Selection::Matching(Box::default());
            database.delete_transactions(ada.id.into(), all, at(2)).await.unwrap();
        }
        database.delete_books(ada.id, START).await.unwrap();
        assert!(words().is_none_or(|count| count == 0), "files {:?} are left", words());
    }
}

async fn deleting_all_data_keeps_data_of_other_users(database: Database) {
    let ada = database.user("ada").await;
    fill_every_table(&database, &ada).await;
    let before = database.rows().await;
    let bob = database.user("bob").await;
    let with_bob = database.rows().await;
    database.delete_books(bob.id, START).await.unwrap();
    assert_eq!(database.rows().await, with_bob);
    database.delete_user(bob.id).await.unwrap();
    database.forget_departed_user(bob.id).await.unwrap();
    assert_eq!(database.rows().await, before);
}

async fn deleting_the_data_of_an_unknown_user_does_nothing(database: Database) {
    let before = database.rows().await;
    assert_eq!(database.delete_books(unknown_user(), START).await.unwrap(), Vec::<String>::new());
    assert_eq!(database.rows().await, before);
}

/// A sink that stores rows by table, and the size of the batches.
#[derive(Clone, Default)]
struct Dumped {
    rows: Arc<Mutex<BTreeMap<&'static str, Vec<Value>>>>,
    batches_max: Option<usize>,
    batches: usize,
}

#[async_trait]
impl RowSink for Dumped {
    async fn take(&mut self, table: &'static BookTable, rows: Vec<String>) -> bool {
        assert!(rows.len() <= ROWS_PER_BATCH);
        let rows = rows.iter().map(|row| serde_json::from_str(row).unwrap());
        self.rows.lock().unwrap().entry(table.name).or_default().extend(rows);
        self.batches += 1;
        self.batches_max.is_none_or(|most| self.batches < most)
    }
}

async fn dump(database: &Database, user: UserId) -> BTreeMap<&'static str, Vec<Value>> {
    let dumped = Dumped::default();
    database.dump_books(user, Box::new(dumped.clone())).await.unwrap();
    dumped.rows.lock().unwrap().clone()
}

async fn a_dump_contains_every_row_and_column_of_its_user(database: Database) {
    let bob = database.user("bob").await;
    let bobs = dump(&database, bob.id).await;
    let ada = database.user("ada").await;
    fill_every_table(&database, &ada).await;
    assert_eq!(dump(&database, bob.id).await, bobs);
    let dumped = dump(&database, ada.id).await;
    let counted = database.rows().await;
    for table in BOOKS {
        let rows = &dumped[table.name];
        assert!(!rows.is_empty());
        let all = rows.len() + bobs[table.name].len();
        assert_eq!(i64::try_from(all).unwrap(), counted[table.name], "{}", table.name);
        let columns: BTreeSet<&str> = table.columns.iter().map(|(name, _)| *name).collect();
        for row in rows {
            assert_eq!(row.as_object().unwrap().keys().map(String::as_str).collect::<BTreeSet<_>>(), columns);
        }
    }
    let statements =
        database.list_statements(ada.id, saldo_domain::PageRequest::default()).await.unwrap().items;
    let oldest = statements.iter().min_by_key(|statement| statement.id).unwrap();
    let row = &dumped["statements"][0];
    assert_eq!(row["id"], oldest.id.to_string());
    assert_eq!(row["size"], oldest.size);
    assert_eq!(row["sha256"], oldest.sha256.to_string());
    assert_eq!(row["created_at"], START.to_string());
    assert_eq!(dumped["account_balances"][0]["date"], may(1).to_string());
    assert!(dumped["rules"][0]["enabled"].is_boolean() && dumped["rules"][0]["content"].is_string());
}

async fn a_long_dump_contains_each_row_once(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let many = 2 * ROWS_PER_BATCH + 1;
    let lines = (1..=many).map(|number| line(may(1), &format!("Coffee {number}"), euro(-300))).collect();
    database.import_statement(ada.id, statement.id, simple(lines), START).await.unwrap().unwrap();
    let dumped = dump(&database, ada.id).await;
    let ids: BTreeSet<String> = dumped["transactions"].iter().map(|row| row["id"].to_string()).collect();
    assert_eq!((ids.len(), dumped["transactions"].len()), (many, many));
    assert_eq!(dumped["statement_lines"].len(), many);
    assert_eq!(dump(&database, ada.id).await, dumped);
}

async fn a_dump_stops_when_its_reader_stops(database: Database) {
    let ada = database.user("ada").await;
    let dumped = Dumped { batches_max: Some(2), ..Dumped::default() };
    database.dump_books(ada.id, Box::new(dumped.clone())).await.unwrap();
    assert_eq!(dumped.rows.lock().unwrap().len(), 2);
}
