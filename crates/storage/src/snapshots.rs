//! The port for copying the whole database: for backups, and for moving to another kind of database.
//!
//! A snapshot contains every table except those in [`NOT_IN_SNAPSHOTS`]. A test compares the list of tables
//! with the databases, so that a migration cannot add data that is missing from backups.

use std::sync::LazyLock;

use async_trait::async_trait;

use crate::archives::BOOKS;
use crate::{ColumnKind, Result};
use ColumnKind::{Bytes, Day, Flag, Id, Json, Large, Moment, Small, Text};

/// Rows of one table of a snapshot, or references between rows of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SnapshotTable {
    /// The name of the table.
    pub name: &'static str,
    /// The columns, with their types. Columns that the database calculates are left out.
    pub columns: Vec<(&'static str, ColumnKind)>,
    /// The primary key. Rows are read in its order.
    pub key: &'static [&'static str],
    /// The column that refers to another row of the same table. Such references are copied after all rows of
    /// the table, as a table of their own with the columns `id` and this one.
    pub reference: Option<&'static str>,
}

impl SnapshotTable {
    /// Returns the name in a snapshot, such as `categories` or `categories.parent_id`.
    #[must_use]
    pub fn section(&self) -> String {
        match self.reference {
            Some(column) => format!("{}.{column}", self.name),
            None => self.name.to_owned(),
        }
    }

    /// Returns the columns whose values are added up to compare copies.
    #[must_use]
    pub fn summed(&self) -> Vec<&'static str> {
        self.columns.iter().filter(|(_, kind)| *kind == Large).map(|(column, _)| *column).collect()
    }
}

/// The number of rows of a table, and the sums of its [`SnapshotTable::summed`] columns in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SnapshotTotals {
    /// The number of rows.
    pub rows: u64,
    /// The sums.
    pub sums: Vec<i128>,
}

/// The reason why a snapshot cannot be imported. Nothing is changed then.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotFault {
    /// The database has users.
    #[error("the database is not empty")]
    NotEmpty,
    /// The receiver or the source of the rows ended the copy. It knows the reason.
    #[error("the copy was ended")]
    Ended,
    /// The database has other rows than the snapshot after the import. Contains the name of the table.
    #[error("the rows of {0} differ from those of the snapshot")]
    Differs(String),
    /// The snapshot has a table or a column that this version does not know. Contains its name.
    #[error("the snapshot has the unknown column or table {0}")]
    Unknown(String),
    /// The rows are not valid; the text states what is wrong.
    #[error("{0}")]
    Invalid(String),
}

/// The receiver of a snapshot.
#[async_trait]
pub trait SnapshotSink: Send {
    /// Receives the next rows of a table, each a JSON array of the values of its columns. `false` ends the
    /// copy.
    async fn take(&mut self, table: &'static SnapshotTable, rows: Vec<String>) -> bool;

    /// Receives the totals of a table, as the database counts them, after its rows. `false` ends the copy.
    async fn end(&mut self, table: &'static SnapshotTable, totals: SnapshotTotals) -> bool;
}

/// The next part of a snapshot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SnapshotPart {
    /// The beginning of a table.
    Table {
        /// The name: [`SnapshotTable::section`].
        section: String,
        /// The names of the columns. A snapshot of an older version may lack columns of today.
        columns: Vec<String>,
    },
    /// Rows of that table, as a [`SnapshotSink`] receives them. At most a few hundred.
    Rows(Vec<String>),
    /// The end of that table: the number of its rows, and the sums of columns by their names.
    End {
        /// The number of rows.
        rows: u64,
        /// The sums.
        sums: Vec<(String, i128)>,
    },
}

/// The source of a snapshot.
#[async_trait]
pub trait SnapshotSource: Send {
    /// Returns the next part; `None` at the end of the snapshot.
    ///
    /// # Errors
    /// Any error of the source ends the import, and nothing is stored.
    async fn next(&mut self) -> Result<Option<SnapshotPart>>;
}

/// The whole database, for copies of it.
#[async_trait]
pub trait Snapshots: Send + Sync {
    /// Passes all rows of [`SNAPSHOT_TABLES`] to `sink`, table by table. All rows are of one moment. Other
    /// transactions are not blocked meanwhile.
    ///
    /// # Errors
    /// [`SnapshotFault::Ended`] if the sink ended the copy.
    async fn export_snapshot(&self, sink: Box<dyn SnapshotSink>) -> Result<()>;

