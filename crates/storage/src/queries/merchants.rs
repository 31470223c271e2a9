//! Merchants, and the names that users give them. `saldo_ledger::merchants` decides what changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use chrono::NaiveDate;
use diesel::dsl;
use diesel::prelude::*;
use diesel::sql_types::Text;
use saldo_domain::merchant::{merchant_identity, merchant_key};
use saldo_domain::text::searched;
use saldo_domain::{Author, Edit, EditAction, MerchantNames, Timestamp, TransactionKind, UserId};
use saldo_ledger::merchants::{self, MerchantChange};

use super::backend::{
    Connection, Database, FIRST, SECOND, after_texts_changed, before_texts_change, insert_all, load_many,
    lock_user,
};
use super::edits;
use super::totals::{alike, usual_spellings};
use crate::rows::{ROWS_PER_INSERT, fit, storable, word};
use crate::schema::{merchant_changes, merchant_names, transactions};
use crate::sql_types::{At, Key, RowId};
use crate::{EditError, Merchants, Result};

/// The kinds of transactions, each of which has merchants.
pub(super) const ALL_KINDS: [TransactionKind; 2] = [TransactionKind::Transaction, TransactionKind::Transfer];

#[async_trait]
impl Merchants for Database {
    async fn list_merchants(&self, user: UserId) -> Result<Vec<String>> {
        self.snapshot(async move |connection| {
            let names = spellings(connection, user.into(), &[TransactionKind::Transaction]).await?;
            let mut counts = Vec::new();
            for chunk in alike(&names).chunks(ROWS_PER_INSERT) {
                let rows: Vec<(String, i64)> = transactions::table
                    .filter(transactions::user_id.eq(RowId::from(user)))
                    .filter(transactions::kind.eq(word(TransactionKind::Transaction)?))
                    .filter(transactions::merchant.eq_any(chunk.to_vec()))
                    .group_by(transactions::merchant)
                    .select((transactions::merchant, dsl::count_star()))
                    .load(connection)
                    .await?;
                counts.extend(rows);
            }
            // The number of transactions matters only where it decides between spellings.
            counts.extend(names.into_iter().map(|name| (name, 0)));
            Ok(usual_spellings(counts))
        })
        .await
    }

    async fn list_merchant_names(&self, user: UserId) -> Result<MerchantNames> {
        self.read(async move |connection| names_of(connection, user.into()).await).await
    }

    async fn list_merchant_days(&self, user: UserId) -> Result<BTreeMap<String, NaiveDate>> {
        self.read(async move |connection| {
            let rows: Vec<(String, Option<NaiveDate>)> = transactions::table
                .filter(transactions::user_id.eq(RowId::from(user)))
                .filter(transactions::kind.eq(word(TransactionKind::Transaction)?))
                .group_by(transactions::merchant)
                .select((transactions::merchant, dsl::max(transactions::date)))
                .load(connection)
                .await?;
            Ok(rows.into_iter().filter_map(|(merchant, day)| Some((merchant, day?))).collect())
        })
        .await
    }

    async fn name_merchants(
        &self,
        author: Author,
        merchants: Vec<String>,
        name: Option<String>,
        now: Timestamp,
    ) -> Result<Edit> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let name = name.as_deref().map(storable);
            let mut edit = give(connection, user.into(), &merchants, name, now).await?;
            edits::sign(connection, author, &mut edit).await?;
            Ok(edit)
        })
        .await
    }
}

/// Returns the names that the user gave merchants.
pub(super) async fn names_of(connection: &mut Connection, user: RowId) -> Result<MerchantNames> {
    let rows: Vec<(String, String)> = merchant_names::table
        .filter(merchant_names::user_id.eq(user))
        .select((merchant_names::merchant, merchant_names::name))
        .load(connection)
        .await?;
    Ok(rows.into_iter().collect())
}

/// Returns the name of the merchant that a description prints.
pub(super) async fn name_of(connection: &mut Connection, user: RowId, printed: &str) -> Result<String> {
    Ok(storable(&names_of(connection, user).await?.name_of(printed)))
}

