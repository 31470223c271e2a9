//! Adding many entries at once.
//!
//! Triggers count each entry and put its text into the index of texts, so that no write can forget to. For a file of a hundred
//! thousand lines that is most of the work: an index of texts that is written from a trigger is written out after each row. Here
//! these triggers are set aside, in the transaction that adds the entries, and what they do is done for all entries together.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};

use super::Connection;
use crate::Result;
use crate::rows::{NewEntryRow, ROWS_PER_INSERT};
use crate::schema::entries;

/// From how many entries on it is worth it: other connections read the tables' definitions again afterwards.
const AT_ONCE_MIN: usize = 500;

/// The triggers whose work [`TAKE_IN`] does.
const SET_ASIDE: &str = "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND name IN ('entries_count_new', 'entries_merchant_new', \
     'entry_texts_search_new') ORDER BY name";

/// What these triggers do, for the entries whose texts are numbered after a number.
const TAKE_IN: [&str; 4] = [
    "INSERT INTO entry_search (rowid, text) SELECT number, text FROM entry_texts WHERE number > ?",
    "INSERT INTO day_totals
     SELECT e.user_id, e.date, e.account_id, e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM entry_texts t CROSS JOIN entries e ON e.id = t.entry_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries",
    "INSERT INTO month_totals
     SELECT e.user_id, e.month, e.account_id, coalesce(e.category_id, zeroblob(16)), e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM entry_texts t CROSS JOIN entries e ON e.id = t.entry_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5, 6
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries",
    "INSERT INTO merchant_totals
     SELECT e.user_id, e.month, e.account_id, substr(e.merchant, 1, 200), e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM entry_texts t CROSS JOIN entries e ON e.id = t.entry_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5, 6
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, entries = entries + excluded.entries",
];

#[derive(QueryableByName)]
struct Trigger {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Text)]
    sql: String,
}

#[derive(QueryableByName)]
struct Last {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Adds entries, in the transaction that is open: when it fails, the triggers are back where they were.
pub(super) async fn insert_entries(connection: &mut Connection, rows: Vec<NewEntryRow>) -> Result<()> {
    let done = connection.spawn_blocking(move |connection| {
        if rows.len() < AT_ONCE_MIN {
            return insert(connection, &rows);
        }
        let triggers: Vec<Trigger> = diesel::sql_query(SET_ASIDE).load(connection)?;
        for trigger in &triggers {
            connection.batch_execute(&format!("DROP TRIGGER {}", trigger.name))?;
        }
        let last = "SELECT coalesce(max(number), 0) AS number FROM entry_texts";
        let last: Last = diesel::sql_query(last).get_result(connection)?;
        insert(connection, &rows)?;
        for statement in TAKE_IN {
            diesel::sql_query(statement).bind::<BigInt, _>(last.number).execute(connection)?;
        }
        for trigger in &triggers {
            connection.batch_execute(&trigger.sql)?;
        }
        Ok(())
    });
    Ok(done.await?)
}

fn insert(connection: &mut SqliteConnection, rows: &[NewEntryRow]) -> QueryResult<()> {
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        diesel::insert_into(entries::table).values(chunk).execute(connection)?;
    }
    Ok(())
}
