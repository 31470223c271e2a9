//! Suspending triggers while their work is done for many rows at once.
//!
//! Triggers maintain totals and the full-text index, so that no write can forget to. For many rows they are
//! most of the work: FTS5 flushes the index after each row that a trigger writes.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

/// A trigger that is suspended.
#[derive(QueryableByName)]
pub(super) struct Trigger {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

/// Drops these triggers in the open transaction; its rollback restores them. Other connections reload the
/// schema afterwards, which is worth it only from some hundred rows on.
pub(super) fn suspend_triggers(
    connection: &mut SqliteConnection,
    names: &[&str],
) -> QueryResult<Vec<Trigger>> {
    let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
    let there = format!(
        "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN ({}) ORDER BY name",
        names.join(", ")
    );
    let triggers: Vec<Trigger> = diesel::sql_query(there).load(connection)?;
    for trigger in &triggers {
        connection.batch_execute(&format!("DROP TRIGGER {}", trigger.name))?;
    }
    Ok(triggers)
}

/// Creates the triggers again.
pub(super) fn restore_triggers(connection: &mut SqliteConnection, triggers: &[Trigger]) -> QueryResult<()> {
    triggers.iter().try_for_each(|trigger| connection.batch_execute(&trigger.sql))
}
