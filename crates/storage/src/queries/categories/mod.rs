//! Categories.

mod delete;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Category, CategoryId, UserId};

use super::backend::{Connection, Database, lock_user};
use crate::rows::{CategoryRow, storable};
use crate::schema::categories;
use crate::sql_types::RowId;
use crate::{Categories, CategoryChange, Error, Result};

/// The position of the user's own categories, after those of the default tree.
const POSITION_OF_OWN: i32 = 1_000;

#[async_trait]
impl Categories for Database {
    async fn list_categories(&self, user: UserId) -> Result<Vec<Category>> {
        self.read(async move |connection| {
            let rows: Vec<CategoryRow> = categories::table
                .filter(categories::user_id.eq(RowId::from(user)))
                .order((categories::position, categories::name, categories::id))
                .select(CategoryRow::as_select())
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(Category::from).collect())
        })
        .await
    }

    async fn insert_category(
        &self,
        user: UserId,
        id: CategoryId,
        name: &str,
        parent: Option<CategoryId>,
    ) -> Result<Category> {
        let name = storable(name);
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            check_parent(connection, user.into(), parent).await?;
            let row = CategoryRow {
                id: id.into(),
                user_id: user.into(),
                key: None,
                name,
                parent_id: parent.map(RowId::from),
                position: POSITION_OF_OWN,
            };
            let row: CategoryRow = diesel::insert_into(categories::table)
                .values(row)
                .returning(CategoryRow::as_returning())
                .get_result(connection)
                .await?;
            Ok(row.into())
        })
        .await
    }

    async fn update_category(
        &self,
        user: UserId,
        category: CategoryId,
        change: CategoryChange,
    ) -> Result<Category> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            if let Some(Some(parent)) = change.parent {
                check_parent(connection, user.into(), Some(parent)).await?;
                let below = categories::table.filter(categories::parent_id.eq(RowId::from(category)));
                let below: i64 = below.count().get_result(connection).await?;
                if below > 0 || parent == category {
                    return Err(Error::TooDeep);
                }
            }
            let id = RowId::from(category);
            let theirs = categories::table
                .filter(categories::user_id.eq(RowId::from(user)))
                .filter(categories::id.eq(id));
            let row: Option<CategoryRow> =
                theirs.select(CategoryRow::as_select()).first(connection).await.optional()?;
            let Some(row) = row else { return Err(Error::NotFound) };
            let name = change.name.as_deref().map_or(row.name, storable);
            let parent = change.parent.map_or(row.parent_id, |parent| parent.map(RowId::from));
            let row: CategoryRow = diesel::update(theirs)
                .set((categories::name.eq(name), categories::parent_id.eq(parent)))
                .returning(CategoryRow::as_returning())
                .get_result(connection)
                .await?;
            Ok(row.into())
        })
        .await
    }

    async fn delete_category(
        &self,
        user: UserId,
        category: CategoryId,
        instead: Option<CategoryId>,
    ) -> Result<bool> {
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let (user, category) = (RowId::from(user), RowId::from(category));
            let instead = instead.map(RowId::from);
            if instead == Some(category) || !owned(connection, user, category).await? {
                return Ok(false);
            }
            if let Some(instead) = instead
                && !owned(connection, user, instead).await?
            {
                return Ok(false);
            }
            delete::replace_category(connection, user, category, instead).await?;
            diesel::delete(categories::table.find(category)).execute(connection).await?;
            Ok(true)
        })
        .await
    }
}

async fn owned(connection: &mut Connection, user: RowId, category: RowId) -> Result<bool> {
    let theirs = categories::table.filter(categories::user_id.eq(user)).filter(categories::id.eq(category));
    Ok(theirs.count().get_result::<i64>(connection).await? == 1)
}

/// Fails if `parent` cannot have a child.
async fn check_parent(connection: &mut Connection, user: RowId, parent: Option<CategoryId>) -> Result<()> {
    let Some(parent) = parent else { return Ok(()) };
    let above: Option<Option<RowId>> = categories::table
        .filter(categories::user_id.eq(user))
        .filter(categories::id.eq(RowId::from(parent)))
        .select(categories::parent_id)
        .first(connection)
        .await
        .optional()?;
    match above {
        None => Err(Error::NotFound),
        Some(Some(_)) => Err(Error::TooDeep),
        Some(None) => Ok(()),
    }
}
