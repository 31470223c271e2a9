//! Removing the texts of many transactions from the full-text index at once.
//!
//! With FTS5's `secure-delete`, the index overwrites each deleted term in place. That takes milliseconds for
//! one transaction and two minutes for a hundred thousand. For many, `secure-delete` is turned off, deletions
//! are only recorded in the order of the index, and the whole index is then rewritten without them. Nothing
//! of the texts remains either, and a million transactions take a few seconds.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::Bool;

use super::Connection;
use super::triggers::{restore_triggers, suspend_triggers};
use crate::Result;
use crate::sql_types::{Key, RowId};

/// The number of transactions from which rewriting the index is faster.
pub(super) const MANY: usize = 2_000;

const NOTE_DOWN: &str =
    "INSERT INTO transaction_search (transaction_search, rank) VALUES ('secure-delete', 0)";
const REBUILD: &str = "INSERT INTO transaction_search (transaction_search) VALUES ('optimize');
    INSERT INTO transaction_search (transaction_search, rank) VALUES ('secure-delete', 1)";

/// Prepares the index for changes to this many texts in the open transaction.
pub(super) async fn before_texts_change(connection: &mut Connection, transactions: usize) -> Result<()> {
    run(connection, transactions, NOTE_DOWN).await
}

/// Rewrites the index after the changes that [`before_texts_change`] prepared.
pub(super) async fn after_texts_changed(connection: &mut Connection, transactions: usize) -> Result<()> {
    run(connection, transactions, REBUILD).await
}

async fn run(connection: &mut Connection, transactions: usize, statements: &'static str) -> Result<()> {
    if transactions >= MANY {
        connection.spawn_blocking(move |connection| connection.batch_execute(statements)).await?;
    }
    Ok(())
}

/// Removes from the index the texts of transactions that are about to be deleted. For few transactions it
/// does nothing, because a trigger removes each text.
pub(super) async fn forget_texts(connection: &mut Connection, transactions: &[RowId]) -> Result<()> {
    if transactions.len() < MANY {
        return Ok(());
    }
    let transactions = transactions.to_vec();
    let done = connection.spawn_blocking(move |connection| {
        forget(connection, |connection| {
            for transaction in transactions {
                diesel::sql_query(
                    "INSERT INTO gone SELECT number FROM transaction_texts WHERE transaction_id = ?",
                )
                .bind::<Key, _>(transaction)
                .execute(connection)?;
            }
            Ok(())
        })
    });
    Ok(done.await?)
}

/// Removes all texts of a user from the index.
pub(super) fn forget_texts_of(connection: &mut SqliteConnection, user: RowId) -> QueryResult<()> {
    forget(connection, |connection| {
        let theirs = "INSERT INTO gone SELECT t.number FROM transactions e CROSS JOIN transaction_texts t ON t.transaction_id = e.id \
             WHERE e.user_id = ?";
        diesel::sql_query(theirs).bind::<Key, _>(user).execute(connection)?;
        Ok(())
    })
}

#[derive(QueryableByName)]
struct Most {
    #[diesel(sql_type = Bool)]
    most: bool,
}

/// Removes the texts whose numbers `note` inserts into the table `gone`.
fn forget(
    connection: &mut SqliteConnection,
    note: impl FnOnce(&mut SqliteConnection) -> QueryResult<()>,
) -> QueryResult<()> {
    connection.batch_execute("CREATE TEMP TABLE gone (number INTEGER NOT NULL PRIMARY KEY)")?;
    note(connection)?;
    let triggers = suspend_triggers(connection, &["transaction_texts_search_gone"])?;
    let most = "SELECT (SELECT count(*) FROM gone) * 2 > (SELECT count(*) FROM transaction_texts) AS most";
    let Most { most } = diesel::sql_query(most).get_result(connection)?;
    if !most {
        connection.batch_execute(NOTE_DOWN)?;
        let noted = "INSERT INTO transaction_search (transaction_search, rowid, text) \
             SELECT 'delete', t.number, t.text FROM gone g CROSS JOIN transaction_texts t ON t.number = g.number ORDER BY g.number";
        diesel::sql_query(noted).execute(connection)?;
    }
    connection.batch_execute(
        "DELETE FROM transaction_texts WHERE number IN (SELECT number FROM gone); DROP TABLE gone",
    )?;
    let rebuild =
        if most { "INSERT INTO transaction_search (transaction_search) VALUES ('rebuild')" } else { REBUILD };
    connection.batch_execute(rebuild)?;
    restore_triggers(connection, &triggers)
}