/// Gives merchants a name, as an edit.
async fn give(
    connection: &mut Connection,
    user: RowId,
    chosen: &[String],
    name: Option<String>,
    now: Timestamp,
) -> Result<Edit> {
    let chosen: BTreeSet<String> = chosen.iter().map(|merchant| merchant_identity(merchant)).collect();
    let spelled = spelled(connection, user, &chosen).await?;
    let known: BTreeSet<String> = spelled.iter().map(|spelling| merchant_identity(spelling)).collect();
    if known != chosen {
        return Err(EditError::Unknown.into());
    }
    // A merchant that already has the new name becomes one with the others.
    let wanted = chosen.into_iter().chain(name.as_deref().map(merchant_identity)).collect();
    let of_all = self::spelled(connection, user, &wanted).await?;
    let lines = lines_of(connection, user, of_all).await?;
    let printed = lines.iter().map(Line::printed).collect();
    let names = names_of(connection, user).await?;
    let changes = merchants::name(&names, &wanted, printed, name.as_deref());
    let transactions = apply(connection, user, names, &changes, now).await?;
    let edit =
        edits::insert_edit(connection, user, (EditAction::NameMerchants, None), transactions, now).await?;
    record(connection, user, edit.id.into(), changes).await?;
    Ok(edit)
}

/// The names that undoing an edit gives back.
pub(super) struct Undone {
    changes: Vec<MerchantChange>,
    /// The number of transactions whose merchant gets another name.
    pub(super) transactions: u64,
    /// The number of transactions whose merchant was named again since, and keeps that name.
    pub(super) kept: u64,
}

impl Undone {
    /// Records what was undone as changes of the edit that undid it.
    pub(super) async fn record(self, connection: &mut Connection, user: RowId, edit: RowId) -> Result<()> {
        record(connection, user, edit, self.changes).await
    }
}

/// Gives back the names that an edit changed.
pub(super) async fn undo(
    connection: &mut Connection,
    user: RowId,
    edit: RowId,
    now: Timestamp,
) -> Result<Undone> {
    let recorded: Vec<(String, Option<String>, Option<String>)> = merchant_changes::table
        .filter(merchant_changes::user_id.eq(user))
        .filter(merchant_changes::edit_id.eq(edit))
        .order(merchant_changes::merchant)
        .select((merchant_changes::merchant, merchant_changes::before, merchant_changes::after))
        .load(connection)
        .await?;
    if recorded.is_empty() {
        return Ok(Undone { changes: Vec::new(), transactions: 0, kept: 0 });
    }
    let recorded =
        recorded.into_iter().map(|(merchant, before, after)| MerchantChange { merchant, before, after });
    let names = names_of(connection, user).await?;
    let (changes, since) = merchants::undo(&names, recorded.collect());
    let given = since.iter().filter_map(|merchant| names.given(merchant)).map(merchant_identity);
    let since: BTreeSet<String> = since.iter().map(|merchant| merchant_identity(merchant)).collect();
    let wanted = since.iter().cloned().chain(given).collect();
    let spelled = spelled(connection, user, &wanted).await?;
    let lines = lines_of(connection, user, spelled).await?;
    let kept = lines.iter().filter(|line| since.contains(&merchant_identity(&line.printed()))).count();
    let transactions = apply(connection, user, names, &changes, now).await?;
    Ok(Undone { changes, transactions, kept: fit(kept)? })
}

/// Returns the spellings of all merchants with transactions of these kinds. An index leads from each name to
/// the next, so that the transactions between them are not read.
pub(super) async fn spellings(
    connection: &mut Connection,
    user: RowId,
    kinds: &[TransactionKind],
) -> Result<Vec<String>> {
    let least = format!(
        "SELECT MIN(transactions.merchant) FROM transactions \
         WHERE transactions.user_id = {FIRST} AND transactions.kind = {SECOND}"
    );
    let mut found = BTreeSet::new();
    for kind in kinds {
        let query = diesel::sql_query(format!(
            "WITH RECURSIVE names (merchant) AS ({least} UNION ALL \
             SELECT ({least} AND transactions.merchant > names.merchant) FROM names \
             WHERE names.merchant IS NOT NULL) \
             SELECT merchant FROM names WHERE merchant IS NOT NULL"
        ));
        let query = query.bind::<Key, _>(user).bind::<Text, _>(word(*kind)?);
        let names: Vec<Spelling> = query.load(connection).await?;
        found.extend(names.into_iter().map(|name| name.merchant));
    }
    Ok(found.into_iter().collect())
}

#[derive(QueryableByName)]
struct Spelling {
    #[diesel(sql_type = Text)]
    merchant: String,
}

/// Returns the spellings of the merchants with these identities, under which the user has transactions.
async fn spelled(connection: &mut Connection, user: RowId, wanted: &BTreeSet<String>) -> Result<Vec<String>> {
    let names = spellings(connection, user, &ALL_KINDS).await?;
    Ok(names.into_iter().filter(|name| wanted.contains(&merchant_identity(name))).collect())
}

