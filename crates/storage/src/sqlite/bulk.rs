//! Inserting many transactions at once, and deleting all of a user's.
//!
//! Both suspend the [triggers](super::triggers) that maintain totals and the text index. For a file of a
//! hundred thousand lines, these triggers are most of the work.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use super::Connection;
use super::texts::{MANY, forget_texts_of};
use super::triggers::{Trigger, restore_triggers, suspend_triggers};
use crate::Result;
use crate::rows::{NewTransactionRow, ROWS_PER_INSERT};
use crate::schema::transactions;
use crate::sql_types::RowId;

/// The number of transactions from which suspending the triggers is faster.
const AT_ONCE_MIN: usize = 500;

/// The triggers that [`TAKE_IN`] replaces.
const COUNT_NEW: [&str; 3] =
    ["transactions_count_new", "transactions_merchant_new", "transaction_texts_search_new"];

/// The triggers that maintain tables which are deleted with the user's data anyway.
const COUNT_GONE: [&str; 5] = [
    "transactions_count_gone",
    "transactions_merchant_gone",
    "transactions_parts_gone",
    "transactions_text_gone",
    "splits_count_gone",
];

/// The statements that replace the suspended triggers, for transactions whose number in `transaction_texts`
/// is above a bound.
const TAKE_IN: [&str; 4] = [
    "INSERT INTO transaction_search (rowid, text) SELECT number, text FROM transaction_texts WHERE number > ?",
    "INSERT INTO day_totals
     SELECT e.user_id, e.date, e.account_id, e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM transaction_texts t CROSS JOIN transactions e ON e.id = t.transaction_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions",
    "INSERT INTO month_totals
     SELECT e.user_id, e.month, e.account_id, coalesce(e.category_id, zeroblob(16)), e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM transaction_texts t CROSS JOIN transactions e ON e.id = t.transaction_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5, 6
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions",
    "INSERT INTO merchant_totals
     SELECT e.user_id, e.month, e.account_id, e.merchant, e.currency, e.kind,
        sum(max(e.amount_minor, 0)), sum(min(e.amount_minor, 0)), count(*)
     FROM transaction_texts t CROSS JOIN transactions e ON e.id = t.transaction_id WHERE t.number > ? GROUP BY 1, 2, 3, 4, 5, 6
     ON CONFLICT DO UPDATE SET income_minor = income_minor + excluded.income_minor,
        outgo_minor = outgo_minor + excluded.outgo_minor, transactions = transactions + excluded.transactions",
];

#[derive(QueryableByName)]
struct Last {
    #[diesel(sql_type = BigInt)]
    number: i64,
}

/// Inserts transactions in the open transaction. If that fails, its rollback restores the triggers.
pub(super) async fn insert_transactions(
    connection: &mut Connection,
    rows: Vec<NewTransactionRow>,
) -> Result<()> {
    let done = connection.spawn_blocking(move |connection| {
        if rows.len() < AT_ONCE_MIN {
            return insert(connection, &rows);
        }
        let triggers = suspend_triggers(connection, &COUNT_NEW)?;
        let last = last_number(connection)?;
        insert(connection, &rows)?;
        take_in(connection, &triggers, last)
    });
    Ok(done.await?)
}

/// The triggers that are suspended while all transactions of a snapshot are inserted, and the last number in
/// `transaction_texts` before them.
pub(super) struct SuspendedCounting(Vec<Trigger>, i64);

/// Prepares inserting many transactions in the open transaction. If that fails, its rollback restores the
/// triggers.
pub(super) async fn before_many_transactions(connection: &mut Connection) -> Result<SuspendedCounting> {
    let suspended = connection.spawn_blocking(|connection| {
        let triggers = suspend_triggers(connection, &COUNT_NEW)?;
        Ok(SuspendedCounting(triggers, last_number(connection)?))
    });
    Ok(suspended.await?)
}

/// Updates totals and the text index for the transactions since [`before_many_transactions`].
pub(super) async fn after_many_transactions(
    connection: &mut Connection,
    SuspendedCounting(triggers, last): SuspendedCounting,
) -> Result<()> {
    Ok(connection.spawn_blocking(move |connection| take_in(connection, &triggers, last)).await?)
}

fn last_number(connection: &mut SqliteConnection) -> QueryResult<i64> {
    let last = "SELECT coalesce(max(number), 0) AS number FROM transaction_texts";
    let last: Last = diesel::sql_query(last).get_result(connection)?;
    Ok(last.number)
}

fn take_in(connection: &mut SqliteConnection, triggers: &[Trigger], last: i64) -> QueryResult<()> {
    for statement in TAKE_IN {
        diesel::sql_query(statement).bind::<BigInt, _>(last).execute(connection)?;
    }
    restore_triggers(connection, triggers)
}

fn insert(connection: &mut SqliteConnection, rows: &[NewTransactionRow]) -> QueryResult<()> {
    for chunk in rows.chunks(ROWS_PER_INSERT) {
        diesel::insert_into(transactions::table).values(chunk).execute(connection)?;
    }
    Ok(())
}

/// The triggers that are suspended while a user's data is deleted.
pub(super) struct SuspendedTriggers(Vec<Trigger>);

/// Prepares the deletion of all of a user's data in the open transaction, including derived rows.
pub(super) async fn before_data_deletion(
    connection: &mut Connection,
    user: RowId,
) -> Result<SuspendedTriggers> {
    let going = connection.spawn_blocking(move |connection| {
        let count: i64 =
            transactions::table.filter(transactions::user_id.eq(user)).count().get_result(connection)?;
        // For few transactions, deleting texts one by one is faster than rebuilding the whole index.
        if usize::try_from(count).is_ok_and(|count| count < MANY) {
            return Ok(SuspendedTriggers(Vec::new()));
        }
        forget_texts_of(connection, user)?;
        suspend_triggers(connection, &COUNT_GONE).map(SuspendedTriggers)
    });
    Ok(going.await?)
}

/// Restores the triggers after the deletion.
pub(super) async fn after_data_deletion(
    connection: &mut Connection,
    SuspendedTriggers(triggers): SuspendedTriggers,
) -> Result<()> {
    Ok(connection.spawn_blocking(move |connection| restore_triggers(connection, &triggers)).await?)
}
