//! Sessions.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Session, SessionId, Timestamp, TokenHash, User, UserId};

use super::backend::Database;
use crate::rows::{SessionRow, UserRow, fit, storable};
use crate::schema::{sessions, users};
use crate::sql_types::{At, RowId};
use crate::{NewSession, PortResult, Sessions, StoreError};

#[async_trait]
impl Sessions for Database {
    async fn insert_session(&self, user: UserId, new: NewSession, now: Timestamp) -> PortResult<Session> {
        self.write(async move |connection| {
            let values = (
                sessions::id.eq(RowId::from(SessionId::new(now))),
                sessions::user_id.eq(RowId::from(user)),
                sessions::token_hash.eq(new.token.as_bytes().to_vec()),
                sessions::expires_at.eq(At(new.expires_at)),
                sessions::ip_address.eq(storable(&new.ip_address)),
                sessions::user_agent.eq(storable(&new.user_agent)),
                sessions::remember.eq(new.remember),
                sessions::created_at.eq(At(now)),
                sessions::updated_at.eq(At(now)),
            );
            let row: SessionRow = diesel::insert_into(sessions::table)
                .values(values)
                .returning(SessionRow::as_returning())
                .get_result(connection)
                .await?;
            Ok(row.into())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_session(&self, token: TokenHash, now: Timestamp) -> PortResult<Option<(Session, User)>> {
        self.read(async move |connection| {
            let row: Option<(SessionRow, UserRow)> = sessions::table
                .inner_join(users::table.on(users::id.eq(sessions::user_id)))
                .filter(sessions::token_hash.eq(token.as_bytes().to_vec()))
                .filter(sessions::expires_at.gt(At(now)))
                .select((SessionRow::as_select(), UserRow::as_select()))
                .first(connection)
                .await
                .optional()?;
            row.map(|(session, user)| Ok((session.into(), user.try_into()?))).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn extend_session(
        &self,
        user: UserId,
        session: SessionId,
        expires_at: Timestamp,
        now: Timestamp,
    ) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = sessions::table
                .filter(sessions::user_id.eq(RowId::from(user)))
                .filter(sessions::id.eq(RowId::from(session)));
            diesel::update(theirs)
                .set((sessions::expires_at.eq(At(expires_at)), sessions::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn list_sessions(&self, user: UserId, now: Timestamp) -> PortResult<Vec<Session>> {
        self.read(async move |connection| {
            let rows: Vec<SessionRow> = sessions::table
                .filter(sessions::user_id.eq(RowId::from(user)))
                .filter(sessions::expires_at.gt(At(now)))
                .order((sessions::created_at, sessions::id))
                .select(SessionRow::as_select())
                .load(connection)
                .await?;
            Ok(rows.into_iter().map(Session::from).collect())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn count_sessions(&self, now: Timestamp) -> PortResult<u64> {
        self.read(async move |connection| {
            let live = sessions::table.filter(sessions::expires_at.gt(At(now)));
            fit(live.count().get_result::<i64>(connection).await?)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_session(&self, token: TokenHash) -> PortResult<()> {
        self.write(async move |connection| {
            let one = sessions::table.filter(sessions::token_hash.eq(token.as_bytes().to_vec()));
            diesel::delete(one).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_session_by_id(&self, user: UserId, session: SessionId) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = sessions::table
                .filter(sessions::user_id.eq(RowId::from(user)))
                .filter(sessions::id.eq(RowId::from(session)));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_sessions(&self, user: UserId, except: Option<SessionId>) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = sessions::table.filter(sessions::user_id.eq(RowId::from(user)));
            if let Some(kept) = except {
                let others = theirs.filter(sessions::id.ne(RowId::from(kept)));
                diesel::delete(others).execute(connection).await?;
            } else {
                diesel::delete(theirs).execute(connection).await?;
            }
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_expired_sessions(&self, now: Timestamp) -> PortResult<u64> {
        self.write(async move |connection| {
            let expired = sessions::table.filter(sessions::expires_at.le(At(now)));
            fit(diesel::delete(expired).execute(connection).await?)
        })
        .await
        .map_err(StoreError::from)
    }
}
