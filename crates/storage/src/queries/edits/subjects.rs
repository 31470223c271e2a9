//! Loading what is recorded of edits, from which `saldo_ledger::edit` works out their subjects. The number of
//! queries does not depend on the number of edits.

use std::collections::{BTreeMap, HashMap};

use crate::run::RunQueryDsl;
use diesel::dsl;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use saldo_domain::Edit;
use saldo_ledger::edit::{Change, EXAMINED_TRANSACTIONS_MAX, EditRecord, SubjectNames, subject};
use saldo_ledger::merchants::MerchantChange;

use super::super::backend::Connection;
use crate::Result;
use crate::rows::{TransactionChangeRow, fit, from_json};
use crate::schema::{
    account_changes, account_merges, accounts, categories, edits, merchant_changes, transaction_changes,
    transactions,
};
use crate::sql_types::RowId;

/// The condition on the first change of a joined edit.
const IS_FIRST: &str = "transaction_changes.transaction_id = (SELECT f.transaction_id FROM transaction_changes \
     AS f WHERE f.edit_id = edits.id ORDER BY f.transaction_id LIMIT 1)";

/// Adds the subjects to edits.
pub(super) async fn add(connection: &mut Connection, user: RowId, edits: &mut [Edit]) -> Result<()> {
    if edits.is_empty() {
        return Ok(());
    }
    let names = names_of(connection, user).await?;
    let records = records_of(connection, user, edits.iter().map(|edit| edit.id.into()).collect()).await?;
    for edit in edits.iter_mut() {
        edit.subject = records.get(&edit.id.into()).and_then(|record| subject(record, &names));
    }
    // The undo of a merge, and an undo that changed nothing, have no record of their own.
    let undone: Vec<RowId> = edits
        .iter()
        .filter(|edit| edit.subject.is_none())
        .filter_map(|edit| edit.undoes.map(RowId::from))
        .collect();
    let records = records_of(connection, user, undone).await?;
    for edit in edits.iter_mut().filter(|edit| edit.subject.is_none()) {
        let record = edit.undoes.and_then(|undone| records.get(&undone.into()));
        edit.subject = record.and_then(|record| subject(record, &names));
    }
    Ok(())
}

/// Returns the names of the user's accounts, also of merged ones, and categories.
async fn names_of(connection: &mut Connection, user: RowId) -> Result<SubjectNames> {
    let merged: Vec<(RowId, String)> = account_merges::table
        .filter(account_merges::user_id.eq(user))
        .order((account_merges::created_at, account_merges::id))
        .select((account_merges::other_id, account_merges::other_name))
        .load(connection)
        .await?;
    let present: Vec<(RowId, String)> = accounts::table
        .filter(accounts::user_id.eq(user))
        .select((accounts::id, accounts::name))
        .load(connection)
        .await?;
    let categories: Vec<(RowId, String)> = categories::table
        .filter(categories::user_id.eq(user))
        .select((categories::id, categories::name))
        .load(connection)
        .await?;
    Ok(SubjectNames {
        accounts: merged.into_iter().chain(present).map(|(id, name)| (id.typed(), name)).collect(),
        categories: categories.into_iter().map(|(id, name)| (id.typed(), name)).collect(),
    })
}

async fn records_of(
    connection: &mut Connection,
    user: RowId,
    ids: Vec<RowId>,
) -> Result<HashMap<RowId, EditRecord>> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let counts: Vec<(RowId, i64)> = edits::table
        .filter(edits::user_id.eq(user))
        .filter(edits::id.eq_any(ids.clone()))
        .select((edits::id, edits::transactions))
        .load(connection)
        .await?;
    let mut records = HashMap::new();
    for (id, transactions) in counts {
        records.insert(id, EditRecord { transactions: fit(transactions)?, ..EditRecord::default() });
    }
    add_transactions(connection, user, &mut records).await?;
    add_merchants(connection, user, ids.clone(), &mut records).await?;
    add_accounts(connection, user, ids, &mut records).await?;
    Ok(records)
}