    /// Returns true if the database has no user, and therefore no data of users.
    async fn has_no_users(&self) -> Result<bool>;

    /// Imports a snapshot, completely or not at all. Afterwards the database has exactly the rows of the
    /// snapshot, which is verified before they are stored. With `replaces`, the data of all users is deleted
    /// first.
    ///
    /// # Errors
    /// [`crate::Error::Snapshot`] if the database has users, or the snapshot is not valid; errors of
    /// `source`.
    async fn import_snapshot(&self, replaces: bool, source: Box<dyn SnapshotSource>) -> Result<()>;
}

/// Tables that a snapshot does not contain: the times of periodic work, which belong to the place where an
/// instance runs, and tables that triggers derive from transactions.
pub const NOT_IN_SNAPSHOTS: &[&str] = &[
    "periodic_work",
    "day_totals",
    "month_totals",
    "merchant_totals",
    "transaction_texts",
    "transaction_search",
    "transaction_search_config",
    "transaction_search_data",
    "transaction_search_docsize",
    "transaction_search_idx",
];

/// Columns that the database calculates.
pub const CALCULATED: &[(&str, &str)] = &[("transactions", "month"), ("transactions", "size_order")];

/// Columns that refer to another row of the same table.
const REFERENCES: &[(&str, &str)] = &[("categories", "parent_id"), ("edits", "undoes")];

/// Primary keys of tables with data of users, other than `id`.
const KEYS: &[(&str, &[&str])] = &[
    ("statement_accounts", &["statement_id", "position"]),
    ("statement_lines", &["statement_id", "account_position", "position"]),
    ("transaction_tags", &["transaction_id", "tag"]),
    ("transaction_changes", &["edit_id", "transaction_id"]),
    ("merchant_names", &["user_id", "merchant"]),
    ("merchant_changes", &["edit_id", "merchant"]),
    ("account_changes", &["edit_id", "account_id"]),
    ("recurring_decisions", &["user_id", "merchant", "currency", "direction", "rhythm"]),
    ("goal_accounts", &["goal_id", "account_id"]),
    ("account_aliases", &["user_id", "identity"]),
    ("account_balances", &["account_id", "date"]),
    ("rates", &["user_id", "currency", "date"]),
    ("preferences", &["user_id"]),
    ("notification_settings", &["user_id"]),
    ("import_mappings", &["account_id", "header"]),
    ("statement_imports", &["statement_id"]),
    ("statement_answers", &["statement_id"]),
    ("layout_hints", &["user_id", "layout"]),
    ("confirmed_facts", &["account_id", "fact"]),
    ("distinct_transactions", &["first_id", "second_id"]),
    ("distinct_accounts", &["first_id", "second_id"]),
    ("chat_messages", &["chat_id", "position"]),
    ("model_choices", &["transaction_id"]),
    ("model_usage", &["user_id", "date", "model"]),
];

/// All tables of a snapshot. A table follows those that its rows refer to.
pub static SNAPSHOT_TABLES: LazyLock<Vec<SnapshotTable>> = LazyLock::new(|| {
    let mut tables = identities();
    tables.extend(households());
    tables.extend(sign_in());
    tables.push(channels());
    for books in BOOKS {
        let key = KEYS.iter().find(|(table, _)| *table == books.name).map_or(ID, |(_, key)| *key);
        let mut columns = vec![("user_id", Id)];
        columns.extend(books.columns);
        if books.name == "statements" {
            columns.extend([("file_key", Text), ("job_id", Id)]);
        }
        if books.name == "accounts" {
            columns.push(("payer_id", Id));
        }
        if books.name == "edits" {
            columns.push(("actor_id", Id));
        }
        if books.name == "account_merges" {
            columns.extend([("actor_id", Id), ("undone_by_id", Id)]);
        }
        if books.name == "attachments" {
            columns.push(("file_key", Text));
        }
        let reference = REFERENCES.iter().find(|(table, _)| *table == books.name).map(|(_, column)| *column);
        columns.retain(|(column, _)| Some(*column) != reference);
        tables.push(table(books.name, key, columns));
        if let Some(column) = reference {
            let columns = vec![("id", Id), (column, Id)];
            tables.push(SnapshotTable { reference: Some(column), ..table(books.name, ID, columns) });
        }
    }
    tables.extend(sharing());
    tables.extend(feeds());
    tables.extend(mailboxes());
    tables.extend(work());
    tables
});

const ID: &[&str] = &["id"];

fn table(
    name: &'static str,
    key: &'static [&'static str],
    columns: Vec<(&'static str, ColumnKind)>,
) -> SnapshotTable {
    SnapshotTable { name, columns, key, reference: None }
}

/// Returns the tables of the instance and of identities.
fn identities() -> Vec<SnapshotTable> {
    vec![
        table("instance", &["place"], vec![("place", Small), ("id", Id)]),
        table("departed_users", ID, vec![("id", Id)]),
        table(
            "users",
            ID,
            vec![
                ("id", Id),
                ("email", Text),
                ("email_verified", Flag),
                ("name", Text),
                ("image", Text),
                ("two_step", Flag),
                ("created_at", Moment),
                ("updated_at", Moment),
            ],
        ),
    ]
}

/// Returns the tables of households.
fn households() -> Vec<SnapshotTable> {
    vec![
        table("households", &["user_id"], vec![("user_id", Id), ("name", Text), ("created_at", Moment)]),
        table(
            "memberships",
            &["household_id", "user_id"],
            vec![("household_id", Id), ("user_id", Id), ("role", Text), ("created_at", Moment)],
        ),
        table(
            "invitations",
            ID,
            vec![
                ("id", Id),
                ("household_id", Id),
                ("user_id", Id),
                ("token_hash", Bytes),
                ("role", Text),
                ("email", Text),
                ("expires_at", Moment),
                ("created_at", Moment),
            ],
        ),
    ]
}

/// Returns the tables of shared expenses.
fn sharing() -> Vec<SnapshotTable> {
    vec![
        table(
            "shared_expenses",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("household_id", Id),
                ("transaction_id", Id),
                ("payer_id", Id),
                ("division", Json),
                ("kept_on", Day),
                ("kept_minor", Large),
                ("kept_currency", Text),
                ("created_at", Moment),
            ],
        ),
        table(
            "settlements",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("from_id", Id),
                ("to_id", Id),
                ("amount_minor", Large),
                ("currency", Text),
                ("date", Day),
                ("transaction_id", Id),
                ("created_at", Moment),
            ],
        ),
    ]
}

