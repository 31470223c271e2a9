//! Looking at a PostgreSQL database without changing it.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Bool, Text};
use saldo_domain::Timestamp;

use super::connect::Server;
use super::{Backend, MIGRATIONS};
use crate::{ConnectionUse, Error, Inspection, Result, Settings, migrations};

#[derive(QueryableByName)]
struct State {
    #[diesel(sql_type = Bool)]
    is_migrated: bool,
    #[diesel(sql_type = BigInt)]
    connections_max: i64,
    #[diesel(sql_type = BigInt)]
    connections_used: i64,
    #[diesel(sql_type = BigInt)]
    now: i64,
}

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

/// Returns the state of a database.
pub(crate) async fn inspect(url: &str, settings: &Settings) -> Result<Inspection> {
    let server = Server::parse(url, settings.connect_timeout)?;
    let mut connection = server.connect().await.map_err(Error::database)?;
    let state = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS is_migrated, \
         current_setting('max_connections')::bigint \
             - current_setting('superuser_reserved_connections')::bigint AS connections_max, \
         (SELECT coalesce(sum(numbackends), 0)::bigint FROM pg_stat_database) AS connections_used, \
         (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now";
    let state: State = diesel::sql_query(state).get_result(&mut connection).await?;
    let mut applied = Vec::new();
    if state.is_migrated {
        let versions = "SELECT version::text AS version FROM __diesel_schema_migrations";
        let versions: Vec<Version> = diesel::sql_query(versions).load(&mut connection).await?;
        applied.extend(versions.into_iter().map(|row| row.version));
    }
    let count = |number: i64| usize::try_from(number).unwrap_or(0);
    Ok(Inspection {
        exists: true,
        pending_migrations: migrations::pending::<Backend>(&MIGRATIONS, &applied)?,
        connections: Some(ConnectionUse {
            max: count(state.connections_max),
            used: count(state.connections_used),
        }),
        pool_max: Some(settings.postgres_connections_max),
        clock: Some(Timestamp::from_milliseconds(state.now)),
    })
}
