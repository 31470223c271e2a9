//! The adapter for SQLite: one connection that writes and several that only read.

#![expect(clippy::duplicate_mod, reason = "the queries are compiled once for each database")]

#[path = "queries/mod.rs"]
mod queries;

mod as_json;
mod bulk;
mod inspect;
mod log_sync;
mod texts;
mod triggers;

use std::fs::OpenOptions;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use diesel::Connection as _;
use diesel::connection::{AnsiTransactionManager, SimpleConnection, TransactionManager as _};
use diesel::prelude::*;
use diesel_async::TransactionManager;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::sync_connection_wrapper::{SyncConnectionWrapper, SyncTransactionManagerWrapper};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use futures::FutureExt;
use tokio::runtime::Handle;
use tracing::Instrument as _;

use crate::open::Settings;
use crate::run::RunQueryDsl;
use crate::schema::jobs;
use crate::sql_types::{At, RowId};
use crate::tasks::BlockingThreads;
use crate::work::Work;
use crate::{Error, Result, migrations, tasks};
use as_json::{each, element, from_json, in_byte_order, json_array, to_json};
use bulk::{
    after_data_deletion, after_many_transactions, before_data_deletion, before_many_transactions,
    insert_transactions,
};
pub(crate) use inspect::inspect;
use log_sync::LogSync;
use texts::{after_texts_changed, before_texts_change, forget_texts};

/// The connection that the queries use.
pub(crate) type Connection = SyncConnectionWrapper<SqliteConnection, BlockingThreads>;
/// The SQL dialect of the queries.
pub(crate) type Backend = diesel::sqlite::Sqlite;
/// The placeholder of the first bound value.
const FIRST: &str = "?1";
const SECOND: &str = "?2";
const THIRD: &str = "?3";
/// SQL for a transaction's day of the week, from 0 for Sunday.
const WEEKDAY: &str = "CAST(strftime('%w', transactions.date) AS BIGINT)";
type Transactions = SyncTransactionManagerWrapper<AnsiTransactionManager>;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations/sqlite");

/// The page cache of the writing connection, in KiB. Importing a long file updates a dozen indices in random
/// order. With SQLite's default of 2 MiB, each page would be written and read many times.
const WRITER_CACHE_KIB: u32 = 32 * 1024;

/// The page cache of each reading connection, in KiB. The totals of a lifetime fit, so that an answer does
/// not read them from the file again.
const READER_CACHE_KIB: u32 = 8 * 1024;

/// A SQLite database.
pub(crate) struct Database {
    readers: Pool<Connection>,
    /// A pool of one connection. SQLite permits one writer at a time, and waiting for the pool is fair.
    writer: Pool<Connection>,
    log: Arc<LogSync>,
    settings: Settings,
    runtime: Handle,
}

/// Returns the file that `url` names if it is a SQLite URL.
pub(crate) fn path_of(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"))?;
    // Each connection to a database in memory would see a database of its own.
    let is_file = !path.is_empty() && path != ":memory:" && !path.starts_with("file:");
    is_file.then(|| PathBuf::from(path))
}

impl Database {
    pub(crate) async fn open(path: PathBuf, settings: &Settings) -> Result<Self> {
        let busy = settings.busy_timeout.as_millis();
        let prepared = path.clone();
        tokio::task::spawn_blocking(move || prepare(&prepared, busy)).await.map_err(Error::database)??;
        let reader = format!(
            "PRAGMA busy_timeout = {busy}; PRAGMA query_only = ON; PRAGMA cache_size = -{READER_CACHE_KIB};"
        );
        // NORMAL, because `LogSync` makes commits durable, many at a time (ADR 0022).
        let writer = format!(
            "PRAGMA busy_timeout = {busy}; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON; \
             PRAGMA secure_delete = ON; PRAGMA cache_size = -{WRITER_CACHE_KIB};"
        );
        Ok(Self {
            readers: pool(&path, settings.sqlite_readers_max, reader)?,
            writer: pool(&path, 1, writer)?,
            log: Arc::new(LogSync::of(&path)),
            settings: settings.clone(),
            runtime: Handle::current(),
        })
    }

