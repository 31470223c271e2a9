//! Merging an account into another, and recording everything that undoing it needs.

use std::collections::{HashMap, HashSet};

use crate::run::RunQueryDsl;
use chrono::NaiveDate;
use diesel::prelude::*;
use saldo_domain::{
    Account, AccountId, Author, EditAction, EditId, Rule, RuleId, StatementId, Timestamp, Transaction,
    TransactionId, TransactionState, UserId,
};
use saldo_ledger::edit;
use saldo_ledger::merge::{self, Joined, MergeChange, MergeError, joined, renamed};
use serde::{Deserialize, Serialize};

use super::super::backend::{Connection, forget_texts, insert_all};
use super::super::edits;
use super::super::transactions::find_all;
use super::find;
use super::merge_goals::MovedEarmark;
use crate::rows::{AccountRow, EditRow, ROWS_PER_INSERT, from_json, json, word};
use crate::schema::{
    account_aliases, account_balances, account_merges, accounts, distinct_transactions, edits as edit_rows,
    feed_accounts, import_mappings, rules, splits, statement_accounts, statement_imports, statement_lines,
    transactions,
};
use crate::sql_types::{At, RowId};
use crate::{AccountMerge, Merged, Result};

/// All changes of a merge.
#[derive(Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) account: DeletedAccount,
    /// The transactions that moved to the remaining account.
    pub(super) moved: Vec<TransactionId>,
    /// The transactions that both accounts had.
    pub(super) joined: Vec<Joined>,
    /// The other sides of transfers that ended.
    pub(super) ended: Vec<MergeChange>,
    /// The parts of statements that moved, by statement and position.
    pub(super) parts: Vec<(StatementId, i32)>,
    /// The parts of statements whose first broken line was a joined transaction, with that transaction.
    pub(super) broken: Vec<(StatementId, i32, TransactionId)>,
    /// The stated balances of the deleted account, in minor units, each with whether it moved. It did not if
    /// both accounts had one for that day.
    pub(super) balances: Vec<(NaiveDate, i64, bool)>,
    /// The identities of the deleted account besides its own.
    pub(super) aliases: Vec<String>,
    /// The statements whose files the user chose to import into it.
    pub(super) imports: Vec<StatementId>,
    /// The column mappings of its files, each with whether it moved.
    pub(super) mappings: Vec<(Mapping, bool)>,
    pub(super) rules: Vec<(RuleId, Rule, Rule)>,
    /// The pairs of distinct transactions of which one was joined.
    pub(super) distinct: Vec<(TransactionId, TransactionId)>,
    /// The earmarks of goals; absent in the records of earlier versions.
    #[serde(default)]
    pub(super) earmarks: Vec<MovedEarmark>,
}

/// The column mapping of an account's files with one header.
#[derive(Serialize, Deserialize)]
pub(super) struct Mapping {
    pub(super) header: String,
    pub(super) content: serde_json::Value,
    pub(super) updated_at: Timestamp,
}

/// The deleted account as it was.
#[derive(Serialize, Deserialize)]
pub(super) struct DeletedAccount {
    id: AccountId,
    pub(super) identity: String,
    name: String,
    institution: Option<String>,
    number_masked: Option<String>,
    kind: String,
    currency: String,
    created_at: Timestamp,
    updated_at: Timestamp,
    by_hand: bool,
    closed_on: Option<NaiveDate>,
    number: Option<String>,
    group_name: Option<String>,
    note: Option<String>,
    archived: bool,
    /// Absent in merges of earlier versions.
    #[serde(default)]
    payer: Option<UserId>,
}

impl DeletedAccount {
    fn of(row: &AccountRow) -> Self {
        Self {
            id: row.id.typed(),
            identity: row.identity.clone(),
            name: row.name.clone(),
            institution: row.institution.clone(),
            number_masked: row.number_masked.clone(),
            kind: row.kind.clone(),
            currency: row.currency.clone(),
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
            by_hand: row.by_hand,
            closed_on: row.closed_on,
            number: row.number.clone(),
            group_name: row.group_name.clone(),
            note: row.note.clone(),
            archived: row.archived,
            payer: row.payer_id.map(RowId::typed),
        }
    }

