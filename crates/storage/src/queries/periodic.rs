//! Work that one process at a time does periodically.

use std::time::Duration;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::prelude::*;
use saldo_domain::Timestamp;

use super::backend::Database;
use crate::schema::periodic_work;
use crate::sql_types::At;
use crate::{PeriodicRuns, PeriodicWork, Result, WorkerId};

#[async_trait]
impl PeriodicWork for Database {
    async fn claim_work(
        &self,
        name: &str,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<bool> {
        let (name, worker) = (name.to_owned(), worker.0.clone());
        self.write(async move |connection| {
            let added = diesel::insert_into(periodic_work::table)
                .values((periodic_work::name.eq(&name), periodic_work::due_at.eq(At(now))))
                .on_conflict_do_nothing()
                .execute(connection);
            added.await?;
            // One statement, so that of two workers the second sees the lease of the first.
            let is_free = periodic_work::lease_until.is_null().or(periodic_work::lease_until.le(At(now)));
            let due = periodic_work::table
                .filter(periodic_work::name.eq(&name))
                .filter(periodic_work::due_at.le(At(now)))
                .filter(is_free);
            let claimed = diesel::update(due)
                .set((periodic_work::lease_until.eq(At(now.after(lease))), periodic_work::worker.eq(worker)))
                .execute(connection);
            Ok(claimed.await? == 1)
        })
        .await
    }

    async fn extend_work(
        &self,
        name: &str,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<bool> {
        let (name, worker) = (name.to_owned(), worker.0.clone());
        self.write(async move |connection| {
            let theirs = periodic_work::table
                .filter(periodic_work::name.eq(name))
                .filter(periodic_work::worker.eq(worker));
            let extended = diesel::update(theirs)
                .set(periodic_work::lease_until.eq(At(now.after(lease))))
                .execute(connection);
            Ok(extended.await? == 1)
        })
        .await
    }

    async fn finish_work(
        &self,
        name: &str,
        worker: &WorkerId,
        is_success: bool,
        due_at: Timestamp,
        now: Timestamp,
    ) -> Result<bool> {
        let (name, worker) = (name.to_owned(), worker.0.clone());
        self.write(async move |connection| {
            let theirs = periodic_work::table
                .filter(periodic_work::name.eq(name))
                .filter(periodic_work::worker.eq(worker));
            let ended = (
                periodic_work::lease_until.eq(None::<At>),
                periodic_work::worker.eq(None::<String>),
                periodic_work::due_at.eq(At(due_at)),
            );
            let finished = if is_success {
                let set = (ended, periodic_work::succeeded_at.eq(At(now)));
                diesel::update(theirs).set(set).execute(connection).await?
            } else {
                let set = (ended, periodic_work::failed_at.eq(At(now)));
                diesel::update(theirs).set(set).execute(connection).await?
            };
            Ok(finished == 1)
        })
        .await
    }

    async fn find_runs(&self, name: &str) -> Result<PeriodicRuns> {
        let name = name.to_owned();
        self.read(async move |connection| {
            let found: Option<(Option<At>, Option<At>)> = periodic_work::table
                .find(name)
                .select((periodic_work::succeeded_at, periodic_work::failed_at))
                .first(connection)
                .await
                .optional()?;
            let (succeeded, failed) = found.unwrap_or_default();
            Ok(PeriodicRuns { last_success: succeeded.map(|at| at.0), last_failure: failed.map(|at| at.0) })
        })
        .await
    }
}
