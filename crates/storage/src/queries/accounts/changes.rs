//! Recorded changes of accounts, and their undo.

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{AccountState, Edit, EditAction, Timestamp};

use super::super::backend::{Connection, insert_all};
use super::super::edits;
use super::find;
use crate::Result;
use crate::rows::{AccountRow, from_json, from_word, json, storable, word};
use crate::schema::{account_changes, accounts};
use crate::sql_types::{At, RowId};

/// An account before and after an edit.
type Change = (RowId, AccountState, AccountState);

/// Returns the part of an account that is recorded.
pub(super) fn state_of(row: &AccountRow) -> Result<AccountState> {
    Ok(AccountState {
        name: row.name.clone(),
        kind: from_word(&row.kind)?,
        closed_on: row.closed_on,
        group: row.group_name.clone(),
        note: row.note.clone(),
        is_archived: row.archived,
        payer: row.payer_id.map(RowId::typed),
    })
}

/// Records a change of an account as an edit; returns `None` if nothing that can be undone changed.
pub(super) async fn record(
    connection: &mut Connection,
    user: RowId,
    change: Change,
    now: Timestamp,
) -> Result<Option<Edit>> {
    if change.1 == change.2 {
        return Ok(None);
    }
    let edit = edits::insert_edit(connection, user, (EditAction::ChangeAccount, None), 0, now).await?;
    insert(connection, user, edit.id.into(), vec![change]).await?;
    Ok(Some(edit))
}

/// The changes of accounts that undoing an edit makes.
pub(in super::super) struct Undone {
    changes: Vec<Change>,
    /// The number of accounts that were deleted or changed again since, and are not restored completely.
    pub(in super::super) kept: u64,
}

impl Undone {
    /// Records what was undone as changes of the edit that undid it.
    pub(in super::super) async fn record(
        self,
        connection: &mut Connection,
        user: RowId,
        edit: RowId,
    ) -> Result<()> {
        insert(connection, user, edit, self.changes).await
    }
}

/// Restores the accounts that an edit changed.
pub(in super::super) async fn undo(
    connection: &mut Connection,
    user: RowId,
    edit: RowId,
    now: Timestamp,
) -> Result<Undone> {
    let recorded: Vec<(RowId, serde_json::Value, serde_json::Value)> = account_changes::table
        .filter(account_changes::user_id.eq(user))
        .filter(account_changes::edit_id.eq(edit))
        .order(account_changes::account_id)
        .select((account_changes::account_id, account_changes::before, account_changes::after))
        .load(connection)
        .await?;
    let mut undone = Undone { changes: Vec::new(), kept: 0 };
    for (account, before, after) in recorded {
        let Some(row) = find(connection, user, account).await? else {
            undone.kept += 1;
            continue;
        };
        let state = state_of(&row)?;
        let (target, is_whole) = state.without_change(&from_json(before)?, &from_json(after)?);
        undone.kept += u64::from(!is_whole);
        if target != state {
            write(connection, user, account, &target, now).await?;
            undone.changes.push((account, state, target));
        }
    }
    Ok(undone)
}

async fn write(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    state: &AccountState,
    now: Timestamp,
) -> Result<()> {
    let theirs = accounts::table.filter(accounts::user_id.eq(user)).filter(accounts::id.eq(account));
    diesel::update(theirs)
        .set((
            accounts::name.eq(storable(&state.name)),
            accounts::kind.eq(word(state.kind)?),
            accounts::closed_on.eq(state.closed_on),
            accounts::group_name.eq(state.group.as_deref().map(storable)),
            accounts::note.eq(state.note.as_deref().map(storable)),
            accounts::archived.eq(state.is_archived),
            accounts::payer_id.eq(state.payer.map(RowId::from)),
            accounts::updated_at.eq(At(now)),
        ))
        .execute(connection)
        .await?;
    Ok(())
}

async fn insert(connection: &mut Connection, user: RowId, edit: RowId, changes: Vec<Change>) -> Result<()> {
    let rows = changes.into_iter().map(|(account, before, after)| {
        Ok(ChangeRow {
            edit_id: edit,
            account_id: account,
            user_id: user,
            before: json(before)?,
            after: json(after)?,
        })
    });
    let rows = rows.collect::<Result<Vec<ChangeRow>>>()?;
    insert_all!(connection, account_changes::table, rows)?;
    Ok(())
}

#[derive(Insertable)]
#[diesel(table_name = account_changes)]
struct ChangeRow {
    edit_id: RowId,
    account_id: RowId,
    user_id: RowId,
    before: serde_json::Value,
    after: serde_json::Value,
}