    /// Runs `work`, a single statement that only reads.
    pub(crate) async fn read<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.spawn(&self.readers, work).await
    }

    /// Runs `work`, several statements that only read, on one snapshot.
    pub(crate) async fn snapshot<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.spawn(&self.readers, async move |connection: &mut Connection| {
            connection.spawn_blocking(|c| AnsiTransactionManager::begin_transaction_sql(c, "BEGIN")).await?;
            let result = work(connection).await;
            end(connection, result).await
        })
        .await
    }

    /// Runs `work` in a transaction on the writing connection. It is stored completely or not at all, and is
    /// on the disk when this returns.
    pub(crate) async fn write<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.write_then(true, work).await
    }

    /// Runs `work` as [`Self::write`] does, but does not wait for the disk: a power cut may undo it, unless a
    /// later write was synced.
    pub(crate) async fn write_unsynced<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.write_then(false, work).await
    }

    async fn write_then<R, W>(&self, is_synced: bool, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.check_durable()?;
        let (pool, patience, log) = (self.writer.clone(), self.settings.wait_timeout, Arc::clone(&self.log));
        tasks::run(&self.runtime, async move {
            let mut connection: Object<Connection> = connection_of(&pool, patience).await?;
            let written = tasks::block_on(async move {
                let before = connection.spawn_blocking(begin).await?;
                let value = match work(&mut connection).await {
                    Ok(value) => value,
                    Err(error) => {
                        roll_back(&mut connection).await;
                        return Err(error);
                    }
                };
                let after = connection.spawn_blocking(commit).await?;
                Ok((value, after != before))
            });
            let (value, is_changed) = written.await?;
            // Without changes there is nothing to sync: idle workers look for jobs every second.
            if is_synced && is_changed {
                log.wait().await?;
            }
            Ok(value)
        })
        .await
    }

    /// Returns the pools with their names in [`crate::PoolUse`].
    pub(crate) const fn named_pools(&self) -> [(&'static str, &Pool<Connection>); 2] {
        [("read", &self.readers), ("write", &self.writer)]
    }

    /// Checks that writes can be made durable.
    pub(crate) fn check_durable(&self) -> Result<()> {
        self.log.check()
    }

    /// Empties the write-ahead log, which still contains deleted data. Parts that a reader still uses remain.
    pub(crate) async fn clear_log(&self) -> Result<()> {
        self.spawn(&self.writer, async move |connection: &mut Connection| {
            let emptied = connection.spawn_blocking(|c| c.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)"));
            Ok(emptied.await?)
        })
        .await
    }

    /// Runs `work` as a separate task, so that it completes even if the caller is dropped. (diesel-async also
    /// panics if a future over SQLite is dropped on a current-thread runtime.)
    async fn spawn<R, W>(&self, pool: &Pool<Connection>, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        let (pool, patience) = (pool.clone(), self.settings.wait_timeout);
        tasks::run(&self.runtime, async move {
            let mut connection: Object<Connection> = connection_of(&pool, patience).await?;
            tasks::block_on(async move { work(&mut connection).await }).await
        })
        .await
    }
}

/// Returns a connection of the pool, waiting at most `patience`.
async fn connection_of(pool: &Pool<Connection>, patience: Duration) -> Result<Object<Connection>> {
    let given = tokio::time::timeout(patience, pool.get()).instrument(tasks::wait_span()).await;
    let given = given.map_err(|late| Error::Busy(late.into()))?;
    given.map_err(|error| Error::Unavailable(error.into()))
}

/// Begins a transaction that writes and returns the number of rows that the connection has changed so far.
/// IMMEDIATE, because a transaction that starts with a read could not start to write while another process
/// writes.
fn begin(connection: &mut SqliteConnection) -> QueryResult<i64> {
    AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")?;
    rows_changed(connection)
}

