//! Tests of durable jobs.

use std::collections::HashMap;
use std::time::Duration;

use saldo_domain::{
    Failure, FailureCode, Job, JobId, JobProgress, JobStage, JobState, JobWork, StatementStatus, UserId,
};
use saldo_storage::{Claim, OpenJobs, WorkerId};

use crate::harness::{Database, START, at, on_both_databases};

on_both_databases!(
    a_statement_has_one_open_job,
    a_claimed_job_runs_and_ends,
    a_job_can_be_created_as_claimed,
    an_expired_lease_is_taken_over,
    a_superseded_claim_changes_nothing,
    a_retried_job_waits_for_its_time,
    a_released_job_does_not_count_the_attempt,
    open_jobs_are_counted_by_state_with_the_oldest,
    a_failed_job_fails_its_statement,
    another_users_job_is_not_found,
    the_job_that_waited_longest_is_claimed_first,
    the_user_with_the_fewest_running_jobs_comes_first,
    a_job_whose_worker_died_is_not_counted_as_running,
    a_worker_for_idle_users_claims_nothing_of_a_busy_one,
    eight_workers_claim_two_hundred_jobs_each_once,
    concurrent_requests_queue_a_statement_once,
);

const LEASE: Duration = Duration::from_millis(100);

fn worker(name: &str) -> WorkerId {
    WorkerId(name.to_owned())
}

async fn queued(database: &Database, user: UserId) -> Job {
    let statement = database.statement(user).await;
    database.enqueue_statement(user.into(), statement.id, None, START).await.unwrap().unwrap()
}

async fn claim(database: &Database, name: &str, now: i64) -> Option<(Job, Claim)> {
    database.claim_job(&worker(name), LEASE, at(now)).await.unwrap()
}

async fn find(database: &Database, user: UserId, job: JobId) -> Job {
    database.find_job(user, job).await.unwrap().unwrap()
}

