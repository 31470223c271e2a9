//! Tests of restoring an archive.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use saldo_domain::{AccountId, EditAction, EditSubject, PreferencesChange, UserId};
use saldo_storage::{ArchiveFault, BOOKS, BookTable, Error, Result, RowSink, RowSource};
use serde_json::{Map, Value, json};

use crate::harness::{Database, START, on_both_databases};
use crate::users::fill_every_table;

on_both_databases!(
    a_dump_is_restored_exactly_on_sqlite,
    a_dump_is_restored_exactly_on_postgres,
    deleted_data_is_restored_to_its_user,
    a_user_with_data_cannot_restore_an_archive,
    an_id_in_use_by_any_user_is_rejected,
    unreadable_rows_are_rejected,
    contradictory_rows_are_rejected,
    rows_cannot_refer_to_data_of_other_users,
    rows_are_accepted_only_in_their_written_form,
    an_archive_of_an_older_version_is_searched_like_any_other,
    merges_in_an_archive_of_an_older_version_become_edits,
);

type Rows = BTreeMap<&'static str, Vec<String>>;

/// A sink that stores the rows.
#[derive(Clone, Default)]
struct DumpedRows(Arc<Mutex<Rows>>);

#[async_trait]
impl RowSink for DumpedRows {
    async fn take(&mut self, table: &'static BookTable, rows: Vec<String>) -> bool {
        self.0.lock().unwrap().entry(table.name).or_default().extend(rows);
        true
    }
}

/// A source that returns two rows at a time.
struct Given {
    rows: Rows,
    at: usize,
}

#[async_trait]
impl RowSource for Given {
    async fn next(&mut self, table: &'static BookTable) -> Result<Vec<String>> {
        let rows = self.rows.get(table.name).map_or(&[][..], Vec::as_slice);
        let next: Vec<String> = rows.iter().skip(self.at).take(2).cloned().collect();
        self.at = if next.is_empty() { 0 } else { self.at + next.len() };
        Ok(next)
    }
}

async fn dump(database: &Database, user: UserId) -> Rows {
    let kept = DumpedRows::default();
    database.dump_books(user, Box::new(kept.clone())).await.unwrap();
    kept.0.lock().unwrap().clone()
}

async fn restore(database: &Database, user: UserId, rows: &Rows) -> Result<()> {
    let given = Box::new(Given { rows: rows.clone(), at: 0 });
    database.restore_books(user, format!("statements/{user}/import-"), given).await
}

/// Fills every table for a user; returns the user and the dumped rows.
async fn filled(database: &Database) -> (UserId, Rows) {
    let ada = database.user("ada").await;
    fill_every_table(database, &ada).await;
    let rows = dump(database, ada.id).await;
    for table in BOOKS {
        assert!(!rows[table.name].is_empty(), "{}", table.name);
    }
    (ada.id, rows)
}

async fn comes_back(from: &Database, to: &Database) {
    let (_, rows) = filled(from).await;
    let empty = to.user("empty").await;
    let bob = to.user("bob").await.id;
    assert!(to.has_no_books(bob).await.unwrap());
    restore(to, bob, &rows).await.unwrap();
    assert_eq!(dump(to, bob).await, rows);
    assert!(!to.has_no_books(bob).await.unwrap());
    assert!(to.has_no_books(empty.id).await.unwrap());
    // Derived rows are derived again.
    let (made, before) = (to.rows().await, from.rows().await);
    for table in ["day_totals", "month_totals"] {
        assert_eq!(made[table], before[table], "{table}");
    }
    for statement in to.list_statements(bob, saldo_domain::PageRequest::default()).await.unwrap().items {
        assert_eq!(statement.file_key, format!("statements/{bob}/import-{}", statement.id));
    }
    to.delete_books(bob, START).await.unwrap();
    assert!(to.has_no_books(bob).await.unwrap());
}

async fn a_dump_is_restored_exactly_on_sqlite(database: Database) {
    comes_back(&database, &Database::sqlite().await).await;
}

async fn a_dump_is_restored_exactly_on_postgres(database: Database) {
    if let Some(other) = Database::postgres().await {
        comes_back(&database, &other).await;
    }
}

async fn deleted_data_is_restored_to_its_user(database: Database) {
    let (ada, rows) = filled(&database).await;
    database.delete_books(ada, START).await.unwrap();
    restore(&database, ada, &rows).await.unwrap();
    assert_eq!(dump(&database, ada).await, rows);
}

fn fault(result: Result<()>) -> ArchiveFault {
    match result {
        Err(Error::Archive(fault)) => fault,
        other => panic!("taken: {other:?}"),
    }
}

async fn a_user_with_data_cannot_restore_an_archive(database: Database) {
    let (ada, rows) = filled(&database).await;
    assert_eq!(fault(restore(&database, ada, &rows).await), ArchiveFault::NotEmpty);
    let bob = database.user("bob").await.id;
    database.change_preferences(bob, PreferencesChange::default(), START).await.unwrap();
    assert_eq!(fault(restore(&database, bob, &rows).await), ArchiveFault::NotEmpty);
    let cyd = database.user("cyd").await.id;
    let id = saldo_domain::CategoryId::new(START);
    database.insert_category(cyd, id, "Hers", None).await.unwrap();
    assert_eq!(fault(restore(&database, cyd, &rows).await), ArchiveFault::NotEmpty);
}