/// Commits and returns the number of rows that the connection has changed so far.
fn commit(connection: &mut SqliteConnection) -> QueryResult<i64> {
    AnsiTransactionManager::commit_transaction(connection)?;
    rows_changed(connection)
}

fn rows_changed(connection: &mut SqliteConnection) -> QueryResult<i64> {
    let changed = diesel::select(diesel::dsl::sql::<diesel::sql_types::BigInt>("total_changes()"));
    diesel::RunQueryDsl::get_result(changed, connection)
}

async fn end<R>(connection: &mut Connection, result: Result<R>) -> Result<R> {
    match result {
        Ok(value) => {
            Transactions::commit_transaction(connection).await?;
            Ok(value)
        }
        Err(error) => {
            roll_back(connection).await;
            Err(error)
        }
    }
}

/// Rolls back after a failure, which is the error to report. An error of the rollback is ignored: SQLite may
/// have rolled back already, for example if the disk is full. A connection that cannot roll back leaves the
/// pool.
async fn roll_back(connection: &mut Connection) {
    drop(Transactions::rollback_transaction(connection).await);
}

fn pool(path: &Path, size: usize, pragmas: String) -> Result<Pool<Connection>> {
    let path = text_of(path)?;
    let mut config = ManagerConfig::default();
    config.recycling_method = RecyclingMethod::Fast;
    config.custom_setup = Box::new(move |path| {
        let (path, pragmas) = (path.to_owned(), pragmas.clone());
        async move {
            let opened = tokio::task::spawn_blocking(move || {
                let mut connection = SqliteConnection::establish(&path)?;
                connection.batch_execute(&pragmas).map_err(ConnectionError::CouldntSetupConfiguration)?;
                let has_words = |text: String, name: String| saldo_domain::text::has_words(&text, &name);
                text_has_words_utils::register_impl(&mut connection, has_words)
                    .map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(SyncConnectionWrapper::new(connection))
            });
            opened.await.map_err(|error| ConnectionError::BadConnection(error.to_string()))?
        }
        .boxed()
    });
    let manager = AsyncDieselConnectionManager::new_with_config(path, config);
    Pool::builder(manager).max_size(size.max(1)).build().map_err(Error::database)
}

fn text_of(path: &Path) -> Result<String> {
    path.to_str().map(str::to_owned).ok_or_else(|| Error::database("the path of the database is not UTF-8"))
}

/// Creates the file if it does not exist, enables the write-ahead log and runs pending migrations.
fn prepare(path: &Path, busy_milliseconds: u128) -> Result<()> {
    // Without this lock, enabling the write-ahead log fails with "database is locked" while another process
    // opens the database, regardless of the busy timeout.
    let mut lock_path = path.as_os_str().to_owned();
    lock_path.push(".lock");
    let lock = private_file(Path::new(&lock_path))?;
    lock.lock().map_err(Error::database)?;
    drop(private_file(path)?);
    for ending in ["-wal", "-shm"] {
        let mut side = path.as_os_str().to_owned();
        side.push(ending);
        if let Ok(file) = OpenOptions::new().read(true).open(side) {
            make_private(&file);
        }
    }
    let mut connection = SqliteConnection::establish(&text_of(path)?).map_err(Error::database)?;
    let pragmas = format!(
        "PRAGMA busy_timeout = {busy_milliseconds}; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;"
    );
    connection.batch_execute(&pragmas)?;
    migrations::run(&mut connection, MIGRATIONS)
}

/// Opens or creates a file that only its owner can read, because the data is private. SQLite gives its other
/// files the same permissions.
fn private_file(path: &Path) -> Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(Error::from_io)?;
    make_private(&file);
    Ok(file)
}

/// Removes the permissions of group and others, for example from a file that was restored from a backup.
/// Fails silently for a file of another user.
fn make_private(file: &std::fs::File) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let Ok(mode) = file.metadata().map(|seen| seen.permissions().mode()) else { return };
        if mode & 0o077 != 0 {
            drop(file.set_permissions(std::fs::Permissions::from_mode(mode & 0o700)));
        }
    }
    #[cfg(not(unix))]
    let _ = file;
}