    /// Returns the row with which the account is restored.
    pub(super) fn into_row(self, user: RowId) -> AccountRow {
        AccountRow {
            id: self.id.into(),
            user_id: user,
            identity: self.identity,
            name: self.name,
            institution: self.institution,
            number_masked: self.number_masked,
            kind: self.kind,
            currency: self.currency,
            created_at: self.created_at.into(),
            updated_at: self.updated_at.into(),
            by_hand: self.by_hand,
            closed_on: self.closed_on,
            number: self.number,
            group_name: self.group_name,
            note: self.note,
            archived: self.archived,
            payer_id: self.payer.map(RowId::from),
        }
    }
}

/// The two accounts of a merge.
#[derive(Clone, Copy)]
pub(super) struct Merge {
    pub(super) user: RowId,
    /// The remaining account.
    pub(super) account: RowId,
    /// The account that is deleted.
    pub(super) other: RowId,
    pub(super) now: Timestamp,
}

/// Merges two accounts as an edit.
pub(super) async fn run(connection: &mut Connection, author: Author, merge: Merge) -> Result<Merged> {
    if find(connection, merge.user, merge.account).await?.is_none() {
        return Err(MergeError::Unknown.into());
    }
    let mut edit =
        edits::insert_edit(connection, merge.user, (EditAction::MergeAccounts, None), 0, merge.now).await?;
    let account = record(connection, author, merge, edit.id).await?;
    edits::sign(connection, author, &mut edit).await?;
    Ok(Merged { account, merge: RowId::from(edit.id).typed() })
}

/// Moves everything of `other` to `account`, including the identities by which statements find it, and
/// records that under the id of the edit. Returns the remaining account.
pub(super) async fn record(
    connection: &mut Connection,
    author: Author,
    merge: Merge,
    edit: EditId,
) -> Result<Account> {
    let Merge { user, account, other, now } = merge;
    let (Some(kept), Some(gone)) =
        (find(connection, user, account).await?, find(connection, user, other).await?)
    else {
        return Err(MergeError::Unknown.into());
    };
    if kept.id == gone.id {
        return Err(MergeError::Unknown.into());
    }
    if kept.currency != gone.currency {
        return Err(MergeError::OtherCurrency.into());
    }
    let other_name = gone.name.clone();
    let record = merge.all(connection, &gone).await?;
    diesel::insert_into(account_merges::table)
        .values((
            account_merges::id.eq(RowId::from(edit)),
            account_merges::user_id.eq(user),
            account_merges::account_id.eq(account),
            account_merges::other_id.eq(other),
            account_merges::other_name.eq(other_name),
            account_merges::content.eq(json(record)?),
            account_merges::created_at.eq(At(now)),
            account_merges::actor_id.eq(author.user.map(RowId::from)),
        ))
        .execute(connection)
        .await?;
    Account::try_from(kept)
}

