//! Undoing a merge of accounts: every field returns to its former value unless it was changed after the
//! merge.

use std::collections::{BTreeSet, HashMap, HashSet};

use crate::run::RunQueryDsl;
use diesel::prelude::*;
use saldo_domain::{Account, Author, Edit, EditAction, Rule, Timestamp, Transaction, TransactionId};
use saldo_ledger::edit::{Change, Snapshot};
use saldo_ledger::merge::{
    Joined, MergeChange, MergeError, Restored, Separated, named_categories, rule_without_change, separate,
};

use super::super::backend::Connection;
use super::super::edits;
use super::super::transactions::find_all;
use super::find;
use super::merge::{self, Mapping, Merge, Record, move_transactions, put_rule};
use crate::rows::{AccountRow, ROWS_PER_INSERT, fit, from_json};
use crate::schema::{
    account_aliases, account_balances, account_merges, accounts, distinct_transactions, import_mappings,
    rules, statement_accounts, statement_imports, statement_lines, transactions,
};
use crate::sql_types::{At, RowId};
use crate::{MergeUndone, Result, Undone};

/// A stored merge: the account that was kept, the other, the content and the time of the undo.
type Found = (RowId, RowId, serde_json::Value, Option<At>);

/// Undoes an edit that merged accounts, or that undid a merge; returns `None` if it did neither.
pub(in super::super) async fn undo(
    connection: &mut Connection,
    author: Author,
    (edit, undoes): (RowId, Option<RowId>),
    now: Timestamp,
) -> Result<Option<Undone>> {
    let user = RowId::from(author.books);
    if accounts_of(connection, user, edit).await?.is_some() {
        let (undone, edit) = run(connection, author, edit, now).await?;
        return Ok(Some(Undone { edit, kept: undone.kept, statements: Vec::new() }));
    }
    let Some(merge) = undoes else { return Ok(None) };
    let Some((account, other)) = accounts_of(connection, user, merge).await? else { return Ok(None) };
    for account in [account, other] {
        find(connection, user, account).await?.ok_or(MergeError::Gone)?;
    }
    let redo = edits::insert_edit(connection, user, (EditAction::Undo, Some(edit)), 0, now).await?;
    merge::record(connection, author, Merge { user, account, other, now }, redo.id).await?;
    Ok(Some(Undone { edit: redo, kept: 0, statements: Vec::new() }))
}

/// Returns the account that remained of a merge, and the other one.
async fn accounts_of(
    connection: &mut Connection,
    user: RowId,
    merge: RowId,
) -> Result<Option<(RowId, RowId)>> {
    let merges = account_merges::table
        .filter(account_merges::user_id.eq(user))
        .filter(account_merges::id.eq(merge))
        .select((account_merges::account_id, account_merges::other_id));
    Ok(merges.first(connection).await.optional()?)
}

/// Undoes a merge. The caller signs the edit.
pub(super) async fn run(
    connection: &mut Connection,
    author: Author,
    merge: RowId,
    now: Timestamp,
) -> Result<(MergeUndone, Edit)> {
    let user = RowId::from(author.books);
    merge::record_earlier(connection, user).await?;
    let theirs =
        account_merges::table.filter(account_merges::user_id.eq(user)).filter(account_merges::id.eq(merge));
    let found: Option<Found> = theirs
        .select((
            account_merges::account_id,
            account_merges::other_id,
            account_merges::content,
            account_merges::undone_at,
        ))
        .first(connection)
        .await
        .optional()?;
    let Some((account, other, content, undone_at)) = found else { return Err(MergeError::Unknown.into()) };
    if undone_at.is_some() {
        return Err(MergeError::AlreadyUndone.into());
    }
    if find(connection, user, account).await?.is_none() || find(connection, user, other).await?.is_some() {
        return Err(MergeError::Gone.into());
    }
    let undo = Merge { user, account, other, now };
    let (restored, kept) = undo.apply(connection, from_json(content)?).await?;
    diesel::update(account_merges::table.find(merge))
        .set((
            account_merges::undone_at.eq(At(now)),
            account_merges::undone_by_id.eq(author.user.map(RowId::from)),
        ))
        .execute(connection)
        .await?;
    let edit = edits::insert_edit(connection, user, (EditAction::Undo, Some(merge)), 0, now).await?;
    Ok((MergeUndone { account: restored, kept: fit(kept.len())? }, edit))
}

