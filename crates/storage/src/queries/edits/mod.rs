//! Edits of transactions. Each is one database transaction, which also records the changes.

mod delete;
mod insert;
mod subjects;
mod transfers;
mod undo;
mod write;

use std::collections::{BTreeSet, HashMap};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{
    Author, Edit, EditAction, EditId, EditedBy, Page, PageRequest, Split, Timestamp, Transaction,
    TransactionFilter, TransactionId, TransactionRecord, TransactionState, UserId,
};

pub(super) use delete::{restore_transaction, snapshots_of};
pub(super) use insert::put_lines_back;
pub(super) use transfers::{end as end_transfers, end_halves, sides_of};
pub(super) use write::{insert_edit, known_categories, write};

use super::backend::{Connection, Database, lock_user};
use super::transactions::{CategoryFilter, Narrowing, find_all, narrow, on_categories, on_transactions};
use crate::cursor::{AgeCursor, cut, rows_wanted};
use crate::rows::{EditRow, ROWS_PER_INSERT, TransactionChangeRow, fit, from_json, from_word};
use crate::schema::{edits, transaction_changes, transactions, users};
use crate::sql_types::{At, RowId};
use crate::{
    EDIT_TRANSACTIONS_MAX, EditError, Edited, Edits, NewTransaction, Result, Selection, TransactionChange,
    TransactionStep, Undone,
};