/// Records earlier merges, and their undos, as edits: those of a restored archive of an earlier version, and
/// those that a server of an earlier version made on the same database.
pub(in super::super) async fn record_earlier(connection: &mut Connection, user: RowId) -> Result<()> {
    type Earlier = (RowId, At, Option<At>, Option<RowId>, Option<RowId>);
    let known = edit_rows::table.filter(edit_rows::user_id.eq(user)).select(edit_rows::id);
    let earlier: Vec<Earlier> = account_merges::table
        .filter(account_merges::user_id.eq(user))
        .filter(account_merges::id.ne_all(known))
        .select((
            account_merges::id,
            account_merges::created_at,
            account_merges::undone_at,
            account_merges::actor_id,
            account_merges::undone_by_id,
        ))
        .load(connection)
        .await?;
    let mut rows = Vec::new();
    for (id, created_at, undone_at, actor_id, undone_by_id) in earlier {
        let merge = EditRow {
            id,
            user_id: user,
            action: word(EditAction::MergeAccounts)?,
            undoes: None,
            transactions: 0,
            actor_id,
            created_at,
        };
        let undo = undone_at.map(|At(undone_at)| {
            Ok::<_, crate::Error>(EditRow {
                id: EditId::new(undone_at).into(),
                action: word(EditAction::Undo)?,
                undoes: Some(id),
                actor_id: undone_by_id,
                created_at: At(undone_at),
                ..merge.clone()
            })
        });
        let undo = undo.transpose()?;
        rows.push(merge);
        rows.extend(undo);
    }
    insert_all!(connection, edit_rows::table, rows)?;
    Ok(())
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = account_merges)]
struct MergeRow {
    id: RowId,
    account_id: RowId,
    other_id: RowId,
    other_name: String,
    created_at: At,
    undone_at: Option<At>,
    actor_id: Option<RowId>,
    undone_by_id: Option<RowId>,
}

/// Returns the merges of the user's accounts, newest first.
pub(super) async fn list(connection: &mut Connection, user: RowId) -> Result<Vec<AccountMerge>> {
    let rows: Vec<MergeRow> = account_merges::table
        .filter(account_merges::user_id.eq(user))
        .order((account_merges::created_at.desc(), account_merges::id.desc()))
        .select(MergeRow::as_select())
        .load(connection)
        .await?;
    let authors: HashSet<RowId> =
        rows.iter().flat_map(|row| [row.actor_id, row.undone_by_id]).flatten().collect();
    let names = edits::names_of(connection, authors.into_iter().collect()).await?;
    let name = |author: Option<RowId>| author.and_then(|author| names.get(&author).cloned());
    let merge = |row: MergeRow| AccountMerge {
        id: row.id.typed(),
        account: row.account_id.typed(),
        other: row.other_id.typed(),
        other_name: row.other_name,
        created_at: row.created_at.0,
        by: name(row.actor_id),
        is_undone: row.undone_at.is_some(),
        undone_by: name(row.undone_by_id),
    };
    Ok(rows.into_iter().map(merge).collect())
}