impl Merge {
    /// Restores the account; returns it and the transactions that could not be restored completely.
    async fn apply(
        self,
        connection: &mut Connection,
        record: Record,
    ) -> Result<(Account, BTreeSet<TransactionId>)> {
        let Self { user, account, other, .. } = self;
        let Record { account: gone, moved, joined, ended, parts, broken, balances, .. } = record;
        let identity = gone.identity.clone();
        let alias = account_aliases::table
            .filter(account_aliases::user_id.eq(user))
            .filter(account_aliases::identity.eq(identity));
        diesel::delete(alias).execute(connection).await?;
        let row: AccountRow = diesel::insert_into(accounts::table)
            .values(gone.into_row(user))
            .returning(AccountRow::as_returning())
            .get_result(connection)
            .await?;
        for (statement, part) in &parts {
            let part = statement_accounts::table
                .filter(statement_accounts::user_id.eq(user))
                .filter(statement_accounts::statement_id.eq(RowId::from(*statement)))
                .filter(statement_accounts::position.eq(*part))
                .filter(statement_accounts::account_id.eq(account));
            diesel::update(part).set(statement_accounts::account_id.eq(other)).execute(connection).await?;
        }
        let moved: Vec<RowId> = moved.into_iter().map(RowId::from).collect();
        let moved = self.still_there(connection, moved).await?;
        move_transactions(connection, self, other, &moved).await?;
        let kept = self.split_transactions(connection, joined, ended).await?;
        let read_since = self.read_since(connection).await?;
        move_transactions(connection, self, other, &read_since).await?;
        for (statement, part, transaction) in broken {
            let part = statement_accounts::table
                .filter(statement_accounts::user_id.eq(user))
                .filter(statement_accounts::statement_id.eq(RowId::from(statement)))
                .filter(statement_accounts::position.eq(part))
                .filter(statement_accounts::first_broken_transaction_id.is_not_null());
            let is_there =
                transactions::table.filter(transactions::user_id.eq(user)).find(RowId::from(transaction));
            if is_there.count().get_result::<i64>(connection).await? == 1 {
                diesel::update(part)
                    .set(statement_accounts::first_broken_transaction_id.eq(RowId::from(transaction)))
                    .execute(connection)
                    .await?;
            }
        }
        self.return_balances(connection, balances).await?;
        self.return_names(connection, record.aliases, record.imports).await?;
        self.return_mappings(connection, record.mappings).await?;
        self.return_rules(connection, record.rules).await?;
        self.return_distinct(connection, record.distinct).await?;
        self.return_earmarks(connection, record.earmarks).await?;
        Ok((row.try_into()?, kept))
    }

    /// Returns those of the transactions that are still in the account to which the merge moved them.
    async fn still_there(self, connection: &mut Connection, ids: Vec<RowId>) -> Result<Vec<RowId>> {
        let mut found = Vec::with_capacity(ids.len());
        for chunk in ids.chunks(ROWS_PER_INSERT) {
            let there: Vec<RowId> = transactions::table
                .filter(transactions::user_id.eq(self.user))
                .filter(transactions::account_id.eq(self.account))
                .filter(transactions::id.eq_any(chunk.to_vec()))
                .select(transactions::id)
                .load(connection)
                .await?;
            found.extend(there);
        }
        Ok(found)
    }

