//! A database with a few transactions, and its query plans.

use std::sync::Arc;

use diesel::prelude::*;
use diesel::sql_types::Text;
use saldo_domain::{
    AccountId, AccountKind, CategoryBy, CategoryId, Currency, Date, Email, Money, Timestamp, TransactionId,
    TransactionKind, UserId,
};
use saldo_storage::{NewCredential, NewManualAccount, NewTransaction, NewUser, PasswordHash, Storage};
use saldo_test_postgres::TestDatabase;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_milliseconds(1_750_000_000_000);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

enum Location {
    Sqlite(TempDir),
    Postgres(TestDatabase),
}

/// A database with a user, an account and a category.
pub(crate) struct Database {
    pub(crate) kind: Kind,
    pub(crate) storage: Arc<dyn Storage>,
    pub(crate) user: UserId,
    pub(crate) account: AccountId,
    pub(crate) category: CategoryId,
    location: Location,
}

#[derive(QueryableByName)]
struct Line {
    #[diesel(sql_type = Text)]
    detail: String,
}

impl Database {
    /// Opens a new database with three transactions; `None` if no such server is available.
    pub(crate) async fn open(kind: Kind) -> Option<Self> {
        let (url, location) = match kind {
            Kind::Sqlite => {
                let folder = tempfile::tempdir().unwrap();
                (format!("sqlite://{}", path_in(&folder)), Location::Sqlite(folder))
            }
            Kind::Postgres => {
                let database = saldo_test_postgres::database().await?;
                (database.url().to_owned(), Location::Postgres(database))
            }
        };
        let storage = saldo_storage::open(&url).await.unwrap();
        let new = NewUser {
            email: Email::parse("ada@example.com").unwrap(),
            email_verified: true,
            name: "Ada".to_owned(),
            image: None,
        };
        let credential = NewCredential::Password { hash: PasswordHash::from_phc("$argon2id$…".to_owned()) };
        let user = storage.insert_user(new, credential, NOW).await.unwrap().id;
        let category = storage.list_categories(user).await.unwrap()[0].id;
        let account = insert_books(storage.as_ref(), user, category).await;
        Some(Self { kind, storage, user, account, category, location })
    }

    /// Adds transactions on the first days of a month.
    pub(crate) async fn insert_transactions(&self, count: u32) -> Vec<TransactionId> {
        insert_transactions(self.storage.as_ref(), self.user, self.account, self.category, count).await
    }

    /// Returns the indices without a row in `sqlite_stat1`, of tables that have one.
    pub(crate) fn indices_without_statistics(&self) -> Vec<String> {
        let Location::Sqlite(folder) = &self.location else { return Vec::new() };
        let mut connection = SqliteConnection::establish(&path_in(folder)).unwrap();
        let unknown = "SELECT name AS detail FROM sqlite_schema WHERE type = 'index' \
             AND tbl_name IN (SELECT tbl FROM sqlite_stat1) AND name NOT IN (SELECT idx FROM sqlite_stat1)";
        let lines: Vec<Line> = diesel::sql_query(unknown).load(&mut connection).unwrap();
        lines.into_iter().map(|line| line.detail).collect()
    }

    /// Runs a statement on the database; does nothing for an empty one.
    pub(crate) async fn run(&self, sql: &str) {
        match &self.location {
            _ if sql.is_empty() => {}
            Location::Sqlite(folder) => {
                let mut connection = SqliteConnection::establish(&path_in(folder)).unwrap();
                diesel::sql_query(sql).execute(&mut connection).unwrap();
            }
            Location::Postgres(database) => client(database).await.batch_execute(sql).await.unwrap(),
        }
    }

    /// Returns the plan for a query with any parameters. `planner_settings` are settings for PostgreSQL's
    /// planner.
    pub(crate) async fn plan(&self, sql: &str, planner_settings: &str) -> Vec<String> {
        match &self.location {
            Location::Sqlite(folder) => {
                let mut connection = SqliteConnection::establish(&path_in(folder)).unwrap();
                let lines: Vec<Line> =
                    diesel::sql_query(format!("EXPLAIN QUERY PLAN {sql}")).load(&mut connection).unwrap();
                lines.into_iter().map(|line| line.detail).collect()
            }
            Location::Postgres(database) => plan_of(&client(database).await, sql, planner_settings).await,
        }
    }

