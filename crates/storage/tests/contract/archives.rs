//! A person's books as a whole.

use std::collections::{BTreeMap, BTreeSet};

use saldo_storage::{BOOKS, NOT_BOOKS, NotBooks};

use crate::harness::{Database, START, nobody, on_both_databases};
use crate::users::fill_every_table;

on_both_databases!(
    every_table_and_column_is_known_to_be_of_the_books_or_not,
    deleting_the_books_leaves_what_a_person_has_on_the_first_day,
    deleting_the_books_leaves_everybody_elses,
    deleting_the_books_of_nobody_does_nothing,
);

async fn every_table_and_column_is_known_to_be_of_the_books_or_not(database: Database) {
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

/// How many rows the tables have that the person's books are in, or that are made of them.
async fn rows_of_books(database: &Database) -> BTreeMap<String, i64> {
    let signs_in =
        |table: &str| NOT_BOOKS.iter().any(|(name, why)| *name == table && *why == NotBooks::SignIn);
    database.rows().await.into_iter().filter(|(table, _)| !signs_in(table)).collect()
}

async fn deleting_the_books_leaves_what_a_person_has_on_the_first_day(database: Database) {
    let ada = database.person("ada").await;
    let first_day = rows_of_books(&database).await;
    fill_every_table(&database, &ada).await;
    let filled = database.rows().await;
    let page = database.list_statements(ada.id, saldo_domain::PageRequest::default()).await.unwrap();
    let mut statements: Vec<String> = page.items.into_iter().map(|statement| statement.file_key).collect();
    let mut keys = database.delete_books(ada.id, START).await.unwrap();
    keys.sort();
    statements.sort();
    assert_eq!(keys, statements);
    assert_eq!(rows_of_books(&database).await, first_day);
    for (table, rows) in database.rows().await {
        let signs_in = NOT_BOOKS.iter().any(|(name, why)| *name == table && *why == NotBooks::SignIn);
        assert!(!signs_in || rows == filled[&table], "how they sign in stays, but not in {table}");
    }
    assert_eq!(database.delete_books(ada.id, START).await.unwrap(), Vec::<String>::new());
    assert_eq!(rows_of_books(&database).await, first_day);
}

async fn deleting_the_books_leaves_everybody_elses(database: Database) {
    let ada = database.person("ada").await;
    fill_every_table(&database, &ada).await;
    let before = database.rows().await;
    let bob = database.person("bob").await;
    let with_bob = database.rows().await;
    database.delete_books(bob.id, START).await.unwrap();
    assert_eq!(database.rows().await, with_bob);
    database.delete_user(bob.id).await.unwrap();
    assert_eq!(database.rows().await, before);
}

async fn deleting_the_books_of_nobody_does_nothing(database: Database) {
    let before = database.rows().await;
    assert_eq!(database.delete_books(nobody(), START).await.unwrap(), Vec::<String>::new());
    assert_eq!(database.rows().await, before);
}