async fn a_statement_has_one_open_job(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let job = database.enqueue_statement(ada.id.into(), statement.id, None, START).await.unwrap().unwrap();
    assert_eq!((job.state, job.attempts, job.user), (JobState::Queued, 0, ada.id));
    assert_eq!(job.work, JobWork::ProcessStatement { statement: statement.id, by: Some(ada.id) });
    let again = database.enqueue_statement(ada.id.into(), statement.id, None, at(1)).await.unwrap().unwrap();
    let open = database.count_open_jobs().await.unwrap();
    assert_eq!((again, open), (job.clone(), OpenJobs { queued: 1, running: 0, oldest: Some(START) }));
    let processing = database.find_statement(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!((processing.status, processing.job), (StatementStatus::Processing, Some(job.id)));
    let (_, claim) = claim(&database, "w", 1).await.unwrap();
    assert!(database.finish_job(&claim, JobProgress::default(), at(2)).await.unwrap());
    let next = database.enqueue_statement(ada.id.into(), statement.id, None, at(3)).await.unwrap().unwrap();
    assert_ne!(next.id, job.id);
}

async fn a_claimed_job_runs_and_ends(database: Database) {
    let ada = database.user("ada").await;
    let job = queued(&database, ada.id).await;
    let (running, claim) = claim(&database, "w", 1).await.unwrap();
    assert_eq!((running.id, running.state, running.attempts), (job.id, JobState::Running, 1));
    assert_eq!(claim, Claim { job: job.id, worker: worker("w"), attempt: 1 });
    let progress =
        JobProgress { stage: JobStage::Reading, page: 2, pages: Some(3), rows: 40, ..Default::default() };
    assert!(database.report_progress(&claim, progress.clone(), at(2)).await.unwrap());
    assert_eq!(find(&database, ada.id, job.id).await.progress, progress);
    let counted = JobProgress { stage: JobStage::Finished, transactions_new: Some(40), ..progress };
    assert!(database.finish_job(&claim, counted.clone(), at(3)).await.unwrap());
    let done = find(&database, ada.id, job.id).await;
    assert_eq!((done.state, done.finished_at, done.progress), (JobState::Done, Some(at(3)), counted));
    assert!(!database.finish_job(&claim, JobProgress::default(), at(4)).await.unwrap(), "the job has ended");
    assert_eq!(database.count_open_jobs().await.unwrap(), OpenJobs::default());
}

async fn open_jobs_are_counted_by_state_with_the_oldest(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    for (user, requested) in [(ada.id, 5), (ada.id, 7), (bob.id, 9)] {
        let statement = database.statement(user).await;
        database.enqueue_statement(user.into(), statement.id, None, at(requested)).await.unwrap();
    }
    claim(&database, "w", 20).await.unwrap();
    let open = database.count_open_jobs().await.unwrap();
    assert_eq!(open, OpenJobs { queued: 2, running: 1, oldest: Some(at(5)) });
}

async fn a_job_can_be_created_as_claimed(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let claimed_by = Some((worker("w"), LEASE));
    let job =
        database.enqueue_statement(ada.id.into(), statement.id, claimed_by, START).await.unwrap().unwrap();
    assert_eq!((job.state, job.attempts), (JobState::Running, 1));
    assert_eq!(claim(&database, "other", 99).await, None);
    let held = Claim { job: job.id, worker: worker("w"), attempt: 1 };
    assert!(database.finish_job(&held, JobProgress::default(), at(50)).await.unwrap());
}

async fn an_expired_lease_is_taken_over(database: Database) {
    let ada = database.user("ada").await;
    queued(&database, ada.id).await;
    let (_, first) = claim(&database, "first", 0).await.unwrap();
    assert_eq!(claim(&database, "second", 99).await, None);
    assert!(database.extend_claim(&first, LEASE, at(50)).await.unwrap());
    assert_eq!(claim(&database, "second", 149).await, None);
    let (job, second) = claim(&database, "second", 150).await.unwrap();
    assert_eq!((job.attempts, second.attempt), (2, 2));
}

async fn a_superseded_claim_changes_nothing(database: Database) {
    let ada = database.user("ada").await;
    let job = queued(&database, ada.id).await;
    let (_, lost) = claim(&database, "first", 0).await.unwrap();
    claim(&database, "first", 100).await.unwrap();
    let before = find(&database, ada.id, job.id).await;
    assert!(!database.extend_claim(&lost, LEASE, at(101)).await.unwrap());
    assert!(!database.report_progress(&lost, JobProgress::default(), at(101)).await.unwrap());
    assert!(!database.finish_job(&lost, JobProgress::default(), at(101)).await.unwrap());
    assert!(!database.retry_job(&lost, at(101), at(101)).await.unwrap());
    assert!(!database.release_job(&lost, at(101)).await.unwrap());
    assert!(!database.fail_job(&lost, Failure::of(FailureCode::Unreadable), at(101)).await.unwrap());
    assert_eq!(find(&database, ada.id, job.id).await, before);
}

async fn a_retried_job_waits_for_its_time(database: Database) {
    let ada = database.user("ada").await;
    queued(&database, ada.id).await;
    let (_, first) = claim(&database, "w", 0).await.unwrap();
    assert!(database.retry_job(&first, at(500), at(1)).await.unwrap());
    assert_eq!(claim(&database, "w", 499).await, None);
    let (job, _) = claim(&database, "w", 500).await.unwrap();
    assert_eq!(job.attempts, 2);
}

async fn a_released_job_does_not_count_the_attempt(database: Database) {
    let ada = database.user("ada").await;
    let job = queued(&database, ada.id).await;
    let (_, first) = claim(&database, "w", 0).await.unwrap();
    assert!(database.release_job(&first, at(1)).await.unwrap());
    let released = find(&database, ada.id, job.id).await;
    assert_eq!((released.state, released.attempts), (JobState::Queued, 0));
    let (job, _) = claim(&database, "another", 1).await.unwrap();
    assert_eq!(job.attempts, 1);
}

async fn a_failed_job_fails_its_statement(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let job = database.enqueue_statement(ada.id.into(), statement.id, None, START).await.unwrap().unwrap();
    let (_, claim) = claim(&database, "w", 0).await.unwrap();
    let failure = Failure::of(FailureCode::ImageOnly);
    assert!(database.fail_job(&claim, failure.clone(), at(1)).await.unwrap());
    let failed = find(&database, ada.id, job.id).await;
    assert_eq!((failed.state, failed.failure), (JobState::Failed, Some(failure.clone())));
    let statement = database.find_statement(ada.id, statement.id).await.unwrap().unwrap();
    assert_eq!((statement.status, statement.failure), (StatementStatus::Failed, Some(failure)));
}

async fn another_users_job_is_not_found(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let hers = queued(&database, ada.id).await;
    assert_eq!(database.find_job(bob.id, hers.id).await.unwrap(), None);
}

async fn the_job_that_waited_longest_is_claimed_first(database: Database) {
    let ada = database.user("ada").await;
    let mut asked = Vec::new();
    for age in [3, 1, 2] {
        let statement = database.statement(ada.id).await;
        let job =
            database.enqueue_statement(ada.id.into(), statement.id, None, at(age)).await.unwrap().unwrap();
        asked.push((age, job.id));
    }
    asked.sort_unstable_by_key(|(age, _)| *age);
    for (_, id) in asked {
        assert_eq!(claim(&database, "w", 10).await.unwrap().0.id, id);
    }
    assert_eq!(claim(&database, "w", 10).await, None);
}

async fn the_user_with_the_fewest_running_jobs_comes_first(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    for _ in 0..20 {
        queued(&database, ada.id).await;
    }
    let mut claimed = Vec::new();
    claimed.push(claim(&database, "w", 1).await.unwrap().0.user);
    let statements = [database.statement(bob.id).await, database.statement(bob.id).await];
    for statement in statements {
        database.enqueue_statement(bob.id.into(), statement.id, None, at(2)).await.unwrap().unwrap();
    }
    for _ in 0..4 {
        claimed.push(claim(&database, "w", 3).await.unwrap().0.user);
    }
    assert_eq!(claimed, [ada.id, bob.id, ada.id, bob.id, ada.id]);
}

async fn a_job_whose_worker_died_is_not_counted_as_running(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let abandoned = queued(&database, ada.id).await;
    claim(&database, "dead", 0).await.unwrap();
    let statement = database.statement(bob.id).await;
    database.enqueue_statement(bob.id.into(), statement.id, None, at(1)).await.unwrap().unwrap();
    assert_eq!(claim(&database, "w", 100).await.unwrap().0.id, abandoned.id);
}

async fn a_worker_for_idle_users_claims_nothing_of_a_busy_one(database: Database) {
    let (ada, bob) = (database.user("ada").await, database.user("bob").await);
    let idle = async |now| {
        let claimed = database.claim_job_of_idle_user(&worker("w"), LEASE, at(now)).await.unwrap();
        claimed.map(|(job, _)| job.user)
    };
    queued(&database, ada.id).await;
    queued(&database, ada.id).await;
    assert_eq!(idle(1).await, Some(ada.id));
    assert_eq!(idle(2).await, None);
    let statement = database.statement(bob.id).await;
    database.enqueue_statement(bob.id.into(), statement.id, None, at(2)).await.unwrap().unwrap();
    assert_eq!(idle(3).await, Some(bob.id));
    assert_eq!(idle(4).await, None);
    assert_eq!(idle(101).await, Some(ada.id), "her first worker's lease expired");
}

async fn eight_workers_claim_two_hundred_jobs_each_once(database: Database) {
    let ada = database.user("ada").await;
    for _ in 0..200 {
        queued(&database, ada.id).await;
    }
    let mut workers = tokio::task::JoinSet::new();
    for number in 0..8 {
        let storage = database.storage.clone();
        workers.spawn(async move {
            let name = worker(&format!("worker {number}"));
            let mut done = Vec::new();
            while let Some((job, claim)) = storage.claim_job(&name, LEASE, at(1)).await.unwrap() {
                assert!(storage.finish_job(&claim, JobProgress::default(), at(2)).await.unwrap());
                done.push(job.id);
            }
            done
        });
    }
    let mut times: HashMap<JobId, u32> = HashMap::new();
    for job in workers.join_all().await.into_iter().flatten() {
        *times.entry(job).or_default() += 1;
    }
    assert_eq!(times.len(), 200);
    assert!(times.values().all(|times| *times == 1));
    assert_eq!(database.count_open_jobs().await.unwrap(), OpenJobs::default());
}

async fn concurrent_requests_queue_a_statement_once(database: Database) {
    let ada = database.user("ada").await;
    let statement = database.statement(ada.id).await;
    let mut asking = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let storage = database.storage.clone();
        asking.spawn(async move {
            storage.enqueue_statement(ada.id.into(), statement.id, None, START).await.unwrap().unwrap().id
        });
    }
    let answered = asking.join_all().await;
    assert!(answered.iter().all(|job| *job == answered[0]));
    assert_eq!(database.rows().await["jobs"], 1);
}