/// Returns the tables of sign-in.
fn sign_in() -> Vec<SnapshotTable> {
    vec![
        table(
            "credentials",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("provider", Text),
                ("subject", Text),
                ("password_hash", Text),
                ("scopes", Json),
                ("sealed_tokens", Bytes),
                ("created_at", Moment),
                ("updated_at", Moment),
            ],
        ),
        table(
            "sessions",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("token_hash", Bytes),
                ("expires_at", Moment),
                ("ip_address", Text),
                ("user_agent", Text),
                ("remember", Flag),
                ("created_at", Moment),
                ("updated_at", Moment),
            ],
        ),
        table("verifications", &["key"], vec![("key", Text), ("value", Text), ("expires_at", Moment)]),
        table(
            "two_steps",
            &["user_id"],
            vec![
                ("user_id", Id),
                ("sealed_secret", Bytes),
                ("last_step", Large),
                ("failures", Small),
                ("locked_until", Moment),
                ("created_at", Moment),
            ],
        ),
        table("backup_codes", &["user_id", "code_hash"], vec![("user_id", Id), ("code_hash", Bytes)]),
        table(
            "api_tokens",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("token_hash", Bytes),
                ("name", Text),
                ("prefix", Text),
                ("start", Text),
                ("scope", Text),
                ("books_id", Id),
                ("enabled", Flag),
                ("expires_at", Moment),
                ("last_used_at", Moment),
                ("created_at", Moment),
                ("updated_at", Moment),
            ],
        ),
    ]
}

