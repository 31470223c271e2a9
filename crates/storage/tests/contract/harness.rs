//! An empty database of each kind, and a user in it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use saldo_domain::{
    EditAction, Email, Sha256, Statement, StatementId, Timestamp, Transaction, TransactionId, User, UserId,
};
use saldo_storage::{
    EditError, Error, MergeError, NewCredential, NewStatement, NewUser, PasswordHash, Result, Selection,
    Storage, TransactionChange,
};
use saldo_test_postgres::TestDatabase;
use tempfile::TempDir;

/// Runs each of the named tests on both databases.
macro_rules! on_both_databases {
    ($($name:ident),* $(,)?) => {
        mod on_sqlite {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    super::$name($crate::harness::Database::sqlite().await).await;
                }
            )*
        }
        mod on_postgres {
            $(
                #[tokio::test(flavor = "multi_thread")]
                async fn $name() {
                    if let Some(database) = $crate::harness::Database::postgres().await {
                        super::$name(database).await;
                    }
                }
            )*
        }
    };
}
pub(crate) use on_both_databases;

/// An empty, open database that is deleted when dropped.
pub(crate) struct Database {
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) url: String,
    kept: Location,
}

enum Location {
    Sqlite(TempDir),
    Postgres(TestDatabase),
}

impl Deref for Database {
    type Target = dyn Storage;

    fn deref(&self) -> &Self::Target {
        self.storage.as_ref()
    }
}

