//! The adapter for PostgreSQL. diesel-async implements its protocol, so libpq is not needed.

#![expect(clippy::duplicate_mod, reason = "the queries are compiled once for each database")]

#[path = "queries/mod.rs"]
mod queries;

mod as_json;
mod connect;
mod inspect;

use std::time::Duration;

use as_json::{each, element, from_json, in_byte_order, json_array, to_json};
use diesel::prelude::*;
use diesel_async::pooled_connection::deadpool::{Object, Pool};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig, RecyclingMethod};
use diesel_async::{
    AnsiTransactionManager, AsyncMigrationHarness, AsyncPgConnection, SimpleAsyncConnection,
    TransactionManager,
};
use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use futures::FutureExt;
use tokio::runtime::Handle;
use tracing::Instrument as _;

use crate::open::Settings;
use crate::run::RunQueryDsl;
use crate::schema::jobs;
use crate::sql_types::{At, RowId};
use crate::work::Work;
use crate::{Error, Result, migrations, tasks};

pub(crate) use inspect::inspect;

/// The connection that the queries use.
pub(crate) type Connection = AsyncPgConnection;
/// The SQL dialect of the queries.
pub(crate) type Backend = diesel::pg::Pg;
/// The placeholder of the first bound value.
const FIRST: &str = "$1";
const SECOND: &str = "$2";
const THIRD: &str = "$3";
/// SQL for a transaction's day of the week, from 0 for Sunday.
const WEEKDAY: &str = "CAST(EXTRACT(DOW FROM transactions.date) AS BIGINT)";
type Transactions = AnsiTransactionManager;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations/postgres");

/// The advisory lock that serializes migrations of processes that start together ("saldo" in ASCII).
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
        // A generic plan, made for any account, category or word, can be a hundred times slower for the given
        // one. Planning each query takes less than a millisecond.
        let setup = format!(
            "SET statement_timeout = {}; SET plan_cache_mode = force_custom_plan",
            settings.statement_timeout.as_millis()
        );
        let mut config = ManagerConfig::default();
        // `Fast` checks without a query to the server whether it closed the connection.
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

    /// Runs `work`, a single statement that only reads.
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

    /// Runs `work`, several statements that only read, on one snapshot.
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

    /// Runs `work` in a transaction, which is stored completely or not at all.
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
        self.transaction("BEGIN; SET LOCAL synchronous_commit TO OFF", work).await
    }

    /// Returns the pools with their names in [`crate::PoolUse`].
    pub(crate) const fn named_pools(&self) -> [(&'static str, &Pool<Connection>); 1] {
        [("all", &self.pool)]
    }

    /// Checks that writes can be made durable. A server whose log cannot be synced restarts by itself.
    #[expect(clippy::unnecessary_wraps, clippy::unused_self, reason = "SQLite's check can fail")]
    pub(crate) const fn check_durable(&self) -> Result<()> {
        Ok(())
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
                    // The first error is the one to report. A connection that cannot roll back leaves the
                    // pool.
                    drop(Transactions::rollback_transaction(connection).await);
                    Err(error)
                }
            }
        })
        .await
    }

    /// Does nothing. The server manages its log, and removes deleted rows when it vacuums.
    #[expect(clippy::unused_async, reason = "the SQLite adapter empties its write-ahead log here")]
    pub(crate) async fn clear_log(&self) -> Result<()> {
        Ok(())
    }

    /// Runs `work` as a separate task, so that it completes even if the caller is dropped.
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

/// Returns a connection of the pool, waiting at most `patience`.
async fn connection_of(pool: &Pool<Connection>, patience: Duration) -> Result<Object<Connection>> {
    let given = tokio::time::timeout(patience, pool.get()).instrument(tasks::wait_span()).await;
    let given = given.map_err(|late| Error::Busy(late.into()))?;
    given.map_err(|error| Error::Unavailable(error.into()))
}

/// Runs pending migrations. Processes that start together wait for each other.
async fn migrate(mut connection: Connection) -> Result<()> {
    connection.batch_execute(&format!("SELECT pg_advisory_lock({MIGRATION_LOCK})")).await?;
    // The harness blocks its thread. Only a thread for blocking tasks permits that on every kind of runtime.
    let migrated = tokio::task::spawn_blocking(move || {
        let mut harness = AsyncMigrationHarness::new(connection);
        let result = migrations::run(&mut harness, MIGRATIONS);
        (harness.into_inner(), result)
    });
    let (mut connection, result) = migrated.await.map_err(Error::database)?;
    connection.batch_execute(&format!("SELECT pg_advisory_unlock({MIGRATION_LOCK})")).await?;
    result
}

