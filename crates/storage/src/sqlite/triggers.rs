//! Setting triggers aside while what they do is done for many rows at once.
//!
//! Triggers count each entry and keep its text in the index of texts, so that no write can forget to. For many rows that is most of
//! the work: an index of texts that is written from a trigger is written out after each row.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Text;

/// A trigger that is set aside.
#[derive(QueryableByName)]
pub(super) struct Trigger {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

/// Sets these triggers aside in the transaction that is open: when it fails, they are back where they were. Other connections
/// read the tables' definitions again afterwards: it is worth it from some hundred rows on.
pub(super) fn set_aside(connection: &mut SqliteConnection, names: &[&str]) -> QueryResult<Vec<Trigger>> {
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

/// Puts triggers back.
pub(super) fn put_back(connection: &mut SqliteConnection, triggers: &[Trigger]) -> QueryResult<()> {
    triggers.iter().try_for_each(|trigger| connection.batch_execute(&trigger.sql))
}
