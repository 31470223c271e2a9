//! The adapter for SQLite: one connection that writes, several that only read.

#![expect(clippy::duplicate_mod, reason = "the queries are compiled once for each database")]

#[path = "queries/mod.rs"]
mod queries;

mod as_json;
mod bulk;
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
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::sync_connection_wrapper::{SyncConnectionWrapper, SyncTransactionManagerWrapper};
use diesel_async::{RunQueryDsl, TransactionManager};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use futures::FutureExt;
use tokio::runtime::Handle;

use crate::open::Settings;
use crate::schema::jobs;
use crate::sql_types::{At, RowId};
use crate::tasks::BlockingThreads;
use crate::work::Work;
use crate::{Error, Result, tasks};
use as_json::{each, element, from_json, in_byte_order, json_array, to_json};
use bulk::{after_books_went, before_books_go, insert_entries};
use log_sync::LogSync;
use texts::{after_texts_changed, before_texts_change, forget_texts};

/// What the queries run on.
pub(crate) type Connection = SyncConnectionWrapper<SqliteConnection, BlockingThreads>;
/// Whose SQL the queries are written in.
pub(crate) type Backend = diesel::sqlite::Sqlite;
/// How SQL names the first value bound to it.
const FIRST: &str = "?1";
const SECOND: &str = "?2";
const THIRD: &str = "?3";
/// The day of the week of an entry, as SQL: a number from 0, which is Sunday.
const WEEKDAY: &str = "CAST(strftime('%w', entries.date) AS BIGINT)";
type Transactions = SyncTransactionManagerWrapper<AnsiTransactionManager>;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/sqlite");

/// How many KiB of the database the writing connection may keep in memory: a long file touches a dozen indices in no order, and
/// with SQLite's own 2 MiB each page of them would be written and read again many times before it is booked.
const WRITER_CACHE_KIB: u32 = 32 * 1024;

/// A SQLite database.
pub(crate) struct Database {
    readers: Pool<Connection>,
    /// A pool of one: SQLite lets one connection write at a time, and waiting here is fair.
    writer: Pool<Connection>,
    log: Arc<LogSync>,
    settings: Settings,
    runtime: Handle,
}

/// The file that `url` names, when it is SQLite's.
pub(crate) fn path_of(url: &str) -> Option<PathBuf> {
    let path = url.strip_prefix("sqlite://").or_else(|| url.strip_prefix("sqlite:"))?;
    // In memory, every connection would see a database of its own.
    let is_file = !path.is_empty() && path != ":memory:" && !path.starts_with("file:");
    is_file.then(|| PathBuf::from(path))
}

impl Database {
    pub(crate) async fn open(path: PathBuf, settings: &Settings) -> Result<Self> {
        let busy = settings.busy_timeout.as_millis();
        let prepared = path.clone();
        tokio::task::spawn_blocking(move || prepare(&prepared, busy)).await.map_err(Error::database)??;
        let reader = format!("PRAGMA busy_timeout = {busy}; PRAGMA query_only = ON;");
        // NORMAL, because `LogSync` makes commits durable, many at once.
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

    /// Runs `work`, one statement that only reads.
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

    /// Runs `work`, several statements that only read and all see the same state.
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

    /// Runs `work` in a transaction on the connection that writes: all of it is stored, or nothing. Returns when it is on the disk.
    pub(crate) async fn write<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
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
            // Where nothing was changed, nothing need reach the disk: idle workers ask for jobs each second.
            if is_changed {
                log.wait().await?;
            }
            Ok(value)
        })
        .await
    }

    /// Empties the log of what was written, in which what was deleted still stands: as far as nobody reads from it now.
    pub(crate) async fn clear_log(&self) -> Result<()> {
        self.spawn(&self.writer, async move |connection: &mut Connection| {
            let emptied = connection.spawn_blocking(|c| c.batch_execute("PRAGMA wal_checkpoint(TRUNCATE)"));
            Ok(emptied.await?)
        })
        .await
    }

    /// Runs `work` as a task of its own: a caller that goes away must not stop it half way.
    /// (diesel-async also panics when a future over SQLite is dropped on a current-thread runtime.)
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

/// A connection of the pool, waited for as long as `patience` lasts.
async fn connection_of(pool: &Pool<Connection>, patience: Duration) -> Result<Object<Connection>> {
    let given = tokio::time::timeout(patience, pool.get()).await.map_err(|late| Error::Busy(late.into()))?;
    given.map_err(|error| Error::Unavailable(error.into()))
}

