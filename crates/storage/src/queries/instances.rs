//! The identity of the database.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::exists;
use diesel::prelude::*;
use saldo_domain::UserId;

use super::backend::{Connection, Database};
use crate::schema::{departed_users, instance, statements};
use crate::sql_types::RowId;
use crate::{InstanceId, Instances, Result};

/// The primary key of the only row.
const PLACE: i32 = 1;

#[async_trait]
impl Instances for Database {
    async fn find_instance_id(&self) -> Result<Option<InstanceId>> {
        self.read(async |connection| {
            let id: Option<RowId> =
                instance::table.select(instance::id).first(connection).await.optional()?;
            Ok(id.map(RowId::typed))
        })
        .await
    }

    async fn set_instance_id(&self, id: InstanceId) -> Result<InstanceId> {
        self.write(async move |connection| {
            diesel::insert_into(instance::table)
                .values((instance::place.eq(PLACE), instance::id.eq(RowId::from(id))))
                .on_conflict_do_nothing()
                .execute(connection)
                .await?;
            Ok(instance::table.select(instance::id).first::<RowId>(connection).await?.typed())
        })
        .await
    }

    async fn has_statements(&self) -> Result<bool> {
        self.read(async |connection| {
            let any = exists(statements::table.select(statements::id));
            Ok(diesel::select(any).get_result(connection).await?)
        })
        .await
    }

    async fn list_departed_users(&self) -> Result<Vec<UserId>> {
        self.read(async |connection| {
            let ids: Vec<RowId> = departed_users::table.select(departed_users::id).load(connection).await?;
            Ok(ids.into_iter().map(RowId::typed).collect())
        })
        .await
    }

    async fn forget_departed_user(&self, user: UserId) -> Result<()> {
        self.write(async move |connection| {
            diesel::delete(departed_users::table.find(RowId::from(user))).execute(connection).await?;
            Ok(())
        })
        .await
    }
}

/// Records that a user was deleted.
pub(super) async fn insert_departed_user(connection: &mut Connection, user: RowId) -> Result<()> {
    diesel::insert_into(departed_users::table)
        .values(departed_users::id.eq(user))
        .on_conflict_do_nothing()
        .execute(connection)
        .await?;
    Ok(())
}