/// The advisory lock that serializes claims of jobs, because a claim must see the result of the one before.
/// The number after [`MIGRATION_LOCK`].
const CLAIM_LOCK: i64 = 0x0073_616c_6470;

/// Returns the next job to claim. Skips rows that another transaction has locked.
async fn next_job(connection: &mut Connection, now: At, of_idle_user: bool) -> Result<Option<RowId>> {
    connection.batch_execute(&format!("SELECT pg_advisory_xact_lock({CLAIM_LOCK})")).await?;
    let running = queries::running_of_user!(now);
    // Jobs of users without a running job come first. If the first job's user has one, no idle user has a
    // job.
    let next = queries::claimable(now).select((jobs::id, running)).order(queries::by_turn!(now)).limit(1);
    let found: Option<(RowId, i64)> = next.for_update().skip_locked().first(connection).await.optional()?;
    Ok(found.filter(|(_, running)| !of_idle_user || *running == 0).map(|(id, _)| id))
}

/// Locks the user's row until the transaction ends; returns false if the user does not exist. Other writes of
/// the user that lock it wait, which avoids deadlocks between them.
async fn lock_user(connection: &mut Connection, user: RowId) -> Result<bool> {
    use crate::schema::users;
    let row = users::table.find(user).select(users::id).for_no_key_update();
    Ok(row.first::<RowId>(connection).await.optional()?.is_some())
}

/// Always returns `None`. The planner of PostgreSQL itself decides when its trigram index is useful.
#[expect(clippy::unused_async, reason = "the SQLite adapter does work here")]
async fn find_in_texts(_: &mut Connection, _: RowId, _: &str) -> Result<Option<Vec<RowId>>> {
    Ok(None)
}

/// Does nothing. PostgreSQL maintains its text index itself.
async fn before_texts_change(_: &mut Connection, _: usize) -> Result<()> {
    Ok(())
}

async fn after_texts_changed(_: &mut Connection, _: usize) -> Result<()> {
    Ok(())
}

async fn forget_texts(_: &mut Connection, _: &[RowId]) -> Result<()> {
    Ok(())
}

/// State of deleting a user's data. It is empty because the triggers that maintain totals run once per
/// statement.
struct SuspendedTriggers;

async fn before_data_deletion(_: &mut Connection, _: RowId) -> Result<SuspendedTriggers> {
    Ok(SuspendedTriggers)
}

async fn after_data_deletion(_: &mut Connection, SuspendedTriggers: SuspendedTriggers) -> Result<()> {
    Ok(())
}

/// Inserts many rows in few statements.
macro_rules! insert_all {
    ($connection:expr, $table:expr, $rows:expr) => {
        async {
            for chunk in $rows.chunks(crate::rows::ROWS_PER_INSERT) {
                crate::run::RunQueryDsl::execute(diesel::insert_into($table).values(chunk), $connection)
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
        crate::run::RunQueryDsl::load($query, $connection).await
    };
}
use load_many;

/// SQL for the sum of integers. A sum of BIGINT is NUMERIC; the cast fails the query if the sum does not fit.
macro_rules! sum_of {
    ($of:literal) => {
        concat!("CAST(SUM(", $of, ") AS BIGINT)")
    };
}
use sum_of;

diesel::infix_operator!(Matches, " ~ ");

/// SQL condition: the text of a transaction contains the words of a name as whole words in sequence.
macro_rules! has_words {
    ($name:expr) => {{
        let expression = crate::search::expression_of_words($name);
        crate::postgres::Matches::new(
            crate::schema::transactions::search_text,
            expression.into_sql::<diesel::sql_types::Text>(),
        )
    }};
}
use has_words;

/// Does nothing. The triggers that maintain totals run once per statement.
async fn before_many_transactions(_: &mut Connection) -> Result<()> {
    Ok(())
}

async fn after_many_transactions(_: &mut Connection, (): ()) -> Result<()> {
    Ok(())
}

/// Inserts transactions. The triggers that maintain totals run once per statement.
async fn insert_transactions(
    connection: &mut Connection,
    rows: Vec<crate::rows::NewTransactionRow>,
) -> Result<()> {
    Ok(insert_all!(connection, crate::schema::transactions::table, rows)?)
}