async fn add_transactions(
    connection: &mut Connection,
    user: RowId,
    records: &mut HashMap<RowId, EditRecord>,
) -> Result<()> {
    let (whole, large): (BTreeMap<_, _>, BTreeMap<_, _>) = records
        .iter()
        .map(|(id, record)| (*id, record.transactions))
        .partition(|(_, transactions)| *transactions <= EXAMINED_TRANSACTIONS_MAX);
    let changes = |ids: BTreeMap<RowId, u64>| {
        transaction_changes::table
            .inner_join(edits::table.on(edits::id.eq(transaction_changes::edit_id)))
            .left_join(transactions::table.on(transactions::id.eq(transaction_changes::transaction_id)))
            .filter(edits::user_id.eq(user))
            .filter(edits::id.eq_any(ids.into_keys().collect::<Vec<_>>()))
            .order((transaction_changes::edit_id, transaction_changes::transaction_id))
            .select((TransactionChangeRow::as_select(), transactions::merchant.nullable()))
    };
    let mut rows: Vec<(TransactionChangeRow, Option<String>)> = Vec::new();
    if !whole.is_empty() {
        rows = changes(whole).load(connection).await?;
    }
    if !large.is_empty() {
        let firsts: Vec<(TransactionChangeRow, Option<String>)> =
            changes(large).filter(dsl::sql::<Bool>(IS_FIRST)).load(connection).await?;
        rows.extend(firsts);
    }
    for (row, merchant) in rows {
        let Some(record) = records.get_mut(&row.edit_id) else { continue };
        let change = Change {
            transaction: row.transaction_id.typed(),
            before: row.before.map(from_json).transpose()?,
            after: row.after.map(from_json).transpose()?,
        };
        record.changes.push((change, merchant));
    }
    Ok(())
}

async fn add_merchants(
    connection: &mut Connection,
    user: RowId,
    ids: Vec<RowId>,
    records: &mut HashMap<RowId, EditRecord>,
) -> Result<()> {
    let rows: Vec<(RowId, String, Option<String>, Option<String>)> = merchant_changes::table
        .filter(merchant_changes::user_id.eq(user))
        .filter(merchant_changes::edit_id.eq_any(ids))
        .order((merchant_changes::edit_id, merchant_changes::merchant))
        .select((
            merchant_changes::edit_id,
            merchant_changes::merchant,
            merchant_changes::before,
            merchant_changes::after,
        ))
        .load(connection)
        .await?;
    for (edit, merchant, before, after) in rows {
        if let Some(record) = records.get_mut(&edit) {
            record.merchants.push(MerchantChange { merchant, before, after });
        }
    }
    Ok(())
}

async fn add_accounts(
    connection: &mut Connection,
    user: RowId,
    ids: Vec<RowId>,
    records: &mut HashMap<RowId, EditRecord>,
) -> Result<()> {
    let changed: Vec<(RowId, RowId, serde_json::Value, serde_json::Value)> = account_changes::table
        .filter(account_changes::user_id.eq(user))
        .filter(account_changes::edit_id.eq_any(ids.clone()))
        .order((account_changes::edit_id, account_changes::account_id))
        .select((
            account_changes::edit_id,
            account_changes::account_id,
            account_changes::before,
            account_changes::after,
        ))
        .load(connection)
        .await?;
    for (edit, account, before, after) in changed {
        if let Some(record) = records.get_mut(&edit) {
            record.accounts.push((account.typed(), from_json(before)?, from_json(after)?));
        }
    }
    let merged: Vec<(RowId, RowId, RowId)> = account_merges::table
        .filter(account_merges::user_id.eq(user))
        .filter(account_merges::id.eq_any(ids))
        .select((account_merges::id, account_merges::account_id, account_merges::other_id))
        .load(connection)
        .await?;
    for (edit, account, other) in merged {
        if let Some(record) = records.get_mut(&edit) {
            record.merged = Some((account.typed(), other.typed()));
        }
    }
    Ok(())
}
