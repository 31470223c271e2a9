//! The adapter for PostgreSQL. diesel-async speaks its protocol itself: there is no libpq.

#![expect(clippy::duplicate_mod, reason = "the queries are compiled once for each database")]

#[path = "queries/mod.rs"]
mod queries;

mod as_json;
mod connect;

use std::time::Duration;

use as_json::{each, element, from_json, in_byte_order, json_array, to_json};
use diesel::prelude::*;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
    TransactionManager,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use futures::FutureExt;
use tokio::runtime::Handle;

use crate::open::Settings;
use crate::schema::jobs;
use crate::sql_types::{At, RowId};
use crate::work::Work;
use crate::{Error, Result, tasks};

/// What the queries run on.
pub(crate) type Connection = AsyncPgConnection;
/// Whose SQL the queries are written in.
pub(crate) type Backend = diesel::pg::Pg;
/// How SQL names the first value bound to it.
const FIRST: &str = "$1";
const SECOND: &str = "$2";
const THIRD: &str = "$3";
/// The day of the week of an entry, as SQL: a number from 0, which is Sunday.
const WEEKDAY: &str = "CAST(EXTRACT(DOW FROM entries.date) AS BIGINT)";
type Transactions = AnsiTransactionManager;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations/postgres");

/// Names the lock that keeps processes which start together from migrating together ("saldo" as a number).
const MIGRATION_LOCK: i64 = 0x0073_616c_646f;

/// A PostgreSQL database.
pub(crate) struct Database {
    pool: Pool<Connection>,
    settings: Settings,
    runtime: Handle,
}

impl Database {
    pub(crate) async fn open(url: &str, settings: &Settings) -> Result<Self> {
        let server = connect::Server::parse(url, settings.connect_timeout)?;
        migrate(server.connect().await.map_err(Error::database)?).await?;
        // A plan made for any account, category or word is a hundred times slower for the one that is asked for; a plan of its own
        // takes less than a millisecond to make.
        let setup = format!(
            "SET statement_timeout = {}; SET plan_cache_mode = force_custom_plan",
            settings.statement_timeout.as_millis()
        );
        let mut config = ManagerConfig::default();
        // A connection that the server closed is noticed without a question to the server.
        config.recycling_method = RecyclingMethod::Fast;
        config.custom_setup = Box::new(move |_| {
            let (server, setup) = (server.clone(), setup.clone());
            async move {
                let mut connection = server.connect().await?;
                connection.batch_execute(&setup).await.map_err(ConnectionError::CouldntSetupConfiguration)?;
                Ok(connection)
            }
            .boxed()
        });
        let manager = AsyncDieselConnectionManager::new_with_config("", config);
        let size = settings.postgres_connections_max.max(1);
        let pool = Pool::builder(manager).max_size(size).build().map_err(Error::database)?;
        Ok(Self { pool, settings: settings.clone(), runtime: Handle::current() })
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
        self.spawn(work).await
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
        self.transaction("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", work).await
    }

    /// Runs `work` in a transaction: all of it is stored, or nothing.
    pub(crate) async fn write<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.transaction("BEGIN", work).await
    }

    async fn transaction<R, W>(&self, begin: &'static str, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        self.spawn(async move |connection: &mut Connection| {
            Transactions::begin_transaction_sql(connection, begin).await?;
            match work(connection).await {
                Ok(value) => {
                    Transactions::commit_transaction(connection).await?;
                    Ok(value)
                }
                Err(error) => {
                    // The failure is the error to report; a connection that cannot roll back leaves the pool.
                    drop(Transactions::rollback_transaction(connection).await);
                    Err(error)
                }
            }
        })
        .await
    }

    /// Nothing: the server keeps its log, and overwrites what was deleted when it vacuums.
    #[expect(clippy::unused_async, reason = "SQLite has a log to empty")]
    pub(crate) async fn clear_log(&self) -> Result<()> {
        Ok(())
    }

    /// Runs `work` as a task of its own: a caller that goes away must not stop it half way.
    async fn spawn<R, W>(&self, work: W) -> Result<R>
    where
        for<'c> W: AsyncFnOnce(&'c mut Connection) -> Result<R>
            + Work<&'c mut Connection, R, Running: Send>
            + Send
            + 'static,
        R: Send + 'static,
    {
        let (pool, patience) = (self.pool.clone(), self.settings.wait_timeout);
        tasks::run(&self.runtime, async move {
            let mut connection: Object<Connection> = connection_of(&pool, patience).await?;
            work(&mut connection).await
        })
        .await
    }
}

