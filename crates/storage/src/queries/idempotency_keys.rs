//! Responses to requests with an `Idempotency-Key` header.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::{Timestamp, UserId};

use super::backend::{Database, lock_user};
use crate::rows::{fit, storable};
use crate::schema::idempotency_keys;
use crate::sql_types::{At, RowId};
use crate::{IdempotencyKeys, KeyState, Result, StoredResponse};

type Row = (Vec<u8>, Option<i32>, Option<String>, Option<Vec<u8>>, At);

#[async_trait]
impl IdempotencyKeys for Database {
    async fn take_key(
        &self,
        user: UserId,
        key: &str,
        request: [u8; 32],
        stale: Timestamp,
        now: Timestamp,
    ) -> Result<KeyState> {
        let key = storable(key);
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let known: Option<Row> = idempotency_keys::table
                .find((RowId::from(user), key.clone()))
                .select((
                    idempotency_keys::request_hash,
                    idempotency_keys::status,
                    idempotency_keys::content_type,
                    idempotency_keys::body,
                    idempotency_keys::created_at,
                ))
                .first(connection)
                .await
                .optional()?;
            if let Some((hash, status, content_type, body, taken_at)) = known {
                if hash != request {
                    return Ok(KeyState::OtherRequest);
                }
                if let Some(status) = status {
                    let body = body.unwrap_or_default();
                    return Ok(KeyState::Answered(StoredResponse {
                        status: fit(status)?,
                        content_type,
                        body,
                    }));
                }
                return Ok(if taken_at.0 >= stale { KeyState::AtWork(taken_at.0) } else { KeyState::Lost });
            }
            diesel::insert_into(idempotency_keys::table)
                .values((
                    idempotency_keys::user_id.eq(RowId::from(user)),
                    idempotency_keys::key.eq(key),
                    idempotency_keys::request_hash.eq(request.to_vec()),
                    idempotency_keys::created_at.eq(At(now)),
                ))
                .execute(connection)
                .await?;
            Ok(KeyState::New)
        })
        .await
    }

    async fn keep_answer(&self, user: UserId, key: &str, answer: StoredResponse) -> Result<()> {
        let key = storable(key);
        self.write(async move |connection| {
            diesel::update(idempotency_keys::table.find((RowId::from(user), key)))
                .set((
                    idempotency_keys::status.eq(i32::from(answer.status)),
                    idempotency_keys::content_type.eq(answer.content_type),
                    idempotency_keys::body.eq(answer.body),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn release_key(&self, user: UserId, key: &str) -> Result<()> {
        let key = storable(key);
        self.write(async move |connection| {
            diesel::delete(idempotency_keys::table.find((RowId::from(user), key)))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
    }

    async fn sweep_keys(&self, before: Timestamp) -> Result<u64> {
        self.write(async move |connection| {
            let old = idempotency_keys::table.filter(idempotency_keys::created_at.lt(At(before)));
            fit(diesel::delete(old).execute(connection).await?)
        })
        .await
    }
}