/// Returns the next job to claim. No other transaction writes at the same time.
async fn next_job(connection: &mut Connection, now: At, of_idle_user: bool) -> Result<Option<RowId>> {
    let running = queries::running_of_user!(now);
    // Jobs of users without a running job come first. If the first job's user has one, no idle user has a
    // job.
    let next = queries::claimable(now).select((jobs::id, running)).order(queries::by_turn!(now)).limit(1);
    let found: Option<(RowId, i64)> = next.first(connection).await.optional()?;
    Ok(found.filter(|(_, running)| !of_idle_user || *running == 0).map(|(id, _)| id))
}

/// Returns false if the user does not exist. A lock is not needed, because only one transaction writes at a
/// time.
async fn lock_user(connection: &mut Connection, user: RowId) -> Result<bool> {
    use crate::schema::users;
    Ok(users::table.find(user).select(users::id).first::<RowId>(connection).await.optional()?.is_some())
}

/// The number of transactions from which an index lookup is slower than reading transactions, newest first,
/// until a page is full.
const FOUND_MAX: i64 = 3_000;

/// Returns the user's transactions whose text contains `part`, from the trigram index. Returns `None` if the
/// index does not help: `part` is shorter than three characters, or so frequent that reading transactions
/// fills a page faster.
async fn find_in_texts(connection: &mut Connection, user: RowId, part: &str) -> Result<Option<Vec<RowId>>> {
    const PIECE: usize = 3;
    if part.chars().count() < PIECE {
        return Ok(None);
    }
    let quoted = format!("\"{}\"", part.replace('"', "\"\""));
    let query = diesel::sql_query(
        "SELECT t.transaction_id AS id FROM transaction_search s CROSS JOIN transaction_texts t ON t.number = s.rowid \
         WHERE s.text MATCH ? AND t.user_id = ? LIMIT ?",
    );
    let found: Vec<Found> = query
        .bind::<diesel::sql_types::Text, _>(quoted)
        .bind::<crate::sql_types::Key, _>(user)
        .bind::<diesel::sql_types::BigInt, _>(FOUND_MAX)
        .load(connection)
        .await?;
    let few = found.len() < usize::try_from(FOUND_MAX).unwrap_or(usize::MAX);
    Ok(few.then(|| found.into_iter().map(|row| row.id).collect()))
}

#[derive(QueryableByName)]
struct Found {
    #[diesel(sql_type = crate::sql_types::Key)]
    id: RowId,
}

/// Inserts many rows in few statements. For SQLite, diesel-async supports that only on the blocking
/// connection.
macro_rules! insert_all {
    ($connection:expr, $table:expr, $rows:expr) => {{
        let rows = $rows;
        $connection
            .spawn_blocking(move |connection| {
                for chunk in rows.chunks(crate::rows::ROWS_PER_INSERT) {
                    diesel::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), connection)?;
                }
                Ok(())
            })
            .await
    }};
}
use insert_all;

/// Loads many rows on the blocking connection. diesel-async would copy every value of a row first.
macro_rules! load_many {
    ($connection:expr, $query:expr) => {{
        let query = $query;
        $connection.spawn_blocking(move |connection| diesel::RunQueryDsl::load(query, connection)).await
    }};
}
use load_many;

/// SQL for the sum of integers, which fails if it does not fit. It has no cast, because a cast takes a third
/// of a long report's time.
macro_rules! sum_of {
    ($of:literal) => {
        concat!("SUM(", $of, ")")
    };
}
use sum_of;

diesel::define_sql_function! {
    /// True if a text contains the words of a name as whole words. Implemented in Rust, because SQLite has no
    /// expression for it.
    fn text_has_words(text: diesel::sql_types::Text, name: diesel::sql_types::Text) -> diesel::sql_types::Bool;
}

/// SQL condition: the text of a transaction contains the words of a name as whole words in sequence.
macro_rules! has_words {
    ($name:expr) => {
        crate::sqlite::text_has_words(crate::schema::transactions::search_text, $name.clone())
    };
}
use has_words;