/// Returns the table of the channels of notifications.
fn channels() -> SnapshotTable {
    let columns = vec![
        ("id", Id),
        ("user_id", Id),
        ("kind", Text),
        ("label", Text),
        ("sealed", Bytes),
        ("created_at", Moment),
    ];
    table("notification_channels", ID, columns)
}

/// Returns the tables of bank feeds, which refer to accounts and statements.
fn feeds() -> Vec<SnapshotTable> {
    vec![
        table(
            "feeds",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("provider", Text),
                ("label", Text),
                ("sealed", Bytes),
                ("status", Json),
                ("requests", Small),
                ("requested_at", Moment),
                ("busy_until", Moment),
                ("fetched_at", Moment),
                ("due_at", Moment),
                ("created_at", Moment),
                ("bank", Json),
                ("valid_until", Moment),
            ],
        ),
        table(
            "feed_authorizations",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("state", Bytes),
                ("bank", Json),
                ("feed_id", Id),
                ("expires_at", Moment),
                ("created_at", Moment),
            ],
        ),
        table(
            "feed_accounts",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("feed_id", Id),
                ("key", Text),
                ("account_id", Id),
                ("is_skipped", Flag),
                ("details", Json),
                ("imported_at", Moment),
                ("created_at", Moment),
            ],
        ),
        table(
            "feed_files",
            &["statement_id"],
            vec![
                ("statement_id", Id),
                ("user_id", Id),
                ("feed_account_id", Id),
                ("month", Text),
                ("content", Json),
                ("created_at", Moment),
            ],
        ),
    ]
}

/// Returns the tables of mailboxes.
fn mailboxes() -> Vec<SnapshotTable> {
    vec![
        table(
            "mailboxes",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("settings", Json),
                ("sealed", Bytes),
                ("status", Json),
                ("uid_validity", Large),
                ("last_uid", Large),
                ("busy_until", Moment),
                ("fetched_at", Moment),
                ("due_at", Moment),
                ("created_at", Moment),
            ],
        ),
        table(
            "mail_messages",
            &["mailbox_id", "uid_validity", "uid"],
            vec![
                ("mailbox_id", Id),
                ("uid_validity", Large),
                ("uid", Large),
                ("user_id", Id),
                ("received_at", Moment),
                ("sender", Text),
                ("subject", Text),
                ("result", Json),
                ("read_at", Moment),
            ],
        ),
    ]
}

/// Returns the tables of work in progress, which refer to data of users.
fn work() -> Vec<SnapshotTable> {
    vec![
        table(
            "jobs",
            ID,
            vec![
                ("id", Id),
                ("user_id", Id),
                ("statement_id", Id),
                ("work", Json),
                ("state", Text),
                ("attempts", Small),
                ("run_at", Moment),
                ("lease_until", Moment),
                ("worker", Text),
                ("progress", Json),
                ("failure", Json),
                ("created_at", Moment),
                ("updated_at", Moment),
                ("finished_at", Moment),
            ],
        ),
        table(
            "notification_deliveries",
            &["notification_id", "channel_id"],
            vec![
                ("notification_id", Id),
                ("channel_id", Id),
                ("user_id", Id),
                ("attempts", Small),
                ("due_at", Moment),
                ("delivered_at", Moment),
                ("failure", Text),
            ],
        ),
        table(
            "idempotency_keys",
            &["user_id", "key"],
            vec![
                ("user_id", Id),
                ("key", Text),
                ("request_hash", Bytes),
                ("status", Small),
                ("content_type", Text),
                ("body", Bytes),
                ("created_at", Moment),
            ],
        ),
    ]
}