/// Begins a transaction that writes and returns how many rows the connection has changed so far. IMMEDIATE: a transaction that starts
/// by reading could not become a writing one beside another process.
fn begin(connection: &mut SqliteConnection) -> QueryResult<i64> {
    AnsiTransactionManager::begin_transaction_sql(connection, "BEGIN IMMEDIATE")?;
    rows_changed(connection)
}

/// Commits and returns how many rows the connection has changed so far.
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

/// Rolls back after a failure, whose cause is the error to report: where the disk is full, SQLite may have rolled back already. A connection
/// that cannot roll back leaves the pool.
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

/// Makes the file when it is not there, switches it to a write-ahead log and brings its tables up to date.
fn prepare(path: &Path, busy_milliseconds: u128) -> Result<()> {
    // Switching to a write-ahead log fails with "database is locked" beside another opener, however long it may wait.
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
    connection.run_pending_migrations(MIGRATIONS).map_err(Error::Database)?;
    Ok(())
}

/// A file that only its owner may read: books are private. SQLite gives its side files the same permissions.
fn private_file(path: &Path) -> Result<std::fs::File> {
    let mut options = OpenOptions::new();
    options.create(true).append(true).read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(path).map_err(Error::from_io)?;
    make_private(&file);
    Ok(file)
}

/// Takes a file that a backup brought back from everybody but its owner. Where it is another user's, it stays as it is.
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

/// The next job to claim; here nobody else writes meanwhile.
async fn next_job(connection: &mut Connection, now: At, of_idle_user: bool) -> Result<Option<RowId>> {
    let running = queries::running_of_user!(now);
    // A user who has none running comes first anyway: with more than none, nobody of the kind waits.
    let next = queries::claimable(now).select((jobs::id, running)).order(queries::by_turn!(now)).limit(1);
    let found: Option<(RowId, i64)> = next.first(connection).await.optional()?;
    Ok(found.filter(|(_, running)| !of_idle_user || *running == 0).map(|(id, _)| id))
}

/// Other imports of this person wait until this transaction ends: here it is the only one that writes anyway.
async fn lock_user(connection: &mut Connection, user: RowId) -> Result<bool> {
    use crate::schema::users;
    Ok(users::table.find(user).select(users::id).first::<RowId>(connection).await.optional()?.is_some())
}

/// How many entries the index may name before reading them one by one, the latest first, finds a page of them sooner.
const FOUND_MAX: i64 = 3_000;

/// The person's entries whose text contains `part`, as the index of three-letter pieces names them. `None` when the index is of no
/// use: it knows no part shorter than a piece, and of something that is everywhere a page is sooner found by reading.
async fn find_in_texts(connection: &mut Connection, user: RowId, part: &str) -> Result<Option<Vec<RowId>>> {
    const PIECE: usize = 3;
    if part.chars().count() < PIECE {
        return Ok(None);
    }
    let quoted = format!("\"{}\"", part.replace('"', "\"\""));
    let query = diesel::sql_query(
        "SELECT t.entry_id AS id FROM entry_search s CROSS JOIN entry_texts t ON t.number = s.rowid \
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

/// Inserts many rows in few statements; diesel-async does so for SQLite only on the blocking connection.
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

/// Loads many rows where they are read; diesel-async would copy every value of each before it is looked at.
macro_rules! load_many {
    ($connection:expr, $query:expr) => {{
        let query = $query;
        $connection.spawn_blocking(move |connection| diesel::RunQueryDsl::load(query, connection)).await
    }};
}
use load_many;

/// The sum of whole numbers, as SQL: one that does not fit fails the query. A cast would take a third of a long report's time.
macro_rules! sum_of {
    ($of:literal) => {
        concat!("SUM(", $of, ")")
    };
}
use sum_of;

diesel::define_sql_function! {
    /// Whether a text has the words of a name whole; SQLite has no expression for that, and calls this program.
    fn text_has_words(text: diesel::sql_types::Text, name: diesel::sql_types::Text) -> diesel::sql_types::Bool;
}

/// Whether an entry's text has the words of a name whole, one after the other.
macro_rules! has_words {
    ($name:expr) => {
        crate::sqlite::text_has_words(crate::schema::entries::search_text, $name.clone())
    };
}
use has_words;
