//! Users.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::{Eq, Filter, exists, not};
use diesel::prelude::*;
use saldo_domain::category::DEFAULT_CATEGORIES;
use saldo_domain::{CategoryId, Email, Page, PageRequest, Timestamp, User, UserId};

use super::archives::delete_rows;
use super::backend::{Connection, Database, insert_all, lock_user};
use super::credentials::credential_row;
use super::households::leave_all;
use super::instances::insert_departed_user;
use crate::cursor::{AgeCursor, cut, rows_wanted};
use crate::rows::{CategoryRow, UserChangeRow, UserRow, fit, storable};
use crate::schema::{categories, credentials, households, users};
use crate::sql_types::{At, RowId};
use crate::{NewCredential, NewUser, PortResult, Result, StoreError, UserChange, Users};

#[async_trait]
impl Users for Database {
    async fn insert_user(
        &self,
        user: NewUser,
        credential: NewCredential,
        now: Timestamp,
    ) -> PortResult<User> {
        self.write(async move |connection| {
            let id = UserId::new(now);
            let row = UserRow {
                id: id.into(),
                email: user.email.as_str().to_owned(),
                email_verified: user.email_verified,
                name: storable(&user.name),
                image: user.image.as_deref().map(storable),
                two_step: false,
                created_at: now.into(),
                updated_at: now.into(),
            };
            let row: UserRow = diesel::insert_into(users::table)
                .values(row)
                .returning(UserRow::as_returning())
                .get_result(connection)
                .await?;
            let credential = credential_row(id, credential, now)?;
            diesel::insert_into(credentials::table).values(credential).execute(connection).await?;
            insert_default_categories(connection, id, now).await?;
            row.try_into()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_user(&self, user: UserId) -> PortResult<Option<User>> {
        self.read(async move |connection| {
            let row = users::table
                .find(RowId::from(user))
                .select(UserRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(User::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_user_by_email(&self, email: &Email) -> PortResult<Option<User>> {
        let email = email.as_str().to_owned();
        self.read(async move |connection| {
            let row = users::table
                .filter(users::email.eq(email))
                .filter(not(exists(households_of_users())))
                .select(UserRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(User::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn list_users(&self, page: PageRequest) -> PortResult<Page<User>> {
        let after = page.cursor.as_deref().map(AgeCursor::read).transpose()?;
        self.read(async move |connection| {
            let mut query = users::table
                .filter(not(exists(households_of_users())))
                .select(UserRow::as_select())
                .order((users::created_at, users::id))
                .limit(rows_wanted(&page))
                .into_boxed();
            if let Some(AgeCursor { created_at, id }) = after {
                let at = At(created_at);
                query =
                    query.filter(users::created_at.gt(at).or(users::created_at.eq(at).and(users::id.gt(id))));
            }
            let rows = query.load(connection).await?;
            let page = cut(rows, &page, |row: &UserRow| {
                AgeCursor { created_at: row.created_at.0, id: row.id }.write()
            });
            let items = page.items.into_iter().map(User::try_from).collect::<Result<_>>()?;
            Ok(Page { items, next_cursor: page.next_cursor })
        })
        .await
        .map_err(StoreError::from)
    }

    async fn count_users(&self) -> PortResult<u64> {
        self.read(async |connection| {
            let all = users::table.filter(not(exists(households_of_users())));
            fit(all.count().get_result::<i64>(connection).await?)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn update_user(
        &self,
        user: UserId,
        change: UserChange,
        now: Timestamp,
    ) -> PortResult<Option<User>> {
        let change = UserChangeRow {
            email: change.email.map(|email| email.as_str().to_owned()),
            email_verified: change.email_verified,
            name: change.name.as_deref().map(storable),
            image: change.image.map(|image| image.as_deref().map(storable)),
            updated_at: now.into(),
        };
        self.write(async move |connection| {
            let row = diesel::update(users::table.find(RowId::from(user)))
                .set(change)
                .returning(UserRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            row.map(User::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_user(&self, user: UserId) -> PortResult<()> {
        self.write(async move |connection| {
            let id = RowId::from(user);
            lock_user(connection, id).await?;
            leave_all(connection, id).await?;
            delete_rows(connection, id).await?;
            // The foreign keys of all remaining tables of the user cascade.
            if diesel::delete(users::table.find(id)).execute(connection).await? == 1 {
                insert_departed_user(connection, id).await?;
            }
            Ok(())
        })
        .await?;
        Ok(self.clear_log().await?)
    }
}

/// Selects the household whose books have the identifier of a user. Its entry is not a user who can sign in.
fn households_of_users() -> Filter<households::table, Eq<households::user_id, users::id>> {
    households::table.filter(households::user_id.eq(users::id))
}

pub(super) async fn insert_default_categories(
    connection: &mut Connection,
    user: UserId,
    now: Timestamp,
) -> Result<()> {
    let mut rows: Vec<CategoryRow> = Vec::with_capacity(DEFAULT_CATEGORIES.len());
    for (position, category) in DEFAULT_CATEGORIES.iter().enumerate() {
        let parent = category.parent.and_then(|key| rows.iter().find(|row| row.key.as_deref() == Some(key)));
        rows.push(CategoryRow {
            id: CategoryId::new(now).into(),
            user_id: user.into(),
            key: Some(category.key.to_owned()),
            name: category.name.to_owned(),
            parent_id: parent.map(|row| row.id),
            position: fit(position)?,
        });
    }
    insert_all!(connection, categories::table, rows)?;
    Ok(())
}
