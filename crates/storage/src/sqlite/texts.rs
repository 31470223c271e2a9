//! Taking the texts of many entries out of the index at once.
//!
//! The index overwrites what is deleted (`secure-delete`), piece by piece wherever it stands: milliseconds for an entry, two
//! minutes for a hundred thousand. For many, deletions are only noted down, and the whole index is then written anew without
//! them: nothing of them is left either, and a million entries take some seconds.

use diesel::connection::SimpleConnection;

use super::Connection;
use crate::Result;

/// From how many entries on writing the index anew is sooner done.
const MANY: usize = 2_000;

/// Says that the texts of so many entries will go or change in the transaction that is open.
pub(super) async fn before_texts_go(connection: &mut Connection, entries: usize) -> Result<()> {
    run(connection, entries, "INSERT INTO entry_search (entry_search, rank) VALUES ('secure-delete', 0)")
        .await
}

/// Says that the texts that [`before_texts_go`] announced are gone.
pub(super) async fn after_texts_went(connection: &mut Connection, entries: usize) -> Result<()> {
    let anew = "INSERT INTO entry_search (entry_search) VALUES ('optimize');
        INSERT INTO entry_search (entry_search, rank) VALUES ('secure-delete', 1)";
    run(connection, entries, anew).await
}

async fn run(connection: &mut Connection, entries: usize, statements: &'static str) -> Result<()> {
    if entries >= MANY {
        connection.spawn_blocking(move |connection| connection.batch_execute(statements)).await?;
    }
    Ok(())
}
