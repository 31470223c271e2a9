//! Durable jobs.

use std::time::Duration;

use crate::run::RunQueryDsl;
use async_trait::async_trait;
use diesel::dsl::{auto_type, sql};
use diesel::expression::SqlLiteral;
use diesel::prelude::*;
use diesel::sql_types::Bool;
use saldo_domain::{
    Author, Failure, Job, JobId, JobProgress, JobState, JobWork, StatementId, StatementStatus, Timestamp,
    UserId,
};

use super::backend::{Database, lock_user, next_job};
use crate::rows::{JobRow, fit, json, word};
use crate::schema::{jobs, statements};
use crate::sql_types::{At, RowId};
use crate::{Claim, Jobs, OpenJobs, Result, WorkerId};

/// The condition of the partial indices, verbatim. With a bound value, SQLite could not use them.
const OPEN: &str = "jobs.state IN ('queued', 'running')";

/// The jobs that can be claimed at `now`: those that are due, and those whose lease has expired.
#[auto_type]
pub(in super::super) fn claimable(now: At) -> _ {
    let open: SqlLiteral<Bool> = sql(OPEN);
    let waiting = jobs::lease_until.is_null().and(jobs::run_at.le(now));
    let abandoned = jobs::lease_until.le(now);
    jobs::table.filter(open).filter(waiting.or(abandoned))
}

/// SQL for the number of running jobs of the user of a row of `jobs`.
macro_rules! running_of_user {
    ($now:expr) => {
        diesel::dsl::sql::<diesel::sql_types::BigInt>(
            "(SELECT count(*) FROM jobs AS running WHERE running.user_id = jobs.user_id \
             AND running.state = 'running' AND running.lease_until > ",
        )
        .bind::<crate::sql_types::Moment, crate::sql_types::At>($now)
        .sql(")")
    };
}
pub(in super::super) use running_of_user;

/// The order in which jobs are claimed: jobs of the user with the fewest running jobs first, among them the
/// one that has waited longest. Twenty slow files of one user then delay another user's by one of them at
/// most.
macro_rules! by_turn {
    ($now:expr) => {
        (queries::running_of_user!($now), crate::schema::jobs::run_at, crate::schema::jobs::id)
    };
}
pub(in super::super) use by_turn;

async fn claim(
    database: &Database,
    worker: WorkerId,
    lease: Duration,
    now: Timestamp,
    of_idle_user: bool,
) -> Result<Option<(Job, Claim)>> {
    database
        .write_unsynced(async move |connection| {
            let Some(id) = next_job(connection, At(now), of_idle_user).await? else {
                return Ok(None);
            };
            let row: JobRow = diesel::update(jobs::table.find(id))
                .set((
                    jobs::state.eq(word(JobState::Running)?),
                    jobs::attempts.eq(jobs::attempts + 1),
                    jobs::lease_until.eq(At(now.after(lease))),
                    jobs::worker.eq(worker.0.clone()),
                    jobs::updated_at.eq(At(now)),
                ))
                .returning(JobRow::as_returning())
                .get_result(connection)
                .await?;
            let job = Job::try_from(row)?;
            let claim = Claim { job: job.id, worker, attempt: job.attempts };
            Ok(Some((job, claim)))
        })
        .await
}

/// The job as long as this claim holds it.
#[auto_type]
fn claimed(id: RowId, worker: String, attempts: i32) -> _ {
    let open: SqlLiteral<Bool> = sql(OPEN);
    jobs::table
        .filter(jobs::id.eq(id))
        .filter(jobs::worker.eq(worker))
        .filter(jobs::attempts.eq(attempts))
        .filter(open)
}

/// The arguments of `claimed`.
struct ClaimArguments(RowId, String, i32);

impl TryFrom<&Claim> for ClaimArguments {
    type Error = crate::Error;

    fn try_from(claim: &Claim) -> Result<Self> {
        Ok(Self(claim.job.into(), claim.worker.0.clone(), fit(claim.attempt)?))
    }
}

#[derive(AsChangeset)]
#[diesel(table_name = jobs, treat_none_as_null = true)]
struct Transition {
    state: String,
    lease_until: Option<At>,
    worker: Option<String>,
    failure: Option<serde_json::Value>,
    finished_at: Option<At>,
    updated_at: At,
}

impl Transition {
    fn to(state: JobState, now: Timestamp) -> Result<Self> {
        Ok(Self {
            state: word(state)?,
            lease_until: None,
            worker: None,
            failure: None,
            finished_at: state.is_final().then_some(At(now)),
            updated_at: At(now),
        })
    }
}

#[async_trait]
impl Jobs for Database {
    async fn enqueue_statement(
        &self,
        author: Author,
        statement: StatementId,
        claimed_by: Option<(WorkerId, Duration)>,
        now: Timestamp,
    ) -> Result<Option<Job>> {
        let Author { books: user, .. } = author;
        self.write(async move |connection| {
            lock_user(connection, user.into()).await?;
            let open: SqlLiteral<Bool> = sql(OPEN);
            let known = jobs::table
                .filter(jobs::user_id.eq(RowId::from(user)))
                .filter(jobs::statement_id.eq(RowId::from(statement)))
                .filter(open)
                .select(JobRow::as_select())
                .first(connection)
                .await
                .optional()?;
            if let Some(job) = known {
                return Job::try_from(job).map(Some);
            }
            let job = new_job(author, statement, claimed_by, now)?;
            let theirs = statements::table
                .filter(statements::user_id.eq(RowId::from(user)))
                .filter(statements::id.eq(RowId::from(statement)));
            let marked = diesel::update(theirs)
                .set((
                    statements::status.eq(word(StatementStatus::Processing)?),
                    statements::failure.eq(None::<serde_json::Value>),
                    statements::job_id.eq(job.id),
                ))
                .execute(connection)
                .await?;
            if marked == 0 {
                return Ok(None);
            }
            let job: JobRow = diesel::insert_into(jobs::table)
                .values(job)
                .returning(JobRow::as_returning())
                .get_result(connection)
                .await?;
            Job::try_from(job).map(Some)
        })
        .await
    }