/// Returns the reason why an edit was rejected.
pub(crate) fn rejected<T: std::fmt::Debug>(result: Result<T>) -> EditError {
    match result {
        Err(Error::Edit(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// Returns the reason why a merge, or its undo, was rejected.
pub(crate) fn not_merged<T: std::fmt::Debug>(result: Result<T>) -> MergeError {
    match result {
        Err(Error::Merge(why)) => why,
        other => panic!("{other:?}"),
    }
}

/// The time at which tests begin.
pub(crate) const START: Timestamp = Timestamp::from_milliseconds(1_746_057_600_000);

/// `milliseconds` after [`START`].
pub(crate) fn at(milliseconds: i64) -> Timestamp {
    Timestamp::from_milliseconds(START.as_milliseconds() + milliseconds)
}

impl Database {
    pub(crate) async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite://{}", folder.path().join("saldo.db").display());
        let storage = saldo_storage::open(&url).await.unwrap();
        Self { storage, url, kept: Location::Sqlite(folder) }
    }

    pub(crate) async fn postgres() -> Option<Self> {
        let database = saldo_test_postgres::database().await?;
        let url = database.url().to_owned();
        let storage = saldo_storage::open(&url).await.unwrap();
        Some(Self { storage, url, kept: Location::Postgres(database) })
    }

    /// Adds a user with the address `name@example.com`.
    pub(crate) async fn user(&self, name: &str) -> User {
        let credential = NewCredential::Password { hash: PasswordHash::from_phc("$argon2id$…".to_owned()) };
        self.insert_user(new_user(name), credential, START).await.unwrap()
    }

    /// Uploads a statement with a unique digest.
    pub(crate) async fn statement(&self, user: UserId) -> Statement {
        self.insert_statement(user, new_statement(), START).await.unwrap()
    }

    /// Changes one transaction and returns it; `None` if nothing was changed.
    pub(crate) async fn update_transaction(
        &self,
        user: UserId,
        transaction: TransactionId,
        change: TransactionChange,
        now: Timestamp,
    ) -> Result<Option<Transaction>> {
        let selection = Selection::Ids(vec![transaction]);
        match self.change_transactions(user.into(), selection, change, EditAction::Change, now).await {
            Ok(_) => self.find_transaction(user, transaction).await,
            Err(Error::Edit(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns the number of rows of each table.
    pub(crate) async fn rows(&self) -> BTreeMap<String, i64> {
        match &self.kept {
            Location::Sqlite(folder) => sqlite_rows(&folder.path().join("saldo.db").display().to_string()),
            Location::Postgres(database) => postgres_rows(database.url()).await,
        }
    }

    /// Runs statements directly on the database, without the ports.
    pub(crate) async fn execute(&self, statements: &str) {
        match &self.kept {
            Location::Sqlite(folder) => {
                let path = folder.path().join("saldo.db").display().to_string();
                SqliteConnection::establish(&path).unwrap().batch_execute(statements).unwrap();
            }
            Location::Postgres(database) => {
                let (client, connection) =
                    tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await.unwrap();
                let connection = tokio::spawn(connection);
                client.batch_execute(statements).await.unwrap();
                drop(client);
                connection.await.unwrap().unwrap();
            }
        }
    }

    /// Returns all bytes of SQLite's files; `None` for PostgreSQL.
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        let Location::Sqlite(folder) = &self.kept else { return None };
        let files = std::fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().path());
        Some(files.flat_map(|file| std::fs::read(file).unwrap()).collect())
    }

    /// Returns the number of blocks of the full-text index that contain `word`; `None` for PostgreSQL.
    pub(crate) fn pieces_with(&self, word: &str) -> Option<i64> {
        let Location::Sqlite(folder) = &self.kept else { return None };
        let path = folder.path().join("saldo.db").display().to_string();
        let mut connection = SqliteConnection::establish(&path).unwrap();
        let pieces =
            "SELECT count(*) AS rows FROM transaction_search_data WHERE instr(block, CAST(? AS BLOB)) > 0";
        let counted: Counted =
            diesel::sql_query(pieces).bind::<Text, _>(word).get_result(&mut connection).unwrap();
        Some(counted.rows)
    }

    /// Returns the names of each table's columns.
    pub(crate) async fn columns(&self) -> BTreeMap<String, BTreeSet<String>> {
        let mut columns: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in self.lines(self.of_both(SQLITE_COLUMNS, POSTGRES_COLUMNS)).await {
            let (table, rest) = line.split_once('|').unwrap();
            let (column, _) = rest.split_once('|').unwrap();
            columns.entry(table.to_owned()).or_default().insert(column.to_owned());
        }
        columns
    }

    /// Returns the query for this database.
    pub(crate) fn of_both(&self, sqlite: &'static str, postgres: &'static str) -> &'static str {
        match self.kept {
            Location::Sqlite(_) => sqlite,
            Location::Postgres(_) => postgres,
        }
    }

    /// Runs a query with one column, the text `line`, and returns its rows.
    pub(crate) async fn lines(&self, query: &str) -> Vec<String> {
        match &self.kept {
            Location::Sqlite(folder) => {
                let path = folder.path().join("saldo.db").display().to_string();
                let mut connection = SqliteConnection::establish(&path).unwrap();
                let lines: Vec<Line> = diesel::sql_query(query).load(&mut connection).unwrap();
                lines.into_iter().map(|row| row.line).collect()
            }
            Location::Postgres(database) => {
                let (client, connection) =
                    tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await.unwrap();
                let connection = tokio::spawn(connection);
                let rows = client.query(query, &[]).await.unwrap();
                drop(client);
                connection.await.unwrap().unwrap();
                rows.into_iter().map(|row| row.get(0)).collect()
            }
        }
    }
}

/// Lines of `table|column|type|1 if nullable|place in the primary key, or 0`.
pub(crate) const SQLITE_COLUMNS: &str = "\
    SELECT t.name || '|' || c.name || '|' || c.type || '|' || (c.\"notnull\" = 0) || '|' || c.pk AS line \
    FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c ON c.hidden <> 1 \
    WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%' AND t.name NOT LIKE '\\_\\_%' ESCAPE '\\' \
        AND (t.name NOT LIKE 'transaction_search%' OR t.name = 'transaction_search_docsize')";
pub(crate) const POSTGRES_COLUMNS: &str = "\
    SELECT c.table_name || '|' || c.column_name || '|' || c.udt_name || '|' \
        || (c.is_nullable = 'YES')::int || '|' || coalesce(k.ordinal_position, 0) AS line \
    FROM information_schema.columns c \
    LEFT JOIN information_schema.table_constraints p ON p.table_schema = c.table_schema \
        AND p.table_name = c.table_name AND p.constraint_type = 'PRIMARY KEY' \
    LEFT JOIN information_schema.key_column_usage k ON k.constraint_schema = p.constraint_schema \
        AND k.constraint_name = p.constraint_name AND k.table_name = c.table_name \
        AND k.column_name = c.column_name \
    WHERE c.table_schema = current_schema() AND c.table_name NOT LIKE '\\_\\_%'";

pub(crate) fn new_user(name: &str) -> NewUser {
    NewUser {
        email: Email::parse(&format!("{name}@example.com")).unwrap(),
        email_verified: false,
        name: name.to_owned(),
        image: None,
    }
}

pub(crate) fn new_statement() -> NewStatement {
    static FILES: AtomicU64 = AtomicU64::new(0);
    let number = FILES.fetch_add(1, Ordering::Relaxed);
    let id = StatementId::new(START);
    NewStatement {
        id,
        file_name: format!("statement {number}.pdf"),
        file_key: format!("files/{id}"),
        size: 1_000 + number,
        sha256: Sha256::of(&number.to_le_bytes()),
    }
}

/// The id of a user who does not exist.
pub(crate) fn unknown_user() -> UserId {
    UserId::new(START)
}

#[derive(QueryableByName)]
struct Named {
    #[diesel(sql_type = Text)]
    name: String,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    line: String,
}

#[derive(QueryableByName)]
struct Counted {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

fn sqlite_rows(path: &str) -> BTreeMap<String, i64> {
    let mut connection = SqliteConnection::establish(path).unwrap();
    let tables = "SELECT name FROM sqlite_schema WHERE type = 'table' \
                  AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' \
                  AND (name NOT LIKE 'transaction_search%' OR name = 'transaction_search_docsize')";
    let tables: Vec<Named> = diesel::sql_query(tables).load(&mut connection).unwrap();
    tables
        .into_iter()
        .map(|table| {
            let count = format!("SELECT count(*) AS rows FROM {}", table.name);
            let counted: Counted = diesel::sql_query(count).get_result(&mut connection).unwrap();
            (table.name, counted.rows)
        })
        .collect()
}

async fn postgres_rows(url: &str) -> BTreeMap<String, i64> {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    let connection = tokio::spawn(connection);
    let tables = "SELECT table_name::text FROM information_schema.tables \
                  WHERE table_schema = current_schema() AND table_name NOT LIKE '\\_\\_%'";
    let mut rows = BTreeMap::new();
    for table in client.query(tables, &[]).await.unwrap() {
        let table: String = table.get(0);
        let counted = client.query_one(&format!("SELECT count(*) FROM {table}"), &[]).await.unwrap();
        rows.insert(table, counted.get(0));
    }
    drop(client);
    connection.await.unwrap().unwrap();
    rows
}
