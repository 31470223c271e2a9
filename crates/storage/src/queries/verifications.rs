//! Values that can be used once before they expire.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use diesel::upsert::excluded;
use saldo_domain::Timestamp;

use super::backend::Database;
use crate::rows::fit;
use crate::schema::verifications;
use crate::sql_types::At;
use crate::{PortResult, StoreError, Verifications};

#[async_trait]
impl Verifications for Database {
    async fn put_verification(&self, key: &str, value: &str, expires_at: Timestamp) -> PortResult<()> {
        let (key, value) = (key.to_owned(), value.to_owned());
        self.write(async move |connection| {
            diesel::insert_into(verifications::table)
                .values((
                    verifications::key.eq(key),
                    verifications::value.eq(value),
                    verifications::expires_at.eq(At(expires_at)),
                ))
                .on_conflict(verifications::key)
                .do_update()
                .set((
                    verifications::value.eq(excluded(verifications::value)),
                    verifications::expires_at.eq(excluded(verifications::expires_at)),
                ))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_verification(&self, key: &str, now: Timestamp) -> PortResult<Option<String>> {
        let key = key.to_owned();
        self.read(async move |connection| {
            let found: Option<(String, At)> = verifications::table
                .find(key)
                .select((verifications::value, verifications::expires_at))
                .first(connection)
                .await
                .optional()?;
            Ok(found.and_then(|(value, expires_at)| (expires_at.0 > now).then_some(value)))
        })
        .await
        .map_err(StoreError::from)
    }

    async fn take_verification(&self, key: &str, now: Timestamp) -> PortResult<Option<String>> {
        let key = key.to_owned();
        self.write(async move |connection| {
            let taken: Option<(String, At)> = diesel::delete(verifications::table.find(key))
                .returning((verifications::value, verifications::expires_at))
                .get_result(connection)
                .await
                .optional()?;
            Ok(taken.and_then(|(value, expires_at)| (expires_at.0 > now).then_some(value)))
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_expired_verifications(&self, now: Timestamp) -> PortResult<u64> {
        self.write(async move |connection| {
            let expired = verifications::table.filter(verifications::expires_at.le(At(now)));
            fit(diesel::delete(expired).execute(connection).await?)
        })
        .await
        .map_err(StoreError::from)
    }
}