impl Merge {
    /// Moves everything, deletes the account and returns the record.
    async fn all(self, connection: &mut Connection, gone: &AccountRow) -> Result<Record> {
        let Self { user, account, other, .. } = self;
        let mut record = Record {
            account: DeletedAccount::of(gone),
            moved: Vec::new(),
            joined: Vec::new(),
            ended: Vec::new(),
            parts: Vec::new(),
            broken: Vec::new(),
            balances: Vec::new(),
            aliases: Vec::new(),
            imports: Vec::new(),
            mappings: Vec::new(),
            rules: Vec::new(),
            distinct: Vec::new(),
            earmarks: Vec::new(),
        };
        self.join_transactions(connection, &mut record).await?;
        let moved: Vec<RowId> = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::account_id.eq(other))
            .select(transactions::id)
            .load(connection)
            .await?;
        move_transactions(connection, self, account, &moved).await?;
        record.moved = moved.into_iter().map(RowId::typed).collect();
        let parts = statement_accounts::table
            .filter(statement_accounts::user_id.eq(user))
            .filter(statement_accounts::account_id.eq(other));
        let parts: Vec<(RowId, i32)> = diesel::update(parts)
            .set(statement_accounts::account_id.eq(account))
            .returning((statement_accounts::statement_id, statement_accounts::position))
            .get_results(connection)
            .await?;
        record.parts = parts.into_iter().map(|(statement, part)| (statement.typed(), part)).collect();
        record.balances = self.move_balances(connection).await?;
        let aliases = account_aliases::table
            .filter(account_aliases::user_id.eq(user))
            .filter(account_aliases::account_id.eq(other));
        record.aliases = diesel::update(aliases)
            .set(account_aliases::account_id.eq(account))
            .returning(account_aliases::identity)
            .get_results(connection)
            .await?;
        diesel::insert_into(account_aliases::table)
            .values((
                account_aliases::user_id.eq(user),
                account_aliases::identity.eq(gone.identity.clone()),
                account_aliases::account_id.eq(account),
            ))
            .execute(connection)
            .await?;
        let chosen = statement_imports::table
            .filter(statement_imports::user_id.eq(user))
            .filter(statement_imports::account_id.eq(other));
        let chosen: Vec<RowId> = diesel::update(chosen)
            .set(statement_imports::account_id.eq(account))
            .returning(statement_imports::statement_id)
            .get_results(connection)
            .await?;
        record.imports = chosen.into_iter().map(RowId::typed).collect();
        self.move_feeds(connection).await?;
        record.mappings = self.move_mappings(connection).await?;
        record.rules = self.rename_in_rules(connection).await?;
        record.earmarks = self.move_earmarks(connection).await?;
        diesel::delete(accounts::table.find(other)).execute(connection).await?;
        Ok(record)
    }

    /// Lets feeds of the other account bring their transactions to the remaining one.
    async fn move_feeds(self, connection: &mut Connection) -> Result<()> {
        let fed = feed_accounts::table
            .filter(feed_accounts::user_id.eq(self.user))
            .filter(feed_accounts::account_id.eq(self.other));
        diesel::update(fed).set(feed_accounts::account_id.eq(self.account)).execute(connection).await?;
        Ok(())
    }

    /// Joins the transactions that both accounts have, by their fingerprints. The remaining one takes over
    /// the lines and the user's changes of the other.
    async fn join_transactions(self, connection: &mut Connection, record: &mut Record) -> Result<()> {
        let Self { user, account, other, now } = self;
        let twice = merge::shared(
            self.fingerprints(connection, account).await?,
            self.fingerprints(connection, other).await?,
        );
        let twice: Vec<(RowId, RowId)> =
            twice.into_iter().map(|(gone, stays)| (gone.into(), stays.into())).collect();
        let gone: Vec<RowId> = twice.iter().map(|(gone, _)| *gone).collect();
        record.distinct = distinct_pairs(connection, user, &gone).await?;
        let found = find_all(connection, user, gone.clone()).await?;
        let transfers = found.iter().filter_map(|transaction| transaction.transfer);
        let sides = edit::without(&found, edits::sides_of(connection, user, transfers).await?);
        edits::write(connection, user, &sides, now).await?;
        record.ended = sides.into_iter().map(MergeChange::from).collect();
        for chunk in twice.chunks(ROWS_PER_INSERT) {
            record.joined.extend(self.take_over(connection, chunk, &found).await?);
        }
        for (gone, stays) in &twice {
            let lines = statement_lines::table.filter(statement_lines::transaction_id.eq(*gone));
            diesel::update(lines).set(statement_lines::transaction_id.eq(*stays)).execute(connection).await?;
            let broken =
                statement_accounts::table.filter(statement_accounts::first_broken_transaction_id.eq(*gone));
            let broken: Vec<(RowId, i32)> = diesel::update(broken)
                .set(statement_accounts::first_broken_transaction_id.eq(*stays))
                .returning((statement_accounts::statement_id, statement_accounts::position))
                .get_results(connection)
                .await?;
            record
                .broken
                .extend(broken.into_iter().map(|(statement, part)| (statement.typed(), part, gone.typed())));
        }
        forget_texts(connection, &gone).await?;
        for chunk in gone.chunks(ROWS_PER_INSERT) {
            diesel::delete(transactions::table.filter(transactions::id.eq_any(chunk.to_vec())))
                .execute(connection)
                .await?;
        }
        Ok(())
    }

    /// Returns the fingerprints of an account's transactions.
    async fn fingerprints(
        self,
        connection: &mut Connection,
        account: RowId,
    ) -> Result<Vec<(String, TransactionId)>> {
        let theirs = transactions::table
            .filter(transactions::user_id.eq(self.user))
            .filter(transactions::account_id.eq(account))
            .select((transactions::fingerprint, transactions::id));
        let found: Vec<(String, RowId)> = theirs.load(connection).await?;
        Ok(found.into_iter().map(|(fingerprint, id)| (fingerprint, id.typed())).collect())
    }

    /// Applies the user's changes of the deleted transactions to the remaining ones; returns both as they
    /// were.
    async fn take_over(
        self,
        connection: &mut Connection,
        twice: &[(RowId, RowId)],
        gone: &[Transaction],
    ) -> Result<Vec<Joined>> {
        let Self { user, now, .. } = self;
        let pairs: HashMap<RowId, RowId> = twice.iter().copied().collect();
        let gone: Vec<Transaction> =
            gone.iter().filter(|transaction| pairs.contains_key(&transaction.id.into())).cloned().collect();
        let stays = find_all(connection, user, pairs.values().copied().collect()).await?;
        let stays: HashMap<RowId, Transaction> =
            stays.into_iter().map(|transaction| (transaction.id.into(), transaction)).collect();
        let written = edits::snapshots_of(connection, user, &gone).await?;
        let mut made = Vec::with_capacity(gone.len());
        let mut changes = Vec::new();
        for (id, written) in written {
            let other = gone.iter().find(|transaction| transaction.id == id);
            let transaction = pairs.get(&id.into()).and_then(|stays_id| stays.get(stays_id));
            let (Some(other), Some(transaction)) = (other, transaction) else { continue };
            let (before, after) = (TransactionState::of(transaction), joined(transaction, other));
            if before != after {
                changes.push((transaction.clone(), after.clone()));
            }
            let stays = MergeChange { transaction: transaction.id, before, after };
            made.push(Joined { gone: id, written, stays });
        }
        edits::write(connection, user, &changes, now).await?;
        Ok(made)
    }

    /// Moves the stated balances. For a day on which both accounts have one, that of the remaining account
    /// applies.
    async fn move_balances(self, connection: &mut Connection) -> Result<Vec<(NaiveDate, i64, bool)>> {
        let Self { user, account, other, .. } = self;
        let of = |account: RowId| {
            account_balances::table
                .filter(account_balances::user_id.eq(user))
                .filter(account_balances::account_id.eq(account))
        };
        let kept: Vec<NaiveDate> = of(account).select(account_balances::date).load(connection).await?;
        let kept: HashSet<NaiveDate> = kept.into_iter().collect();
        let theirs: Vec<(NaiveDate, i64)> = of(other)
            .order(account_balances::date)
            .select((account_balances::date, account_balances::amount_minor))
            .load(connection)
            .await?;
        let moving =
            of(other).filter(account_balances::date.ne_all(kept.iter().copied().collect::<Vec<_>>()));
        diesel::update(moving).set(account_balances::account_id.eq(account)).execute(connection).await?;
        let moving = merge::moving(&kept, theirs).into_iter();
        Ok(moving.map(|((date, minor), moves)| (date, minor, moves)).collect())
    }

    /// Moves the column mappings. For a header that both accounts have, that of the remaining account
    /// applies.
    async fn move_mappings(self, connection: &mut Connection) -> Result<Vec<(Mapping, bool)>> {
        let Self { user, account, other, .. } = self;
        let of = |account: RowId| {
            import_mappings::table
                .filter(import_mappings::user_id.eq(user))
                .filter(import_mappings::account_id.eq(account))
        };
        let kept: Vec<String> = of(account).select(import_mappings::header).load(connection).await?;
        let kept: HashSet<String> = kept.into_iter().collect();
        let theirs: Vec<(String, (serde_json::Value, At))> = of(other)
            .order(import_mappings::header)
            .select((import_mappings::header, (import_mappings::content, import_mappings::updated_at)))
            .load(connection)
            .await?;
        let moving =
            of(other).filter(import_mappings::header.ne_all(kept.iter().cloned().collect::<Vec<_>>()));
        diesel::update(moving).set(import_mappings::account_id.eq(account)).execute(connection).await?;
        let mapping =
            |((header, (content, At(updated_at))), moves)| (Mapping { header, content, updated_at }, moves);
        Ok(merge::moving(&kept, theirs).into_iter().map(mapping).collect())
    }

    /// Replaces the deleted account with the remaining one in rules.
    async fn rename_in_rules(self, connection: &mut Connection) -> Result<Vec<(RuleId, Rule, Rule)>> {
        let Self { user, account, other, now } = self;
        let kept: Vec<(RowId, serde_json::Value)> = rules::table
            .filter(rules::user_id.eq(user))
            .select((rules::id, rules::content))
            .load(connection)
            .await?;
        let mut changed = Vec::new();
        for (id, content) in kept {
            let before: Rule = from_json(content)?;
            let after = renamed(&before, other.typed(), account.typed());
            if after != before {
                put_rule(connection, id, &after, now).await?;
                changed.push((id.typed(), before, after));
            }
        }
        Ok(changed)
    }
}

