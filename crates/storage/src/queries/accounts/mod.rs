//! Accounts.

pub(super) mod balances;
pub(super) mod changes;
pub(super) mod merge;
mod merge_goals;
pub(super) mod merge_undo;
pub(super) mod numbers;

use std::collections::BTreeMap;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use saldo_domain::{Account, AccountId, AccountLabels, Author, Currency, Date, Id, Money, Timestamp, UserId};

use super::backend::{Connection, Database, lock_user};
use super::edits;
use crate::rows::{AccountRow, ROWS_PER_INSERT, storable, word};
use crate::schema::{
    account_aliases, account_balances, accounts, distinct_accounts, statement_accounts, transactions,
};
use crate::sql_types::{At, RowId};
use crate::{
    AccountChange, AccountChanged, AccountMerge, Accounts, Error, MergeUndone, Merged, NewManualAccount,
    Result,
};

#[async_trait]
impl Accounts for Database {
    async fn list_accounts(&self, user: UserId) -> Result<Vec<Account>> {
        self.read(async move |connection| {
            let rows: Vec<AccountRow> = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .order((accounts::created_at, accounts::id))
                .select(AccountRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(Account::try_from).collect()
        })
        .await
    }

    async fn list_account_labels(&self, user: UserId) -> Result<BTreeMap<AccountId, AccountLabels>> {
        type Row = (RowId, Option<String>, Option<String>, bool, Option<RowId>);
        self.read(async move |connection| {
            let rows: Vec<Row> = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .select((
                    accounts::id,
                    accounts::group_name,
                    accounts::note,
                    accounts::archived,
                    accounts::payer_id,
                ))
                .load(connection)
                .await?;
            let labels = |(id, group, note, is_archived, payer): Row| {
                let payer = payer.map(RowId::typed);
                (id.typed(), AccountLabels { group, note, is_archived, payer })
            };
            Ok(rows.into_iter().map(labels).collect())
        })
        .await
    }

    async fn find_account(&self, user: UserId, account: AccountId) -> Result<Option<Account>> {
        self.read(async move |connection| {
            find(connection, user.into(), account.into()).await?.map(Account::try_from).transpose()
        })
        .await
    }

    async fn insert_account(&self, user: UserId, new: NewManualAccount, now: Timestamp) -> Result<Account> {
        self.write(async move |connection| {
            let row = AccountRow {
                id: new.id.into(),
                user_id: user.into(),
                // No account of a statement has an identity with this prefix.
                identity: format!("hand:{}", new.id),
                name: storable(&new.name),
                institution: new.institution.as_deref().map(storable),
                number_masked: None,
                kind: word(new.kind)?,
                currency: new.currency.code().to_owned(),
                created_at: now.into(),
                updated_at: now.into(),
                by_hand: true,
                closed_on: None,
                number: None,
                group_name: None,
                note: None,
                archived: false,
                payer_id: None,
            };
            let row: AccountRow = diesel::insert_into(accounts::table)
                .values(row)
                .returning(AccountRow::as_returning())
                .get_result(connection)
                .await?;
            row.try_into()
        })
        .await
    }

    async fn update_account(
        &self,
        author: Author,
        account: AccountId,
        change: AccountChange,
        now: Timestamp,
    ) -> Result<Option<AccountChanged>> {
        let keeps_numbers = self.settings.keeps_account_numbers;
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let Some(before) = find(connection, user.into(), account.into()).await? else { return Ok(None) };
            let state = changes::state_of(&before)?;
            if let Some(number) = &change.number {
                let kind = change.kind.map(word).transpose()?.unwrap_or_else(|| before.kind.clone());
                let row = AccountRow { kind, ..before };
                numbers::set(connection, &row, number.as_deref(), keeps_numbers).await?;
            }
            let theirs = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .filter(accounts::id.eq(RowId::from(account)));
            let row: AccountRow = diesel::update(theirs)
                .set((
                    change.name.as_deref().map(|name| accounts::name.eq(storable(name))),
                    change.kind.map(word).transpose()?.map(|kind| accounts::kind.eq(kind)),
                    change.closed_on.map(|date| accounts::closed_on.eq(date)),
                    change.group.map(|group| accounts::group_name.eq(group.as_deref().map(storable))),
                    change.note.map(|note| accounts::note.eq(note.as_deref().map(storable))),
                    change.is_archived.map(|is_archived| accounts::archived.eq(is_archived)),
                    change.payer.map(|payer| accounts::payer_id.eq(payer.map(RowId::from))),
                    accounts::updated_at.eq(At(now)),
                ))
                .returning(AccountRow::as_returning())
                .get_result(connection)
                .await?;
            let changed = (row.id, state, changes::state_of(&row)?);
            let mut edit = changes::record(connection, user.into(), changed, now).await?;
            if let Some(edit) = &mut edit {
                edits::sign(connection, author, edit).await?;
            }
            Ok(Some(AccountChanged { account: row.try_into()?, edit }))
        })
        .await
    }

    async fn merge_accounts(
        &self,
        author: Author,
        account: AccountId,
        other: AccountId,
        now: Timestamp,
    ) -> Result<Merged> {
        let user = RowId::from(author.books);
        self.write(async move |connection| {
            lock_user(connection, user).await?;
            let merge = merge::Merge { user, account: account.into(), other: other.into(), now };
            merge::run(connection, author, merge).await
        })
        .await
    }

    async fn undo_merge(
        &self,
        author: Author,
        merge: Id<AccountMerge>,
        now: Timestamp,
    ) -> Result<MergeUndone> {
        self.write(async move |connection| {
            lock_user(connection, author.books.into()).await?;
            let (undone, mut edit) = merge_undo::run(connection, author, merge.into(), now).await?;
            edits::sign(connection, author, &mut edit).await?;
            Ok(undone)
        })
        .await
    }

    async fn list_merges(&self, user: UserId) -> Result<Vec<AccountMerge>> {
        self.snapshot(async move |connection| merge::list(connection, user.into()).await).await
    }

    async fn list_account_identities(&self, user: UserId) -> Result<Vec<(AccountId, String)>> {
        self.snapshot(async move |connection| {
            let own: Vec<(RowId, String)> = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .order((accounts::created_at, accounts::id))
                .select((accounts::id, accounts::identity))
                .load(connection)
                .await?;
            let aliases: Vec<(RowId, String)> = account_aliases::table
                .filter(account_aliases::user_id.eq(RowId::from(user)))
                .order(account_aliases::identity)
                .select((account_aliases::account_id, account_aliases::identity))
                .load(connection)
                .await?;
            Ok(own.into_iter().chain(aliases).map(|(id, identity)| (id.typed(), identity)).collect())
        })
        .await
    }

    async fn put_distinct_accounts(&self, user: UserId, one: AccountId, other: AccountId) -> Result<bool> {
        self.write(async move |connection| {
            let both = if one < other { [one, other] } else { [other, one] }.map(RowId::from);
            let theirs = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .filter(accounts::id.eq_any(both.to_vec()));
            if theirs.count().get_result::<i64>(connection).await? != 2 {
                return Ok(false);
            }
            diesel::insert_into(distinct_accounts::table)
                .values((
                    distinct_accounts::first_id.eq(both[0]),
                    distinct_accounts::second_id.eq(both[1]),
                    distinct_accounts::user_id.eq(RowId::from(user)),
                ))
                .on_conflict_do_nothing()
                .execute(connection)
                .await?;
            Ok(true)
        })
        .await
    }

    async fn list_distinct_accounts(&self, user: UserId) -> Result<Vec<(AccountId, AccountId)>> {
        self.read(async move |connection| {
            let pairs: Vec<(RowId, RowId)> = distinct_accounts::table
                .filter(distinct_accounts::user_id.eq(RowId::from(user)))
                .order((distinct_accounts::first_id, distinct_accounts::second_id))
                .select((distinct_accounts::first_id, distinct_accounts::second_id))
                .load(connection)
                .await?;
            Ok(pairs.into_iter().map(|(first, second)| (first.typed(), second.typed())).collect())
        })
        .await
    }

    async fn delete_account(&self, user: UserId, account: AccountId) -> Result<bool> {
        self.write(async move |connection| {
            let (user, account) = (RowId::from(user), RowId::from(account));
            lock_user(connection, user).await?;
            let transfers = transfers_of(connection, user, account).await?;
            let booked = transactions::table.filter(transactions::account_id.eq(accounts::id));
            let reported = statement_accounts::table.filter(statement_accounts::account_id.eq(accounts::id));
            let theirs = accounts::table
                .filter(accounts::user_id.eq(user))
                .filter(accounts::id.eq(account))
                .filter(accounts::by_hand.eq(true).or(not(exists(booked)).and(not(exists(reported)))));
            if diesel::delete(theirs).execute(connection).await? == 0 {
                return Ok(false);
            }
            end_transfers(connection, user, &transfers).await?;
            Ok(true)
        })
        .await
    }

    async fn put_balance(&self, user: UserId, account: AccountId, date: Date, amount: Money) -> Result<bool> {
        self.write(async move |connection| {
            let owned = find(connection, user.into(), account.into()).await?;
            if owned.is_none_or(|row| row.currency != amount.currency().code()) {
                return Ok(false);
            }
            diesel::insert_into(account_balances::table)
                .values((
                    account_balances::account_id.eq(RowId::from(account)),
                    account_balances::date.eq(date),
                    account_balances::user_id.eq(RowId::from(user)),
                    account_balances::amount_minor.eq(amount.minor()),
                ))
                .on_conflict((account_balances::account_id, account_balances::date))
                .do_update()
                .set(account_balances::amount_minor.eq(amount.minor()))
                .execute(connection)
                .await?;
            Ok(true)
        })
        .await
    }

    async fn delete_balance(&self, user: UserId, account: AccountId, date: Date) -> Result<()> {
        self.write(async move |connection| {
            let theirs = account_balances::table
                .filter(account_balances::user_id.eq(RowId::from(user)))
                .filter(account_balances::account_id.eq(RowId::from(account)))
                .filter(account_balances::date.eq(date));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
    }

    async fn list_stated_balances(&self, user: UserId, account: AccountId) -> Result<Vec<(Date, Money)>> {
        self.snapshot(async move |connection| {
            let Some(owned) = find(connection, user.into(), account.into()).await? else {
                return Ok(Vec::new());
            };
            let currency = Currency::parse(&owned.currency).map_err(Error::database)?;
            let rows: Vec<(Date, i64)> = account_balances::table
                .filter(account_balances::user_id.eq(RowId::from(user)))
                .filter(account_balances::account_id.eq(owned.id))
                .order(account_balances::date)
                .select((account_balances::date, account_balances::amount_minor))
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(|(date, minor)| (date, Money::from_minor(minor, currency))).collect())
        })
        .await
    }
}