    /// Returns true if a plan reads its rows from this index of the user's own rows, in the order of the
    /// index.
    pub(crate) fn uses(&self, plan: &[String], index: &str) -> bool {
        match self.kind {
            Kind::Sqlite => {
                plan.len() == 1
                    && plan[0].starts_with(&format!("SEARCH transactions USING INDEX {index} (user_id=?"))
            }
            Kind::Postgres => {
                let plan = plan.join("\n");
                plan.contains(&format!("using {index} on transactions"))
                    && plan.contains("user_id = ")
                    && !plan.contains("Sort")
            }
        }
    }

    /// Returns the tables and indices that a plan scans completely.
    pub(crate) fn scans<'a>(&self, plan: &'a [String]) -> Vec<&'a str> {
        match self.kind {
            Kind::Sqlite => sqlite_scans(plan),
            Kind::Postgres => postgres_scans(plan),
        }
    }
}

fn path_in(folder: &TempDir) -> String {
    folder.path().join("saldo.db").display().to_string()
}

async fn insert_books(storage: &dyn Storage, user: UserId, category: CategoryId) -> AccountId {
    let euro = Currency::parse("EUR").unwrap();
    let account = NewManualAccount {
        id: AccountId::new(NOW),
        name: "Cash".to_owned(),
        institution: None,
        kind: AccountKind::Cash,
        currency: euro,
    };
    let account = storage.insert_account(user, account, NOW).await.unwrap().id;
    insert_transactions(storage, user, account, category, 3).await;
    account
}

/// Adds transactions on the first days of a month.
async fn insert_transactions(
    storage: &dyn Storage,
    user: UserId,
    account: AccountId,
    category: CategoryId,
    count: u32,
) -> Vec<TransactionId> {
    let euro = Currency::parse("EUR").unwrap();
    let mut ids = Vec::new();
    for number in 1..=count {
        let transaction = NewTransaction {
            id: TransactionId::new(NOW),
            account,
            statement: None,
            position: None,
            date: Date::from_ymd_opt(2024, 5, number).unwrap(),
            description: "Blue Café".to_owned(),
            note: String::new(),
            amount: Money::from_minor(-100 * i64::from(number), euro),
            category: Some(category),
            category_by: CategoryBy::User,
            kind: TransactionKind::Transaction,
            tags: Vec::new(),
        };
        ids.push(transaction.id);
        storage.insert_transaction(user.into(), transaction, NOW).await.unwrap();
    }
    ids
}

async fn client(database: &TestDatabase) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(database.url(), tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

/// Returns the generic plan for a query. Sequential scans are disabled, because PostgreSQL would scan an
/// almost empty table regardless of its indices.
async fn plan_of(client: &tokio_postgres::Client, sql: &str, planner_settings: &str) -> Vec<String> {
    let parameters = (1..100).take_while(|number| sql.contains(&format!("${number}"))).count();
    let nulls = vec!["NULL"; parameters].join(", ");
    let arguments = if parameters == 0 { String::new() } else { format!("({nulls})") };
    let settings = "SET LOCAL enable_seqscan = off; SET LOCAL plan_cache_mode = force_generic_plan";
    let prepare = format!("BEGIN; {settings}; {planner_settings}; PREPARE asked AS {sql}");
    client.batch_execute(&prepare).await.unwrap();
    let lines = client.query(&format!("EXPLAIN EXECUTE asked{arguments}"), &[]).await.unwrap();
    lines.into_iter().map(|line| line.get(0)).collect()
}

/// SQLite calls the lookup in a full-text index a scan, and so it calls the reading of what a recursive query
/// has found.
fn sqlite_scans(plan: &[String]) -> Vec<&str> {
    let all = plan.iter().map(|line| line.trim());
    let is_recursive = plan.iter().any(|line| line.contains("RECURSIVE STEP"));
    let harmless = |line: &&str| {
        line.contains("VIRTUAL TABLE INDEX")
            || line.contains("CONSTANT ROW")
            || line.contains("SUBQUERY")
            || (is_recursive && *line == "SCAN names")
    };
    all.filter(|line| line.starts_with("SCAN ")).filter(|line| !harmless(line)).collect()
}

/// Returns the lines of a plan that read without a condition on an index.
fn postgres_scans(plan: &[String]) -> Vec<&str> {
    let next = plan.iter().skip(1).map(String::as_str).chain([""]);
    plan.iter()
        .zip(next)
        .filter(|(line, next)| {
            let by_index = ["Index Scan", "Index Only Scan"].iter().any(|kind| line.contains(kind));
            line.contains("Seq Scan on") || by_index && !next.contains("Index Cond")
        })
        .map(|(line, _)| line.trim())
        .collect()
}