/// Stores a changed rule.
pub(super) async fn put_rule(
    connection: &mut Connection,
    id: RowId,
    rule: &Rule,
    now: Timestamp,
) -> Result<()> {
    diesel::update(rules::table.find(id))
        .set((rules::content.eq(json(rule)?), rules::updated_at.eq(At(now))))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the pairs of distinct transactions that include one of these.
async fn distinct_pairs(
    connection: &mut Connection,
    user: RowId,
    ids: &[RowId],
) -> Result<Vec<(TransactionId, TransactionId)>> {
    let mut found: HashSet<(RowId, RowId)> = HashSet::new();
    for chunk in ids.chunks(ROWS_PER_INSERT) {
        let pairs: Vec<(RowId, RowId)> = distinct_transactions::table
            .filter(distinct_transactions::user_id.eq(user))
            .filter(
                distinct_transactions::first_id
                    .eq_any(chunk.to_vec())
                    .or(distinct_transactions::second_id.eq_any(chunk.to_vec())),
            )
            .select((distinct_transactions::first_id, distinct_transactions::second_id))
            .load(connection)
            .await?;
        found.extend(pairs);
    }
    Ok(found.into_iter().map(|(first, second)| (first.typed(), second.typed())).collect())
}

/// Moves transactions to another account. Triggers count splits by the account of their transaction, so the
/// splits are deleted before it changes and inserted again afterwards.
pub(super) async fn move_transactions(
    connection: &mut Connection,
    merge: Merge,
    to: RowId,
    ids: &[RowId],
) -> Result<()> {
    for chunk in ids.chunks(ROWS_PER_INSERT) {
        let parts: Vec<crate::rows::SplitRow> = splits::table
            .filter(splits::transaction_id.eq_any(chunk.to_vec()))
            .order((splits::transaction_id, splits::position))
            .select(crate::rows::SplitRow::as_select())
            .load(connection)
            .await?;
        diesel::delete(splits::table.filter(splits::transaction_id.eq_any(chunk.to_vec())))
            .execute(connection)
            .await?;
        let theirs = transactions::table
            .filter(transactions::user_id.eq(merge.user))
            .filter(transactions::id.eq_any(chunk.to_vec()));
        diesel::update(theirs)
            .set((transactions::account_id.eq(to), transactions::updated_at.eq(At(merge.now))))
            .execute(connection)
            .await?;
        insert_all!(connection, splits::table, parts)?;
    }
    Ok(())
}