/// The part of a transaction on which its merchant depends, and which depends on it.
#[derive(Queryable, Selectable)]
#[diesel(table_name = transactions)]
struct Line {
    id: RowId,
    original_description: String,
    description: String,
    note: String,
    merchant: String,
}

impl Line {
    /// Returns the printed name of the merchant.
    fn printed(&self) -> String {
        storable(&merchant_key(&self.original_description))
    }
}

/// Returns the transactions of merchants with these spellings.
async fn lines_of(connection: &mut Connection, user: RowId, spellings: Vec<String>) -> Result<Vec<Line>> {
    let mut lines = Vec::new();
    for chunk in spellings.chunks(ROWS_PER_INSERT) {
        let query = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::merchant.eq_any(chunk.to_vec()))
            .select(Line::as_select());
        let rows: Vec<Line> = load_many!(connection, query)?;
        lines.extend(rows);
    }
    Ok(lines)
}

/// Stores new names, and gives them to the transactions. Returns the number of these.
async fn apply(
    connection: &mut Connection,
    user: RowId,
    mut names: MerchantNames,
    changes: &[MerchantChange],
    now: Timestamp,
) -> Result<u64> {
    let given = changes.iter().flat_map(|change| change.before.iter().chain(&change.after));
    let wanted = changes.iter().map(|change| merchant_identity(&change.merchant));
    let wanted = wanted.chain(given.map(|name| merchant_identity(name))).collect();
    let spelled = spelled(connection, user, &wanted).await?;
    store(connection, user, &names, changes).await?;
    for change in changes {
        names.set(change.merchant.clone(), change.after.clone());
    }
    let mut renamed = lines_of(connection, user, spelled).await?;
    renamed.retain_mut(|line| {
        let merchant = storable(&names.name_of(&line.original_description));
        merchant != std::mem::replace(&mut line.merchant, merchant.clone())
    });
    before_texts_change(connection, renamed.len()).await?;
    for line in &renamed {
        let text = searched(&line.description, &line.original_description, &line.note, &line.merchant);
        let theirs =
            transactions::table.filter(transactions::user_id.eq(user)).filter(transactions::id.eq(line.id));
        diesel::update(theirs)
            .set((
                transactions::merchant.eq(&line.merchant),
                transactions::search_text.eq(text),
                transactions::updated_at.eq(At(now)),
            ))
            .execute(connection)
            .await?;
    }
    after_texts_changed(connection, renamed.len()).await?;
    fit(renamed.len())
}

/// Stores the names after the changes.
async fn store(
    connection: &mut Connection,
    user: RowId,
    before: &MerchantNames,
    changes: &[MerchantChange],
) -> Result<()> {
    let replaced = changes.iter().filter_map(|change| before.spelling(&change.merchant));
    let replaced: Vec<String> = replaced.map(str::to_owned).collect();
    for chunk in replaced.chunks(ROWS_PER_INSERT) {
        let theirs = merchant_names::table
            .filter(merchant_names::user_id.eq(user))
            .filter(merchant_names::merchant.eq_any(chunk.to_vec()));
        diesel::delete(theirs).execute(connection).await?;
    }
    let rows = changes.iter().filter_map(|change| {
        Some(NameRow { user_id: user, merchant: change.merchant.clone(), name: change.after.clone()? })
    });
    let rows: Vec<NameRow> = rows.collect();
    insert_all!(connection, merchant_names::table, rows)?;
    Ok(())
}

async fn record(
    connection: &mut Connection,
    user: RowId,
    edit: RowId,
    changes: Vec<MerchantChange>,
) -> Result<()> {
    let rows = changes.into_iter().map(|MerchantChange { merchant, before, after }| ChangeRow {
        edit_id: edit,
        merchant,
        user_id: user,
        before,
        after,
    });
    let rows: Vec<ChangeRow> = rows.collect();
    insert_all!(connection, merchant_changes::table, rows)?;
    Ok(())
}

#[derive(Insertable)]
#[diesel(table_name = merchant_names)]
struct NameRow {
    user_id: RowId,
    merchant: String,
    name: String,
}

#[derive(Insertable)]
#[diesel(table_name = merchant_changes, treat_none_as_default_value = false)]
struct ChangeRow {
    edit_id: RowId,
    merchant: String,
    user_id: RowId,
    before: Option<String>,
    after: Option<String>,
}
