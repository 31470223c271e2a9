//! Bank accounts.

use async_trait::async_trait;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use saldo_domain::{Account, AccountId, Timestamp, UserId};

use super::backend::Database;
use crate::rows::{AccountRow, storable};
use crate::schema::accounts;
use crate::sql_types::{At, RowId};
use crate::{Accounts, Result};

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

    async fn find_account(&self, user: UserId, account: AccountId) -> Result<Option<Account>> {
        self.read(async move |connection| {
            let row = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .filter(accounts::id.eq(RowId::from(account)))
                .select(AccountRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(Account::try_from).transpose()
        })
        .await
    }

    async fn rename_account(
        &self,
        user: UserId,
        account: AccountId,
        name: &str,
        now: Timestamp,
    ) -> Result<Option<Account>> {
        let name = storable(name);
        self.write(async move |connection| {
            let theirs = accounts::table
                .filter(accounts::user_id.eq(RowId::from(user)))
                .filter(accounts::id.eq(RowId::from(account)));
            let row = diesel::update(theirs)
                .set((accounts::name.eq(name), accounts::updated_at.eq(At(now))))
                .returning(AccountRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            row.map(Account::try_from).transpose()
        })
        .await
    }
}
