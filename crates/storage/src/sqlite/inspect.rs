//! Looking at a SQLite file without changing it.

use std::path::Path;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

use super::{Backend, MIGRATIONS, text_of};
use crate::{Error, Inspection, Result, migrations};

#[derive(QueryableByName)]
struct Version {
    #[diesel(sql_type = Text)]
    version: String,
}

/// Returns the state of a file.
pub(crate) fn inspect(path: &Path) -> Result<Inspection> {
    let mut applied = Vec::new();
    let exists = path.exists();
    if exists {
        let mut connection = SqliteConnection::establish(&text_of(path)?).map_err(Error::database)?;
        connection.batch_execute("PRAGMA busy_timeout = 5000; PRAGMA query_only = ON;")?;
        let table = "SELECT name AS version FROM sqlite_schema WHERE name = '__diesel_schema_migrations'";
        let tables: Vec<Version> = diesel::sql_query(table).load(&mut connection)?;
        if !tables.is_empty() {
            let versions = "SELECT version FROM __diesel_schema_migrations";
            let versions: Vec<Version> = diesel::sql_query(versions).load(&mut connection)?;
            applied.extend(versions.into_iter().map(|row| row.version));
        }
    }
    let pending_migrations = migrations::pending::<Backend>(&MIGRATIONS, &applied)?;
    Ok(Inspection { exists, pending_migrations, connections: None, pool_max: None, clock: None })
}
