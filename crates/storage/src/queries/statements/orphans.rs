//! Deleting what nothing refers to after a statement stops printing it.

use std::collections::HashMap;

use crate::run::RunQueryDsl;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use saldo_domain::Timestamp;

use super::super::backend::{Connection, forget_texts};
use super::super::edits;
use crate::Result;
use crate::rows::{ROWS_PER_INSERT, StatementLineRow};
use crate::schema::{
    account_balances, accounts, statement_accounts, statement_lines, statements, transactions,
};
use crate::sql_types::RowId;

/// Cleans up after `statement` stopped printing the transactions `dropped`. Those that no other statement
/// prints are deleted, and the others belong to the oldest statement that prints them. Transfers that lost a
/// side end. Then those of `accounts` without transactions, statements and stated balances are deleted unless
/// the user added them.
pub(in super::super) async fn clear(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    dropped: &[RowId],
    accounts: &[RowId],
    now: Timestamp,
) -> Result<()> {
    let mut unprinted: Vec<(RowId, Option<RowId>)> = Vec::new();
    for chunk in dropped.chunks(ROWS_PER_INSERT) {
        let printed = statement_lines::table.filter(statement_lines::transaction_id.eq(transactions::id));
        let chosen = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::id.eq_any(chunk.to_vec()))
            .filter(not(exists(printed)))
            .select((transactions::id, transactions::transfer_id));
        unprinted.extend(chosen.load::<(RowId, Option<RowId>)>(connection).await?);
        adopt(connection, user, statement, chunk).await?;
    }
    let (gone, transfers): (Vec<RowId>, Vec<Option<RowId>>) = unprinted.into_iter().unzip();
    let transfers: Vec<RowId> = transfers.into_iter().flatten().collect();
    forget_texts(connection, &gone).await?;
    for chunk in gone.chunks(ROWS_PER_INSERT) {
        let theirs = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::id.eq_any(chunk.to_vec()));
        diesel::delete(theirs).execute(connection).await?;
    }
    edits::end_transfers(connection, user, &transfers, now).await?;
    let booked = transactions::table.filter(transactions::account_id.eq(accounts::id));
    let reported = statement_accounts::table.filter(statement_accounts::account_id.eq(accounts::id));
    let stated = account_balances::table.filter(account_balances::account_id.eq(accounts::id));
    let empty = accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq_any(accounts.to_vec()))
        .filter(accounts::by_hand.eq(false))
        .filter(not(exists(booked)))
        .filter(not(exists(reported)))
        .filter(not(exists(stated)));
    diesel::delete(empty).execute(connection).await?;
    Ok(())
}

/// Assigns transactions that were first read from `statement`, and are not on it now, to the oldest statement
/// that prints them.
async fn adopt(connection: &mut Connection, user: RowId, statement: RowId, dropped: &[RowId]) -> Result<()> {
    let lines: Vec<StatementLineRow> = statement_lines::table
        .inner_join(transactions::table.on(transactions::id.eq(statement_lines::transaction_id)))
        .inner_join(statements::table.on(statements::id.eq(statement_lines::statement_id)))
        .filter(transactions::user_id.eq(user))
        .filter(transactions::statement_id.eq(statement))
        .filter(transactions::id.eq_any(dropped.to_vec()))
        .order((
            statements::created_at,
            statements::id,
            statement_lines::account_position,
            statement_lines::position,
        ))
        .select(StatementLineRow::as_select())
        .load(connection)
        .await?;
    let mut oldest: HashMap<RowId, StatementLineRow> = HashMap::new();
    for line in lines {
        oldest.entry(line.transaction_id).or_insert(line);
    }
    for (transaction, line) in oldest {
        diesel::update(transactions::table.find(transaction))
            .set((
                transactions::statement_id.eq(line.statement_id),
                transactions::place.eq(line.place),
                transactions::position.eq(line.position),
                transactions::balance_minor.eq(line.balance_minor),
            ))
            .execute(connection)
            .await?;
    }
    Ok(())
}