    async fn find_job(&self, user: UserId, job: JobId) -> Result<Option<Job>> {
        self.read(async move |connection| {
            let row = jobs::table
                .filter(jobs::user_id.eq(RowId::from(user)))
                .filter(jobs::id.eq(RowId::from(job)))
                .select(JobRow::as_select())
                .first(connection)
                .await
                .optional()?;
            row.map(Job::try_from).transpose()
        })
        .await
    }

    async fn claim_job(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>> {
        claim(self, worker.clone(), lease, now, false).await
    }

    async fn claim_job_of_idle_user(
        &self,
        worker: &WorkerId,
        lease: Duration,
        now: Timestamp,
    ) -> Result<Option<(Job, Claim)>> {
        claim(self, worker.clone(), lease, now, true).await
    }

    async fn extend_claim(&self, claim: &Claim, lease: Duration, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        self.write_unsynced(async move |connection| {
            let extended = diesel::update(claimed(id, worker, attempts))
                .set((jobs::lease_until.eq(At(now.after(lease))), jobs::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
            Ok(extended == 1)
        })
        .await
    }

    async fn report_progress(&self, claim: &Claim, progress: JobProgress, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        let progress = json(progress)?;
        self.write_unsynced(async move |connection| {
            let reported = diesel::update(claimed(id, worker, attempts))
                .set((jobs::progress.eq(progress), jobs::updated_at.eq(At(now))))
                .execute(connection)
                .await?;
            Ok(reported == 1)
        })
        .await
    }

    async fn finish_job(&self, claim: &Claim, progress: JobProgress, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        let progress = json(progress)?;
        self.write(async move |connection| {
            let finished = diesel::update(claimed(id, worker, attempts))
                .set((Transition::to(JobState::Done, now)?, jobs::progress.eq(progress)))
                .execute(connection)
                .await?;
            Ok(finished == 1)
        })
        .await
    }

    async fn retry_job(&self, claim: &Claim, run_at: Timestamp, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        self.write(async move |connection| {
            let queued = diesel::update(claimed(id, worker, attempts))
                .set((
                    Transition::to(JobState::Queued, now)?,
                    jobs::run_at.eq(At(run_at)),
                    jobs::progress.eq(json(JobProgress::default())?),
                ))
                .execute(connection)
                .await?;
            Ok(queued == 1)
        })
        .await
    }

    async fn release_job(&self, claim: &Claim, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        self.write(async move |connection| {
            let released = diesel::update(claimed(id, worker, attempts))
                .set((
                    Transition::to(JobState::Queued, now)?,
                    jobs::attempts.eq(jobs::attempts - 1),
                    jobs::progress.eq(json(JobProgress::default())?),
                ))
                .execute(connection)
                .await?;
            Ok(released == 1)
        })
        .await
    }

    async fn fail_job(&self, claim: &Claim, failure: Failure, now: Timestamp) -> Result<bool> {
        let ClaimArguments(id, worker, attempts) = claim.try_into()?;
        let failure = json(failure)?;
        self.write(async move |connection| {
            let failed =
                Transition { failure: Some(failure.clone()), ..Transition::to(JobState::Failed, now)? };
            let statement: Option<RowId> = diesel::update(claimed(id, worker, attempts))
                .set(failed)
                .returning(jobs::statement_id)
                .get_result(connection)
                .await
                .optional()?;
            let Some(statement) = statement else {
                return Ok(false);
            };
            diesel::update(statements::table.find(statement))
                .set((
                    statements::status.eq(word(StatementStatus::Failed)?),
                    statements::failure.eq(Some(failure)),
                ))
                .execute(connection)
                .await?;
            Ok(true)
        })
        .await
    }

    async fn count_open_jobs(&self) -> Result<OpenJobs> {
        self.read(async |connection| {
            let open: SqlLiteral<Bool> = sql(OPEN);
            let states: Vec<(String, i64, Option<At>)> = jobs::table
                .filter(open)
                .group_by(jobs::state)
                .select((jobs::state, diesel::dsl::count_star(), diesel::dsl::min(jobs::created_at)))
                .load(connection)
                .await?;
            let (running, mut found) = (word(JobState::Running)?, OpenJobs::default());
            for (state, count, oldest) in states {
                let counted = if state == running { &mut found.running } else { &mut found.queued };
                *counted = fit(count)?;
                found.oldest = found.oldest.into_iter().chain(oldest.map(|At(at)| at)).min();
            }
            Ok(found)
        })
        .await
    }
}

fn new_job(
    author: Author,
    statement: StatementId,
    claimed_by: Option<(WorkerId, Duration)>,
    now: Timestamp,
) -> Result<JobRow> {
    let state = if claimed_by.is_some() { JobState::Running } else { JobState::Queued };
    let lease_until = claimed_by.as_ref().map(|(_, lease)| At(now.after(*lease)));
    Ok(JobRow {
        id: JobId::new(now).into(),
        user_id: author.books.into(),
        statement_id: statement.into(),
        work: json(JobWork::ProcessStatement { statement, by: author.user })?,
        state: word(state)?,
        attempts: i32::from(claimed_by.is_some()),
        run_at: now.into(),
        lease_until,
        worker: claimed_by.map(|(worker, _)| worker.0),
        progress: json(JobProgress::default())?,
        failure: None,
        created_at: now.into(),
        updated_at: now.into(),
        finished_at: None,
    })
}