async fn an_id_in_use_by_any_user_is_rejected(database: Database) {
    let (_, rows) = filled(&database).await;
    let bob = database.user("bob").await.id;
    let before = database.rows().await;
    for table in ["accounts", "statements", "transactions", "edits", "rules", "chats"] {
        let one = BTreeMap::from([(table, rows[table].clone())]);
        assert_eq!(fault(restore(&database, bob, &one).await), ArchiveFault::Taken, "{table}");
    }
    assert_eq!(database.rows().await, before);
}

/// Returns the rows with another value in the first row of a table.
fn forged(rows: &Rows, table: &'static str, column: &str, value: Value) -> Rows {
    let mut rows = rows.clone();
    let first = &mut rows.get_mut(table).unwrap()[0];
    let mut row: Map<String, Value> = serde_json::from_str(first).unwrap();
    row.insert(column.to_owned(), value);
    *first = serde_json::to_string(&row).unwrap();
    rows
}

async fn all_refused(database: &Database, forgeries: &[(&'static str, &str, Value)]) {
    let (_, rows) = filled(database).await;
    let other = Database::sqlite().await;
    for database in [database, &other] {
        // In the database of the dump, its ids would be in use.
        if let Some(ada) = database
            .find_user_by_email(&saldo_domain::Email::parse("ada@example.com").unwrap())
            .await
            .unwrap()
        {
            database.delete_books(ada.id, START).await.unwrap();
        }
        let bob = database.user("bob").await.id;
        let before = database.rows().await;
        for (table, column, value) in forgeries {
            let forged = forged(&rows, table, column, value.clone());
            let fault = fault(restore(database, bob, &forged).await);
            assert!(
                matches!(&fault, ArchiveFault::Invalid(why) if !why.is_empty()),
                "{table}.{column} {value}: {fault:?}"
            );
        }
        assert_eq!(database.rows().await, before);
        restore(database, bob, &rows).await.unwrap();
    }
}

async fn unreadable_rows_are_rejected(database: Database) {
    all_refused(
        &database,
        &[
            ("accounts", "kind", json!("treasure")),
            ("accounts", "currency", json!("eur")),
            ("accounts", "name", json!("a\0b")),
            ("accounts", "name", json!(null)),
            ("accounts", "by_hand", json!(1)),
            ("accounts", "closed_on", json!("10000-01-01")),
            ("accounts", "created_at", json!("2025-05-01")),
            ("accounts", "id", json!("1")),
            ("accounts", "owner", json!("ada")),
            ("statements", "status", json!("lost")),
            ("statements", "file_name", json!("may\u{202e}fdp.exe")),
            ("statements", "file_name", json!("../may.pdf")),
            ("statements", "file_name", json!("a".repeat(256))),
            ("statements", "file_name", json!("")),
            ("statements", "sha256", json!("00")),
            ("statements", "size", json!(-1)),
            ("statements", "failure", json!("{}")),
            ("statements", "user_id", json!("01890000-0000-7000-8000-000000000000")),
            ("statements", "file_key", json!("statements/else/where")),
            ("transactions", "kind", json!("gift")),
            ("transactions", "category_by", json!("nobody")),
            ("transactions", "amount_minor", json!(1.5)),
            ("transactions", "amount_minor", json!("1")),
            ("transactions", "amount_minor", json!(10_000_000_000_000_000_000_u64)),
            ("transactions", "position", json!(-1)),
            ("transactions", "position", json!(5_000_000_000_u64)),
            ("transactions", "date", json!("2025-13-01")),
            ("transactions", "place", json!("{\"page\":")),
            ("statement_accounts", "witnesses", json!("{}")),
            ("statement_accounts", "likely_causes", json!("[1]")),
            ("statement_accounts", "outcome", json!("fine")),
            ("transaction_tags", "tag", json!("a,b")),
            ("edits", "action", json!("wish")),
            ("transaction_changes", "before", json!("{\"x\":1}")),
            ("rules", "content", json!("{}")),
            ("budgets", "content", json!("[]")),
            ("rates", "per_euro", json!("much")),
            ("preferences", "content", json!("7")),
            ("chat_messages", "role", json!("judge")),
            ("chat_messages", "content", json!("[]")),
            ("chat_messages", "version", json!(2)),
            ("chat_approvals", "state", json!("perhaps")),
            ("model_usage", "input_tokens", json!(-5)),
            ("model_usage", "output_tokens", json!(i64::MAX)),
        ],
    )
    .await;
}

async fn contradictory_rows_are_rejected(database: Database) {
    all_refused(
        &database,
        &[
            // Splits that do not add up, and flags that contradict the splits.
            ("splits", "amount_minor", json!(-101)),
            ("splits", "position", json!(7)),
            ("rules", "id", json!("01890000-0000-7000-8000-000000000000")),
            ("budgets", "id", json!("01890000-0000-7000-8000-000000000000")),
        ],
    )
    .await;
}

async fn rows_cannot_refer_to_data_of_other_users(database: Database) {
    let (ada, rows) = filled(&database).await;
    let account = database.list_accounts(ada).await.unwrap()[0].id;
    let category = database.list_categories(ada).await.unwrap()[0].id;
    let other = Database::sqlite().await;
    let bob = other.user("bob").await.id;
    for (table, column) in
        [("transactions", "account_id"), ("transactions", "category_id"), ("chat_messages", "chat_id")]
    {
        let nowhere = json!(AccountId::new(START).to_string());
        let forged = forged(&rows, table, column, nowhere);
        assert!(
            matches!(fault(restore(&other, bob, &forged).await), ArchiveFault::Invalid(_)),
            "{table}.{column}"
        );
    }
    // Ada's rows exist when Bob's archive refers to them.
    let cyd = database.user("cyd").await.id;
    let own = Rows::from([("chat_memories", Vec::new())]);
    restore(&database, cyd, &own).await.unwrap();
    database.delete_books(cyd, START).await.unwrap();
    let balance = json!({"account_id": account.to_string(), "amount_minor": 5, "date": "2024-01-01"});
    let budgets = json!({"id": saldo_domain::CategoryId::new(START).to_string(), "key": null, "name": "Mine",
        "parent_id": category.to_string(), "position": 1});
    for (table, row) in [("account_balances", balance), ("categories", budgets)] {
        let rows = Rows::from([(table, vec![row.to_string()])]);
        let fault = fault(restore(&database, cyd, &rows).await);
        assert!(
            matches!(&fault, ArchiveFault::Invalid(why) if why.contains("not in the archive")),
            "{table}: {fault:?}"
        );
    }
    assert_eq!(dump(&database, ada).await, rows);
}

async fn rows_are_accepted_only_in_their_written_form(database: Database) {
    let bob = database.user("bob").await.id;
    let row = |text: &str| Rows::from([("account_aliases", vec![text.to_owned()])]);
    for text in [
        "",
        "[]",
        "{}",
        "{\"account_id\":null}",
        "{\"identity\":\"a\",\"account_id\":null,\"account_id\":null}",
        " {\"account_id\":null,\"identity\":\"a\"}",
        "{\"account_id\":null,\"identity\":\"\\u0061\"}",
        "not json",
    ] {
        assert!(
            matches!(fault(restore(&database, bob, &row(text)).await), ArchiveFault::Invalid(_)),
            "{text}"
        );
    }
}

async fn an_archive_of_an_older_version_is_searched_like_any_other(database: Database) {
    let (ada, mut rows) = filled(&database).await;
    database.delete_books(ada, START).await.unwrap();
    for table in ["transactions", "chats", "chat_messages"] {
        for line in rows.get_mut(table).unwrap() {
            let mut row: Map<String, Value> = serde_json::from_str(line).unwrap();
            row.insert("search_text".to_owned(), json!("łodz\nhauptstraße"));
            *line = serde_json::to_string(&row).unwrap();
        }
    }
    restore(&database, ada, &rows).await.unwrap();
    let page = saldo_domain::PageRequest::default;
    for text in ["hauptstraße", "Łódź"] {
        let filter = saldo_domain::TransactionFilter { text: Some(text.to_owned()), ..Default::default() };
        assert_eq!(
            database.list_transactions(ada, filter, page()).await.unwrap().items.len(),
            rows["transactions"].len()
        );
        let chats = database.list_chats(ada, Some(text.to_owned()), page()).await.unwrap().items;
        assert_eq!(chats.len(), rows["chats"].len());
    }
}

async fn merges_in_an_archive_of_an_older_version_become_edits(database: Database) {
    let (ada, mut rows) = filled(&database).await;
    database.delete_books(ada, START).await.unwrap();
    rows.get_mut("edits").unwrap().retain(|line| !line.contains("merge_accounts"));
    for line in rows.get_mut("account_merges").unwrap() {
        let mut row: Map<String, Value> = serde_json::from_str(line).unwrap();
        row.insert("undone_at".to_owned(), row["created_at"].clone());
        *line = serde_json::to_string(&row).unwrap();
    }
    restore(&database, ada, &rows).await.unwrap();
    let edits = database.list_edits(ada, saldo_domain::PageRequest::default()).await.unwrap().items;
    let merges: Vec<_> = edits.iter().filter(|edit| edit.action == EditAction::MergeAccounts).collect();
    assert_eq!(merges.len(), rows["account_merges"].len());
    for merge in merges {
        assert!(merge.undone);
        assert!(matches!(merge.subject, Some(EditSubject::Accounts { .. })), "{merge:?}");
        let undo = edits.iter().find(|edit| edit.undoes == Some(merge.id)).unwrap();
        assert_eq!((undo.action, &undo.subject), (EditAction::Undo, &merge.subject));
    }
}