/// A connection of the pool, waited for as long as `patience` lasts.
async fn connection_of(pool: &Pool<Connection>, patience: Duration) -> Result<Object<Connection>> {
    let given = tokio::time::timeout(patience, pool.get()).await.map_err(|late| Error::Busy(late.into()))?;
    given.map_err(|error| Error::Unavailable(error.into()))
}

/// Brings the tables up to date. Processes that start together wait for one another.
async fn migrate(mut connection: Connection) -> Result<()> {
    connection.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})")).await?;
    // The harness blocks its thread, which only a thread made for that may do on every kind of runtime.
    let migrated = tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(connection);
        let result = harness.run_pending_migrations(MIGRATIONS).map(|_| ()).map_err(Error::Database);
        (harness.into_inner(), result)
    });
    let (mut connection, result) = migrated.await.map_err(Error::database)?;
    connection.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})")).await?;
    result
}

/// Names the lock under which jobs are claimed one after the other: the next claim must see what the one before it took.
const CLAIM_LOCK: i64 = 0x0073_616c_6470;

/// The next job to claim; rows that another transaction holds are passed over.
async fn next_job(connection: &mut Connection, now: At, of_idle_user: bool) -> Result<Option<RowId>> {
    connection.batch_execute(&format!("SELECT pg_advisory_xact_lock({CLAIM_LOCK})")).await?;
    let running = queries::running_of_user!(now);
    // A user who has none running comes first anyway: with more than none, nobody of the kind waits.
    let next = queries::claimable(now).select((jobs::id, running)).order(queries::by_turn!(now)).limit(1);
    let found: Option<(RowId, i64)> = next.for_update().skip_locked().first(connection).await.optional()?;
    Ok(found.filter(|(_, running)| !of_idle_user || *running == 0).map(|(id, _)| id))
}

/// Other imports of this person wait until this transaction ends, so that none deadlocks with it.
async fn lock_user(connection: &mut Connection, user: RowId) -> Result<bool> {
    use crate::schema::users;
    let row = users::table.find(user).select(users::id).for_no_key_update();
    Ok(row.first::<RowId>(connection).await.optional()?.is_some())
}

/// The planner itself knows when the index of three-letter pieces is of use: nothing is looked up beforehand.
#[expect(clippy::unused_async, reason = "SQLite has something to do here")]
async fn find_in_texts(_: &mut Connection, _: RowId, _: &str) -> Result<Option<Vec<RowId>>> {
    Ok(None)
}

/// Nothing need be said: the index of texts is the database's own.
async fn before_texts_change(_: &mut Connection, _: usize) -> Result<()> {
    Ok(())
}

async fn after_texts_changed(_: &mut Connection, _: usize) -> Result<()> {
    Ok(())
}

async fn forget_texts(_: &mut Connection, _: &[RowId]) -> Result<()> {
    Ok(())
}

/// What is set aside while the books of a person go: nothing, triggers that count do so once for each deletion here.
struct Going;

async fn before_books_go(_: &mut Connection, _: RowId) -> Result<Going> {
    Ok(Going)
}

async fn after_books_went(_: &mut Connection, Going: Going) -> Result<()> {
    Ok(())
}

/// Inserts many rows in few statements.
macro_rules! insert_all {
    ($connection:expr, $table:expr, $rows:expr) => {
        async {
            for chunk in $rows.chunks(crate::rows::ROWS_PER_INSERT) {
                diesel_async::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), $connection)
                    .await?;
            }
            diesel::QueryResult::Ok(())
        }
        .await
    };
}
use insert_all;

/// Loads many rows.
macro_rules! load_many {
    ($connection:expr, $query:expr) => {
        diesel_async::RunQueryDsl::load($query, $connection).await
    };
}
use load_many;

/// The sum of whole numbers, as SQL: of BIGINT it is NUMERIC, and one that does not fit fails the query.
macro_rules! sum_of {
    ($of:literal) => {
        concat!("CAST(SUM(", $of, ") AS BIGINT)")
    };
}
use sum_of;

diesel::infix_operator!(Matches, " ~ ");

/// Whether an entry's text has the words of a name whole, one after the other.
macro_rules! has_words {
    ($name:expr) => {{
        let expression = crate::search::expression_of_words($name);
        crate::postgres::Matches::new(
            crate::schema::entries::search_text,
            expression.into_sql::<diesel::sql_types::Text>(),
        )
    }};
}
use has_words;

/// Adds entries; triggers that count do so once for each insert here.
async fn insert_entries(connection: &mut Connection, rows: Vec<crate::rows::NewEntryRow>) -> Result<()> {
    Ok(insert_all!(connection, crate::schema::entries::table, rows)?)
}
