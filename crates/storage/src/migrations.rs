//! Running the embedded migrations, and refusing databases of other versions.

use diesel::migration::{Migration as _, MigrationSource, Result as MigrationResult};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness};

use crate::{Error, Result};

/// Runs the pending migrations.
///
/// # Errors
/// [`Error::UnknownMigration`] if another version of Saldo migrated the database; nothing is changed then.
pub(crate) fn run<DB>(harness: &mut impl MigrationHarness<DB>, migrations: EmbeddedMigrations) -> Result<()>
where
    DB: diesel::backend::Backend,
{
    if let Some(version) = unknown(harness, &migrations).map_err(Error::Database)? {
        return Err(Error::UnknownMigration(version));
    }
    harness.run_pending_migrations(migrations).map_err(Error::Database)?;
    Ok(())
}

/// Returns the number of migrations that are not in `applied`, the versions in a database.
///
/// # Errors
/// [`Error::UnknownMigration`] if another version of Saldo migrated the database.
pub(crate) fn pending<DB: diesel::backend::Backend>(
    migrations: &EmbeddedMigrations,
    applied: &[String],
) -> Result<usize> {
    let known = MigrationSource::<DB>::migrations(migrations).map_err(Error::Database)?;
    let known: Vec<String> = known.iter().map(|known| known.name().version().to_string()).collect();
    match applied.iter().filter(|version| !known.contains(version)).max() {
        Some(version) => Err(Error::UnknownMigration(version.clone())),
        None => Ok(known.iter().filter(|version| !applied.contains(version)).count()),
    }
}

/// Returns the latest migration of the database that is not one of `migrations`.
fn unknown<DB: diesel::backend::Backend>(
    harness: &mut impl MigrationHarness<DB>,
    migrations: &EmbeddedMigrations,
) -> MigrationResult<Option<String>> {
    let known = MigrationSource::<DB>::migrations(migrations)?;
    let applied = harness.applied_migrations()?.into_iter();
    let others = applied.filter(|version| known.iter().all(|known| known.name().version() != *version));
    Ok(others.max().map(|version| version.to_string()))
}
