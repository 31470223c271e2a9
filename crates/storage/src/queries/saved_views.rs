//! Views of pages that the user saved.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{SavedView, SavedViewId, Timestamp, UserId};

use super::backend::{Database, lock_user};
use crate::rows::{fit, from_word, storable, word};
use crate::saved_views::SAVED_VIEWS_MAX;
use crate::schema::saved_views;
use crate::sql_types::{At, RowId};
use crate::{Error, NewSavedView, Result, SavedViewChange, SavedViews};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = saved_views)]
struct SavedViewRow {
    id: RowId,
    user_id: RowId,
    page: String,
    name: String,
    query: String,
    created_at: At,
    updated_at: At,
}

impl TryFrom<SavedViewRow> for SavedView {
    type Error = Error;

    fn try_from(row: SavedViewRow) -> Result<Self> {
        Ok(Self {
            id: row.id.typed(),
            page: from_word(&row.page)?,
            name: row.name,
            query: row.query,
            created_at: row.created_at.0,
            updated_at: row.updated_at.0,
        })
    }
}

#[async_trait]
impl SavedViews for Database {
    async fn list_saved_views(&self, user: UserId) -> Result<Vec<SavedView>> {
        self.read(async move |connection| {
            let rows: Vec<SavedViewRow> = saved_views::table
                .filter(saved_views::user_id.eq(RowId::from(user)))
                .order((saved_views::created_at, saved_views::id))
                .select(SavedViewRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(SavedView::try_from).collect()
        })
        .await
    }

    async fn insert_saved_view(
        &self,
        user: UserId,
        new: NewSavedView,
        now: Timestamp,
    ) -> Result<Option<SavedView>> {
        let row = SavedViewRow {
            id: SavedViewId::new(now).into(),
            user_id: user.into(),
            page: word(new.page)?,
            name: storable(&new.name),
            query: storable(&new.query),
            created_at: now.into(),
            updated_at: now.into(),
        };
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let theirs = saved_views::table.filter(saved_views::user_id.eq(RowId::from(user)));
            let count: i64 = theirs.count().get_result(connection).await?;
            if count >= fit::<usize, i64>(SAVED_VIEWS_MAX)? {
                return Ok(None);
            }
            let row: SavedViewRow = diesel::insert_into(saved_views::table)
                .values(row)
                .returning(SavedViewRow::as_returning())
                .get_result(connection)
                .await?;
            row.try_into().map(Some)
        })
        .await
    }

    async fn update_saved_view(
        &self,
        user: UserId,
        view: SavedViewId,
        change: SavedViewChange,
        now: Timestamp,
    ) -> Result<Option<SavedView>> {
        self.write(async move |connection| {
            let theirs = saved_views::table
                .filter(saved_views::user_id.eq(RowId::from(user)))
                .filter(saved_views::id.eq(RowId::from(view)));
            let row: Option<SavedViewRow> = diesel::update(theirs)
                .set((
                    change.name.as_deref().map(|name| saved_views::name.eq(storable(name))),
                    change.query.as_deref().map(|query| saved_views::query.eq(storable(query))),
                    saved_views::updated_at.eq(At(now)),
                ))
                .returning(SavedViewRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            row.map(SavedView::try_from).transpose()
        })
        .await
    }

    async fn delete_saved_view(&self, user: UserId, view: SavedViewId) -> Result<bool> {
        self.write(async move |connection| {
            let theirs = saved_views::table
                .filter(saved_views::user_id.eq(RowId::from(user)))
                .filter(saved_views::id.eq(RowId::from(view)));
            Ok(diesel::delete(theirs).execute(connection).await? > 0)
        })
        .await
    }
}