/// Returns the user's account with this id.
pub(super) async fn find(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
) -> Result<Option<AccountRow>> {
    Ok(accounts::table
        .filter(accounts::user_id.eq(user))
        .filter(accounts::id.eq(account))
        .select(AccountRow::as_select())
        .first(connection)
        .await
        .optional()?)
}

/// Returns the transfers of which a transaction of the account is a side.
async fn transfers_of(connection: &mut Connection, user: RowId, account: RowId) -> Result<Vec<RowId>> {
    let transfers: Vec<Option<RowId>> = transactions::table
        .filter(transactions::user_id.eq(user))
        .filter(transactions::account_id.eq(account))
        .filter(transactions::transfer_id.is_not_null())
        .select(transactions::transfer_id)
        .load(connection)
        .await?;
    Ok(transfers.into_iter().flatten().collect())
}

/// Ends transfers that lost a side with their account.
async fn end_transfers(connection: &mut Connection, user: RowId, transfers: &[RowId]) -> Result<()> {
    for chunk in transfers.chunks(ROWS_PER_INSERT) {
        let changed: Vec<At> = transactions::table
            .filter(transactions::user_id.eq(user))
            .filter(transactions::transfer_id.eq_any(chunk.to_vec()))
            .select(transactions::updated_at)
            .load(connection)
            .await?;
        // `delete_account` has no `now`, so the other sides get the latest time at which one of them changed.
        if let Some(latest) = changed.into_iter().map(|at| at.0).max() {
            edits::end_transfers(connection, user, chunk, latest).await?;
        }
    }
    Ok(())
}
