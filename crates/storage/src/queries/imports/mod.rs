//! The user's choices on how files are imported.

mod account;
mod beside;
mod by_hand;
pub(super) mod draft;
mod stored;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{AccountId, StatementId, Timestamp, UserId};

use super::backend::{Connection, Database, lock_user};
use crate::rows::storable;
use crate::schema::{accounts, import_mappings, statement_imports, statements};
use crate::sql_types::{At, RowId};
use crate::{ImportChoice, Imports, Result, SavedMapping};

#[async_trait]
impl Imports for Database {
    async fn put_import_choice(
        &self,
        user: UserId,
        statement: StatementId,
        choice: ImportChoice,
        header: Option<String>,
        now: Timestamp,
    ) -> Result<bool> {
        self.write(async move |connection| {
            let (user, statement) = (RowId::from(user), RowId::from(statement));
            lock_user(connection, user).await?;
            let theirs =
                statements::table.filter(statements::user_id.eq(user)).filter(statements::id.eq(statement));
            let account = choice.account.map(RowId::from);
            let known = theirs.count().get_result::<i64>(connection).await? == 1
                && match account {
                    Some(account) => owns(connection, user, account).await?,
                    None => true,
                };
            if !known {
                return Ok(false);
            }
            diesel::insert_into(statement_imports::table)
                .values((
                    statement_imports::statement_id.eq(statement),
                    statement_imports::user_id.eq(user),
                    statement_imports::account_id.eq(account),
                    statement_imports::mapping.eq(choice.mapping.clone()),
                    statement_imports::updated_at.eq(At(now)),
                ))
                .on_conflict(statement_imports::statement_id)
                .do_update()
                .set((
                    statement_imports::account_id.eq(account),
                    statement_imports::mapping.eq(choice.mapping.clone()),
                    statement_imports::updated_at.eq(At(now)),
                ))
                .execute(connection)
                .await?;
            if let (Some(account), Some(header), Some(mapping)) = (account, header, choice.mapping) {
                save(connection, user, account, &header, mapping, now).await?;
            }
            Ok(true)
        })
        .await
    }

    async fn find_import_choice(&self, user: UserId, statement: StatementId) -> Result<Option<ImportChoice>> {
        self.read(async move |connection| {
            let row: Option<(Option<RowId>, Option<serde_json::Value>)> = statement_imports::table
                .filter(statement_imports::user_id.eq(RowId::from(user)))
                .filter(statement_imports::statement_id.eq(RowId::from(statement)))
                .select((statement_imports::account_id, statement_imports::mapping))
                .first(connection)
                .await
                .optional()?;
            Ok(row.map(|(account, mapping)| ImportChoice { account: account.map(RowId::typed), mapping }))
        })
        .await
    }

    async fn list_import_mappings(&self, user: UserId) -> Result<Vec<SavedMapping>> {
        self.read(async move |connection| {
            let rows: Vec<(RowId, String, serde_json::Value, At)> = import_mappings::table
                .filter(import_mappings::user_id.eq(RowId::from(user)))
                .order((
                    import_mappings::updated_at.desc(),
                    import_mappings::account_id,
                    import_mappings::header,
                ))
                .select((
                    import_mappings::account_id,
                    import_mappings::header,
                    import_mappings::content,
                    import_mappings::updated_at,
                ))
                .load(connection)
                .await?;
            let saved = |(account, header, mapping, at): (RowId, String, serde_json::Value, At)| {
                SavedMapping { account: account.typed(), header, mapping, updated_at: at.0 }
            };
            Ok(rows.into_iter().map(saved).collect())
        })
        .await
    }

    async fn delete_import_mappings(&self, user: UserId, account: AccountId) -> Result<bool> {
        self.write(async move |connection| {
            let (user, account) = (RowId::from(user), RowId::from(account));
            if !owns(connection, user, account).await? {
                return Ok(false);
            }
            let theirs = import_mappings::table
                .filter(import_mappings::user_id.eq(user))
                .filter(import_mappings::account_id.eq(account));
            diesel::delete(theirs).execute(connection).await?;
            Ok(true)
        })
        .await
    }
}

async fn owns(connection: &mut Connection, user: RowId, account: RowId) -> Result<bool> {
    let theirs = accounts::table.filter(accounts::user_id.eq(user)).filter(accounts::id.eq(account));
    Ok(theirs.count().get_result::<i64>(connection).await? == 1)
}

async fn save(
    connection: &mut Connection,
    user: RowId,
    account: RowId,
    header: &str,
    mapping: serde_json::Value,
    now: Timestamp,
) -> Result<()> {
    diesel::insert_into(import_mappings::table)
        .values((
            import_mappings::account_id.eq(account),
            import_mappings::header.eq(storable(header)),
            import_mappings::user_id.eq(user),
            import_mappings::content.eq(mapping.clone()),
            import_mappings::updated_at.eq(At(now)),
        ))
        .on_conflict((import_mappings::account_id, import_mappings::header))
        .do_update()
        .set((import_mappings::content.eq(mapping), import_mappings::updated_at.eq(At(now))))
        .execute(connection)
        .await?;
    Ok(())
}

/// Returns the account in this currency that the user chose for a statement.
pub(super) async fn chosen_account(
    connection: &mut Connection,
    user: RowId,
    statement: RowId,
    currency: &str,
) -> Result<Option<RowId>> {
    Ok(statement_imports::table
        .inner_join(accounts::table.on(statement_imports::account_id.eq(accounts::id.nullable())))
        .filter(statement_imports::user_id.eq(user))
        .filter(statement_imports::statement_id.eq(statement))
        .filter(accounts::user_id.eq(user))
        .filter(accounts::currency.eq(currency.to_owned()))
        .select(accounts::id)
        .first(connection)
        .await
        .optional()?)
}
