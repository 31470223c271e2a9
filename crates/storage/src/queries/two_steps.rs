//! Two-factor authentication.

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::case_when;
use diesel::prelude::*;
use diesel::sql_types::{Integer, Nullable};
use saldo_domain::{Timestamp, TokenHash, User, UserId};

use super::backend::{Connection, Database, insert_all, lock_user};
use crate::rows::{BackupCodeRow, TwoStepRow, UserRow, fit};
use crate::schema::{backup_codes, two_steps, users};
use crate::sql_types::{At, Moment, RowId};
use crate::{Error, PortResult, Result, StoreError, TwoStep, TwoSteps};

#[async_trait]
impl TwoSteps for Database {
    async fn put_two_step(
        &self,
        user: UserId,
        sealed_secret: Vec<u8>,
        backup_codes: Vec<TokenHash>,
        now: Timestamp,
    ) -> PortResult<()> {
        let user = RowId::from(user);
        self.write(async move |connection| {
            lock_user(connection, user).await?;
            let is_in_force: Option<bool> =
                users::table.find(user).select(users::two_step).first(connection).await.optional()?;
            if is_in_force != Some(false) {
                return Err(Error::Conflict);
            }
            diesel::delete(two_steps::table.find(user)).execute(connection).await?;
            let row = TwoStepRow {
                user_id: user,
                sealed_secret,
                last_step: None,
                failures: 0,
                locked_until: None,
                created_at: now.into(),
            };
            diesel::insert_into(two_steps::table).values(row).execute(connection).await?;
            replace_backup_codes(connection, user, backup_codes).await
        })
        .await
        .map_err(StoreError::from)
    }

    async fn find_two_step(&self, user: UserId) -> PortResult<Option<TwoStep>> {
        self.read(async move |connection| {
            let row: Option<TwoStepRow> = two_steps::table
                .find(RowId::from(user))
                .select(TwoStepRow::as_select())
                .first(connection)
                .await
                .optional()?;
            Ok(row.map(TwoStep::from))
        })
        .await
        .map_err(StoreError::from)
    }

    async fn enable_two_step(
        &self,
        user: UserId,
        enrolled_at: Timestamp,
        now: Timestamp,
    ) -> PortResult<User> {
        let user = RowId::from(user);
        self.write(async move |connection| {
            lock_user(connection, user).await?;
            let enrolment = two_steps::table.find(user).filter(two_steps::created_at.eq(At(enrolled_at)));
            if enrolment.count().get_result::<i64>(connection).await? == 0 {
                return Err(Error::Conflict);
            }
            set_two_step(connection, user, true, now).await?.ok_or(Error::Conflict)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn delete_two_step(&self, user: UserId, now: Timestamp) -> PortResult<Option<User>> {
        let user = RowId::from(user);
        self.write(async move |connection| {
            lock_user(connection, user).await?;
            replace_backup_codes(connection, user, Vec::new()).await?;
            diesel::delete(two_steps::table.find(user)).execute(connection).await?;
            set_two_step(connection, user, false, now).await
        })
        .await
        .map_err(StoreError::from)
    }

    async fn take_step(&self, user: UserId, step: u64) -> PortResult<bool> {
        let step: i64 = fit(step)?;
        self.write(async move |connection| {
            let earlier = two_steps::table
                .find(RowId::from(user))
                .filter(two_steps::last_step.is_null().or(two_steps::last_step.lt(step)));
            let taken =
                diesel::update(earlier).set(two_steps::last_step.eq(step)).execute(connection).await?;
            Ok(taken == 1)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn put_backup_codes(&self, user: UserId, backup_codes: Vec<TokenHash>) -> PortResult<()> {
        let user = RowId::from(user);
        self.write(async move |connection| {
            lock_user(connection, user).await?;
            if two_steps::table.find(user).count().get_result::<i64>(connection).await? == 0 {
                return Ok(());
            }
            replace_backup_codes(connection, user, backup_codes).await
        })
        .await
        .map_err(StoreError::from)
    }

    async fn take_backup_code(&self, user: UserId, backup_code: TokenHash) -> PortResult<bool> {
        self.write(async move |connection| {
            let code = (RowId::from(user), backup_code.as_bytes().to_vec());
            Ok(diesel::delete(backup_codes::table.find(code)).execute(connection).await? == 1)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn take_attempt(
        &self,
        user: UserId,
        failures_max: u32,
        locked_until: Timestamp,
        now: Timestamp,
    ) -> PortResult<bool> {
        let failures_max: i32 = fit(failures_max.max(1))?;
        self.write(async move |connection| {
            // A single statement, so that concurrent attempts never read the same count. An expired lock
            // restarts the count.
            let unlocked = two_steps::locked_until.is_null();
            let open = two_steps::table
                .find(RowId::from(user))
                .filter(two_steps::locked_until.is_null().or(two_steps::locked_until.le(At(now))));
            let is_last = unlocked.and(two_steps::failures.ge(failures_max - 1));
            let is_last = is_last.or(failures_max.into_sql::<Integer>().eq(1));
            let lock = Some(At(locked_until)).into_sql::<Nullable<Moment>>();
            let no_lock = None::<At>.into_sql::<Nullable<Moment>>();
            let taken = diesel::update(open)
                .set((
                    two_steps::failures
                        .eq(case_when(unlocked, two_steps::failures + 1).otherwise(1.into_sql::<Integer>())),
                    two_steps::locked_until.eq(case_when(is_last, lock).otherwise(no_lock)),
                ))
                .execute(connection)
                .await?;
            Ok(taken == 1)
        })
        .await
        .map_err(StoreError::from)
    }

    async fn clear_failures(&self, user: UserId) -> PortResult<()> {
        self.write(async move |connection| {
            diesel::update(two_steps::table.find(RowId::from(user)))
                .set((two_steps::failures.eq(0), two_steps::locked_until.eq(None::<At>)))
                .execute(connection)
                .await?;
            Ok(())
        })
        .await
        .map_err(StoreError::from)
    }
}

async fn replace_backup_codes(
    connection: &mut Connection,
    user: RowId,
    backup_codes: Vec<TokenHash>,
) -> Result<()> {
    let theirs = backup_codes::table.filter(backup_codes::user_id.eq(user));
    diesel::delete(theirs).execute(connection).await?;
    let row = |code: &TokenHash| BackupCodeRow { user_id: user, code_hash: code.as_bytes().to_vec() };
    let rows: Vec<BackupCodeRow> = backup_codes.iter().map(row).collect();
    insert_all!(connection, backup_codes::table, rows)?;
    Ok(())
}

async fn set_two_step(
    connection: &mut Connection,
    user: RowId,
    in_force: bool,
    now: Timestamp,
) -> Result<Option<User>> {
    let row = diesel::update(users::table.find(user))
        .set((users::two_step.eq(in_force), users::updated_at.eq(At(now))))
        .returning(UserRow::as_returning())
        .get_result(connection)
        .await
        .optional()?;
    row.map(User::try_from).transpose()
}