    /// Returns the transactions that only statements of the restored account print, because they were
    /// imported after the merge.
    async fn read_since(self, connection: &mut Connection) -> Result<Vec<RowId>> {
        let Self { user, account, other, .. } = self;
        let of_part = statement_accounts::statement_id
            .eq(statement_lines::statement_id)
            .and(statement_accounts::position.eq(statement_lines::account_position));
        let printed: Vec<(RowId, RowId)> = transactions::table
            .inner_join(statement_lines::table.on(statement_lines::transaction_id.eq(transactions::id)))
            .inner_join(statement_accounts::table.on(of_part))
            .filter(transactions::user_id.eq(user))
            .filter(transactions::account_id.eq(account))
            .select((transactions::id, statement_accounts::account_id))
            .load(connection)
            .await?;
        let of = |of: RowId| printed.iter().filter(move |(_, by)| *by == of).map(|(id, _)| *id);
        let theirs: HashSet<RowId> = of(account).collect();
        let mut found: Vec<RowId> = of(other).filter(|id| !theirs.contains(id)).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    /// Divides each joined transaction into two again and restores the ended transfers. Returns the
    /// transactions that could not be restored completely.
    async fn split_transactions(
        self,
        connection: &mut Connection,
        joined: Vec<Joined>,
        ended: Vec<MergeChange>,
    ) -> Result<BTreeSet<TransactionId>> {
        let Self { user, now, .. } = self;
        let known = edits::known_categories(connection, user, &named_categories(&joined, &ended)).await?;
        let ids =
            joined.iter().map(|joined| &joined.stays).chain(&ended).map(|changed| changed.transaction.into());
        let ids = ids.collect();
        let present: HashMap<TransactionId, Transaction> = find_all(connection, user, ids)
            .await?
            .into_iter()
            .map(|transaction| (transaction.id, transaction))
            .collect();
        let Separated { change, restore, mut kept } = separate(joined, &ended, &present, &known);
        edits::write(connection, user, &change, now).await?;
        let mut changes: Vec<Change> = change.into_iter().map(Change::of).collect();
        for Restored { transaction, state, rest, stays } in restore {
            let id = RowId::from(transaction);
            for line in edits::restore_transaction(connection, user, id, &state, rest, now).await? {
                let line = statement_lines::table
                    .filter(statement_lines::user_id.eq(user))
                    .filter(statement_lines::statement_id.eq(line.statement_id))
                    .filter(statement_lines::account_position.eq(line.account_position))
                    .filter(statement_lines::position.eq(line.position))
                    .filter(statement_lines::transaction_id.eq(RowId::from(stays)));
                diesel::update(line).set(statement_lines::transaction_id.eq(id)).execute(connection).await?;
            }
            changes.push(Change { transaction, before: None, after: Some(Snapshot::of(state)) });
        }
        kept.extend(edits::end_halves(connection, user, &mut changes, now).await?);
        Ok(kept)
    }

    /// Moves the stated balances back to the account. A balance that the user changed or deleted after the
    /// merge is left alone.
    async fn return_balances(
        self,
        connection: &mut Connection,
        balances: Vec<(chrono::NaiveDate, i64, bool)>,
    ) -> Result<()> {
        let Self { user, account, other, .. } = self;
        for (date, minor, has_moved) in balances {
            if has_moved {
                let same = account_balances::table
                    .filter(account_balances::user_id.eq(user))
                    .filter(account_balances::account_id.eq(account))
                    .filter(account_balances::date.eq(date))
                    .filter(account_balances::amount_minor.eq(minor));
                diesel::update(same).set(account_balances::account_id.eq(other)).execute(connection).await?;
                continue;
            }
            diesel::insert_into(account_balances::table)
                .values((
                    account_balances::account_id.eq(other),
                    account_balances::date.eq(date),
                    account_balances::user_id.eq(user),
                    account_balances::amount_minor.eq(minor),
                ))
                .execute(connection)
                .await?;
        }
        Ok(())
    }

    /// Moves the other identities back to the account, and the choices to import statements into it.
    async fn return_names(
        self,
        connection: &mut Connection,
        aliases: Vec<String>,
        imports: Vec<saldo_domain::StatementId>,
    ) -> Result<()> {
        let Self { user, account, other, .. } = self;
        for chunk in aliases.chunks(ROWS_PER_INSERT) {
            let theirs = account_aliases::table
                .filter(account_aliases::user_id.eq(user))
                .filter(account_aliases::account_id.eq(account))
                .filter(account_aliases::identity.eq_any(chunk.to_vec()));
            diesel::update(theirs).set(account_aliases::account_id.eq(other)).execute(connection).await?;
        }
        let imports: Vec<RowId> = imports.into_iter().map(RowId::from).collect();
        for chunk in imports.chunks(ROWS_PER_INSERT) {
            let chosen = statement_imports::table
                .filter(statement_imports::user_id.eq(user))
                .filter(statement_imports::account_id.eq(account))
                .filter(statement_imports::statement_id.eq_any(chunk.to_vec()));
            diesel::update(chosen).set(statement_imports::account_id.eq(other)).execute(connection).await?;
        }
        Ok(())
    }

    async fn return_mappings(
        self,
        connection: &mut Connection,
        mappings: Vec<(Mapping, bool)>,
    ) -> Result<()> {
        let Self { user, account, other, .. } = self;
        for (Mapping { header, content, updated_at }, has_moved) in mappings {
            if has_moved {
                let theirs = import_mappings::table
                    .filter(import_mappings::user_id.eq(user))
                    .filter(import_mappings::account_id.eq(account))
                    .filter(import_mappings::header.eq(header));
                diesel::update(theirs).set(import_mappings::account_id.eq(other)).execute(connection).await?;
                continue;
            }
            diesel::insert_into(import_mappings::table)
                .values((
                    import_mappings::account_id.eq(other),
                    import_mappings::header.eq(header),
                    import_mappings::user_id.eq(user),
                    import_mappings::content.eq(content),
                    import_mappings::updated_at.eq(At(updated_at)),
                ))
                .execute(connection)
                .await?;
        }
        Ok(())
    }

    async fn return_rules(
        self,
        connection: &mut Connection,
        changed: Vec<(saldo_domain::RuleId, Rule, Rule)>,
    ) -> Result<()> {
        for (id, before, after) in changed {
            let id = RowId::from(id);
            let theirs = rules::table.filter(rules::user_id.eq(self.user)).filter(rules::id.eq(id));
            let content: Option<serde_json::Value> =
                theirs.select(rules::content).first(connection).await.optional()?;
            let Some(content) = content else { continue };
            let now: Rule = from_json(content)?;
            let back = rule_without_change(&now, &before, &after);
            if back != now {
                put_rule(connection, id, &back, self.now).await?;
            }
        }
        Ok(())
    }

    /// Restores the pairs of distinct transactions if both transactions exist again.
    async fn return_distinct(
        self,
        connection: &mut Connection,
        pairs: Vec<(saldo_domain::TransactionId, saldo_domain::TransactionId)>,
    ) -> Result<()> {
        for (first, second) in pairs {
            let both = [RowId::from(first), RowId::from(second)];
            let there = transactions::table
                .filter(transactions::user_id.eq(self.user))
                .filter(transactions::id.eq_any(both.to_vec()));
            if there.count().get_result::<i64>(connection).await? == 2 {
                diesel::insert_into(distinct_transactions::table)
                    .values((
                        distinct_transactions::first_id.eq(both[0]),
                        distinct_transactions::second_id.eq(both[1]),
                        distinct_transactions::user_id.eq(self.user),
                    ))
                    .on_conflict_do_nothing()
                    .execute(connection)
                    .await?;
            }
        }
        Ok(())
    }
}