#[async_trait]
impl Edits for Database {
    async fn insert_transaction(
        &self,
        author: Author,
        new: NewTransaction,
        now: Timestamp,
    ) -> Result<Edited> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let mut edited = insert::insert(connection, user.into(), new, now).await?;
            sign(connection, author, &mut edited.edit).await?;
            Ok(edited)
        })
        .await
    }

    async fn change_transactions(
        &self,
        author: Author,
        selection: Selection,
        change: TransactionChange,
        action: EditAction,
        now: Timestamp,
    ) -> Result<Edited> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let categories = category_filter_of(connection, user.into(), &selection).await?;
            let found = select(connection, user.into(), selection).await?;
            let changes = found.into_iter().map(|transaction| {
                let before = TransactionState::of(&transaction);
                let after = if categories.is_any() {
                    change.apply(&before)
                } else {
                    change.apply_within(&before, |category| categories.includes(category))
                };
                (transaction, after)
            });
            let mut edited = write::change(connection, user.into(), changes.collect(), action, now).await?;
            sign(connection, author, &mut edited.edit).await?;
            Ok(edited)
        })
        .await
    }

    async fn change_each_transaction(
        &self,
        author: Author,
        changes: Vec<(TransactionId, TransactionChange)>,
        action: EditAction,
        now: Timestamp,
    ) -> Result<Edited> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let ids = Selection::Ids(changes.iter().map(|(id, _)| *id).collect());
            let found = select(connection, user.into(), ids).await?;
            let changes: HashMap<TransactionId, TransactionChange> = changes.into_iter().collect();
            let changes = found.into_iter().filter_map(|transaction| {
                let after = changes.get(&transaction.id)?.apply(&TransactionState::of(&transaction));
                Some((transaction, after))
            });
            let mut edited = write::change(connection, user.into(), changes.collect(), action, now).await?;
            sign(connection, author, &mut edited.edit).await?;
            Ok(edited)
        })
        .await
    }

    async fn split_transaction(
        &self,
        author: Author,
        transaction: TransactionId,
        parts: Vec<Split>,
        now: Timestamp,
    ) -> Result<Edited> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let Some(transaction) = find_all(connection, user.into(), vec![transaction.into()]).await?.pop()
            else {
                return Err(EditError::Unknown.into());
            };
            let change = TransactionChange { splits: Some(parts), ..TransactionChange::default() };
            let after = change.apply(&TransactionState::of(&transaction));
            let mut edited =
                write::change(connection, user.into(), vec![(transaction, after)], EditAction::Change, now)
                    .await?;
            sign(connection, author, &mut edited.edit).await?;
            Ok(edited)
        })
        .await
    }

    async fn delete_transactions(
        &self,
        author: Author,
        selection: Selection,
        now: Timestamp,
    ) -> Result<Edited> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let found = select(connection, user.into(), selection).await?;
            let mut edited = delete::delete(connection, user.into(), found, now).await?;
            sign(connection, author, &mut edited.edit).await?;
            Ok(edited)
        })
        .await
    }

    async fn undo_edit(&self, author: Author, edit: EditId, now: Timestamp) -> Result<Undone> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let mut undone = undo::undo(connection, author, edit.into(), now).await?;
            sign(connection, author, &mut undone.edit).await?;
            Ok(undone)
        })
        .await
    }

    async fn list_edits(&self, user: UserId, page: PageRequest) -> Result<Page<Edit>> {
        let after = page.cursor.as_deref().map(AgeCursor::read).transpose()?;
        self.snapshot(async move |connection| {
            let mut query = edits::table
                .filter(edits::user_id.eq(RowId::from(user)))
                .order((edits::created_at.desc(), edits::id.desc()))
                .limit(rows_wanted(&page))
                .select(EditRow::as_select())
                .into_boxed();
            if let Some(AgeCursor { created_at, id }) = after {
                let at = At(created_at);
                query =
                    query.filter(edits::created_at.lt(at).or(edits::created_at.eq(at).and(edits::id.lt(id))));
            }
            let rows = query.load(connection).await?;
            let page = cut(rows, &page, |row: &EditRow| {
                AgeCursor { created_at: row.created_at.0, id: row.id }.write()
            });
            let items = to_edits(connection, user.into(), page.items).await?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
    }

    async fn list_transaction_records(
        &self,
        user: UserId,
        transaction: TransactionId,
    ) -> Result<Vec<TransactionRecord>> {
        self.snapshot(async move |connection| {
            let rows: Vec<(TransactionChangeRow, EditRow)> = transaction_changes::table
                .inner_join(edits::table.on(edits::id.eq(transaction_changes::edit_id)))
                .filter(transaction_changes::user_id.eq(RowId::from(user)))
                .filter(transaction_changes::transaction_id.eq(RowId::from(transaction)))
                .order((edits::created_at.desc(), edits::id.desc()))
                .select((TransactionChangeRow::as_select(), EditRow::as_select()))
                .load(connection)
                .await?;
            let (changes, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
            let edits = to_edits(connection, user.into(), rows).await?;
            changes.into_iter().zip(edits).map(|(row, edit)| record(row, edit)).collect()
        })
        .await
    }

    async fn list_transaction_steps(
        &self,
        user: UserId,
        transactions: Vec<TransactionId>,
    ) -> Result<Vec<TransactionStep>> {
        self.snapshot(async move |connection| {
            let ids: Vec<RowId> = transactions.into_iter().map(RowId::from).collect();
            let mut steps = Vec::new();
            for chunk in ids.chunks(ROWS_PER_INSERT) {
                let rows: Vec<(TransactionChangeRow, String)> = transaction_changes::table
                    .inner_join(edits::table.on(edits::id.eq(transaction_changes::edit_id)))
                    .filter(transaction_changes::user_id.eq(RowId::from(user)))
                    .filter(transaction_changes::transaction_id.eq_any(chunk.to_vec()))
                    .order((edits::created_at, edits::id))
                    .select((TransactionChangeRow::as_select(), edits::action))
                    .load(connection)
                    .await?;
                for (row, action) in rows {
                    let (Some(before), Some(after)) = (row.before, row.after) else { continue };
                    steps.push(TransactionStep {
                        transaction: row.transaction_id.typed(),
                        action: from_word(&action)?,
                        before: from_json(before)?,
                        after: from_json(after)?,
                    });
                }
            }
            Ok(steps)
        })
        .await
    }

    async fn list_edited_transactions(
        &self,
        user: UserId,
        edit: EditId,
        limit: u32,
    ) -> Result<Vec<Transaction>> {
        self.snapshot(async move |connection| {
            let ids: Vec<RowId> = transaction_changes::table
                .filter(transaction_changes::user_id.eq(RowId::from(user)))
                .filter(transaction_changes::edit_id.eq(RowId::from(edit)))
                .order(transaction_changes::transaction_id)
                .limit(i64::from(limit))
                .select(transaction_changes::transaction_id)
                .load(connection)
                .await?;
            find_all(connection, user.into(), ids).await
        })
        .await
    }
}

/// Records the user who made an edit, in the database transaction that inserts it, and adds its subject for
/// the response. Nobody receives an automatic edit.
pub(super) async fn sign(connection: &mut Connection, author: Author, edit: &mut Edit) -> Result<()> {
    let Some(user) = author.user else { return Ok(()) };
    // A job may outlive the user who started it.
    edit.by = names_of(connection, vec![user.into()]).await?.remove(&user.into());
    if edit.by.is_some() {
        let theirs = edits::table
            .filter(edits::user_id.eq(RowId::from(author.books)))
            .filter(edits::id.eq(RowId::from(edit.id)));
        diesel::update(theirs).set(edits::actor_id.eq(RowId::from(user))).execute(connection).await?;
    }
    subjects::add(connection, author.books.into(), std::slice::from_mut(edit)).await
}

/// Returns the names of users who made edits.
pub(super) async fn names_of(
    connection: &mut Connection,
    ids: Vec<RowId>,
) -> Result<HashMap<RowId, EditedBy>> {
    let rows: Vec<(RowId, String)> =
        users::table.filter(users::id.eq_any(ids)).select((users::id, users::name)).load(connection).await?;
    Ok(rows.into_iter().map(|(id, name)| (id, EditedBy { user: id.typed(), name })).collect())
}

/// Returns the transactions of a selection.
async fn select(connection: &mut Connection, user: RowId, selection: Selection) -> Result<Vec<Transaction>> {
    let ids = match selection {
        Selection::Ids(ids) => ids.into_iter().map(RowId::from).collect(),
        Selection::Matching(filter) => matching(connection, user, *filter).await?,
    };
    if ids.len() > EDIT_TRANSACTIONS_MAX {
        return Err(EditError::TooMany.into());
    }
    let wanted = ids.len();
    let found = find_all(connection, user, ids).await?;
    // An id that is given twice is found once, and counts as unknown.
    if found.len() == wanted { Ok(found) } else { Err(EditError::Unknown.into()) }
}

/// Returns the condition of a selection on categories.
async fn category_filter_of(
    connection: &mut Connection,
    user: RowId,
    selection: &Selection,
) -> Result<CategoryFilter> {
    Ok(match selection {
        Selection::Ids(_) => CategoryFilter::Any,
        Selection::Matching(filter) => {
            Narrowing::of(connection, user, TransactionFilter::clone(filter)).await?.category_filter()
        }
    })
}

/// Returns the ids of the transactions that match a filter. One more than an edit may change shows that there
/// are too many.
async fn matching(connection: &mut Connection, user: RowId, filter: TransactionFilter) -> Result<Vec<RowId>> {
    let narrowing = Narrowing::of(connection, user, filter).await?;
    let query = transactions::table.select(transactions::id).into_boxed();
    let query = narrow(query, on_transactions(user, &narrowing)?);
    let query = narrow(query, on_categories(user, &narrowing));
    Ok(query.limit(fit(EDIT_TRANSACTIONS_MAX + 1)?).load(connection).await?)
}

/// Converts rows to edits, each with its subject and with whether a later edit undid it.
pub(super) async fn to_edits(
    connection: &mut Connection,
    user: RowId,
    rows: Vec<EditRow>,
) -> Result<Vec<Edit>> {
    let ids: Vec<RowId> = rows.iter().map(|row| row.id).collect();
    let undone: Vec<Option<RowId>> = edits::table
        .filter(edits::user_id.eq(user))
        .filter(edits::undoes.eq_any(ids))
        .select(edits::undoes)
        .load(connection)
        .await?;
    let actors: BTreeSet<RowId> = rows.iter().filter_map(|row| row.actor_id).collect();
    let names = names_of(connection, actors.into_iter().collect()).await?;
    let edits = rows.into_iter().map(|row| {
        Ok(Edit {
            id: row.id.typed(),
            action: from_word::<EditAction>(&row.action)?,
            transactions: fit(row.transactions)?,
            undoes: row.undoes.map(RowId::typed),
            undone: undone.contains(&Some(row.id)),
            by: row.actor_id.and_then(|actor| names.get(&actor).cloned()),
            created_at: row.created_at.0,
            subject: None,
        })
    });
    let mut edits = edits.collect::<Result<Vec<_>>>()?;
    subjects::add(connection, user, &mut edits).await?;
    Ok(edits)
}

fn record(row: TransactionChangeRow, edit: Edit) -> Result<TransactionRecord> {
    Ok(TransactionRecord {
        transaction: row.transaction_id.typed(),
        edit,
        before: row.before.map(from_json).transpose()?,
        after: row.after.map(from_json).transpose()?,
    })
}
