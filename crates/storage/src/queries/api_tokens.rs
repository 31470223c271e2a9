//! API tokens.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{ApiToken, ApiTokenId, Timestamp, TokenHash, User, UserId};

use super::backend::{Database, lock_user};
use super::households::role_of;
use crate::rows::{ApiTokenChangeRow, ApiTokenRow, UserRow, fit, storable, word};
use crate::schema::{api_tokens, users};
use crate::sql_types::{At, RowId};
use crate::{ApiTokenChange, ApiTokens, NewApiToken, PortResult, StoreError};

#[async_trait]
impl ApiTokens for Database {
    async fn insert_api_token(
        &self,
        user: UserId,
        new: NewApiToken,
        now: Timestamp,
    ) -> PortResult<Option<ApiToken>> {
        let row = ApiTokenRow {
            id: ApiTokenId::new(now).into(),
            user_id: user.into(),
            name: new.name.as_deref().map(storable),
            prefix: new.prefix.as_deref().map(storable),
            start: storable(&new.start),
            scope: word(new.scope)?,
            books_id: new.books.map(RowId::from),
            enabled: true,
            expires_at: new.expires_at.map(At),
            last_used_at: None,
            created_at: now.into(),
            updated_at: now.into(),
        };
        self.write(async move |connection| {
            if let Some(books) = row.books_id.filter(|books| *books != row.user_id) {
                // A member who is being removed must not leave a token behind.
                lock_user(connection, books).await?;
                if role_of(connection, books, row.user_id).await?.is_none() {
                    return Ok(None);
                }
            }
            let row: ApiTokenRow = diesel::insert_into(api_tokens::table)
                .values((row, api_tokens::token_hash.eq(new.token.as_bytes().to_vec())))
                .returning(ApiTokenRow::as_returning())
                .get_result(connection)
                .await?;
            row.try_into().map(Some)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_api_token_by_hash(
        &self,
        token: TokenHash,
        now: Timestamp,
    ) -> PortResult<Option<(ApiToken, User)>> {
        self.read(async move |connection| {
            let row: Option<(ApiTokenRow, UserRow)> = api_tokens::table
                .inner_join(users::table.on(users::id.eq(api_tokens::user_id)))
                .filter(api_tokens::token_hash.eq(token.as_bytes().to_vec()))
                .filter(api_tokens::enabled.eq(true))
                .filter(api_tokens::expires_at.is_null().or(api_tokens::expires_at.gt(At(now))))
                .select((ApiTokenRow::as_select(), UserRow::as_select()))
                .first(connection)
                .await
                .optional()?;
            row.map(|(token, user)| Ok((token.try_into()?, user.try_into()?))).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_api_token(&self, user: UserId, token: ApiTokenId) -> PortResult<Option<ApiToken>> {
        self.read(async move |connection| {
            let row: Option<ApiTokenRow> = api_tokens::table
                .filter(api_tokens::user_id.eq(RowId::from(user)))
                .filter(api_tokens::id.eq(RowId::from(token)))
                .select(ApiTokenRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(ApiToken::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn list_api_tokens(&self, user: UserId) -> PortResult<Vec<ApiToken>> {
        self.read(async move |connection| {
            let rows: Vec<ApiTokenRow> = api_tokens::table
                .filter(api_tokens::user_id.eq(RowId::from(user)))
                .order((api_tokens::created_at, api_tokens::id))
                .select(ApiTokenRow::as_select())
                .load(connection)
                .await?;
            rows.into_iter().map(ApiToken::try_from).collect()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn update_api_token(
        &self,
        user: UserId,
        token: ApiTokenId,
        change: ApiTokenChange,
        now: Timestamp,
    ) -> PortResult<Option<ApiToken>> {
        let change = ApiTokenChangeRow {
            name: change.name.as_deref().map(storable),
            enabled: change.enabled,
            expires_at: change.expires_at.map(|moment| moment.map(At)),
            updated_at: now.into(),
        };
        self.write(async move |connection| {
            let theirs = api_tokens::table
                .filter(api_tokens::user_id.eq(RowId::from(user)))
                .filter(api_tokens::id.eq(RowId::from(token)));
            let row: Option<ApiTokenRow> = diesel::update(theirs)
                .set(change)
                .returning(ApiTokenRow::as_returning())
                .get_result(connection)
                .await
                .optional()?;
            row.map(ApiToken::try_from).transpose()
        })
        .await
        .map_err(StoreError::from)
    }

    async fn touch_api_token(&self, user: UserId, token: ApiTokenId, now: Timestamp) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = api_tokens::table
                .filter(api_tokens::user_id.eq(RowId::from(user)))
                .filter(api_tokens::id.eq(RowId::from(token)));
            diesel::update(theirs).set(api_tokens::last_used_at.eq(At(now))).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_api_token(&self, user: UserId, token: ApiTokenId) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = api_tokens::table
                .filter(api_tokens::user_id.eq(RowId::from(user)))
                .filter(api_tokens::id.eq(RowId::from(token)));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_api_tokens(&self, user: UserId) -> PortResult<()> {
        self.write(async move |connection| {
            let theirs = api_tokens::table.filter(api_tokens::user_id.eq(RowId::from(user)));
            diesel::delete(theirs).execute(connection).await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_expired_api_tokens(&self, now: Timestamp) -> PortResult<u64> {
        self.write(async move |connection| {
            let expired = api_tokens::table.filter(api_tokens::expires_at.le(At(now)));
            fit(diesel::delete(expired).execute(connection).await?)
        })
        .await
        .map_err(StoreError::from)
    }
}
